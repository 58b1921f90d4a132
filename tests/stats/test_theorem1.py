"""Theorem 1's bound and the width it asks for."""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mcms.exceptions import InvalidOptionError
from mcms.stats import failure_bound, required_width

ACTIONS, DEPTHS = st.integers(1, 50), st.integers(1, 20)
RELATIVE = st.floats(0.001, 2.0)
CONFIDENCES = st.floats(0.01, 0.9999)


@pytest.mark.parametrize(
    ("width", "actions", "depth", "tolerance"), [(30, 1, 1, 150), (400, 3, 2, 50), (9000, 2, 5, 20), (5, 1, 1, 200)]
)
def test_formula(width: int, actions: int, depth: int, tolerance: float) -> None:
    plain = (2 * width * actions) ** depth * math.exp(-(tolerance**2) * width / (2 * 100**2))
    bound = failure_bound(width=width, actions=actions, depth=depth, tolerance=tolerance, v_max=100)
    assert 0.0 < plain < 1.0
    assert bound == pytest.approx(plain)


def test_one_chance_node_cannot_break_it() -> None:
    """Depth 1, one action, a fair coin worth ±1: the exact chance of an error above λ is below the bound."""
    width, tolerance = 40, 0.7
    fails = sum(
        Fraction(math.comb(width, heads), 2**width)
        for heads in range(width + 1)
        if abs(2 * heads / width - 1) > tolerance
    )
    assert 0 < fails <= failure_bound(width=width, actions=1, depth=1, tolerance=tolerance, v_max=1.0) < 1


def test_nothing_overflows() -> None:
    huge: dict[str, Any] = {"actions": 10**18, "depth": 10**6, "v_max": 1e300}
    assert failure_bound(width=10**18, tolerance=1e290, **huge) == 1.0
    assert failure_bound(width=10**18, tolerance=2e300, **huge) == 0.0
    assert failure_bound(width=1, tolerance=1e-300, actions=1, depth=1, v_max=1.0) == 1.0


@given(st.integers(1, 10**6), ACTIONS, DEPTHS, RELATIVE, st.floats(1e-3, 1e6))
def test_only_the_relative_tolerance_matters(
    width: int, actions: int, depth: int, relative: float, v_max: float
) -> None:
    known = failure_bound(width=width, actions=actions, depth=depth, tolerance=relative, v_max=1.0)
    scaled = failure_bound(width=width, actions=actions, depth=depth, tolerance=relative * v_max * 0.999, v_max=v_max)
    assert 0.0 <= known <= scaled <= 1.0


@given(ACTIONS, DEPTHS, RELATIVE, CONFIDENCES, st.integers(0, 10**6))
def test_required_width_is_enough_from_there_on_and_one_less_is_not(
    actions: int, depth: int, relative: float, confidence: float, more: int
) -> None:
    theorem: dict[str, Any] = {"actions": actions, "depth": depth, "tolerance": relative, "v_max": 1.0}
    width = required_width(**theorem, confidence=confidence)
    assert failure_bound(width=width, **theorem) <= 1 - confidence
    assert failure_bound(width=width + more, **theorem) <= 1 - confidence
    if width > 1:
        assert failure_bound(width=width - 1, **theorem) > 1 - confidence


@given(st.integers(1, 10**4), ACTIONS, DEPTHS, RELATIVE)
def test_where_the_bound_says_anything_it_falls(width: int, actions: int, depth: int, relative: float) -> None:
    theorem: dict[str, Any] = {"actions": actions, "depth": depth, "tolerance": relative, "v_max": 1.0}
    bound, next_bound = (failure_bound(width=w, **theorem) for w in (width, width + 1))
    assert next_bound < bound or bound == 1.0 or bound < 1e-300  # where floats have no digits left


def test_a_width_of_one_can_be_enough() -> None:
    assert required_width(actions=1, depth=1, tolerance=2.0, v_max=1.0, confidence=0.5) == 1
    assert required_width(actions=1, depth=1, tolerance=2.0, v_max=1.0, confidence=0.8) == 2


def brute_force_width(theorem: dict[str, Any], confidence: float, up_to: int = 3000) -> int:
    fails = [w for w in range(1, up_to) if failure_bound(width=w, **theorem) > 1 - confidence]
    return 1 + max(fails, default=0)


@given(st.integers(1, 3), st.integers(1, 3), st.floats(0.3, 2.0), CONFIDENCES)
def test_required_width_by_trying_all(actions: int, depth: int, relative: float, confidence: float) -> None:
    theorem: dict[str, Any] = {"actions": actions, "depth": depth, "tolerance": relative, "v_max": 1.0}
    width = required_width(**theorem, confidence=confidence)
    assume(width < 1500)
    assert width == brute_force_width(theorem, confidence)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 0}, "width is 0: expected a whole number from 1"),
        ({"actions": 0}, "actions is 0"),
        ({"depth": 0}, "depth is 0"),
        ({"tolerance": 0}, "tolerance is 0: expected a number above 0"),
        ({"tolerance": 201}, "tolerance is 201: expected at most 2 v_max = 200"),
        ({"v_max": -1}, "v_max is -1: expected a number above 0"),
    ],
)
def test_what_is_refused(change: dict[str, Any], message: str) -> None:
    valid: dict[str, Any] = {"width": 10, "actions": 2, "depth": 2, "tolerance": 10, "v_max": 100}
    with pytest.raises(InvalidOptionError, match=message):
        failure_bound(**(valid | change))


@pytest.mark.parametrize("tolerance", [1e-9, 1e-200, 5e-324])
def test_widths_out_of_reach(tolerance: float) -> None:
    with pytest.raises(InvalidOptionError, match="needs a width above 1e"):
        required_width(actions=2, depth=2, tolerance=tolerance, v_max=1.0, confidence=0.95)


def test_refused_confidence() -> None:
    with pytest.raises(InvalidOptionError, match="confidence is 1"):
        required_width(actions=2, depth=2, tolerance=1, v_max=1.0, confidence=1)
