"""A contestant of a race: something that searches a position and can be timed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from mcms.algorithms import DepthLimited, Expectimax
from mcms.games.native import NativeGame
from mcms.search import Limit, prove, search

SEED = 1


@dataclass(frozen=True, kw_only=True)
class Run:
    """One timed search."""

    nodes: int
    seconds: float
    value: float


@dataclass(frozen=True, kw_only=True)
class Contestant:
    """Something that can be timed on a position."""

    name: str
    depth: int
    """How deep it searches; a slow outsider may search less deep than the rest."""
    run: Callable[[Any], Run]
    expected_value: Callable[[Any], float]
    """The value it must find in a position, worked out by something else and not timed."""


def searcher(game: NativeGame[Any], algorithm: DepthLimited, depth: int) -> Contestant:
    """Enter one of this package's algorithms, called as a user calls it."""

    def run(state: Any) -> Run:
        start = time.perf_counter()
        result = search(game, state, algorithm, limit=Limit(depth=depth), seed=SEED)
        return Run(nodes=result.nodes, seconds=time.perf_counter() - start, value=result.value)

    definition = Expectimax(chance=algorithm.chance)
    return Contestant(
        name=str(algorithm),
        depth=depth,
        run=run,
        expected_value=lambda state: expectimax_value(game, state, definition, depth),
    )


@cache
def expectimax_value(game: NativeGame[Any], state: Any, definition: Expectimax, depth: int) -> float:
    """Return a depth-limited value by its definition, which every pruned search must reproduce."""
    return prove(game, state, definition, depth=depth, seed=SEED).lower
