"""A tree that stays: it is looked into, and searched on as the game goes on."""

import json
import threading

import pytest

import mcms
from mcms import (
    GameOverError,
    IllegalMoveError,
    InvalidOptionError,
    Limit,
    Mcts,
    Progressive,
    RandomTree,
    SearchResult,
    TreeSearch,
)
from mcms.game import Turn
from tests.pig_positions import PIG, pig_state
from tests.test_mcts import nodes_of

pytestmark = pytest.mark.core

STATE = pig_state(50, 40, 12)


def test_search_is_a_tree_search_of_one_call() -> None:
    tree = TreeSearch(PIG, STATE, "dpw(threads=2)", seed=4)
    once = tree.search(limit=Limit(simulations=2000))
    assert once.actions == mcms.search(PIG, STATE, "dpw(threads=2)", limit=Limit(simulations=2000), seed=4).actions


def test_searching_on_adds_to_the_tree() -> None:
    tree = TreeSearch(PIG, STATE, "mcts", seed=4)
    for _ in range(3):
        assert tree.search(limit=Limit(simulations=1000)).simulations == 1000
    in_one_go = mcms.search(PIG, STATE, "mcts", limit=Limit(simulations=3000), seed=4)
    assert tree.search(limit=Limit(nodes=1)).actions[0].visits == in_one_go.actions[0].visits
    assert tree.view().visits == 3000


@pytest.mark.parametrize("widening", [None, Progressive(constant=2, exponent=0.3)])
@pytest.mark.parametrize("threads", [1, 3])
def test_advancing_keeps_exactly_what_lies_below(threads: int, widening: Progressive | None) -> None:
    tree = TreeSearch(PIG, STATE, Mcts(threads=threads, widening=widening), seed=2)
    tree.search(limit=Limit(simulations=20_000))
    state = STATE
    for _ in range(4):
        before = tree.view(depth=200)
        child = max(before.children, key=lambda node: node.visits)
        assert child.step is not None
        state = PIG.resolve(state, child.step) if before.turn is Turn.CHANCE else PIG.play(state, child.step)
        tree.advance(child.step)
        after = tree.view(depth=200)
        assert tree.state == state
        assert (after.step, after.probability) == (None, None)
        assert (after.turn, after.visits, after.mean) == (child.turn, child.visits, child.mean)
        assert after.children == child.children
        if threads == 1:
            assert tree.nodes == len(nodes_of(after))
    tree.search(limit=Limit(simulations=5000))
    for node in nodes_of(tree.view(depth=200)):
        if node.turn is not Turn.OVER:
            # Each tree evaluated the node once when it added it.
            assert 0 <= node.visits - sum(child.visits for child in node.children) <= threads


def test_a_whole_game_is_followed() -> None:
    game = RandomTree(depth=6, alternate=False)
    tree = TreeSearch(game, game.initial_state(1), "dpw", seed=1)
    while game.turn(tree.state) is not Turn.OVER:
        result = tree.search(limit=Limit(simulations=200))
        if game.turn(tree.state) is Turn.CHANCE:
            tree.advance(game.outcomes(tree.state)[-1][0])
        else:
            tree.advance(str(result.action))
    with pytest.raises(GameOverError):
        tree.search(limit=Limit(simulations=1))
    assert tree.view().children == ()
    with pytest.raises(IllegalMoveError):
        tree.advance("0")


def test_a_step_never_simulated_starts_anew() -> None:
    tree = TreeSearch(PIG, STATE, "mcts")
    tree.advance("roll", "12")
    assert tree.nodes == 1
    assert tree.view().mean is None
    assert tree.state == PIG.resolve(PIG.play(STATE, "roll"), "12")


@pytest.mark.parametrize("name", ["mcts", "dpw", "mcts(threads=2)"])
def test_steps_at_once_are_steps_one_by_one(name: str) -> None:
    at_once, one_by_one = (TreeSearch(PIG, STATE, name, seed=2) for _ in range(2))
    for tree in (at_once, one_by_one):
        tree.search(limit=Limit(simulations=5000))
    at_once.advance("roll", "7", "stop")
    for step in ("roll", "7", "stop"):
        one_by_one.advance(step)
    assert at_once.state == one_by_one.state
    assert at_once.view(depth=200) == one_by_one.view(depth=200)
    assert at_once.view().visits > 0
    assert (
        at_once.search(limit=Limit(simulations=500)).actions == one_by_one.search(limit=Limit(simulations=500)).actions
    )
    before = at_once.view(depth=200)
    at_once.advance()
    assert at_once.view(depth=200) == before


def test_illegal_steps_change_nothing() -> None:
    tree = TreeSearch(PIG, STATE, "mcts")
    with pytest.raises(IllegalMoveError, match="13"):
        tree.advance("roll", "13")
    assert tree.state == STATE
    with pytest.raises(IllegalMoveError, match="jump"):
        tree.advance("jump")
    tree.advance("roll")
    with pytest.raises(IllegalMoveError, match="13"):
        tree.advance("13")
    assert tree.state == PIG.play(STATE, "roll")


def test_the_view_is_as_deep_and_as_dense_as_asked_for() -> None:
    tree = TreeSearch(PIG, STATE, "mcts", seed=1)
    tree.search(limit=Limit(simulations=5000))
    assert tree.view(depth=0).children == ()
    assert {node.turn for node in tree.view(depth=1).children} == {Turn.CHANCE, Turn.SECOND}
    assert all(child.children == () for child in tree.view(depth=1).children)
    dense = tree.view(depth=200, min_visits=50)
    assert min(node.visits for node in nodes_of(dense)) >= 50
    roll = tree.view(depth=2).children[0]
    assert [(child.step, child.probability) for child in roll.children] == PIG.outcomes(PIG.play(STATE, "roll"))
    assert json.loads(json.dumps(dense.to_json()))["visits"] == 5000


def test_bad_arguments() -> None:
    with pytest.raises(InvalidOptionError, match="star1 keeps no tree: expected Mcts, mcts or dpw"):
        TreeSearch(PIG, STATE, "star1")
    tree = TreeSearch(PIG, STATE)
    with pytest.raises(InvalidOptionError, match="depth is -1"):
        tree.view(depth=-1)
    with pytest.raises(InvalidOptionError, match="min_visits is 0"):
        tree.view(min_visits=0)
    with pytest.raises(InvalidOptionError, match="expected a Limit"):
        tree.search(limit=5)  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError, match="no limit by depth"):
        tree.search(limit=Limit(depth=5))


def test_two_threads_may_use_one_tree() -> None:
    tree = TreeSearch(PIG, STATE, "mcts")
    users = [threading.Thread(target=lambda: tree.search(limit=Limit(simulations=20_000))) for _ in range(3)]
    for user in users:
        user.start()
    for _ in range(20):
        tree.view(depth=3)
    for user in users:
        user.join()
    assert tree.view().visits == 60_000


@pytest.mark.parametrize("name", ["mcts", "dpw(threads=3)"])
def test_progress_grows_and_may_stop_the_search(name: str) -> None:
    seen: list[SearchResult[str]] = []

    def show(so_far: SearchResult[str]) -> bool:
        assert threading.get_ident() == caller
        seen.append(so_far)
        return len(seen) < 3

    caller = threading.get_ident()
    result = mcms.search(PIG, STATE, name, limit=Limit(seconds=60), on_progress=show)
    assert (len(seen), result.stop_reason) == (3, "stopped")
    counts = [so_far.simulations or 0 for so_far in (*seen, result)]
    assert 0 < counts[0] < counts[1] < counts[2] <= counts[3]
    for so_far in seen:
        assert so_far.action in so_far.principal_variation[:1]
        assert sum(entry.visits or 0 for entry in so_far.actions) == so_far.simulations
        assert so_far.leaves == so_far.simulations
        assert so_far.nodes >= so_far.leaves
        assert 0 < so_far.seconds <= result.seconds


@pytest.mark.parametrize("name", ["mcts", "dpw(threads=2)"])
def test_progress_changes_no_result(name: str) -> None:
    limit = Limit(simulations=700_000)
    shown: list[SearchResult[str]] = []
    plain, watched = (
        mcms.search(PIG, STATE, name, limit=limit, seed=5, on_progress=on_progress)
        for on_progress in (None, shown.append)
    )
    assert shown
    assert watched.actions == plain.actions
    assert (watched.nodes, watched.simulations) == (plain.nodes, plain.simulations)


@pytest.mark.parametrize("name", ["mcts", "mcts(threads=2)"])
def test_an_error_in_progress_ends_the_search_and_the_tree_stays_whole(name: str) -> None:
    def fails(so_far: SearchResult[str]) -> None:
        raise LookupError("enough")

    tree = TreeSearch(PIG, STATE, name, seed=2)
    with pytest.raises(LookupError, match="enough"):
        tree.search(limit=Limit(seconds=60), on_progress=fails)
    assert tree.search(limit=Limit(simulations=100)).simulations == 100
    assert sum(child.visits for child in tree.view(depth=1).children) == tree.view().visits


def test_the_tree_is_in_use_while_progress_is_shown() -> None:
    tree = TreeSearch(PIG, STATE, "mcts", seed=2)
    with pytest.raises(mcms.McmsError, match="the tree is in use"):
        tree.search(limit=Limit(seconds=60), on_progress=lambda so_far: bool(tree.view()))
