"""Contests of a game that Numba compiles (``examples/ewn_numba.py``) against the same game in C++."""

import importlib
import importlib.util
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mcms.algorithms import DepthLimited, Exact
from mcms.bench.contestant import Contestant, searcher
from mcms.bench.race import Contest
from mcms.games.base import BaseGame

GAME = "ewn"
_STARTS = 4


def has_numba() -> bool:
    """Say whether Numba is installed, and this build has the example that it compiles."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "mcms.bench.ewn_numba"))


def compiled_contests(game: BaseGame[Any], algorithms: Iterable[DepthLimited], depth: int) -> tuple[Contest, ...]:
    """Race each algorithm on both from the first decisions of games, if it is the game and Numba is there."""
    if str(game) != GAME or not has_numba():
        return ()
    compiled = importlib.import_module("mcms.bench.ewn_numba").ewn
    starts = {_after_a_throw(game, seed): _after_a_throw(compiled, seed) for seed in range(_STARTS)}
    return tuple(_contest(game, compiled, algorithm, depth, starts) for algorithm in algorithms)


def _after_a_throw(game: BaseGame[Any], seed: int) -> Any:
    start = game.initial_state(seed)
    outcomes = game.outcomes(start)
    return game.resolve(start, outcomes[seed % len(outcomes)][0])


def _contest(
    game: BaseGame[Any], compiled: BaseGame[Any], algorithm: DepthLimited, depth: int, starts: dict[Any, Any]
) -> Contest:
    native, numba = searcher(game, algorithm, depth), searcher(compiled, algorithm, depth)
    same = Contestant(
        name=f"{numba.name}, Numba",
        depth=depth,
        run=lambda state: numba.run(starts[state]),
        # The built-in game has draws of its own, so that samples differ.
        expected_value=native.expected_value
        if isinstance(algorithm.chance, Exact)
        else lambda state: numba.expected_value(starts[state]),
    )
    contestants = (replace(native, name=f"{native.name}, C++"), same)
    return Contest(game=game, positions=tuple(starts), contestants=contestants, baseline=contestants[0].name)
