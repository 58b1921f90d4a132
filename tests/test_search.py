"""The front door: results, values, determinism, the table."""

import concurrent.futures
import dataclasses
import multiprocessing
import statistics
from typing import Any

import pytest

import mcms
from mcms import (
    Expectimax,
    Limit,
    Pig,
    RandomTree,
    Sampled,
    SearchResult,
)
from tests import brute_force
from tests.pig_positions import ALGORITHMS, PIG, pig_state

pytestmark = pytest.mark.core


def without_time(result: SearchResult[Any]) -> SearchResult[Any]:
    return dataclasses.replace(result, seconds=0.0)


@pytest.mark.parametrize("name", ["exp", "star1", "star2"])
@pytest.mark.parametrize("to_move", [0, 1])
def test_pig_values_equal_brute_force(name: str, to_move: int) -> None:
    for first, second, total in [(0, 0, 0), (50, 40, 12), (90, 95, 8), (99, 99, 0), (70, 0, 35)]:
        state = pig_state(first, second, min(total, 99 - (first, second)[to_move]), to_move)
        result = mcms.search(PIG, state, name, limit=Limit(depth=3))
        assert result.value == pytest.approx(brute_force.value(PIG, state, 3), abs=1e-9)
        values = {action: brute_force.value(PIG, PIG.play(state, action), 2) for action in PIG.actions(state)}
        best = (max if to_move == 0 else min)(values.values())
        assert result.action is not None
        assert values[result.action] == pytest.approx(best, abs=1e-9)
        for entry in result.actions:
            assert entry.lower - 1e-9 <= values[entry.action] <= entry.upper + 1e-9


def test_result_fields() -> None:
    result = mcms.search(PIG, pig_state(50, 40, 12), "star2(probe_from=2)", limit=Limit(depth=5))
    assert result.stop_reason == "depth"
    assert result.depth == 5
    assert result.nodes > result.leaves > 0
    assert result.chance_nodes > 0
    assert result.cuts.alpha + result.cuts.beta >= result.cuts.probe > 0
    assert result.actions[0].action == result.action
    assert result.actions[0].value == pytest.approx(result.value)
    assert {entry.action for entry in result.actions} == {"roll", "stop"}
    assert all(entry.depth == 5 for entry in result.actions)
    assert result.seconds > 0


def test_principal_variation_can_be_played() -> None:
    for name in ALGORITHMS:
        state = pig_state(30, 60, 15, to_move=1)
        result = mcms.search(PIG, state, name, limit=Limit(depth=6))
        line = result.principal_variation
        assert line[0] == result.action
        decisions = 0
        for step in line:
            if PIG.turn(state) is mcms.Turn.CHANCE:
                state = PIG.resolve(state, step)
            else:
                state = PIG.play(state, step)
                decisions += 1
        assert 1 <= decisions <= 6
        assert len(line) > 1


def test_nodes_and_leaves_by_hand() -> None:
    # From k=0 only roll is legal: the root and its 11 outcomes, all leaves; one chance node.
    one = mcms.search(PIG, pig_state(0, 0), "exp", limit=Limit(depth=1))
    assert (one.nodes, one.leaves, one.chance_nodes) == (12, 11, 1)
    # With k=5 stop adds a leaf of its own.
    two = mcms.search(PIG, pig_state(0, 0, 5), "exp", limit=Limit(depth=1))
    assert (two.nodes, two.leaves, two.chance_nodes) == (13, 12, 1)
    # A forced winning stop: the root and a finished state.
    win = mcms.search(PIG, pig_state(90, 0, 15), "exp", limit=Limit(depth=1))
    assert (win.nodes, win.leaves, win.value, win.stop_reason) == (2, 1, 100.0, "complete")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_chance_root(name: str) -> None:
    state = pig_state(20, 30, 10, rolling=True)
    result = mcms.search(PIG, state, name, limit=Limit(depth=3), seed=5)
    assert result.action is None
    assert result.actions == ()
    assert result.depth == 3
    if not name.endswith("ss") and name != "mcms":
        assert result.value == pytest.approx(brute_force.value(PIG, state, 3), abs=1e-9)


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("table_bounds", [False, True])
def test_a_tree_searched_to_its_ends_is_complete(name: str, table_bounds: bool) -> None:
    tree = RandomTree(depth=4, branching=2, outcomes_per_node=2, merge=6)
    algorithm = mcms.algorithm(name if name == "mcms" else f"{name}(table_bounds={str(table_bounds).lower()})")
    result = mcms.search(tree, tree.initial_state(3), algorithm, limit=Limit(depth=50))
    assert result.stop_reason == "complete"
    assert result.depth == 4


def test_results_are_functions_of_their_inputs() -> None:
    first = [without_time(run_job(job)) for job in JOBS]
    again = [without_time(run_job(job)) for job in reversed(JOBS)]
    assert first == again[::-1]


JOBS = [
    (name, seed, limit)
    for name in ALGORITHMS
    for seed in (0, 1, 2**64 - 1)
    for limit in (Limit(depth=4), Limit(nodes=20_000))
]


def run_job(job: tuple[str, int, Limit]) -> SearchResult[Any]:
    name, seed, limit = job
    return without_time(mcms.search(Pig(), pig_state(33, 44, 11), name, limit=limit, seed=seed))


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_threads_change_nothing(workers: int) -> None:
    expected = [run_job(job) for job in JOBS]
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        assert list(pool.map(run_job, JOBS)) == expected


def test_processes_change_nothing() -> None:
    expected = [run_job(job) for job in JOBS]
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(run_job, JOBS)) == expected


def test_seeds_draw_different_samples() -> None:
    values = {mcms.search(PIG, pig_state(0, 0), "expss", limit=Limit(depth=3), seed=s).value for s in range(20)}
    assert len(values) == 20


@pytest.mark.slow
def test_sampling_follows_the_probabilities() -> None:
    # With one sample, the value of a chance node at depth 0 tells which outcome was drawn.
    from scipy.stats import chisquare

    games: list[Any] = [RandomTree(chance_root=True, outcomes_per_node=5), PIG]
    for game in games:
        root = game.initial_state(1) if isinstance(game, RandomTree) else pig_state(30, 20, 10, rolling=True)
        outcomes = game.outcomes(root)
        worth = {game.estimate(game.resolve(root, outcome)): i for i, (outcome, _) in enumerate(outcomes)}
        assert len(worth) == len(outcomes)
        draws = 20_000
        counts = [0] * len(outcomes)
        for seed in range(draws):
            proof = mcms.prove(game, root, Expectimax(chance=Sampled(1), table_mb=0), depth=0, seed=seed)
            counts[worth[proof.lower]] += 1
        assert chisquare(counts, [p * draws for _, p in outcomes]).pvalue > 1e-4


def test_wide_samples_approach_the_exact_value() -> None:
    exact = mcms.search(PIG, pig_state(50, 40, 12), "exp", limit=Limit(depth=3)).value
    errors = [
        statistics.fmean(
            abs(
                mcms.search(PIG, pig_state(50, 40, 12), f"expss(width={width})", limit=Limit(depth=3), seed=s).value
                - exact
            )
            for s in range(30)
        )
        for width in (5, 50, 500)
    ]
    assert errors[0] > errors[1] > errors[2]


@pytest.mark.timing
def test_table_memory_is_bounded_and_reused() -> None:
    import resource

    for _ in range(3):
        mcms.search(PIG, pig_state(0, 0), "star1(table_mb=8)", limit=Limit(depth=6))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in range(30):
        mcms.search(PIG, pig_state(0, 0), "star1(table_mb=8)", limit=Limit(depth=6), seed=seed)
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown_kb < 4096


@pytest.mark.parametrize("table_mb", [0, 1, 3, 64])
def test_table_size_changes_no_value(table_mb: int) -> None:
    for name in ("exp", "star1", "star2"):
        for bounds in ("false", "true"):
            result = mcms.search(
                PIG, pig_state(60, 70, 9), f"{name}(table_mb={table_mb},table_bounds={bounds})", limit=Limit(depth=5)
            )
            expected = mcms.search(PIG, pig_state(60, 70, 9), "exp", limit=Limit(depth=5))
            assert result.value == pytest.approx(expected.value, abs=1e-9)
            assert result.action == expected.action


def test_stored_bounds_save_nodes() -> None:
    for name in ("exp", "star1", "star2", "expss", "star1ss", "star2ss"):
        algorithm = mcms.algorithm(name)
        assert isinstance(algorithm, mcms.DepthLimited)
        plain = mcms.search(PIG, pig_state(0, 0), algorithm, limit=Limit(depth=6))
        bounded = dataclasses.replace(algorithm, table_bounds=True)
        with_bounds = mcms.search(PIG, pig_state(0, 0), bounded, limit=Limit(depth=6))
        assert with_bounds.nodes < plain.nodes / 2
        assert with_bounds.value == pytest.approx(plain.value, abs=1e-9)


@pytest.mark.parametrize("game", [PIG, RandomTree(depth=12, branching=4, outcomes_per_node=4)])
@pytest.mark.parametrize("name", ["star1", "star2"])
def test_pruning_saves_nodes_over_a_set_of_positions(game: Any, name: str) -> None:
    depth = 6 if isinstance(game, Pig) else 4
    if isinstance(game, Pig):
        roots = [
            pig_state(a, b, k, m) for a, b, k, m in [(0, 0, 0, 0), (50, 40, 12, 1), (80, 90, 5, 0), (10, 70, 20, 0)]
        ]
    else:
        roots = [game.initial_state(seed) for seed in range(4)]
    plain = sum(mcms.search(game, root, "exp", limit=Limit(depth=depth)).nodes for root in roots)
    pruned = sum(mcms.search(game, root, name, limit=Limit(depth=depth)).nodes for root in roots)
    assert pruned < 0.95 * plain
