"""Searches by depth on several threads: the same answers, the same limits, errors that arrive."""

import resource
import subprocess
import sys
import textwrap
import threading
from typing import Any

import pytest

import mcms
from mcms import Limit, StopToken

pytestmark = pytest.mark.core

NAMES = ["exp", "star1", "star2", "expss", "star1ss", "star2ss", "star2(table_bounds=true)", "mcms"]
DEPTHS = {"pig": 5, "ewn": 4, "cant_stop": 3, "ra": 3}


def state_of(game: Any, seed: int, decisions: int) -> Any:
    """Return a decision that play has led to, by first and last actions in turn."""
    state = game.initial_state(seed)
    while decisions > 0 or game.turn(state) is mcms.Turn.CHANCE:
        if game.turn(state) is mcms.Turn.CHANCE:
            outcomes = game.outcomes(state)
            state = game.resolve(state, outcomes[seed % len(outcomes)][0])
        else:
            state = game.play(state, game.actions(state)[-(decisions % 2)])
            decisions -= 1
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game_name", DEPTHS)
def test_threads_change_neither_value_nor_action(game_name: str, name: str) -> None:
    game = mcms.load(game_name)
    plain = mcms.algorithm(name, game)
    for seed in (1, 2):
        state = state_of(game, seed, decisions=3)
        limit = Limit(depth=DEPTHS[game_name])
        alone = mcms.search(game, state, plain, limit=limit, seed=seed)
        for threads in (2, 3):
            text = str(plain).removesuffix(")") + ("," if "(" in str(plain) else "(") + f"threads={threads})"
            together = mcms.search(game, state, text, limit=limit, seed=seed)
            assert (together.action, together.value, together.depth) == (alone.action, alone.value, alone.depth)


@pytest.mark.parametrize("name", ["star1", "star2", "star2(table_bounds=true)"])
def test_the_bounds_of_all_actions_hold(name: str) -> None:
    game = mcms.load("ewn")
    state = state_of(game, 3, decisions=4)
    values = {entry.action: entry.value for entry in mcms.search(game, state, "exp", limit=Limit(depth=4)).actions}
    algorithm = name.removesuffix(")") + ("," if "(" in name else "(") + "threads=3)"
    for entry in mcms.search(game, state, algorithm, limit=Limit(depth=4)).actions:
        value = values[entry.action]
        assert value is not None
        assert entry.lower <= value <= entry.upper


def test_a_chance_root() -> None:
    game = mcms.load("ewn")
    state = game.play(state_of(game, 1, decisions=2), game.actions(state_of(game, 1, decisions=2))[0])
    assert game.turn(state) is mcms.Turn.CHANCE
    alone = mcms.search(game, state, "star2", limit=Limit(depth=4))
    together = mcms.search(game, state, "star2(threads=2)", limit=Limit(depth=4))
    assert (together.action, together.value) == (None, alone.value)


def test_progress_comes_from_the_calling_thread_and_may_stop_the_search() -> None:
    game = mcms.load("pig")
    seen: list[tuple[int, int]] = []

    def show(so_far: mcms.SearchResult) -> bool:
        seen.append((so_far.depth, threading.get_ident()))
        return so_far.depth < 4

    result = mcms.search(
        game, game.initial_state(), "star2(threads=2)", limit=Limit(depth=100, seconds=60), on_progress=show
    )
    assert seen == [(depth, threading.get_ident()) for depth in (1, 2, 3, 4)]
    assert (result.depth, result.stop_reason) == (4, "stopped")


@pytest.mark.parametrize("name", ["exp(threads=2)", "star2(threads=3)", "mcms(threads=2)"])
def test_a_token_stops_all_threads(name: str) -> None:
    game = mcms.load("cant_stop")
    token = StopToken()
    threading.Timer(0.05, token.stop).start()
    result = mcms.search(game, state_of(game, 1, 1), name, limit=Limit(depth=100), stop=token)
    assert result.stop_reason == "stopped"
    assert result.action is not None


@pytest.mark.parametrize("name", ["exp(threads=2)", "star2(threads=3)", "mcms(threads=2)"])
def test_a_node_limit_is_nearly_used(name: str) -> None:
    game = mcms.load("ewn")
    state = state_of(game, 1, decisions=2)
    for nodes in (100, 5000, 300_000):
        result = mcms.search(game, state, name, limit=Limit(nodes=nodes))
        assert nodes * 0.5 < result.nodes <= nodes
        assert result.stop_reason == "nodes"


def test_a_helper_with_a_small_stack_ends_the_search_and_not_the_process() -> None:
    # The stacks of new threads are as large as the limit of the process says when it starts.
    program = textwrap.dedent(
        """
        import mcms
        tree = mcms.RandomTree(depth=100, branching=1, outcomes_per_node=2, merge=1)
        state = tree.initial_state(1)
        result = mcms.search(tree, state, "star1(threads=2,table_bounds=true)", limit=mcms.Limit(depth=200))
        print(result.stop_reason)
        """
    )

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_STACK, (512 * 1024, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-c", program], preexec_fn=small, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("stack", "complete", "depth")
