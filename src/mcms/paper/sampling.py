"""When sampling pays: sampled searches against their classic twins at equal work, and what depth is worth.

A sampled search buys depth with noise. Whether that is a good bargain is asked in three ways that depend on no
machine, since limits are nodes and depths: who wins with the same number of nodes, what one more level of depth is
worth, and what the noise costs at the same depth.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from mcms import load
from mcms.arena.match import pairing
from mcms.arena.schedule import Plays
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.scale import Scale

TWINS = (("expss", "exp"), ("star1ss", "star1"), ("star2ss", "star2"))
POORLY_EVALUATED = {"ewn": "ewn(evaluation=stones)"}
"""Games again with a poor evaluation, as the paper says its own was in EinStein würfelt nicht!."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class EqualWork:
    """A sampled search against its classic twin with the same number of nodes a move."""

    names: tuple[str, str]
    game: str
    nodes: int
    result: PairingResult


@dataclasses.dataclass(frozen=True, kw_only=True)
class Level:
    """What a level of depth is worth and what sampling costs there, both in matches of star2."""

    game: str
    depth: int
    deeper: PairingResult
    """One level more against this depth."""
    sampled: PairingResult
    """star2ss of this depth against star2 of this depth."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sampling:
    """The experiment."""

    work: tuple[EqualWork, ...]
    levels: tuple[Level, ...]

    def claims(self) -> tuple["Claim", ...]:
        """Count what comes out of the paper's claim at each number of nodes, with either kind of evaluation."""
        return tuple(
            Claim(nodes=nodes, poorly_evaluated=poorly, points=tuple(self._played(nodes, poorly)))
            for poorly in (False, True)
            for nodes in dict.fromkeys(point.nodes for point in self.work)
        )

    def _played(self, nodes: int, poorly: bool) -> Iterator[EqualWork]:
        left_out = POORLY_EVALUATED if poorly else POORLY_EVALUATED.values()
        return (point for point in self.work if point.nodes == nodes and point.game not in left_out)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """The paper's claim, that every sampled search beats its classic twin in every game, at equal work."""

    nodes: int
    poorly_evaluated: bool
    """Whether games are the variants with a poor evaluation where there is one."""
    points: tuple[EqualWork, ...]

    @property
    def above(self) -> int:
        """How many scores are above one half."""
        return sum((point.result.counts.score or 0.0) > 0.5 for point in self.points)

    @property
    def surely_above(self) -> int:
        """How many are at 95 %."""
        return sum(point.result.interval.low > 0.5 for point in self.points)

    @property
    def surely_below(self) -> int:
        """How many are below one half at 95 %."""
        return sum(point.result.interval.high < 0.5 for point in self.points)


def games_for_sampling(games: Sequence[NativeGame[Any]]) -> list[NativeGame[Any]]:
    """Return the games, each followed by its poorly evaluated variant if it has one."""
    texts = [text for game in games for text in (str(game), POORLY_EVALUATED.get(str(game))) if text]
    return [load(text) for text in texts]


def sampling(games: Sequence[NativeGame[Any]], scale: Scale, *, runner: Plays, seed: int) -> Sampling:
    """Play all twins with equal nodes, and the levels of depth."""
    boards = games_for_sampling(games)
    return Sampling(work=_equal_work(boards, scale, runner, seed), levels=_levels(boards, scale, runner, seed))


def _equal_work(games: Sequence[NativeGame[Any]], scale: Scale, runner: Plays, seed: int) -> tuple[EqualWork, ...]:
    wanted = [(game, names, nodes) for game in games for names in TWINS for nodes in scale.work]
    fresh = derive(seed, "equal work")
    pairings = [
        pairing(game, *names, matches=scale.work_matches, limit=Limit(nodes=nodes), seed=fresh)
        for game, names, nodes in wanted
    ]
    return tuple(
        EqualWork(names=names, game=str(game), nodes=nodes, result=result)
        for (game, names, nodes), result in zip(wanted, runner.play(pairings, "equal work"), strict=True)
    )


def _levels(games: Sequence[NativeGame[Any]], scale: Scale, runner: Plays, seed: int) -> tuple[Level, ...]:
    wanted = [(game, depth) for game in games for depth in range(1, scale.levels + 1)]
    fresh = derive(seed, "levels")
    meeting = partial(pairing, matches=scale.work_matches, seed=fresh)
    deeper = [meeting(game, f"star2@depth={depth + 1}", f"star2@depth={depth}") for game, depth in wanted]
    sampled = [meeting(game, f"star2ss@depth={depth}", f"star2@depth={depth}") for game, depth in wanted]
    results = runner.play([*deeper, *sampled], "levels of depth")
    return tuple(
        Level(game=str(game), depth=depth, deeper=gain, sampled=cost)
        for (game, depth), gain, cost in zip(wanted, results[: len(wanted)], results[len(wanted) :], strict=True)
    )
