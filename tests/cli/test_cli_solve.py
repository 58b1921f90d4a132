"""``mcms solve``: what the Pig solver knows, in words and as JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

import mcms as package
from tests.cli.process import RunMcms

GAME = "pig(goal=25,dice=1)"
STATE = {"scores": [3, 4], "turn_total": 9, "to_move": 1}


@pytest.fixture(scope="module")
def solution() -> Any:
    return package.solve(package.load(GAME))


def test_the_start_and_when_to_stop(mcms: RunMcms, solution: Any) -> None:
    pig = package.load(GAME)
    outcome = mcms("solve", GAME)
    assert outcome.returncode == 0
    assert f"probability {solution.win_probability(pig.initial_state()):.7f}" in outcome.stdout
    assert "Stop from which turn total on" in outcome.stdout
    printed = json.loads(mcms("solve", GAME, "--json").stdout)
    assert printed["win_probability"] == pytest.approx(solution.win_probability(pig.initial_state()))
    assert printed["stopping_totals"] == solution.stopping_totals.tolist()


def test_one_state(mcms: RunMcms, solution: Any) -> None:
    pig = package.load(GAME)
    state = pig.from_json(STATE)
    printed = json.loads(mcms("solve", GAME, "--at", json.dumps(STATE), "--json").stdout)
    assert printed["game"] == GAME
    assert printed["state"] == STATE
    assert printed["value"] == pytest.approx(solution.value(state))
    assert printed["win_probability"] == pytest.approx(solution.win_probability(state))
    assert printed["actions"] == pytest.approx(solution.action_values(state))
    assert printed["action"] == solution.best_action(state)
    text = mcms("solve", GAME, "--at", "-", stdin=json.dumps(STATE)).stdout
    assert "second to move, turn total 9" in text
    assert "Stop from which" not in text


def test_dice_in_the_air(mcms: RunMcms, solution: Any) -> None:
    rolling = STATE | {"rolling": True}
    printed = json.loads(mcms("solve", GAME, "--at", json.dumps(rolling), "--json").stdout)
    assert printed["value"] == pytest.approx(solution.action_values(package.load(GAME).from_json(STATE))["roll"])
    assert printed["action"] is None
    assert "second is rolling" in mcms("solve", GAME, "--at", json.dumps(rolling)).stdout


def test_a_finished_game_is_refused(mcms: RunMcms) -> None:
    outcome = mcms("solve", GAME, "--at", '{"scores": [3, 26], "turn_total": 0, "to_move": 0}')
    assert outcome.returncode == 2
    assert outcome.stderr.startswith("mcms: the game is over")


def test_the_plot(mcms: RunMcms, tmp_path: Path) -> None:
    assert mcms("solve", GAME, "--plot", "pig.svg").returncode == 0
    assert "<svg" in (tmp_path / "pig.svg").read_text()
    for bad in ("missing/pig.svg", "pig.nonsense", "."):
        outcome = mcms("solve", GAME, "--plot", bad)
        assert outcome.returncode == 2
        assert outcome.stderr.count("\n") == 1
