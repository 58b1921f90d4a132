"""A table that is kept from search to search changes what a search takes, never what it finds."""

import dataclasses
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings

import mcms
from mcms import DepthLimited, Limit, TableSearch, Turn
from tests.property.trees import Case, cases, examples, expectimax, star1, star2, with_table_bounds

MAKERS = {
    "exp": with_table_bounds(expectimax),
    "star1": with_table_bounds(star1),
    "star2": with_table_bounds(star2),
    "star2, order alone": star2,
}


def decisions_of_play(game: Any, state: Any, seed: int) -> Iterator[Any]:
    """Yield the decisions of a random game that goes on from a state."""
    rng = random.Random(seed)
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            state = game.resolve(state, rng.choice(game.outcomes(state))[0])
        else:
            yield state
            state = game.play(state, rng.choice(game.actions(state)))


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


@pytest.mark.parametrize("text", ["pig", "ewn", "cant_stop", "ra"])
@pytest.mark.parametrize("name", ["mcms", "star2(table_bounds=true)"])
def test_games_take_fewer_nodes(text: str, name: str) -> None:
    game, limit = mcms.load(text), Limit(depth=3)
    table = TableSearch(game, name, seed=4)
    kept_nodes = fresh_nodes = 0
    for state, _ in zip(decisions_of_play(game, game.initial_state(1), seed=2), range(25), strict=False):
        kept, fresh = table.search(state, limit=limit), mcms.search(game, state, name, limit=limit, seed=4)
        kept_nodes, fresh_nodes = kept_nodes + kept.nodes, fresh_nodes + fresh.nodes
        assert (kept.action, kept.value, kept.depth) == (fresh.action, fresh.value, fresh.depth)
    assert kept_nodes <= fresh_nodes


def test_a_finished_search_is_answered_at_once() -> None:
    tree = mcms.RandomTree(depth=6, branching=3, outcomes_per_node=3)
    state = tree.initial_state(1)
    table = TableSearch(tree, "star2(table_bounds=true)")
    first = table.search(state, limit=Limit(depth=50))
    again = table.search(state, limit=Limit(depth=50))
    assert (first.stop_reason, again.stop_reason) == ("complete", "complete")
    assert (again.action, again.value) == (first.action, first.value)
    assert again.nodes < first.nodes / 20


def test_a_small_table_is_enough() -> None:
    """Entries of older searches make way, so that a full table still serves the search that is running."""
    ewn, limit = mcms.load("ewn"), Limit(depth=4)
    algorithm = mcms.Star2(table_bounds=True, table_mb=1)
    table = TableSearch(ewn, algorithm)
    states = list(decisions_of_play(ewn, ewn.initial_state(1), seed=2))[:20]
    kept = [table.search(state, limit=limit) for state in states]
    fresh = [mcms.search(ewn, state, algorithm, limit=limit) for state in states]
    assert [(result.action, result.value) for result in kept] == [(result.action, result.value) for result in fresh]
    assert sum(result.nodes for result in kept) <= sum(result.nodes for result in fresh)


def test_what_is_drawn_afresh_is_not_kept() -> None:
    afresh = mcms.Star2(chance=mcms.Sampled(3, luck="visit"))
    with pytest.raises(mcms.InvalidOptionError, match="expected samples that stay the same"):
        TableSearch(mcms.load("pig"), afresh)
    with pytest.raises(mcms.InvalidOptionError, match="nothing is the same twice"):
        dataclasses.replace(afresh, keep=True)
    with pytest.raises(mcms.UnknownNameError, match="unknown search by depth 'mcts'"):
        TableSearch(mcms.load("pig"), "mcts")
