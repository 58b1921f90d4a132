"""A table that is kept from search to search changes what a search takes, never what it finds."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings

import mcms
from mcms import DepthLimited, Limit, TableSearch
from tests.play import decisions_of_play
from tests.property.trees import Case, cases, examples, expectimax, star1, star2, with_table_bounds

MAKERS = {
    "exp": with_table_bounds(expectimax),
    "star1": with_table_bounds(star1),
    "star2": with_table_bounds(star2),
    "star2, order alone": star2,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@settings(max_examples=examples(150))
@given(case=cases())
def test_a_kept_table_changes_no_answer(make: Callable[[Case], DepthLimited], case: Case) -> None:
    # Bounds of one table must not answer for another seed's samples, nor for other options: all are the same here.
    algorithm = make(case)
    table = TableSearch(case.tree, algorithm, seed=case.seed)
    for state in decisions_of_play(case.tree, case.state, seed=1):
        for depth in (max(case.depth, 1), 5):  # deeper than before, and again where everything is known
            kept = table.search(state, limit=Limit(depth=depth))
            fresh = mcms.search(case.tree, state, algorithm, limit=Limit(depth=depth), seed=case.seed)
            # What is stored decides whether a line is met that the depth cuts off; other depths may have other samples.
            if kept.depth == fresh.depth:
                assert (kept.action, kept.value) == (fresh.action, fresh.value)
            else:
                assert "complete" in (kept.stop_reason, fresh.stop_reason)
