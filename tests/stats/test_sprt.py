"""The sequential test: its ratio against an independent optimiser, its error rates by simulation."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from mcms.exceptions import InvalidOptionError
from mcms.stats import PairCounts, Sprt, SprtDecision, score
from mcms.stats.pairs import PAIR_SCORES
from tests.stats import measure
from tests.stats.strategies import COUNTS, PLAYED


def test_walds_bounds() -> None:
    test = Sprt(elo0=0, elo1=10, alpha=0.01, beta=0.1)
    assert test.bounds.lower == pytest.approx(math.log(0.1 / 0.99))
    assert test.bounds.upper == pytest.approx(math.log(0.9 / 0.01))


def best_log_likelihood(counts: np.ndarray[Any, Any], mean: float) -> float:
    """The constrained maximum likelihood found by a general optimiser, over log-probabilities."""
    start = np.log(counts / counts.sum())
    constraints: Any = [
        {"type": "eq", "fun": lambda logs: np.exp(logs).sum() - 1.0},
        {"type": "eq", "fun": lambda logs: np.exp(logs) @ PAIR_SCORES - mean},
    ]
    likelihood: Any = lambda logs: -(counts @ logs)  # noqa: E731
    found = optimize.minimize(likelihood, start, constraints=constraints, options={"maxiter": 500, "ftol": 1e-12})
    assert found.success
    return -float(found.fun)


@pytest.mark.parametrize("pentanomial", [(3, 0, 20, 0, 9), (10, 20, 40, 25, 12), (0, 0, 30, 0, 30), (1, 4, 9, 2, 0)])
def test_ratio_is_that_of_the_best_explanations(pentanomial: tuple[int, ...]) -> None:
    lost, half, one, more, won = pentanomial
    counts = PairCounts(two_losses=lost, loss_and_draw=half, win_and_loss=one, win_and_draw=more, two_wins=won)
    test = Sprt(elo0=-10, elo1=70)
    smoothed = np.array(pentanomial) + 0.2
    difference = best_log_likelihood(smoothed, score(70)) - best_log_likelihood(smoothed, score(-10))
    expected = difference * counts.pairs / (counts.pairs + 1)
    assert test.log_likelihood_ratio(counts) == pytest.approx(expected, abs=1e-5)


@given(COUNTS, st.floats(-200, 150), st.floats(1, 100))
def test_the_opponents_test_is_the_mirror_image(counts: PairCounts, elo0: float, width: float) -> None:
    own = Sprt(elo0=elo0, elo1=elo0 + width).log_likelihood_ratio(counts)
    other = Sprt(elo0=-(elo0 + width), elo1=-elo0).log_likelihood_ratio(counts.reversed())
    assert own == pytest.approx(-other, rel=1e-6, abs=1e-6)


@given(PLAYED)
def test_a_won_pair_speaks_for_the_stronger_hypothesis(counts: PairCounts) -> None:
    test = Sprt(elo0=0, elo1=30)
    low, middle, high = (
        test.log_likelihood_ratio(counts + pair)
        for pair in (PairCounts(two_losses=50), PairCounts(), PairCounts(two_wins=50))
    )
    if counts.score == 0.5:
        assert low < middle < high
    assert low < high


@given(COUNTS)
@settings(max_examples=50)
def test_decision_follows_the_ratio(counts: PairCounts) -> None:
    test = Sprt(elo0=0, elo1=15)
    ratio, (lower, upper) = test.log_likelihood_ratio(counts), test.bounds
    expected = (
        SprtDecision.ACCEPT_H1
        if ratio >= upper
        else SprtDecision.ACCEPT_H0
        if ratio <= lower
        else SprtDecision.UNDECIDED
    )
    assert test.decision(counts) is expected


def test_clear_cases() -> None:
    test = Sprt(elo0=0, elo1=50)
    assert test.log_likelihood_ratio(PairCounts()) == 0.0
    assert test.decision(PairCounts()) is SprtDecision.UNDECIDED
    assert test.decision(PairCounts(two_wins=1)) is SprtDecision.UNDECIDED
    assert test.decision(PairCounts(two_wins=200)) is SprtDecision.ACCEPT_H1
    assert test.decision(PairCounts(two_losses=200)) is SprtDecision.ACCEPT_H0
    assert test.decision(PairCounts(win_and_loss=200)) is SprtDecision.ACCEPT_H0
    assert str(SprtDecision.ACCEPT_H0) == "accept_h0"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"elo0": 10, "elo1": 10}, "elo1 is 10: expected more than elo0, which is 10"),
        ({"elo0": 0, "elo1": 5000}, "elo1 is 5000: expected a number from -2000 to 2000"),
        ({"elo0": float("nan"), "elo1": 5}, "elo0 is nan"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha is 0: expected an error rate"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "beta is 0.5: expected an error rate"),
    ],
)
def test_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptionError, match=message):
        Sprt(**options)


@pytest.mark.slow
@pytest.mark.parametrize("name", measure.SPRT_CASES)
def test_error_rates_and_lengths_are_what_the_page_says(name: str) -> None:
    """Another seed than the page's; 1000 tests put the standard error at 0.7 points of 5 %, 1.6 of 50 %."""
    stated = [cell.split(" %, ") for cell in measure.page_table("pairs")[name]]
    for elo, (share_on_page, pairs_on_page) in zip(measure.SPRT_STRENGTHS, stated, strict=True):
        share, pairs = measure.sequential(measure.SPRT, measure.SPRT_CASES[name](score(elo)), seed=2)
        assert 100 * share == pytest.approx(float(share_on_page), abs=3.0 if elo in (0, 50) else 6.5), elo
        assert pairs == pytest.approx(float(pairs_on_page), rel=0.12), elo
        wrong = {0: share, 25: 0.0, 50: 1.0 - share}[elo]
        assert wrong <= 0.07, elo
