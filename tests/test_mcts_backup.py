"""MCTS whose nodes are worth what expectimax makes of their children, instead of the mean of their simulations."""

import dataclasses
from typing import Any

import pytest

import mcms
from mcms import InvalidOptionError, Limit, Mcts, Progressive, RandomTree, TreeNode, TreeSearch, Turn
from tests.pig_positions import PIG, pig_state
from tests.play import decisions_of_play
from tests.solved_positions import solved

pytestmark = pytest.mark.core

BY_EXPECTIMAX = Mcts(backup="expectimax", exploration=100.0, skip_forced=False)
NARROW = Progressive(constant=2, exponent=0.3)
GAMES = [
    PIG,
    mcms.load("ewn"),
    mcms.load("ewn(evaluation=learnt)"),
    mcms.load("cant_stop"),
    mcms.load("ra"),
    RandomTree(depth=5, chance=0.4, early_end=0.1, ragged=True),
    RandomTree(depth=4, chance_chain=0.6, chance_root=True, alternate=False),
]
# Networks round to single precision, and so are the probabilities that trees keep.
ROUNDED = 1e-3


def choice(game: Any) -> Any:
    """Return a decision among several actions, some way into a game."""
    for seed in range(100):
        for at, state in enumerate(decisions_of_play(game, game.initial_state(seed), seed)):
            if len(game.actions(state)) > 1 and (at > 7 or isinstance(game, RandomTree)):
                return state
    pytest.fail("there is nothing to choose in this game")


def static_value(game: Any, state: Any) -> float:
    turn = game.turn(state)
    if turn is Turn.OVER:
        return float(game.utility(state))
    if turn is not Turn.CHANCE:
        return float(game.estimate(state))
    return sum(p * static_value(game, game.resolve(state, outcome)) for outcome, p in game.outcomes(state))


def expected(game: Any, state: Any, node: TreeNode) -> float:
    """Return what a node is worth by its children, and by V_0 where there are none."""
    if not node.children:
        return static_value(game, state)
    worth = {child.step: child.mean or 0.0 for child in node.children}
    if node.turn is Turn.CHANCE:
        outcomes = game.outcomes(state)
        missing = (p * static_value(game, game.resolve(state, o)) for o, p in outcomes if o not in worth)
        return sum(p * worth.get(o, 0.0) for o, p in outcomes) + sum(missing)
    return max(worth.values()) if node.turn is Turn.FIRST else min(worth.values())


def check(game: Any, state: Any, node: TreeNode) -> int:
    """Check a node and all below it, and return how many there are."""
    assert node.mean == pytest.approx(expected(game, state, node), abs=ROUNDED)
    step = game.resolve if node.turn is Turn.CHANCE else game.play
    return 1 + sum(check(game, step(state, child.step), child) for child in node.children)


@pytest.mark.parametrize("widening", [None, NARROW], ids=["mcts", "dpw"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_node_is_worth_what_its_children_say(game: Any, widening: Progressive | None) -> None:
    algorithm = dataclasses.replace(BY_EXPECTIMAX, widening=widening)
    state = choice(game)
    tree = TreeSearch(game, state, algorithm, seed=1)
    tree.search(limit=Limit(simulations=600))
    seen = tree.view(depth=200)
    assert seen.visits == 600
    assert check(game, state, seen) > 100
    # And so it stays as the game goes on, from the chance node that follows an action too.
    best = max(seen.children, key=lambda child: child.visits)
    tree.advance(best.step)
    tree.search(limit=Limit(simulations=300))
    check(game, tree.state, tree.view(depth=200))


def test_means_of_simulations_are_something_else() -> None:
    state = pig_state(40, 50, 8)
    tree = TreeSearch(PIG, state, Mcts(exploration=100.0), seed=1)
    tree.search(limit=Limit(simulations=600))
    with pytest.raises(AssertionError):
        check(PIG, state, tree.view(depth=200))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_action_once_is_expectimax_of_depth_one(game: Any) -> None:
    state = choice(game)
    once = mcms.search(game, state, BY_EXPECTIMAX, limit=Limit(simulations=len(game.actions(state))))
    exact = mcms.search(game, state, "exp", limit=Limit(depth=1))
    assert once.value == pytest.approx(exact.value, abs=ROUNDED)


def test_a_chance_node_at_the_root() -> None:
    state = pig_state(40, 50, 8, rolling=True)
    assert PIG.turn(state) is Turn.CHANCE
    tree = TreeSearch(PIG, state, BY_EXPECTIMAX, seed=1)
    for simulations in (1, 400):
        tree.search(limit=Limit(simulations=simulations))
        check(PIG, state, tree.view(depth=200))


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_a_tree_that_is_all_there_is_worth_what_expectimax_says(seed: int) -> None:
    game = RandomTree(depth=2, branching=2, outcomes_per_node=2)
    at = solved(game, game.initial_state(seed))
    algorithm = dataclasses.replace(BY_EXPECTIMAX, exploration=1000.0, final="value")
    result = mcms.search(game, at.state, algorithm, limit=Limit(simulations=20_000), seed=seed)
    assert result.value == pytest.approx(at.value, abs=ROUNDED)
    # Worse actions too, whose mean of simulations is never exact.
    for entry in result.actions:
        assert entry.value == pytest.approx(at.action_values[entry.action], abs=ROUNDED)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_result_is_a_function_of_seed_and_threads(threads: int) -> None:
    algorithm = dataclasses.replace(BY_EXPECTIMAX, threads=threads)
    limit = Limit(simulations=3000)
    first, again = (mcms.search(PIG, pig_state(40, 50, 8), algorithm, limit=limit, seed=3) for _ in range(2))
    assert first.actions == again.actions
    assert first.simulations == 3000 == sum(entry.visits or 0 for entry in first.actions)


@pytest.mark.parametrize("places", [1, 2, 20])
def test_a_full_tree_keeps_its_values(places: int) -> None:
    state = pig_state(40, 50, 8)
    algorithm = dataclasses.replace(BY_EXPECTIMAX, max_nodes=places)
    tree = TreeSearch(PIG, state, algorithm, seed=1)
    tree.search(limit=Limit(simulations=500))
    seen = tree.view(depth=200)
    assert seen.visits == 500
    check(PIG, state, seen)


@pytest.mark.parametrize("nodes", [1, 2, 50, 1000])
def test_a_node_limit_counts_what_leaves_are_estimated_by(nodes: int) -> None:
    result = mcms.search(PIG, pig_state(40, 50, 8), BY_EXPECTIMAX, limit=Limit(nodes=nodes))
    assert result.nodes == nodes


def test_the_options_that_go_with_it() -> None:
    assert str(Mcts(backup="expectimax")) == "mcts(exploration=50,rollout_moves=0,backup=expectimax)"
    # Where a game was tuned to rollouts, they are left out.
    ewn = mcms.load("ewn")
    plain, backed_up = (mcms.algorithm(name, game=ewn) for name in ("mcts", "mcts(backup=expectimax)"))
    assert isinstance(plain, Mcts)
    assert isinstance(backed_up, Mcts)
    assert (plain.rollout_moves, backed_up.rollout_moves) == (100, 0)
    for options, says in (
        ({"backup": "max"}, "backup is 'max': expected mean or expectimax"),
        ({"backup": "expectimax", "rollout_moves": 3}, "rollout_moves is 3: expected 0 with backup=expectimax"),
        ({"backup": "expectimax", "rollout_moves": None}, "rollout_moves is None: expected 0"),
        ({"backup": "expectimax", "batch": 8}, "batch is 8: expected 1 with backup=expectimax"),
    ):
        with pytest.raises(InvalidOptionError) as caught:
            Mcts(**options)
        assert says in str(caught.value)
