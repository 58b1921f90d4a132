"""MCTS and DPW: they converge to the truth, and the tree is what the algorithms say it is."""

import itertools
import math
import subprocess
import sys
from typing import Any

import pytest
from scipy import stats

import mcms
from mcms import GameOverError, Limit, Mcts, Pig, Progressive, RandomTree, StopToken, TreeNode, TreeSearch, Turn
from tests.pig_positions import PIG, pig_state

pytestmark = pytest.mark.core

NARROW = Progressive(constant=2, exponent=0.3)


def nodes_of(node: TreeNode) -> list[TreeNode]:
    return [node, *itertools.chain.from_iterable(map(nodes_of, node.children))]


def grown(game: Any, state: Any, algorithm: Mcts, simulations: int, seed: int = 1) -> TreeNode:
    tree = TreeSearch(game, state, algorithm, seed=seed)
    tree.search(limit=Limit(simulations=simulations))
    return tree.view(depth=200)


SHAPES = [
    RandomTree(depth=3, branching=3, outcomes_per_node=3),
    RandomTree(depth=4, ragged=True, alternate=False),
    RandomTree(depth=3, chance_chain=0.7, alternate=False, chance_root=True),
    RandomTree(depth=5, chance=0.3, early_end=0.2, extreme=0.5, ragged=True),
]


@pytest.mark.parametrize("widening", [None, NARROW])
@pytest.mark.parametrize("game", [PIG, *SHAPES], ids=str)
def test_visits_add_up_at_every_node(game: Any, widening: Progressive | None) -> None:
    state = pig_state(60, 70, 5) if game is PIG else game.initial_state(2)
    algorithm = Mcts(rollout_moves=2, widening=widening, skip_forced=False)
    root = grown(game, state, algorithm, 3000)
    assert root.visits == 3000 == sum(child.visits for child in root.children)
    everything = nodes_of(root)
    for node in everything[1:]:
        if node.turn is Turn.OVER:
            assert node.children == ()
        else:
            assert node.visits == 1 + sum(child.visits for child in node.children)
        assert node.mean is not None
        assert -100 <= node.mean <= 100


def test_one_node_a_simulation() -> None:
    tree = TreeSearch(PIG, pig_state(0, 0, 10), Mcts(rollout_moves=0))
    tree.search(limit=Limit(simulations=500))
    assert tree.nodes == 501 == len(nodes_of(tree.view(depth=200)))
    # Siblings have their places from the first one on, and a head.
    assert 501 * 16 < tree.node_bytes < 501 * 64


def children_after(visits: int, available: int, widening: Progressive, first_visit: int) -> int:
    """Count the children of a decision whose untried open actions come first, one a visit."""
    count = 0
    for visit in range(first_visit, visits + 1):
        open_ = math.ceil(widening.constant * visit**widening.exponent)
        count += count < min(available, open_)
    return count


def largest_set(visits: int, widening: Progressive) -> tuple[int, int]:
    """Return how many of 16 outcomes a chance node may have, and how many visits ago it was last allowed one more."""
    sizes = [min(16, math.ceil(widening.constant * visit**widening.exponent)) for visit in range(1, visits + 1)]
    return sizes[-1], visits - sizes.index(sizes[-1])


@pytest.mark.parametrize(("constant", "exponent"), [(1, 0.5), (0.3, 0.9), (2, 0.3), (5, 0.2), (4, 0.0), (0.5, 1.0)])
def test_sets_grow_with_the_visits(constant: float, exponent: float) -> None:
    widening = Progressive(constant=constant, exponent=exponent)
    game = RandomTree(depth=4, branching=12, outcomes_per_node=16, uneven=False, chance=0.8, alternate=False)
    state = game.initial_state(4)
    root = grown(game, state, Mcts(exploration=20, rollout_moves=1, widening=widening), 20_000)
    seen = {Turn.FIRST: 0, Turn.SECOND: 0, Turn.CHANCE: 0}
    for node in nodes_of(root):
        if node.turn is Turn.OVER:
            continue
        if node.turn is Turn.CHANCE:
            most, since = largest_set(node.visits, widening)
            assert len(node.children) <= min(most, node.visits - 1)
            # After so many draws an outcome surely came that the set lacked.
            if since > 300:
                seen[node.turn] += 1
                assert len(node.children) == most
        else:
            seen[node.turn] += 1
            expected = children_after(node.visits, 12, widening, 1 if node is root else 2)
            assert [child.step for child in node.children] == [str(i) for i in range(expected)]
    assert min(seen.values()) > 0


def test_renormalised_draws_follow_the_probabilities() -> None:
    # Six outcomes stored from the start, and no more ever: every later draw is among them.
    game = RandomTree(depth=1, branching=1, outcomes_per_node=16, chance_root=True)
    widening = Progressive(constant=6, exponent=0.0)
    root = grown(game, game.initial_state(3), Mcts(widening=widening), 100_000)
    assert root.turn is Turn.CHANCE
    assert len(root.children) == 6
    mass = sum(child.probability or 0 for child in root.children)
    assert mass < 0.7
    expected = [(child.probability or 0) / mass * root.visits for child in root.children]
    # The draws that filled the set are few enough not to matter.
    assert stats.chisquare([child.visits for child in root.children], expected).pvalue > 0.01


def test_plain_draws_follow_the_probabilities() -> None:
    root = grown(PIG, pig_state(0, 0, 10, rolling=True), Mcts(), 100_000)
    assert {child.step: child.probability for child in root.children} == dict(
        PIG.outcomes(pig_state(0, 0, 10, rolling=True))
    )
    expected = [(child.probability or 0) * root.visits for child in root.children]
    assert stats.chisquare([child.visits for child in root.children], expected).pvalue > 0.01


def test_a_player_who_moves_twice_maximises_twice() -> None:
    game = RandomTree(depth=4, branching=3, chance=0.0, alternate=False)
    for seed in range(8):
        state = game.initial_state(seed)
        truth = mcms.solve(game, state).value(state)
        result = mcms.search(
            game, state, Mcts(exploration=100, rollout_moves=None), limit=Limit(simulations=200_000), seed=seed
        )
        assert result.value == pytest.approx(truth, abs=2)


def test_chance_roots_and_chance_after_chance() -> None:
    game = RandomTree(depth=2, branching=2, outcomes_per_node=2, chance_chain=1.0, chance_root=True)
    state = game.initial_state(5)
    result = mcms.search(game, state, Mcts(exploration=100, rollout_moves=None), limit=Limit(simulations=200_000))
    assert result.action is None
    assert result.actions == ()
    assert result.value == pytest.approx(mcms.solve(game, state).value(state), abs=2)
    for step in result.principal_variation:
        state = game.resolve(state, step) if game.turn(state) is Turn.CHANCE else game.play(state, step)


def test_the_result_tells_visits_and_means() -> None:
    state = pig_state(50, 40, 12)
    result = mcms.search(PIG, state, "mcts", limit=Limit(simulations=5000), seed=3)
    assert (result.simulations, result.stop_reason, result.leaves) == (5000, "simulations", 5000)
    assert sum(entry.visits or 0 for entry in result.actions) == 5000
    assert result.actions[0].action == result.action == result.principal_variation[0]
    assert result.actions[0].value == result.value
    assert {(entry.lower, entry.upper) for entry in result.actions} == {(-100, 100)}
    assert result.depth >= 3
    assert mcms.search(PIG, state, "exp", limit=Limit(depth=1)).actions[0].visits is None


def test_the_final_choice() -> None:
    for to_move, better in ((0, max), (1, min)):
        state = pig_state(40, 50, 21, to_move)
        for seed in range(5):
            limit = Limit(simulations=40)
            by_value = mcms.search(PIG, state, Mcts(final="value"), limit=limit, seed=seed)
            assert by_value.value == better(entry.value or 0 for entry in by_value.actions)
            by_visits = mcms.search(PIG, state, Mcts(final="visits"), limit=limit, seed=seed)
            assert by_visits.actions[0].visits == max(entry.visits or 0 for entry in by_visits.actions)
            assert {e.action: e.visits for e in by_value.actions} == {e.action: e.visits for e in by_visits.actions}


@pytest.mark.parametrize("widening", [None, NARROW])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("max_nodes", [1, 2, 3, 100])
def test_a_full_tree_is_searched_on(max_nodes: int, threads: int, widening: Progressive | None) -> None:
    algorithm = Mcts(max_nodes=max_nodes, threads=threads, widening=widening, rollout_moves=3)
    for state in (pig_state(50, 40, 12), pig_state(50, 40, 12, rolling=True)):
        tree = TreeSearch(PIG, state, algorithm)
        result = tree.search(limit=Limit(simulations=3000))
        assert result.simulations == 3000
        assert tree.nodes <= max(max_nodes, threads)
        assert tree.view().visits == 3000
    # Outcomes are still drawn by their probabilities: the mean is that of the whole distribution.
    if widening is None:
        free = mcms.search(PIG, state, Mcts(max_nodes=1, rollout_moves=0), limit=Limit(simulations=100_000))
        means = sum(p * PIG.estimate(PIG.resolve(state, outcome)) for outcome, p in PIG.outcomes(state))
        assert free.value == pytest.approx(means, abs=0.3)


def test_a_single_action_answers_at_once_with_a_value() -> None:
    state = pig_state(50, 40)
    result = mcms.search(PIG, state, "mcts", limit=Limit(seconds=60))
    assert (result.action, result.stop_reason, result.simulations) == ("roll", "forced", 1000)
    assert result.value != 0
    few = mcms.search(PIG, state, "mcts", limit=Limit(simulations=10))
    assert (few.stop_reason, few.simulations) == ("simulations", 10)
    full = mcms.search(PIG, state, Mcts(skip_forced=False), limit=Limit(simulations=3000))
    assert full.simulations == 3000


def test_before_the_first_simulation_there_is_a_move() -> None:
    result = mcms.search(PIG, pig_state(50, 40, 12), "mcts", limit=Limit(nodes=1))
    assert (result.action, result.value, result.simulations, result.nodes) == ("roll", 22.0, 0, 1)
    chance = mcms.search(PIG, pig_state(50, 40, 12, rolling=True), Mcts(rollout_moves=None), limit=Limit(nodes=1))
    assert (chance.action, chance.value) == (None, 0.0)


@pytest.mark.parametrize("name", ["mcts", "dpw", "mcts(threads=3)"])
def test_node_limits_are_exact(name: str) -> None:
    for nodes in (1, 2, 15, 16, 17, 1000, 54321):
        result = mcms.search(PIG, pig_state(50, 40, 12), name, limit=Limit(nodes=nodes))
        assert (result.nodes, result.stop_reason) == (nodes, "nodes")


def test_finished_games_are_refused() -> None:
    over = pig_state(100, 0, to_move=1)
    with pytest.raises(GameOverError, match="the game is over"):
        mcms.search(PIG, over, "mcts", limit=Limit(simulations=1))
    with pytest.raises(GameOverError, match="the game is over"):
        TreeSearch(PIG, over, "dpw")


ALGORITHMS = ["mcts", "dpw", "mcts(rollout_moves=none)", "dpw(threads=3)", "mcts(threads=2,max_nodes=1000)"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    limit = Limit(simulations=10_001)

    def answer(seed: int) -> tuple[Any, ...]:
        result = mcms.search(PIG, pig_state(50, 40, 12), name, limit=limit, seed=seed)
        return result.value, result.nodes, result.chance_nodes, result.actions, result.principal_variation

    assert answer(7) == answer(7) != answer(8)


def test_the_answer_is_the_same_in_another_process() -> None:
    program = (
        "import mcms; p = mcms.load('pig'); s = p.from_json({'scores': [50, 40], 'turn_total': 12, 'to_move': 0});"
        "print(repr(mcms.search(p, s, 'dpw(threads=2)', limit=mcms.Limit(simulations=5000), seed=3).actions))"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    here = mcms.search(PIG, pig_state(50, 40, 12), "dpw(threads=2)", limit=Limit(simulations=5000), seed=3)
    assert out.strip() == repr(here.actions)


def test_threads_split_the_work() -> None:
    result = mcms.search(PIG, pig_state(50, 40, 12), "mcts(threads=4)", limit=Limit(simulations=10_003))
    assert result.simulations == 10_003 == sum(entry.visits or 0 for entry in result.actions)
    more_than_work = mcms.search(PIG, pig_state(50, 40, 12), "mcts(threads=8)", limit=Limit(simulations=3))
    assert more_than_work.simulations == 3


@pytest.mark.parametrize("name", ["mcts", "dpw(threads=2)"])
def test_a_token_stops_it(name: str) -> None:
    token = StopToken()
    token.stop()
    result = mcms.search(PIG, pig_state(0, 0, 9), name, limit=Limit(seconds=60), stop=token)
    assert result.stop_reason == "stopped"
    assert result.action in {"roll", "stop"}


def test_one_die_pig_too() -> None:
    game = Pig(dice=1, goal=30)
    state = game.from_json({"scores": [20, 22], "turn_total": 6, "to_move": 0})
    truth = mcms.solve(game)
    result = mcms.search(game, state, "mcts", limit=Limit(simulations=300_000))
    assert result.value == pytest.approx(truth.value(state), abs=6)


def one_random_move(game: Pig, state: Any) -> float:
    """Return what a uniformly random action leads to on average, by the rules alone."""
    values = []
    for action in game.actions(state):
        after = game.play(state, action)
        luck = game.outcomes(after)
        values.append(sum(p * game.estimate(game.resolve(after, o)) for o, p in luck) if luck else game.estimate(after))
    return sum(values) / len(values)


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize(
    ("scores", "turn_total", "to_move"),
    [([10, 60], 0, 0), ([60, 10], 8, 1), ([30, 40], 25, 0), ([80, 70], 20, 0), ([15, 75], 24, 1), ([30, 95], 5, 1)],
)
def test_random_moves_follow_the_rules(dice: int, scores: list[int], turn_total: int, to_move: int) -> None:
    game = Pig(dice=dice)
    state = game.from_json({"scores": scores, "turn_total": turn_total, "to_move": to_move})
    # A tree of one node: every simulation is a rollout from the root.
    algorithm = Mcts(rollout_moves=1, max_nodes=1, skip_forced=False)
    tree = TreeSearch(game, state, algorithm, seed=6)
    tree.search(limit=Limit(simulations=400_000))
    assert tree.view().mean == pytest.approx(one_random_move(game, state), abs=0.3)
