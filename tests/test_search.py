"""The front door: results, limits, determinism, interruption, bad input."""

import concurrent.futures
import dataclasses
import math
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any

import pytest

import mcms
from mcms import (
    Exact,
    Expectimax,
    GameOverError,
    InvalidOptionError,
    InvalidStateError,
    Limit,
    Pig,
    RandomTree,
    Sampled,
    SearchResult,
    Star1,
    Star2,
    StopToken,
    UnknownNameError,
)
from tests import brute_force

PIG = Pig()
ALGORITHMS = list(mcms.SHORT_NAMES)


def pig_state(first: int, second: int, turn_total: int = 0, to_move: int = 0, rolling: bool = False) -> Any:
    data = {"scores": [first, second], "turn_total": turn_total, "to_move": to_move}
    return PIG.from_json(data | {"rolling": True} if rolling else data)


def without_time(result: SearchResult) -> SearchResult:
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
    if not name.endswith("ss"):
        assert result.value == pytest.approx(brute_force.value(PIG, state, 3), abs=1e-9)


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("table_bounds", [False, True])
def test_a_tree_searched_to_its_ends_is_complete(name: str, table_bounds: bool) -> None:
    tree = RandomTree(depth=4, branching=2, outcomes_per_node=2, merge=6)
    algorithm = dataclasses.replace(mcms.algorithm(name), table_bounds=table_bounds)
    result = mcms.search(tree, tree.initial_state(3), algorithm, limit=Limit(depth=50))
    assert result.stop_reason == "complete"
    assert result.depth == 4


@pytest.mark.parametrize("name", ALGORITHMS)
def test_node_limit_is_exact(name: str) -> None:
    for nodes in (1, 2, 15, 16, 17, 1000, 54321):
        result = mcms.search(PIG, pig_state(50, 40, 12), name, limit=Limit(nodes=nodes))
        assert result.nodes == nodes
        assert result.stop_reason == "nodes"
        assert result.action in {"roll", "stop"}


def test_an_unfinished_depth_counts_from_its_first_finished_action() -> None:
    state = pig_state(50, 40, 12)
    full = mcms.search(PIG, state, "exp", limit=Limit(depth=6))
    fifth = mcms.search(PIG, state, "exp", limit=Limit(depth=5))
    cut_off = mcms.search(PIG, state, "exp", limit=Limit(nodes=full.nodes - 1))
    assert cut_off.depth == 5
    depths = {entry.action: entry.depth for entry in cut_off.actions}
    assert sorted(depths.values()) == [5, 6]
    assert depths[str(cut_off.action)] == 6
    barely_begun = mcms.search(PIG, state, "exp", limit=Limit(nodes=fifth.nodes + 5))
    assert (barely_begun.action, barely_begun.value) == (fifth.action, fifth.value)


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


def run_job(job: tuple[str, int, Limit]) -> SearchResult:
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

    for game in (RandomTree(chance_root=True, outcomes_per_node=5), PIG):
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
@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("seconds", [1e-9, 0.001, 0.02])
def test_a_time_limit_is_kept_and_a_move_comes_back(name: str, seconds: float) -> None:
    overshoots = []
    for repeat in range(7):
        start = time.perf_counter()
        result = mcms.search(PIG, pig_state(10, 20, 5), name, limit=Limit(seconds=seconds), seed=repeat)
        overshoots.append(time.perf_counter() - start - seconds)
        assert result.action in {"roll", "stop"}
        assert result.stop_reason == "seconds"
    # The middle one, since a busy machine may take the processor away at any moment.
    assert statistics.median(overshoots) < 0.010


def test_a_token_stops_a_search_from_another_thread() -> None:
    token = StopToken()
    assert not token.stopped
    threading.Timer(0.05, token.stop).start()
    result = mcms.search(PIG, pig_state(0, 0), "exp", limit=Limit(depth=100), stop=token)
    assert result.stop_reason == "stopped"
    assert result.action == "roll"
    assert token.stopped
    at_once = mcms.search(PIG, pig_state(0, 0), "exp", limit=Limit(depth=100), stop=token)
    assert at_once.stop_reason == "stopped"
    assert at_once.action == "roll"


def test_searches_in_threads_run_side_by_side() -> None:
    # A search holds no GIL: another thread makes progress while one runs in the core.
    token = StopToken()
    ticks = 0

    def count_and_stop() -> None:
        nonlocal ticks
        while ticks < 1000:
            ticks += 1
        token.stop()

    threading.Thread(target=count_and_stop).start()
    mcms.search(PIG, pig_state(0, 0), "exp", limit=Limit(depth=100), stop=token)
    assert ticks == 1000


@pytest.mark.timing
@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize(
    "call", ["search(pig, s, 'star1', limit=mcms.Limit(depth=100))", "prove(pig, s, 'exp', depth=100)"]
)
def test_ctrl_c_stops_a_search(call: str) -> None:
    program = textwrap.dedent(
        f"""
        import time, mcms
        pig = mcms.Pig()
        s = pig.initial_state()
        print("ready", flush=True)
        try:
            mcms.{call}
        except KeyboardInterrupt:
            print(time.time())
        """
    )
    delays = []
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
        delays.append(float(output) - sent)
        assert process.returncode == 0
    assert min(delays) < 0.050


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
        plain = mcms.search(PIG, pig_state(0, 0), mcms.algorithm(name), limit=Limit(depth=6))
        with_bounds = mcms.search(
            PIG, pig_state(0, 0), dataclasses.replace(mcms.algorithm(name), table_bounds=True), limit=Limit(depth=6)
        )
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


@pytest.mark.parametrize("bad", [0, -1, 201, 10**30, 1.5, "3", True, math.nan])
def test_bad_depths(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="depth"):
        Limit(depth=bad)


@pytest.mark.parametrize("bad", [0, -1, 2**63, 1.5, "3", True])
def test_bad_nodes(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="nodes"):
        Limit(nodes=bad)


@pytest.mark.parametrize("bad", [0, -1.0, math.nan, math.inf, -math.inf, "1", True])
def test_bad_seconds(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="seconds"):
        Limit(seconds=bad)


def test_a_limit_is_required() -> None:
    with pytest.raises(InvalidOptionError, match="at least one of depth, nodes, seconds"):
        Limit()
    with pytest.raises(InvalidOptionError, match="expected a Limit"):
        mcms.search(PIG, pig_state(0, 0), "exp", limit=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [-1, 2**64, 0.5, "1", None])
def test_bad_seeds(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="seed"):
        mcms.search(PIG, pig_state(0, 0), "expss", limit=Limit(depth=1), seed=bad)


@pytest.mark.parametrize(
    ("algorithm", "error", "says"),
    [
        ("minimax", UnknownNameError, "expected one of exp, star1, star2, expss, star1ss, star2ss"),
        ("exp(width=3)", InvalidOptionError, "exp has no option 'width'"),
        ("exp(prune_from=1)", InvalidOptionError, "exp has no option 'prune_from'"),
        ("star1(keep_probes=true)", InvalidOptionError, "star1 has no option 'keep_probes'"),
        ("star2ss(width=0)", InvalidOptionError, "width is 0"),
        ("star2ss(width=nan)", InvalidOptionError, "width is nan"),
        ("star2ss(width=abc)", InvalidOptionError, "width is 'abc'"),
        ("star2(prune_from=-1)", InvalidOptionError, "prune_from is -1"),
        ("star2(probe_from=201)", InvalidOptionError, "probe_from is 201"),
        ("star2(table_mb=-1)", InvalidOptionError, "table_mb is -1"),
        ("star2(table_mb=99999999999999)", InvalidOptionError, "table_mb"),
        ("star2(table_mb=1048576)", InvalidOptionError, "half of this machine's memory"),
        ("star2(table_bounds=7)", InvalidOptionError, "expected true or false"),
        ("star2(", InvalidOptionError, "expected something like"),
        ("star2(x)", InvalidOptionError, "expected option=value"),
        ("star2(table_mb=1,table_mb=2)", InvalidOptionError, "twice"),
        ("", InvalidOptionError, "expected something like"),
        (None, InvalidOptionError, "expected Expectimax"),
        (Pig, InvalidOptionError, "expected Expectimax"),
    ],
)
def test_bad_algorithms(algorithm: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        mcms.search(PIG, pig_state(0, 0), algorithm, limit=Limit(depth=1))
    assert says in str(caught.value)


def test_bad_states_and_games() -> None:
    tree = RandomTree()
    with pytest.raises(InvalidStateError, match="expected a PigState"):
        mcms.search(PIG, tree.initial_state(0), "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(InvalidStateError, match="expected a PigState"):
        mcms.search(PIG, None, "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError, match="expected a built-in game"):
        mcms.search("pig", pig_state(0, 0), "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(GameOverError, match="the game is over"):
        mcms.search(PIG, pig_state(100, 0, to_move=1), "exp", limit=Limit(depth=1))


@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 1.0), (2.0, 1.0), (math.nan, 1.0), ("0", 1.0), (True, 2.0)])
def test_bad_windows(alpha: Any, beta: Any) -> None:
    with pytest.raises(InvalidOptionError, match=r"window|alpha|beta"):
        mcms.prove(PIG, pig_state(0, 0), "star1", depth=2, alpha=alpha, beta=beta)


def test_algorithm_objects_and_names_mean_the_same() -> None:
    for text, made in [
        ("exp", Expectimax()),
        ("star1", Star1(chance=Exact())),
        ("star2ss(width=7)", Star2(chance=Sampled(7))),
        ("expss(width=3,table_mb=1,table_bounds=true)", Expectimax(chance=Sampled(3), table_mb=1, table_bounds=True)),
        ("star2(prune_from=0,keep_probes=false)", Star2(prune_from=0, keep_probes=False)),
    ]:
        assert mcms.algorithm(text) == made
        assert mcms.algorithm(str(made)) == made


def test_short_names_carry_the_paper_s_widths() -> None:
    widths = {name: mcms.algorithm(name, PIG).chance for name in ("expss", "star1ss", "star2ss")}
    assert widths == {"expss": Sampled(20), "star1ss": Sampled(25), "star2ss": Sampled(18)}
    with pytest.raises(InvalidOptionError, match="chance"):
        Star1(chance=20)  # type: ignore[arg-type]
