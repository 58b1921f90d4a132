"""Theorem 1 measured: how far a sampled value is from the exact one as the width grows, beside the bound.

Both values are of the same depth, so the difference is the sampling's alone.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mcms.algorithms import Expectimax, Sampled
from mcms.arena.seeds import derive
from mcms.game import Turn
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.scale import Scale
from mcms.search import search

DEPTH = 2
QUANTILES = (0.5, 0.95)
CONFIDENCE = 0.95


@dataclasses.dataclass(frozen=True, kw_only=True)
class WidthPoint:
    """The errors at one width, over states and seeds."""

    width: int
    quantiles: tuple[float, ...]
    """Of the absolute error, in the order of :data:`QUANTILES`."""
    largest: float
    bound: float
    """What the theorem promises for 95 % of the cases."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Theorem1:
    """The experiment."""

    game: str
    depth: int
    actions: int
    states: int
    runs: int
    points: tuple[WidthPoint, ...]


def promised_error(*, width: int, actions: int, depth: int, v_max: float, confidence: float) -> float:
    """Return the least λd for which the theorem's bound reaches a confidence.

    >>> round(promised_error(width=1000, actions=2, depth=2, v_max=100, confidence=0.95), 1)
    39.6
    """
    exponent = depth * math.log(2 * width * actions) - math.log(1 - confidence)
    return depth * v_max * math.sqrt(2 * exponent / width)


def theorem1(game: NativeGame[Any], states: Sequence[Any], scale: Scale, *, seed: int) -> Theorem1:
    """Measure the error of sampled expectimax against exact expectimax."""
    chosen = [state for state in states if game.turn(state) is not Turn.OVER][: scale.theorem_states]
    actions = max(len(game.actions(state)) for state in chosen)
    v_max = max(map(abs, game.value_range()))
    limit = Limit(depth=DEPTH)
    exact = [search(game, state, Expectimax(), limit=limit).value for state in chosen]
    points = []
    for width in scale.widths:
        sampled = Expectimax(chance=Sampled(width))
        errors = [
            abs(
                search(game, state, sampled, limit=limit, seed=derive(seed, "theorem1", width, index, run)).value
                - value
            )
            for index, (state, value) in enumerate(zip(chosen, exact, strict=True))
            for run in range(scale.theorem_runs)
        ]
        points.append(
            WidthPoint(
                width=width,
                quantiles=tuple(float(quantile) for quantile in np.quantile(errors, QUANTILES)),
                largest=max(errors),
                bound=promised_error(width=width, actions=actions, depth=DEPTH, v_max=v_max, confidence=CONFIDENCE),
            )
        )
    return Theorem1(
        game=str(game),
        depth=DEPTH,
        actions=actions,
        states=len(chosen),
        runs=scale.theorem_runs,
        points=tuple(points),
    )
