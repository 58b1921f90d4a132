"""RandomTree: does it have the shapes its options promise?"""

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import mcms
from mcms import InvalidOptionError, InvalidStateError, RandomTree, Turn


def walk(tree: RandomTree, state: Any, before: Turn | None = None) -> Iterator[tuple[Any, Turn, Turn | None]]:
    """Yield every state below one with its turn and that of its parent."""
    turn = tree.turn(state)
    yield state, turn, before
    if turn is Turn.CHANCE:
        children = [tree.resolve(state, outcome) for outcome, _ in tree.outcomes(state)]
    else:
        children = [tree.play(state, action) for action in tree.actions(state)]
    for child in children:
        yield from walk(tree, child, turn)


def turns(tree: RandomTree, seed: int = 1) -> list[tuple[Turn, Turn | None]]:
    return [(turn, before) for _, turn, before in walk(tree, tree.initial_state(seed))]


def test_a_regular_tree() -> None:
    tree = RandomTree(depth=3, branching=2, outcomes_per_node=3)
    counts = {turn: [t for t, _ in turns(tree)].count(turn) for turn in Turn}
    assert counts == {Turn.FIRST: 1 + 36, Turn.SECOND: 6, Turn.CHANCE: 2 + 12 + 72, Turn.OVER: 216}


def test_no_chance() -> None:
    assert all(turn is not Turn.CHANCE for turn, _ in turns(RandomTree(depth=4, chance=0.0)))


def test_chance_at_the_root_and_in_a_row() -> None:
    tree = RandomTree(depth=3, branching=2, outcomes_per_node=2, chance_root=True, chance_chain=0.5)
    seen = turns(tree)
    assert seen[0] == (Turn.CHANCE, None)
    assert (Turn.CHANCE, Turn.CHANCE) in seen
    assert tree.turn(RandomTree(chance_chain=1.0).initial_state(0)) is not Turn.CHANCE


def test_players_may_move_twice() -> None:
    seen = turns(RandomTree(depth=4, chance=0.0, alternate=False))
    assert (Turn.FIRST, Turn.FIRST) in seen
    assert (Turn.SECOND, Turn.SECOND) in seen
    assert not any(turn == before for turn, before in turns(RandomTree(depth=4, chance=0.0)))


def test_extreme_leaves() -> None:
    tree = RandomTree(depth=5, branching=3, outcomes_per_node=3, extreme=0.4)
    leaves = [tree.utility(s) for s, turn, _ in walk(tree, tree.initial_state(2)) if turn is Turn.OVER]
    share = sum(abs(value) == 100.0 for value in leaves) / len(leaves)
    assert share == pytest.approx(0.4, abs=0.02)
    assert {-100.0, 100.0} <= set(leaves)
    inner = [tree.estimate(s) for s, turn, _ in walk(tree, tree.initial_state(2)) if turn.is_decision]
    assert {-100.0, 100.0} <= set(inner)


def test_ragged_uneven_and_early() -> None:
    tree = RandomTree(depth=4, branching=4, outcomes_per_node=4, ragged=True, early_end=0.2)
    states = list(walk(tree, tree.initial_state(4)))
    assert {len(tree.actions(s)) for s, turn, _ in states if turn.is_decision} == {1, 2, 3, 4}
    assert {len(tree.outcomes(s)) for s, turn, _ in states if turn is Turn.CHANCE} == {1, 2, 3, 4}
    assert any(turn is Turn.OVER and s.height > 0 for s, turn, _ in states)
    even = RandomTree(uneven=False, chance_root=True)
    assert {p for _, p in even.outcomes(even.initial_state(0))} == {1 / 3}


def test_merging_gives_transpositions() -> None:
    tree = RandomTree(depth=5, branching=3, outcomes_per_node=3, merge=10)
    states = [s for s, _, _ in walk(tree, tree.initial_state(1))]
    by_level: dict[tuple[int, int], set[Any]] = {}
    for s in states:
        by_level.setdefault((s.height, s.chain), set()).add(s)
    assert max(len(level) for level in by_level.values()) <= 10
    assert tree.initial_state(1) != tree.initial_state(2)


def test_json_and_pickle() -> None:
    tree = RandomTree(depth=3)
    for state, _, _ in walk(tree, tree.initial_state(9)):
        assert tree.from_json(tree.to_json(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state
    assert "decisions left" in tree.text(tree.initial_state(0))


@pytest.mark.parametrize(
    "data",
    [{}, [], {"id": -1, "height": 0, "chain": 0, "mover": 0}, {"id": 2**64, "height": 0, "chain": 0, "mover": 0},
     {"id": 0, "height": 4, "chain": 0, "mover": 0}, {"id": 0, "height": 0, "chain": 5, "mover": 0},
     {"id": 0, "height": 0, "chain": 0, "mover": 2}, {"id": 0.5, "height": 0, "chain": 0, "mover": 0}],
)  # fmt: skip
def test_impossible_states_are_refused(data: Any) -> None:
    with pytest.raises(InvalidStateError):
        RandomTree(depth=3).from_json(data)


@pytest.mark.parametrize(
    "options",
    [{"depth": 0}, {"depth": 101}, {"branching": 0}, {"branching": 17}, {"outcomes_per_node": 0}, {"chance": 1.5},
     {"chance": float("nan")}, {"extreme": -0.1}, {"ragged": 1}, {"merge": 0}, {"merge": "x"}, {"early_end": "0"}],
)  # fmt: skip
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        RandomTree(**options)


@pytest.mark.parametrize(
    "text",
    ["random_tree", "random_tree(ragged=true,chance_chain=0.5,alternate=false,early_end=0.1,extreme=1)",
     "random_tree(merge=5,chance_root=true,chance=0.3)", "random_tree(depth=100,branching=1,outcomes_per_node=1)"],
)  # fmt: skip
def test_conformance(text: str) -> None:
    tree = mcms.load(text)
    assert mcms.load(str(tree)) == tree
    assert mcms.check_game(tree, games=100).games == 100
