"""A search by depth that keeps its table: what it saves, and what it refuses."""

import dataclasses
from typing import Any

import pytest

import mcms
from mcms import Limit, TableSearch
from tests.play import decisions_of_play
from tests.test_conformance import CoinGame

pytestmark = pytest.mark.core


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


@pytest.mark.parametrize("name", ["exp", "star1", "star2", "star2ss(width=3)"])
@pytest.mark.parametrize("text", ["pig", "ewn", "cant_stop"])
def test_bounds_that_one_search_left_answer_the_next(text: str, name: str) -> None:
    game = mcms.load(text)
    state = next(iter(decisions_of_play(game, game.initial_state(1), seed=2)))
    table = TableSearch(game, name, seed=4)
    first = table.search(state, limit=Limit(depth=4))
    alone = mcms.search(game, state, name, limit=Limit(depth=4), seed=4)
    assert (first.value, first.nodes, first.cuts) == (alone.value, alone.nodes, alone.cuts)
    again = table.search(state, limit=Limit(depth=4), by_bounds=True)
    assert (again.action, again.value) == (alone.action, alone.value)
    assert again.nodes < alone.nodes / 4


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


def test_a_game_in_python_cannot_use_the_table_that_asks_it() -> None:
    class Asking(CoinGame):
        def estimate(self, state: Any) -> float:
            table.search(state, limit=Limit(depth=1))
            return 0.0

    game = Asking()
    table = TableSearch(game, "exp")
    with pytest.raises(mcms.McmsError, match="the table is in use"):
        table.search(game.initial_state(0), limit=Limit(depth=1))
