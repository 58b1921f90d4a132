"""Races contestants round robin, so that a machine that slows down or speeds up does so for all of them.

In every round each contestant searches every position once; who starts changes from round to round. Speeds are
compared within a round, and the median of those ratios is reported: drift between rounds cancels.
"""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcms.bench.contestant import Contestant, Run
from mcms.games.base import BaseGame


@dataclass(frozen=True, kw_only=True)
class Contest:
    """Who races on which positions."""

    game: BaseGame[Any]
    positions: tuple[Any, ...]
    contestants: tuple[Contestant, ...]
    baseline: str
    """The contestant that the others are compared with."""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """How one contestant did. Ratios are to the baseline."""

    name: str
    depth: int
    nodes: int
    """Of one round, over all positions; games, where playouts race."""
    seconds: float
    """Of one round, the median."""
    nodes_per_second: float
    speed_ratio: float
    """Median over the rounds of the ratio of nodes per second."""
    speed_ratio_range: tuple[float, float]
    """The least and the greatest of them."""
    nodes_ratio: float
    seconds_ratio: float
    agrees: bool
    """Whether it found the right value in every position."""


@dataclass(frozen=True, kw_only=True)
class ContestResult:
    """A finished contest."""

    game: str
    positions: tuple[dict[str, Any], ...]
    baseline: str
    entries: tuple[Entry, ...]


def race(contest: Contest, rounds: int, after_turn: Callable[[str], None]) -> ContestResult:
    """Run a contest; ``after_turn`` is told the name of the contestant that has just finished a round."""
    runs: dict[str, list[list[Run]]] = {contestant.name: [] for contestant in contest.contestants}
    for number in range(rounds):
        first = number % len(contest.contestants)
        for contestant in contest.contestants[first:] + contest.contestants[:first]:
            runs[contestant.name].append([contestant.run(position) for position in contest.positions])
            after_turn(contestant.name)
    baseline = _Totals(runs[contest.baseline])
    return ContestResult(
        game=str(contest.game),
        positions=tuple(contest.game.to_json(position) for position in contest.positions),
        baseline=contest.baseline,
        entries=tuple(
            _entry(contestant, contest.positions, runs[contestant.name], baseline) for contestant in contest.contestants
        ),
    )


class _Totals:
    """What a contestant needed for all positions, round by round."""

    def __init__(self, rounds: list[list[Run]]) -> None:
        self.nodes = sum(run.nodes for run in rounds[0])
        self.seconds = [sum(run.seconds for run in runs) for runs in rounds]
        self.speeds = [self.nodes / seconds for seconds in self.seconds]


def _entry(contestant: Contestant, positions: tuple[Any, ...], rounds: list[list[Run]], baseline: _Totals) -> Entry:
    totals = _Totals(rounds)
    ratios = [speed / other for speed, other in zip(totals.speeds, baseline.speeds, strict=True)]
    return Entry(
        name=contestant.name,
        depth=contestant.depth,
        nodes=totals.nodes,
        seconds=statistics.median(totals.seconds),
        nodes_per_second=statistics.median(totals.speeds),
        speed_ratio=statistics.median(ratios),
        speed_ratio_range=(min(ratios), max(ratios)),
        nodes_ratio=totals.nodes / baseline.nodes,
        seconds_ratio=statistics.median(
            own / other for own, other in zip(totals.seconds, baseline.seconds, strict=True)
        ),
        agrees=all(
            abs(run.value - contestant.expected_value(position)) <= contestant.tolerance
            for runs in rounds
            for position, run in zip(positions, runs, strict=True)
        ),
    )
