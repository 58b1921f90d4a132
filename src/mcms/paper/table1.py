"""Table 1: every algorithm as an estimator of a solved game's values.

Each algorithm searches each state a number of times. Per state, over its runs: MSE = variance + bias², |bias| and the
regret V(s) - V(s, a) of the actions; then the means over the states, with standard errors.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from mcms.algorithms import PAPER_NAMES
from mcms.arena.runner import Runner
from mcms.arena.search_player import SearchPlayer
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.mcts import Mcts
from mcms.paper.estimate_records import estimate_states
from mcms.paper.estimates import Estimates, Estimation, Trial
from mcms.paper.experiment import Experiment, Setting, move_seconds
from mcms.paper.program import AS_HERE, Program
from mcms.paper.published import published
from mcms.paper.report import Section, TableData
from mcms.paper.wording import with_error
from mcms.solve import solve
from mcms.stats import EstimatorProperties, Mean, estimator_properties


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


def truth_of(game: BaseGame[Any]) -> Truth:
    """Solve a game from its start; one that is too large raises ``TooManyStatesError``."""
    return solve(game)


def estimator(name: str, game: BaseGame[Any], limit: Limit, program: Program = AS_HERE) -> SearchPlayer:
    """Return an algorithm that estimates forced moves as carefully as others."""
    made = program.player(name, game, limit)
    if isinstance(made.algorithm, Mcts):
        return dataclasses.replace(made, algorithm=dataclasses.replace(made.algorithm, skip_forced=False))
    return made


def table1(
    game: BaseGame[Any],
    states: Sequence[Any],
    *,
    limit: Limit,
    runs: int,
    seed: int,
    runner: Runner,
    program: Program = AS_HERE,
) -> Table1:
    """Measure every algorithm on the states."""
    estimations = [
        Estimation(game=game, engine=estimator(name, game, limit, program), seed=seed) for name in PAPER_NAMES
    ]
    measured = estimate_states(estimations, states, runs, runner=runner, title="table 1")
    truth = truth_of(game)
    rows = {
        name: properties(game, truth, states, runs, results)
        for name, results in zip(PAPER_NAMES, measured, strict=True)
    }
    return Table1(game=str(game), limit=limit, states=len(states), runs=runs, rows=rows)


def properties(
    game: BaseGame[Any], truth: Truth, states: Sequence[Any], runs: int, results: Estimates
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


class Table1Experiment(Experiment[Table1]):
    """Every algorithm as an estimator."""

    name: ClassVar[str] = "table1"
    says: ClassVar[str] = (
        "every algorithm estimates states of Pig again and again: MSE, variance, bias and regret against the solved "
        "values"
    )

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all searches take."""
        searches = setting.scale.states * setting.scale.runs * len(PAPER_NAMES)
        return searches * (_SEARCH_SECONDS + move_seconds(setting.scale.limit_in(setting.solved_game.name)))

    def run(self, setting: Setting) -> Table1:
        """Search every state."""
        return table1(
            setting.solved_game,
            setting.states,
            limit=setting.scale.limit_in(setting.solved_game.name),
            runs=setting.scale.runs,
            seed=setting.seed,
            runner=setting.runner,
            program=setting.program,
        )

    def sections(self, measured: Table1) -> Sequence[Section]:
        """Compare the estimators with the paper's."""
        return [table1_section(measured)]


_SEARCH_SECONDS = 150e-6
"""What the call from Python and its record take on top of the search."""
_MEASURES = {"mse": "MSE", "variance": "variance", "abs_bias": "|bias|", "regret": "regret"}


def table1_section(measured: Table1) -> Section:
    """Compare the estimators with the paper's."""
    rows: list[list[str]] = []
    numbers: list[dict[str, Any]] = []
    for name, found in measured.rows.items():
        paper = published().table1[name] if measured.game == "pig" else None
        cells: list[str] = [name]
        row: dict[str, Any] = {"algorithm": name}
        for measure in _MEASURES:
            mean: Mean = getattr(found, measure)
            cells += [with_error(mean), f"{getattr(paper, measure):g}" if paper else "–"]
            row |= {
                measure: mean.value,
                f"{measure}_standard_error": mean.standard_error,
                f"{measure}_published": getattr(paper, measure) if paper else None,
            }
        rows.append(cells)
        numbers.append(row)
    columns = ["algorithm", *(f"{word}{mark}" for word in _MEASURES.values() for mark in ("", ", published"))]
    words = (
        f"Each algorithm searched {measured.states} states of {measured.game} {measured.runs} times, {measured.limit} "
        "a search; ± is the standard error over the states. The truth is the solved game's. Per state, over its runs, "
        "MSE = variance + bias²; the table has the means over the states."
    )
    return Section(
        title="Table 1: the algorithms as estimators",
        parts=[words, TableData(name="table1", columns=columns, rows=rows, numbers=numbers)],
    )
