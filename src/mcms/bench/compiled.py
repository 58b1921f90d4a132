"""Contests of a game that Numba compiles (``examples/ewn_numba.py``) against the same game in C++."""

import importlib
import importlib.util
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mcms.algorithms import DepthLimited
from mcms.bench.contestant import Contestant, searcher
from mcms.bench.race import Contest
from mcms.games.native import NativeGame

GAME = "ewn"
_STARTS = 4


def has_numba() -> bool:
    """Say whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def compiled_contests(game: NativeGame[Any], algorithms: Iterable[DepthLimited], depth: int) -> tuple[Contest, ...]:
    """Race each algorithm on both from the first decisions of games, if it is the game and Numba is there."""
    if str(game) != GAME or not has_numba():
        return ()
    compiled = importlib.import_module("mcms.bench.ewn_numba").ewn
    starts = {_after_a_throw(game, seed): _after_a_throw(compiled, seed) for seed in range(_STARTS)}
    return tuple(_contest(game, compiled, algorithm, depth, starts) for algorithm in algorithms)


def _after_a_throw(game: NativeGame[Any], seed: int) -> Any:
    start = game.initial_state(seed)
    outcomes = game.outcomes(start)
    return game.resolve(start, outcomes[seed % len(outcomes)][0])


def _contest(
    game: NativeGame[Any], compiled: NativeGame[Any], algorithm: DepthLimited, depth: int, starts: dict[Any, Any]
) -> Contest:
    native, numba = searcher(game, algorithm, depth), searcher(compiled, algorithm, depth)
    same = Contestant(
        name=f"{numba.name}, Numba",
        depth=depth,
        run=lambda state: numba.run(starts[state]),
        expected_value=native.expected_value,
    )
    contestants = (replace(native, name=f"{native.name}, C++"), same)
    return Contest(game=game, positions=tuple(starts), contestants=contestants, baseline=contestants[0].name)
