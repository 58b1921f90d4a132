"""Table 1's properties, against numbers worked out by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from mcms.exceptions import InvalidOptionError
from mcms.stats import Mean, estimator_properties

VALUES = st.floats(-100, 100)


def test_by_hand() -> None:
    """State 1: errors -1, 1, 3, 5: mean 2, squares' mean 9, variance 5. State 2: errors -4: variance 0, MSE 16."""
    row = estimator_properties(
        estimates=[[9, 11, 13, 15], [6, 6, 6, 6]], truth=[10, 10], regrets=[[0, 0, 2, 2], [0, 0, 0, 0]]
    )
    means = [row.mse, row.variance, row.abs_bias, row.regret]
    assert [mean.value for mean in means] == [12.5, 2.5, 3.0, 0.5]
    assert [mean.standard_error for mean in means] == pytest.approx([3.5, 2.5, 1.0, 0.5])
    assert (row.states, row.runs) == (2, 4)


def test_biases_of_opposite_sign_do_not_cancel() -> None:
    row = estimator_properties([[3.0], [-3.0]], [0.0, 0.0], [[0.0], [0.0]])
    assert row.abs_bias == Mean(3.0, 0.0)


def test_one_state_has_no_standard_error() -> None:
    row = estimator_properties([[1.0, 3.0]], [1.0], [[0.0, 1.0]])
    assert row.mse == Mean(2.0, None)
    assert row.regret == Mean(0.5, None)


@given(st.data())
def test_mse_is_variance_plus_squared_bias(data: st.DataObject) -> None:
    runs = data.draw(st.integers(1, 8))
    estimates = data.draw(arrays(np.float64, (1, runs), elements=VALUES))
    truth = data.draw(arrays(np.float64, (1,), elements=VALUES))
    row = estimator_properties(estimates, truth, np.zeros((1, runs)))
    assert row.mse.value == pytest.approx(row.variance.value + row.abs_bias.value**2, rel=1e-9, abs=1e-9)


@given(arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=VALUES))
def test_means_over_states_are_those_of_single_states(estimates: np.ndarray[Any, Any]) -> None:
    states, _ = estimates.shape
    truth, regrets = np.linspace(-50, 50, states), np.abs(estimates)
    row = estimator_properties(estimates, truth, regrets)
    single = [estimator_properties(estimates[[state]], truth[[state]], regrets[[state]]) for state in range(states)]
    for name in ("mse", "variance", "abs_bias", "regret"):
        values = [getattr(one, name).value for one in single]
        assert getattr(row, name).value == pytest.approx(np.mean(values), abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [1.0], [[0.0]]), r"estimates has shape \(2,\): expected a row a state"),
        ((np.zeros((2, 0)), [1.0, 1.0], [[0.0]]), r"estimates has shape \(2, 0\)"),
        (([[1.0]], [1.0, 2.0], [[0.0]]), r"truth has shape \(2,\): expected \(1,\), as estimates have"),
        (([[1.0]], [1.0], [[0.0, 0.0]]), r"regrets has shape \(1, 2\): expected \(1, 1\)"),
        (([[1.0, float("nan")]], [1.0], [[0.0, 0.0]]), r"estimates is nan at \(0, 1\): expected finite numbers"),
        (([["x"]], [1.0], [[0.0]]), r"estimates is \[\['x'\]\]: expected numbers"),
        (([[1.0], [1.0, 2.0]], [1.0, 1.0], [[0.0]]), "estimates is .*: expected numbers in a row a state"),
    ],
)
def test_what_is_refused(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidOptionError, match=message):
        estimator_properties(*arguments)
