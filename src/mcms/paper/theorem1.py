"""Theorem 1 measured: how far a sampled value is from the exact one as the width grows, beside the bound.

Both values are of the same depth, so the difference is the sampling's alone.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mcms.arena.runner import Runner
from mcms.game import Turn
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.estimates import Estimates, Estimation, estimate_states, search_player
from mcms.paper.scale import Scale

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


def theorem1(game: NativeGame[Any], states: Sequence[Any], scale: Scale, *, seed: int, runner: Runner) -> Theorem1:
    """Measure the error of sampled expectimax against exact expectimax."""
    chosen = [state for state in states if game.turn(state) is not Turn.OVER][: scale.theorem_states]
    actions = max(len(game.actions(state)) for state in chosen)
    v_max = max(map(abs, game.value_range()))
    title = "theorem 1"
    (exact,) = estimate_states([_estimation(game, "exp", seed)], chosen, 1, runner=runner, title=title)
    sampled = [_estimation(game, f"expss(width={width})", seed) for width in scale.widths]
    measured = estimate_states(sampled, chosen, scale.theorem_runs, runner=runner, title=title)
    return Theorem1(
        game=str(game),
        depth=DEPTH,
        actions=actions,
        states=len(chosen),
        runs=scale.theorem_runs,
        points=tuple(
            _point(
                _errors(estimates, exact),
                width=width,
                bound=promised_error(width=width, actions=actions, depth=DEPTH, v_max=v_max, confidence=CONFIDENCE),
            )
            for width, estimates in zip(scale.widths, measured, strict=True)
        ),
    )


def _estimation(game: NativeGame[Any], algorithm: str, seed: int) -> Estimation:
    return Estimation(game=game, engine=search_player(algorithm, game, Limit(depth=DEPTH)), seed=seed)


def _errors(sampled: Estimates, exact: Estimates) -> list[float]:
    truth = {trial.state: estimate.value for trial, estimate in exact.items()}
    return [abs(estimate.value - truth[trial.state]) for trial, estimate in sampled.items()]


def _point(errors: Sequence[float], *, width: int, bound: float) -> WidthPoint:
    quantiles = tuple(float(quantile) for quantile in np.quantile(errors, QUANTILES))
    return WidthPoint(width=width, quantiles=quantiles, largest=max(errors), bound=bound)
