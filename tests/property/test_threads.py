"""Threads that share a search find what one finds: values to the last bit, the same action, bounds that hold."""

import dataclasses
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import mcms
from mcms import Limit, SearchResult, Turn
from tests.property.trees import (
    Case,
    Prover,
    cases,
    examples,
    expectimax,
    searched_by,
    star1,
    star2,
    star2_as_printed,
    with_table_bounds,
)

MAKERS = {
    "exp": expectimax,
    "star1": star1,
    "star2": star2,
    "star2 as printed": star2_as_printed,
    "exp with bounds": with_table_bounds(expectimax),
    "star1 with bounds": with_table_bounds(star1),
    "star2 with bounds": with_table_bounds(star2),
}
exact_value = searched_by(expectimax)


def of_threads(name: str, threads: int) -> Prover:
    return searched_by(lambda case: dataclasses.replace(MAKERS[name](case), threads=threads))


def searched(case: Case, name: str, threads: int, limit: Limit) -> SearchResult:
    algorithm = dataclasses.replace(MAKERS[name](case), threads=threads)
    return mcms.search(case.tree, case.state, algorithm, limit=limit, seed=case.seed)


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=examples(100))
@given(case=cases(), threads=st.integers(2, 4))
def test_threads_prove_the_value(case: Case, name: str, threads: int) -> None:
    case = dataclasses.replace(case, depth=max(case.depth, 3))
    assert of_threads(name, threads)(case).value() == exact_value(case).value()


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=examples(100))
@given(case=cases(windows=True), threads=st.integers(2, 4))
def test_bounds_hold_and_decide(case: Case, name: str, threads: int) -> None:
    case = dataclasses.replace(case, depth=max(case.depth, 3))
    answer = of_threads(name, threads)(case)
    value = exact_value(dataclasses.replace(case, window=(-math.inf, math.inf))).value()
    alpha, beta = case.window
    assert answer.lower <= value <= answer.upper
    assert answer.lower == answer.upper or answer.lower >= beta or answer.upper <= alpha


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=examples(100))
@given(case=cases(), threads=st.integers(2, 4))
def test_threads_find_the_same_action(case: Case, name: str, threads: int) -> None:
    # Trees full of extremes have ties at the root, which must go the same way whoever is first.
    assume(case.tree.turn(case.state) is not Turn.OVER)
    limit = Limit(depth=max(case.depth, 3))
    alone, together = searched(case, name, 1, limit), searched(case, name, threads, limit)
    # What is pruned decides whether a line is met that the depth cuts off; other depths may have other samples.
    assume(alone.depth == together.depth)
    assert (together.action, together.value) == (alone.action, alone.value)


@pytest.mark.parametrize("name", ["exp", "star1", "star2", "star2 with bounds"])
@settings(max_examples=examples(80))
@given(case=cases(), nodes=st.integers(1, 2000))
def test_a_node_limit_is_kept_and_only_finished_depths_count(case: Case, name: str, nodes: int) -> None:
    assume(case.tree.turn(case.state) is not Turn.OVER)
    result = searched(case, name, 3, Limit(nodes=nodes, depth=6))
    assert result.nodes <= nodes
    if result.depth == 0:
        assert {entry.depth for entry in result.actions} <= {0}
        return
    alone = searched(case, name, 1, Limit(depth=result.depth))
    assume(alone.depth == result.depth)
    assert (result.action, result.value) == (alone.action, alone.value)


@settings(max_examples=examples(80))
@given(case=cases())
def test_threads_enter_each_node_of_expectimax_once(case: Case) -> None:
    assume(case.tree.turn(case.state) is not Turn.OVER)
    alone, together = (searched(case, "exp", threads, Limit(depth=4)) for threads in (1, 3))
    counts = [(result.nodes, result.leaves, result.chance_nodes) for result in (alone, together)]
    assert counts[0] == counts[1]
