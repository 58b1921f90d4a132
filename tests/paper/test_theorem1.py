"""Theorem 1: the promise is the bound solved for the error, and the measured errors keep to it."""

import dataclasses

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mcms.arena import Records, Runner
from mcms.paper.scale import scale
from mcms.paper.theorem1 import DRAWS, DrawErrors, Theorem1, WidthPoint, draw_theorem1, promised_error, theorem1
from mcms.stats import failure_bound
from tests.pig_positions import PIG, pig_state


@given(
    width=st.integers(1, 10**6), actions=st.integers(1, 50), depth=st.integers(1, 6), confidence=st.floats(0.01, 0.999)
)
def test_the_promise_is_where_the_bound_reaches_the_confidence(
    width: int, actions: int, depth: int, confidence: float
) -> None:
    error = promised_error(width=width, actions=actions, depth=depth, v_max=100, confidence=confidence)
    tolerance = error / depth
    assume(tolerance <= 200)  # the theorem says nothing of larger ones
    fails = failure_bound(width=width, actions=actions, depth=depth, tolerance=tolerance, v_max=100)
    assert fails == pytest.approx(1 - confidence, rel=1e-6)


def test_errors_fall_with_the_width_and_keep_to_the_bound() -> None:
    few = dataclasses.replace(scale("quick"), widths=(4, 64, 1024), theorem_states=4, theorem_runs=100)
    states = [pig_state(10 * i, 30, 8) for i in range(4)]
    with Records(":memory:") as records:
        found = theorem1(PIG, states, few, seed=1, runner=Runner(records))
        # What the report says is what the records hold.
        assert found == theorem1(PIG, states, few, seed=1, runner=Runner(records))
        assert list(records.read("SELECT count(*) FROM estimates")) == [(4 + len(DRAWS) * 3 * 4 * 100,)]
    medians = [point.quantiles[0] for point in found.points]
    assert medians == sorted(medians, reverse=True)
    # The error falls with the root of the width.
    assert medians[1] / medians[2] == pytest.approx(4, rel=0.5)
    for point in found.points:
        assert 0 < point.quantiles[0] <= point.quantiles[1] <= point.largest
        assert point.quantiles[1] <= point.bound
    independent, systematic, *_, controlled = (draw.errors for draw in found.draws)
    # Each piece says more with as many outcomes; a width that covers all of them says everything.
    assert independent[0] > systematic[0] > controlled[0]
    assert independent[2] > 0 == round(systematic[2], 9) == round(controlled[2], 9)


def test_the_report_draws_what_was_measured() -> None:
    found = Theorem1(
        game="pig",
        depth=2,
        actions=2,
        states=1,
        runs=1,
        points=tuple(WidthPoint(width=w, quantiles=(1 / w, 2 / w), largest=3 / w, bound=90) for w in (1, 10)),
        draws=tuple(DrawErrors(draw=draw, errors=(2.0, 0.0 if draw == "systematic" else 1.0)) for draw in DRAWS),
    )
    (beside_bound, by_draw) = draw_theorem1(found).axes
    assert len(beside_bound.lines) == 4
    lines = {line.get_label(): np.asarray(line.get_xdata()).tolist() for line in by_draw.lines}
    assert lines == {draw: [1] if draw == "systematic" else [1, 10] for draw in DRAWS}
