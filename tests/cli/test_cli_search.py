"""``mcms search``: the same answer as the library, in JSON and in words, and Ctrl-C."""

import json
import os
import pty
import select
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import mcms as package
from mcms.cli.search_report import value_text
from tests.cli.process import COMMAND, RunMcms
from tests.patience import PATIENCE, wait_until

STATE = {"scores": [50, 40], "turn_total": 12, "to_move": 0}
TIMES = {"seconds"}


def found(mcms: RunMcms, *arguments: str, stdin: str = "") -> dict[str, Any]:
    outcome = mcms("search", *arguments, "--json", stdin=stdin)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stderr == ""
    assert outcome.stdout.count("\n") == 1
    loaded: dict[str, Any] = json.loads(outcome.stdout)
    return loaded


@pytest.mark.parametrize("algorithm", [*package.SHORT_NAMES, "star2ss(width=3,keep_probes=false)"])
def test_json_is_what_the_library_finds(mcms: RunMcms, algorithm: str) -> None:
    limit = "depth" if algorithm.partition("(")[0] in package.DEPTH_LIMITED_NAMES else "simulations"
    arguments = ["--state", json.dumps(STATE), "--algorithm", algorithm, f"--{limit}", "4", "--seed", "5"]
    printed = found(mcms, "pig", *arguments)
    pig = package.load("pig")
    result = package.search(pig, pig.from_json(STATE), algorithm, limit=package.Limit(**{limit: 4}), seed=5)
    expected = json.loads(json.dumps(result.to_json()))
    assert {name: value for name, value in printed.items() if name in expected and name not in TIMES} == {
        name: value for name, value in expected.items() if name not in TIMES
    }
    assert printed["game"] == "pig"
    assert printed["state"] == STATE
    assert printed["algorithm"] == str(package.algorithm(algorithm, pig))
    assert printed["seed"] == 5


def test_state_from_a_file_and_from_stdin(mcms: RunMcms, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text("\ufeff" + json.dumps(STATE), encoding="utf-8")
    assert found(mcms, "pig", "--state", f"@{file}", "--depth", "2")["state"] == STATE
    assert found(mcms, "pig", "--state", "-", "--depth", "2", stdin=json.dumps(STATE))["state"] == STATE


def test_without_a_state_the_seed_draws_the_start(mcms: RunMcms) -> None:
    tree = package.load("random_tree")
    for seed in (0, 2**64 - 1):
        printed = found(mcms, "random_tree", "--depth", "1", "--seed", str(seed))
        assert printed["state"] == tree.to_json(tree.initial_state(seed))


def test_limits(mcms: RunMcms) -> None:
    assert found(mcms, "pig")["stop_reason"] == "seconds"
    assert 0.1 <= found(mcms, "pig", "--ms", "100")["seconds"] < 1
    assert found(mcms, "pig", "--nodes", "5000")["stop_reason"] == "nodes"
    assert found(mcms, "pig", "--nodes", "100000000", "--depth", "2")["stop_reason"] == "depth"
    assert found(mcms, "random_tree(depth=2)", "--depth", "9")["stop_reason"] == "complete"
    assert found(mcms, "pig", "--ms", "1e-300")["action"] == "roll"


def test_for_a_person(mcms: RunMcms) -> None:
    text = mcms("search", "pig(goal=70)", "--depth", "4", "--algorithm", "star1", "--state", json.dumps(STATE)).stdout
    for part in (
        "pig(goal=70) · star1",
        "first 50 : 40 second, to 70",
        "best",
        "stop",
        "nodes/s",
        "depth limit",
        "cuts",
    ):
        assert part in text


def test_the_line_tells_outcomes_from_actions(mcms: RunMcms) -> None:
    state = json.dumps(STATE | {"turn_total": 0})
    text = mcms("search", "pig", "--depth", "4", "--algorithm", "exp", "--state", state).stdout
    assert "line    roll [one] roll" in text


def test_a_chance_node(mcms: RunMcms) -> None:
    state = json.dumps(STATE | {"rolling": True})
    assert found(mcms, "pig", "--state", state, "--depth", "2")["action"] is None
    assert "chance node" in mcms("search", "pig", "--state", state, "--depth", "2").stdout


def test_values_and_bounds_in_words() -> None:
    def text(lower: float, upper: float, depth: int = 3) -> str:
        value = lower if lower == upper else None
        entry = package.ActionValue(action="a", value=value, lower=lower, upper=upper, depth=depth)
        return value_text(entry, -100, 100)

    assert text(2, 2) == "+2.000"
    assert text(-100, 2) == "at most +2.000"
    assert text(-2, 100) == "at least -2.000"
    assert text(-2, 2) == "-2.000 to +2.000"
    assert text(-100, 100, depth=0) == "not searched"


WATCHED_PIG = """
import pathlib
from mcms.bench.python_pig import PythonPig

class WatchedPig(PythonPig):
    asked = 0

    def estimate(self, state):
        self.asked += 1
        if self.asked == 1000:
            pathlib.Path("searching").touch()
        return super().estimate(state)
"""
HOURS = str(10 * 3_600_000)


def test_ctrl_c_shows_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "watched.py").write_text(WATCHED_PIG)
    with subprocess.Popen(
        [*COMMAND, "search", "watched:WatchedPig", "--algorithm", "exp", "--ms", HOURS, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as process:
        wait_until((tmp_path / "searching").exists, "a thousand leaves were seen", process)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert errors == b""
    result = json.loads(output)
    assert result["stop_reason"] == "stopped"
    assert result["action"] == "roll"
    assert result["depth"] > 1


@pytest.mark.parametrize(("name", "shows"), [("exp", b"depth "), ("mcts(skip_forced=false)", b"simulations")])
def test_a_long_search_on_a_terminal_shows_progress_and_hears_ctrl_c(tmp_path: Path, name: str, shows: bytes) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "search", "pig", "--algorithm", name, "--ms", HOURS],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env=os.environ | {"TERM": "xterm"},
    ) as process:
        os.close(theirs)
        shown = b""
        while b"searching pig" not in shown or shows not in shown:
            assert select.select([ours], [], [], PATIENCE)[0]
            shown += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        text = process.communicate(timeout=PATIENCE)[0].decode()
    os.close(ours)
    assert "stopped by Ctrl-C" in text
    assert "best" in text


def test_mcts_for_a_person(mcms: RunMcms) -> None:
    text = mcms("search", "pig", "--algorithm", "dpw", "--state", json.dumps(STATE), "--simulations", "3000").stdout
    for part in ("dpw(exploration=50", "visits", "3,000", "all simulations made"):
        assert part in text
    assert "cuts" not in text
    assert "one action only" in mcms("search", "pig", "--algorithm", "mcts").stdout
