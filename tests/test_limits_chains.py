"""Limits hold where chance follows chance: nodes to the one, time and tokens to a poll, lines to the stack."""

import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcms
from mcms import ContractError, Limit, RandomTree, Sampled, StopToken, Turn
from tests.property.trees import examples, samplings

pytestmark = pytest.mark.core

SEARCHES = ("exp", "star1", "star2", "mcms", "expss(width=2)", "star1ss(width=2)", "star2ss(width=2)", "mcts", "dpw")


@st.composite
def chained(draw: st.DrawFn) -> RandomTree:
    """Draw a large tree with much luck in a row."""
    return RandomTree(
        depth=draw(st.integers(1, 12)),
        branching=draw(st.integers(1, 3)),
        outcomes_per_node=draw(st.integers(1, 6)),
        ragged=draw(st.booleans()),
        chance_chain=draw(st.sampled_from([0.0, 0.3, 0.6, 0.9])),
        chance_root=draw(st.booleans()),
        early_end=draw(st.sampled_from([0.0, 0.2])),
    )


@pytest.mark.parametrize("name", SEARCHES)
@settings(max_examples=examples(150), deadline=None)
@given(tree=chained(), seed=st.integers(0, 99), nodes=st.integers(1, 300))
def test_no_search_enters_more_nodes_than_its_limit(name: str, tree: RandomTree, seed: int, nodes: int) -> None:
    state = tree.initial_state(seed)
    if tree.turn(state) is Turn.OVER:
        return
    assert mcms.search(tree, state, name, limit=Limit(nodes=nodes), seed=seed).nodes <= nodes


@settings(max_examples=examples(150), deadline=None)
@given(tree=chained(), chance=samplings(), nodes=st.integers(1, 300))
def test_nor_does_any_way_of_sampling(tree: RandomTree, chance: Sampled, nodes: int) -> None:
    state = tree.initial_state(1)
    if tree.turn(state) is Turn.OVER:
        return
    assert mcms.search(tree, state, mcms.Star2(chance=chance), limit=Limit(nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("name", ["exp", "star1", "star2"])
def test_a_node_limit_with_a_depth_limit(name: str) -> None:
    # These entered 9,600 to 12,530 nodes.
    tree = RandomTree(depth=8, branching=2, outcomes_per_node=3, chance_chain=0.3)
    assert mcms.search(tree, tree.initial_state(1), name, limit=Limit(nodes=20, depth=4)).nodes <= 20


@pytest.mark.timing
@pytest.mark.parametrize("name", SEARCHES)
def test_a_time_limit_holds_where_luck_follows_luck(name: str) -> None:
    # This took minutes; anything of the order of the limit will do here, on a busy machine.
    tree = RandomTree(depth=12, branching=3, outcomes_per_node=4, chance_chain=0.5)
    assert mcms.search(tree, tree.initial_state(1), name, limit=Limit(seconds=0.01)).seconds < 1


class Luck:
    """Luck without end: every outcome leads to the next chance node."""

    def __init__(self, outcomes: int = 1) -> None:
        self.sides = outcomes

    def initial_state(self, seed: int) -> int:
        return 0

    def turn(self, state: int) -> Turn:
        return Turn.FIRST if state == 0 else Turn.CHANCE

    def actions(self, state: int) -> list[str]:
        return ["on", "and on"]

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return [(side, 1 / self.sides) for side in range(self.sides)]

    def play(self, state: int, action: str) -> int:
        return 1

    def resolve(self, state: int, outcome: int) -> int:
        return state + 1

    def utility(self, state: int) -> float:
        return 0.0

    def estimate(self, state: int) -> float:
        return 0.0

    def value_range(self) -> tuple[float, float]:
        return (-1.0, 1.0)


@pytest.mark.parametrize("name", ["exp", "star2", "mcms"])
def test_luck_without_end_is_an_error(name: str) -> None:
    game = Luck()
    with pytest.raises(ContractError):
        mcms.search(game, 0, name, limit=Limit(depth=1))


def stopped_soon(run: Any) -> bool:
    """Run something in another thread with a token that is set after a moment; return whether it came back."""
    token = StopToken()
    finished = threading.Event()

    def work() -> None:
        try:
            run(token)
        finally:
            finished.set()

    threading.Thread(target=work, daemon=True).start()
    finished.wait(0.2)
    token.stop()
    return finished.wait(60)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_token_is_obeyed_where_luck_follows_luck(name: str) -> None:
    tree = RandomTree(depth=12, branching=3, outcomes_per_node=6, chance_chain=0.9)
    state = tree.initial_state(1)
    assert stopped_soon(lambda token: mcms.search(tree, state, name, limit=Limit(nodes=2**60), stop=token))


@pytest.mark.parametrize("stack", [512 * 1024, 1024 * 1024])
def test_a_deep_search_in_a_thread_with_a_small_stack(stack: int) -> None:
    tree = RandomTree(depth=100, branching=1, outcomes_per_node=1, chance_chain=0.9)
    found: list[Any] = []

    def search() -> None:
        state = tree.initial_state(1)
        found.extend(mcms.search(tree, state, name, limit=Limit(depth=200)) for name in ("exp", "star1", "star2"))

    before = threading.stack_size(stack)
    try:
        thread = threading.Thread(target=search)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert [result.stop_reason in ("stack", "complete") for result in found] == [True] * 3
    assert all(result.depth >= 10 for result in found)
