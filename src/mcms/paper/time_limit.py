"""The effect of the time limit, which the paper leaves as future work: star1ss against mcts from 1 to 200 ms."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from mcms.arena.match import pairing
from mcms.arena.schedule import Plays
from mcms.arena.standings import PairingResult
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.figure2 import Choice
from mcms.paper.scale import Scale


@dataclasses.dataclass(frozen=True, kw_only=True)
class TimePoint:
    """A game at a time limit."""

    game: str
    ms: float
    opponent: str
    result: PairingResult


def time_limits(
    games: Sequence[NativeGame[Any]], scale: Scale, choice: Choice, *, runner: Plays, seed: int
) -> tuple[TimePoint, ...]:
    """Play star1ss against the better of mcts and dpw in each game at each limit."""
    wanted = [(game, ms) for game in games for ms in scale.time_limits]
    pairings = [
        pairing(
            game,
            "star1ss",
            choice.better(game),
            matches=scale.time_matches,
            limit=Limit(seconds=ms / 1000),
            seed=seed,
        )
        for game, ms in wanted
    ]
    results = runner.play(pairings, "time limits")
    return tuple(
        TimePoint(game=str(game), ms=ms, opponent=choice.better(game), result=result)
        for (game, ms), result in zip(wanted, results, strict=True)
    )
