"""How deep the exact searches get in the time of a quick move."""

import statistics
from dataclasses import dataclass
from typing import Any

from mcms.algorithms import DepthLimited, Expectimax, Star2
from mcms.bench.contestant import SEED
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.search import search

SECONDS = 0.02
_ALGORITHMS: tuple[DepthLimited, ...] = (Expectimax(), Star2(), Star2(table_bounds=True))


@dataclass(frozen=True, kw_only=True)
class DepthReached:
    """The mean depth of an algorithm over positions and rounds."""

    game: str
    algorithm: str
    seconds: float
    depth: float


def depths(game: BaseGame[Any], positions: tuple[Any, ...], rounds: int, seconds: float) -> tuple[DepthReached, ...]:
    """Search each position for so long, the algorithms in turns."""
    reached: dict[str, list[int]] = {str(algorithm): [] for algorithm in _ALGORITHMS}
    for _ in range(rounds):
        for state in positions:
            for algorithm in _ALGORITHMS:
                found = search(game, state, algorithm, limit=Limit(seconds=seconds), seed=SEED)
                reached[str(algorithm)].append(found.depth)
    return tuple(
        DepthReached(game=str(game), algorithm=name, seconds=seconds, depth=statistics.mean(each))
        for name, each in reached.items()
    )
