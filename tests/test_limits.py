"""When a search stops: nodes, time, a token, Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import mcms
from mcms import (
    Limit,
    StopToken,
)
from tests.patience import PATIENCE
from tests.pig_positions import ALGORITHMS, PIG, pig_state

pytestmark = pytest.mark.core

WITH_MCTS = [
    *ALGORITHMS,
    "star2(threads=2)",
    "mcms(threads=3)",
    "mcts",
    "dpw",
    "mcts(backup=expectimax)",
    "mcts(rollout_moves=none,threads=2)",
]
ATTEMPTS = 40
"""A busy machine may take the processor away at any moment; a search that is late is so every time."""


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


@pytest.mark.timing
@pytest.mark.parametrize("name", WITH_MCTS)
@pytest.mark.parametrize("seconds", [1e-9, 0.001, 0.02])
def test_a_time_limit_is_kept_and_a_move_comes_back(name: str, seconds: float) -> None:
    overshoots: list[float] = []
    while not overshoots or (min(overshoots) >= 0.010 and len(overshoots) < ATTEMPTS):
        start = time.perf_counter()
        result = mcms.search(PIG, pig_state(10, 20, 5), name, limit=Limit(seconds=seconds), seed=len(overshoots))
        overshoots.append(time.perf_counter() - start - seconds)
        assert result.action in {"roll", "stop"}
        assert result.stop_reason == "seconds"
    assert min(overshoots) < 0.010


@pytest.mark.parametrize("name", [name for name in WITH_MCTS if "threads" not in name])
def test_processor_time_is_what_the_thread_used(name: str) -> None:
    wanted = 0.03
    start = time.thread_time()
    result = mcms.search(PIG, pig_state(10, 20, 5), name, limit=Limit(cpu_seconds=wanted))
    used = time.thread_time() - start
    assert result.stop_reason == "seconds"
    assert wanted <= used < wanted + 0.5


@pytest.mark.parametrize("name", ["star2(threads=2)", "mcts(threads=2)"])
def test_processor_time_is_for_one_thread(name: str) -> None:
    with pytest.raises(mcms.InvalidOptionError, match=r"threads=2.*has no limit by processor time: expected threads=1"):
        mcms.search(PIG, pig_state(10, 20, 5), name, limit=Limit(cpu_seconds=0.01))


def test_a_token_stops_a_search_from_another_thread() -> None:
    token = StopToken()
    assert not token.stopped
    threading.Timer(0.05, token.stop).start()
    result = mcms.search(PIG, pig_state(0, 0), "exp", limit=Limit(depth=100), stop=token)
    assert result.stop_reason == "stopped"
    assert result.action == "roll"
    assert bool(token.stopped)
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
    "call",
    [
        "search(pig, s, 'star1', limit=mcms.Limit(depth=100))",
        "search(pig, s, 'star2(threads=2)', limit=mcms.Limit(depth=100))",
        "prove(pig, s, 'exp', depth=100)",
        "search(pig, pig.play(s, 'roll'), 'mcts', limit=mcms.Limit(simulations=4_000_000_000))",
        "search(pig, pig.play(s, 'roll'), 'dpw(threads=2)', limit=mcms.Limit(simulations=4_000_000_000))",
    ],
)
def test_ctrl_c_stops_a_search(call: str) -> None:
    program = textwrap.dedent(
        f"""
        import time, mcms
        pig = mcms.Pig()
        s = pig.initial_state()
        try:
            print("ready", flush=True)
            mcms.{call}
        except KeyboardInterrupt:
            print(time.time())
        """
    )
    delays: list[float] = []
    while not delays or (min(delays) >= 0.050 and len(delays) < ATTEMPTS):
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=PATIENCE)
        delays.append(float(output) - sent)
        assert process.returncode == 0
    assert min(delays) < 0.050
