"""What sampling saves: the counting of distinct outcomes, and both twins on the same positions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms import Limit
from mcms.arena import Records, Runner
from mcms.paper.savings import expected_distinct, savings
from mcms.paper.twins import TWINS
from tests.pig_positions import PIG


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=30), st.integers(1, 200))
def test_a_sample_holds_at_most_all_outcomes_and_at_most_its_width(weights: list[float], width: int) -> None:
    probabilities = [weight / math.fsum(weights) for weight in weights]
    distinct = expected_distinct(probabilities, width)
    assert distinct <= min(len(probabilities), width) + 1e-9
    assert distinct >= 1 - 1e-9


def test_both_twins_are_measured() -> None:
    games = [PIG, mcms.load("ewn")]
    with Records(":memory:") as records:
        found = savings(games, Limit(nodes=3000), runner=Runner(records))
        assert found == savings(games, Limit(nodes=3000), runner=Runner(records))
    assert len(found) == 2 * len(TWINS)
    for saving in found:
        assert saving.twin.name == saving.classic.name + "ss"
        assert saving.sampled < saving.outcomes
        assert saving.classic.depth >= 1
    pig, ewn = found[0], found[3]
    assert pig.outcomes == 11
    assert (ewn.outcomes, ewn.width, ewn.sampled) == (6, 1, pytest.approx(1))
    # With one outcome of six a search gets much deeper.
    assert ewn.twin.depth > 2 * ewn.classic.depth
