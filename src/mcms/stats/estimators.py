"""How good a search's value estimates and moves are: the rows of the paper's table 1.

A search is run several times on each of many states whose true values are known. Per state, with the mean over runs
written E,

    variance = E(estimate - E estimate)²,    bias = E estimate - truth,    MSE = E(estimate - truth)²,

and these, with |bias| for bias, and the mean regret are then averaged over the states. The variance divides by the
number of runs, not by one less: only so is MSE = variance + bias² exactly. It is smaller than the unbiased one by
the factor (runs - 1) / runs, 2 % at the paper's 50 runs; |bias| in turn contains the noise of a mean over the runs.
"""

import dataclasses
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcms.exceptions import InvalidOptionError


@dataclasses.dataclass(frozen=True)
class Mean:
    """A mean over states, and its standard error if there are at least two.

    >>> Mean.over(np.array([1.0, 2.0, 3.0]))
    Mean(value=2.0, standard_error=0.5773502691896258)
    """

    value: float
    """The mean."""
    standard_error: float | None
    """The standard error of the mean, for another draw of states; ``None`` for a single state."""

    @classmethod
    def over(cls, values: NDArray[np.float64]) -> "Mean":
        """Average one value a state."""
        states = len(values)
        error = float(values.std(ddof=1)) / math.sqrt(states) if states > 1 else None
        return cls(float(values.mean()), error)


@dataclasses.dataclass(frozen=True, kw_only=True)
class EstimatorProperties:
    """One row of table 1.

    >>> row = estimator_properties([[1.0, 3.0]], truth=[1.0], regrets=[[0.0, 1.0]])
    >>> row.mse.value, row.variance.value, row.abs_bias.value, row.regret.value
    (2.0, 1.0, 1.0, 0.5)
    """

    mse: Mean
    """Mean squared error of the estimates."""
    variance: Mean
    """The variance of the estimates of a state over its runs."""
    abs_bias: Mean
    """Distance of a state's mean estimate from the truth."""
    regret: Mean
    """What the chosen moves lose of the state's value."""
    states: int
    """How many states there were."""
    runs: int
    """How often each was searched."""


def estimator_properties(estimates: Any, truth: Any, regrets: Any) -> EstimatorProperties:
    """Average MSE, variance, |bias| and regret over states.

    The standard errors are for another draw of states; states that are neighbours in a game make them somewhat too
    small.

    Parameters
    ----------
    estimates
        The values a search gave: a row per state, a column per run.
    truth
        The true value of each state.
    regrets
        What the chosen moves lose of the state's value for the player to move, which is never negative; as many rows
        and columns as ``estimates``.

    Examples
    --------
    >>> row = estimator_properties(estimates=[[1, 3], [10, 10]], truth=[0, 7], regrets=[[0, 2], [0, 0]])
    >>> row.mse.value, row.variance.value, row.abs_bias.value, row.regret.value
    (7.0, 0.5, 2.5, 0.5)

    """
    runs_by_state = _finite_array("estimates", estimates, dimensions=2)
    true_values = _finite_array("truth", truth, dimensions=1)
    regret_by_state = _finite_array("regrets", regrets, dimensions=2)
    states, runs = runs_by_state.shape
    _check_shape("truth", true_values, (states,))
    _check_shape("regrets", regret_by_state, (states, runs))
    errors = runs_by_state - true_values[:, None]
    return EstimatorProperties(
        mse=Mean.over((errors**2).mean(axis=1)),
        variance=Mean.over(errors.var(axis=1, ddof=0)),
        abs_bias=Mean.over(np.abs(errors.mean(axis=1))),
        regret=Mean.over(regret_by_state.mean(axis=1)),
        states=states,
        runs=runs,
    )


def _finite_array(name: str, values: Any, dimensions: int) -> NDArray[np.float64]:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidOptionError(f"{name} is {values!r}: expected numbers in {_shape_words(dimensions)}") from None
    if array.ndim != dimensions or array.size == 0:
        raise InvalidOptionError(f"{name} has shape {array.shape}: expected {_shape_words(dimensions)}")
    if not np.isfinite(array).all():
        position = tuple(int(index) for index in np.argwhere(~np.isfinite(array))[0])
        raise InvalidOptionError(f"{name} is {array[position]} at {position}: expected finite numbers")
    return array


def _check_shape(name: str, array: NDArray[np.float64], expected: tuple[int, ...]) -> None:
    if array.shape != expected:
        raise InvalidOptionError(f"{name} has shape {array.shape}: expected {expected}, as estimates have")


def _shape_words(dimensions: int) -> str:
    return "one value a state" if dimensions == 1 else "a row a state and a column a run, at least one of each"
