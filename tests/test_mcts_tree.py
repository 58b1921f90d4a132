"""The exported tree tells what each simulation did: where it was evaluated, and that it was counted all the way up."""

from collections.abc import Iterator
from typing import Any

import pytest
from scipy import stats

from mcms import Limit, Mcts, Progressive, RandomTree, TreeNode, TreeSearch, Turn, _core, _faulty
from tests.games.ewn_positions import EWN
from tests.pig_positions import PIG, pig_state
from tests.test_mcts import NARROW, grown, nodes_of

pytestmark = pytest.mark.core

BARE = RandomTree(depth=3, branching=3, chance=0.0)
LUCKY = RandomTree(depth=4, ragged=True, alternate=False, early_end=0.2, chance=0.6)
WIDENINGS = pytest.mark.parametrize("widening", [None, NARROW], ids=["mcts", "dpw"])


def with_states(game: Any, state: Any, node: TreeNode) -> Iterator[tuple[Any, TreeNode]]:
    """Yield every node with the state it stands for."""
    yield state, node
    for child in node.children:
        follow = game.resolve if node.turn is Turn.CHANCE else game.play
        yield from with_states(game, follow(state, child.step), child)


def own_value(node: TreeNode) -> float:
    """Return the sum of the simulations that went no further than the node."""
    return total(node) - sum(map(total, node.children))


def own_visits(node: TreeNode) -> int:
    return node.visits - sum(child.visits for child in node.children)


def total(node: TreeNode) -> float:
    return 0.0 if node.mean is None else node.mean * node.visits


def utilities(game: Any, state: Any) -> list[float]:
    """Return what every end of the game below a state is worth."""
    if game.turn(state) is Turn.OVER:
        return [game.utility(state)]
    after = [game.play(state, action) for action in game.actions(state)]
    return [value for each in after for value in utilities(game, each)]


@WIDENINGS
@pytest.mark.parametrize(
    ("game", "state"), [(LUCKY, LUCKY.initial_state(2)), (PIG, pig_state(93, 88, 4)), (EWN, EWN.initial_state(1))]
)
def test_without_rollouts_a_leaf_is_worth_its_estimate(game: Any, state: Any, widening: Progressive | None) -> None:
    root = grown(game, state, Mcts(rollout_moves=0, widening=widening, skip_forced=False), 3000)
    seen = dict.fromkeys(Turn, 0)
    for place, node in with_states(game, state, root):
        if node is root:
            continue
        seen[node.turn] += 1
        if node.turn is Turn.CHANCE:
            # The simulation that added it drew on as far as a decision.
            outcomes = [game.resolve(place, outcome) for outcome, _ in game.outcomes(place)]
            assert any(own_value(node) == pytest.approx(game.estimate(each), abs=1e-6) for each in outcomes)
        elif node.turn is Turn.OVER:
            assert node.mean == pytest.approx(game.utility(place))
        else:
            assert own_value(node) == pytest.approx(game.estimate(place), abs=1e-6)
    assert seen[Turn.FIRST] > 0
    assert seen[Turn.CHANCE] > 0


@pytest.mark.parametrize("rollout_moves", [3, 50, None])
def test_a_rollout_that_meets_the_end_is_worth_the_utility(rollout_moves: int | None) -> None:
    state = BARE.initial_state(7)
    root = grown(BARE, state, Mcts(rollout_moves=rollout_moves), 60)
    for place, node in with_states(BARE, state, root):
        if node.visits == 1:
            assert any(node.mean == pytest.approx(value) for value in utilities(BARE, place))
    # One decision less, and the estimate before the end is what counts.
    short = grown(BARE, state, Mcts(rollout_moves=1), 3)
    for place, node in with_states(BARE, state, short):
        if node is not short:
            after = [BARE.play(place, action) for action in BARE.actions(place)]
            assert any(node.mean == pytest.approx(BARE.estimate(each)) for each in after)


@WIDENINGS
@pytest.mark.parametrize("max_nodes", [2, 50, 700])
def test_visits_add_up_in_a_full_tree(max_nodes: int, widening: Progressive | None) -> None:
    roots: list[tuple[Any, Any]] = [(PIG, pig_state(60, 70, 5)), (LUCKY, LUCKY.initial_state(2))]
    for game, state in roots:
        algorithm = Mcts(rollout_moves=2, widening=widening, max_nodes=max_nodes, skip_forced=False)
        tree = TreeSearch(game, state, algorithm, seed=3)
        tree.search(limit=Limit(simulations=5000))
        root = tree.view(depth=200)
        assert root.visits == 5000
        for node in nodes_of(root):
            assert own_visits(node) >= (node is not root)
            # A full tree goes on with the children it has; only plain chance nodes are left by outcomes it lacks.
            if node.children and not (node.turn is Turn.CHANCE and widening is None):
                assert own_visits(node) == (node is not root)


@WIDENINGS
@pytest.mark.parametrize("threads", [1, 3])
def test_max_nodes_is_used_and_kept_to(threads: int, widening: Progressive | None) -> None:
    tree = TreeSearch(PIG, pig_state(50, 40, 12), Mcts(max_nodes=1001, threads=threads, widening=widening), seed=3)
    for _ in range(3):
        tree.search(limit=Limit(simulations=20_000))
        # Siblings have their places from the first one on, so not every place holds a node.
        assert 300 < tree.nodes <= 1001
        assert tree.node_bytes <= 1001 * _core.mcts_node_bytes
    # What a move leaves behind is free to grow again.
    full = tree.nodes
    tree.advance("roll", "7")
    kept = tree.nodes
    assert kept < full / 2
    tree.search(limit=Limit(simulations=20_000))
    assert 2 * kept < tree.nodes <= 1001
    for node in nodes_of(tree.view(depth=200)):
        assert own_visits(node) >= 0


def test_draws_among_stored_outcomes_would_be_caught_if_they_were_uniform() -> None:
    game = RandomTree(depth=1, branching=1, outcomes_per_node=16, chance_root=True)
    state = game.initial_state(3)
    probabilities = dict(game.outcomes(state))

    def pvalue(fault: str) -> float:
        algorithm = Mcts(widening=Progressive(constant=6, exponent=0.0))
        found = _faulty.mcts(
            fault=fault, game=game.core, state=state, options=algorithm.request(), simulations=100_000, seed=1
        )
        visits = dict(found[2])
        assert len(visits) == 6
        mass = sum(probabilities[outcome] for outcome in visits)
        expected = [probabilities[outcome] / mass * 100_000 for outcome in visits]
        return float(stats.chisquare(list(visits.values()), expected).pvalue)

    assert pvalue("none") > 0.01
    assert pvalue("uniform_redraws") < 1e-9
