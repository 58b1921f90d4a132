"""A contestant of a race: something that searches or plays out a position and can be timed."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from mcms.algorithms import DepthLimited, Expectimax
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.playout import playouts
from mcms.search import prove, search

SEED = 1


@dataclass(frozen=True, kw_only=True)
class Run:
    """One timed search, or one timed run of playouts."""

    nodes: int
    """Nodes of a search, or games of a run of playouts."""
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
    tolerance: float = 1e-9
    """How far its value may be off; playouts have a standard error."""


def searcher(game: BaseGame[Any], algorithm: DepthLimited, depth: int) -> Contestant:
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


def random_player(game: BaseGame[Any], games: int) -> Contestant:
    """Enter this package's random playouts."""

    def run(state: Any) -> Run:
        played = playouts(game, state, games, seed=SEED)
        return Run(nodes=played.games, seconds=played.seconds, value=played.mean_utility)

    return Contestant(
        name="playouts",
        depth=0,
        run=run,
        expected_value=lambda state: uniform_value(game, state),
        tolerance=playout_tolerance(game, games),
    )


def playout_tolerance(game: BaseGame[Any], games: int) -> float:
    """Return at least six standard errors of a mean of utilities."""
    return 6 * half_range(game) / math.sqrt(games)


def half_range(game: BaseGame[Any]) -> float:
    """Return how far a value can be from the middle of its range."""
    low, high = game.value_range()
    return (high - low) / 2


@cache
def uniform_value(game: BaseGame[Any], state: Any) -> float:
    """Return what a state is worth under random play, from many games of another seed."""
    return playouts(game, state, 100_000, seed=SEED + 1).mean_utility


@cache
def expectimax_value(game: BaseGame[Any], state: Any, definition: Expectimax, depth: int) -> float:
    """Return a depth-limited value by its definition, which every pruned search must reproduce."""
    return prove(game, state, definition, depth=depth, seed=SEED).lower
