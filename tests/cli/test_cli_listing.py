"""``mcms games``, ``mcms algorithms``, ``--version``, ``--help``, and a reader that goes away."""

import json
import subprocess
from pathlib import Path

import pytest

import mcms as package
from mcms.registry import game_classes
from tests.cli.process import COMMAND, RunMcms
from tests.patience import PATIENCE


def test_games_as_json(mcms: RunMcms) -> None:
    listed = {game["name"]: game for game in json.loads(mcms("games", "--json").stdout)["games"]}
    assert list(listed) == list(game_classes())
    for name, described in listed.items():
        game = package.load(name)
        assert {option["name"]: option["default"] for option in described["options"]} == {
            option["name"]: getattr(game, option["name"]) for option in described["options"]
        }
        assert all(option["meaning"] and option["type"] for option in described["options"])
        assert game.to_json(game.from_json(described["state"])) == described["state"]


def test_every_option_of_a_game_is_described() -> None:
    from dataclasses import fields

    for cls in game_classes().values():
        assert all("meaning" in field.metadata for field in fields(cls)), cls


def test_games_for_a_person(mcms: RunMcms) -> None:
    text = mcms("games").stdout
    assert "Pig: roll or stop" in text
    assert '{"scores": [0, 0], "turn_total": 0, "to_move": 0}' in text
    assert "points that win" in text


def test_algorithms(mcms: RunMcms) -> None:
    listed = json.loads(mcms("algorithms", "--json").stdout)["algorithms"]
    assert [algorithm["name"] for algorithm in listed] == list(package.SHORT_NAMES)
    for algorithm in listed:
        defaults = {option["name"]: option["default"] for option in algorithm["options"]}
        assert ("width" in defaults) == algorithm["name"].endswith("ss")
        assert ("exploration" in defaults) == (algorithm["name"] not in package.DEPTH_LIMITED_NAMES)
        options = ",".join(f"{name}={value}" for name, value in defaults.items() if value != "tuned")
        assert package.algorithm(f"{algorithm['name']}({options})") == package.algorithm(algorithm["name"])
    text = mcms("algorithms").stdout
    assert all(name in text for name in (*package.SHORT_NAMES, "keep_probes", "Tuned for pig"))


def test_version(mcms: RunMcms) -> None:
    assert mcms("--version").stdout == f"mcms {package.__version__}\n"


@pytest.mark.parametrize("command", [[], ["games"], ["algorithms"], ["search"], ["solve"], ["bench"]])
def test_help(mcms: RunMcms, command: list[str]) -> None:
    outcome = mcms(*command, "--help")
    assert outcome.returncode == 0
    assert "Usage: mcms" in outcome.stdout
    assert not command or f"mcms {command[0]}" in outcome.stdout.partition("Examples:")[2]


def test_no_command_is_help(mcms: RunMcms) -> None:
    outcome = mcms()
    assert outcome.returncode == 0
    assert outcome.stdout == mcms("--help").stdout


@pytest.mark.parametrize("arguments", [["games"], ["games", "--json"], ["search", "pig", "--depth", "2"]])
def test_a_reader_that_goes_away_is_no_error(arguments: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 141


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    outcome = subprocess.run(
        [*COMMAND, "search", "pig", "--depth", "3"],
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"roll" in outcome.stdout
