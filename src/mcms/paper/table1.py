"""Table 1: every algorithm as an estimator of a solved game's values.

Each algorithm searches each state so many times. Per state, over its runs: MSE = variance + bias², |bias| and the
regret V(s) - V(s, a) of the actions; then the means over the states, with standard errors.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from mcms.algorithms import PAPER_NAMES
from mcms.arena.runner import Runner
from mcms.arena.search_player import SearchPlayer
from mcms.game import Turn
from mcms.games.native import NativeGame
from mcms.games.pig import Pig
from mcms.games.pig_solver import solve_pig
from mcms.limit import Limit
from mcms.mcts import Mcts
from mcms.paper.estimates import Estimates, Estimation, Trial, estimate_states, search_player
from mcms.solve import solve
from mcms.stats import EstimatorProperties, estimator_properties


class Truth(Protocol):
    """A solved game."""

    def value(self, state: Any) -> float:
        """Return what a state is worth to the first player."""
        ...

    def action_values(self, state: Any) -> dict[str, float]:
        """Return what each action is worth to the first player."""
        ...


@dataclasses.dataclass(frozen=True, kw_only=True)
class Table1:
    """The estimators' properties by the algorithms' names."""

    game: str
    limit: Limit
    states: int
    runs: int
    rows: dict[str, EstimatorProperties]


def truth_of(game: NativeGame[Any]) -> Truth:
    """Solve a game from its start; one that is too large raises ``TooManyStatesError``."""
    return solve_pig(game) if isinstance(game, Pig) else solve(game, game.initial_state(0))


def estimator(name: str, game: NativeGame[Any], limit: Limit) -> SearchPlayer:
    """Return an algorithm that estimates forced moves as carefully as others."""
    made = search_player(name, game, limit)
    if isinstance(made.algorithm, Mcts):
        return dataclasses.replace(made, algorithm=dataclasses.replace(made.algorithm, skip_forced=False))
    return made


def table1(
    game: NativeGame[Any],
    states: Sequence[Any],
    *,
    limit: Limit,
    runs: int,
    seed: int,
    runner: Runner,
) -> Table1:
    """Measure every algorithm on the states."""
    estimations = [Estimation(game=game, engine=estimator(name, game, limit), seed=seed) for name in PAPER_NAMES]
    measured = estimate_states(estimations, states, runs, runner=runner, title="table 1")
    truth = truth_of(game)
    rows = {
        name: properties(game, truth, states, runs, results)
        for name, results in zip(PAPER_NAMES, measured, strict=True)
    }
    return Table1(game=str(game), limit=limit, states=len(states), runs=runs, rows=rows)


def properties(
    game: NativeGame[Any], truth: Truth, states: Sequence[Any], runs: int, results: Estimates
) -> EstimatorProperties:
    """Work out the properties of one algorithm's estimates."""
    values = np.empty((len(states), runs))
    regrets = np.empty((len(states), runs))
    for row, state in enumerate(states):
        known = truth.action_values(state)
        side = 1.0 if game.turn(state) is Turn.FIRST else -1.0
        best = max(side * value for value in known.values())
        for run in range(runs):
            estimate = results[Trial(state=state, run=run)]
            values[row, run] = estimate.value
            regrets[row, run] = best - side * known[estimate.action]
    return estimator_properties(values, np.array([truth.value(state) for state in states]), regrets)
