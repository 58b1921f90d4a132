"""What sampling saves: how much smaller a sample is than all outcomes, and how much deeper a search gets with it.

A sampled search can only win where it sees much further than its classic twin for the noise it takes in return. Both
sides of that bargain depend on the game and on the program: on how many distinct outcomes a chance node has, and on
what a node costs with and without sampling. So the report shows them beside the win rates.
"""

import dataclasses
import math
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from mcms.algorithms import DepthLimited, Sampled
from mcms.arena.game_play import play_game, replayed
from mcms.arena.player import player
from mcms.arena.runner import Runner
from mcms.arena.search_player import SearchPlayer
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.estimate_records import estimate_states
from mcms.paper.estimates import Estimate, Estimation, search_player
from mcms.paper.report import Section, TableData
from mcms.paper.twins import TWINS

_POSITIONS = 12
_THOUGHT = Limit(nodes=300)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Effort:
    """How far an algorithm gets in the time of a move."""

    name: str
    depth: float
    nodes_per_second: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class Saving:
    """A classic search and its sampled twin in a game."""

    game: str
    width: int
    outcomes: float
    """Distinct outcomes of a chance node."""
    sampled: float
    """Those of them that a sample holds on average."""
    classic: Effort
    twin: Effort


def savings(games: Sequence[BaseGame[Any]], limit: Limit, *, runner: Runner) -> tuple[Saving, ...]:
    """Measure all twins in all games, each on the same positions."""
    return tuple(saving for game in games for saving in _savings(game, limit, runner))


def _savings(game: BaseGame[Any], limit: Limit, runner: Runner) -> Iterator[Saving]:
    positions = _positions(game)
    chances = [[p for _, p in game.outcomes(s)] for s in _chance_nodes(game, positions)]
    engines = {name: search_player(name, game, limit) for pair in TWINS for name in pair}
    estimations = [Estimation(game=game, engine=engine) for engine in engines.values()]
    estimates = estimate_states(estimations, positions, 1, runner=runner, title="what sampling saves")
    efforts = {name: _effort(name, list(found.values())) for name, found in zip(engines, estimates, strict=True)}
    for twin, classic in TWINS:
        width = _width(engines[twin])
        yield Saving(
            game=str(game),
            width=width,
            outcomes=fmean(map(len, chances)),
            sampled=fmean(expected_distinct(probabilities, width) for probabilities in chances),
            classic=efforts[classic],
            twin=efforts[twin],
        )


def expected_distinct(probabilities: Sequence[float], width: int) -> float:
    """Return how many distinct outcomes ``width`` draws with replacement hold on average.

    >>> round(expected_distinct([1 / 6] * 6, 6), 3)
    3.991
    """
    return sum(1 - (1 - p) ** width for p in probabilities)


def _width(engine: SearchPlayer) -> int:
    assert isinstance(engine.algorithm, DepthLimited)
    chance = engine.algorithm.chance
    assert isinstance(chance, Sampled)
    return chance.width


def _effort(name: str, estimates: Sequence[Estimate]) -> Effort:
    return Effort(
        name=name,
        depth=fmean(estimate.depth for estimate in estimates),
        nodes_per_second=sum(each.nodes for each in estimates) / math.fsum(each.seconds for each in estimates),
    )


def _positions(game: BaseGame[Any]) -> list[Any]:
    """Return decisions with a choice, spread over a few games."""
    engine = player("star1", game, _THOUGHT)
    states: list[Any] = []
    for seed in range(3):
        moves = play_game(game, (engine, engine), seed=seed).moves
        seen = [state for state in replayed(game, moves, seed=seed) if _is_choice(game, state)]
        states += seen[:: max(1, len(seen) * 3 // _POSITIONS)][: _POSITIONS // 3]
    return states


def _is_choice(game: BaseGame[Any], state: Any) -> bool:
    return game.turn(state).is_decision and len(game.actions(state)) > 1


def _chance_nodes(game: BaseGame[Any], positions: Sequence[Any]) -> Iterator[Any]:
    for state in positions:
        for action in game.actions(state):
            after = game.play(state, action)
            if game.turn(after) is Turn.CHANCE:
                yield after


def savings_section(measured: Sequence[Saving], limit: Limit) -> Section:
    """Show what sampling saves and costs, which decides who wins."""
    return Section(
        title="What sampling saves",
        parts=[
            "A sampled search wins where it sees much further than its classic twin for the noise that it takes in "
            "return. That depends on how many distinct outcomes its sample leaves out, since a chance node here lists "
            "equal outcomes once, and on what a node costs: the classic searches evaluate all outcomes below a leaf in "
            f"one go, which a sample cannot. Depth and million nodes a second are those of {limit} a move.",
            TableData(
                name="savings",
                columns=["pairing", "game", "width", "distinct outcomes", "depth", "M nodes/s"],
                rows=[_saving_row(saving) for saving in measured],
                numbers=[_saving_numbers(saving) for saving in measured],
            ),
        ],
    )


def _saving_row(saving: Saving) -> list[str]:
    twin, classic = saving.twin, saving.classic
    return [
        f"{twin.name} – {classic.name}",
        saving.game,
        str(saving.width),
        f"{saving.sampled:.1f} of {saving.outcomes:.1f}",
        f"{twin.depth:.1f} – {classic.depth:.1f}",
        f"{twin.nodes_per_second / 1e6:.0f} – {classic.nodes_per_second / 1e6:.0f}",
    ]


def _saving_numbers(saving: Saving) -> dict[str, Any]:
    return {
        "game": saving.game,
        "sampled": saving.twin.name,
        "classic": saving.classic.name,
        "width": saving.width,
        "outcomes": saving.outcomes,
        "distinct_in_sample": saving.sampled,
        "sampled_depth": saving.twin.depth,
        "classic_depth": saving.classic.depth,
        "sampled_nodes_per_second": saving.twin.nodes_per_second,
        "classic_nodes_per_second": saving.classic.nodes_per_second,
    }
