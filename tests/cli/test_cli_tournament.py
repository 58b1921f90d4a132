"""``mcms tournament``: every schedule, killed and resumed, two at once on one file."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.process import RunMcms
from tests.cli.test_cli_match import games_in, start, wait_for_games
from tests.patience import PATIENCE

FILE = """
game = "pig(goal=40)"
schedule = "{schedule}"
players = ["hold:5", "hold:10", "star1", "random"]
limit = "depth=2"
matches = {matches}
seed = 1
"""


def write(folder: Path, schedule: str = "round-robin", matches: int = 5) -> None:
    (folder / "t.toml").write_text(FILE.format(schedule=schedule, matches=matches))


def test_round_robin_and_its_ratings(mcms_here: RunMcms, tmp_path: Path) -> None:
    write(tmp_path)
    outcome = mcms_here("tournament", "t.toml", "--workers", "2")
    assert outcome.returncode == 0
    assert outcome.stderr == ""
    assert "hold:5 – hold:10" in outcome.stdout
    assert "Elo compared with the mean" in outcome.stdout
    data = json.loads(mcms_here("tournament", "t.toml", "--workers", "1", "--json").stdout)
    assert len(data["pairings"]) == 6
    assert [rating["elo"] for rating in data["ratings"]] == sorted((r["elo"] for r in data["ratings"]), reverse=True)
    assert {rating["name"] for rating in data["ratings"]} == {"hold:5", "hold:10", "star1@depth=2", "random"}
    assert all(rating["low"] < rating["elo"] < rating["high"] for rating in data["ratings"])


def test_gauntlet_and_elimination(mcms_here: RunMcms, tmp_path: Path) -> None:
    write(tmp_path, "gauntlet", 2)
    data = json.loads(mcms_here("tournament", "t.toml", "--workers", "1", "--json").stdout)
    assert [(p["a"], p["b"]) for p in data["pairings"]] == [
        ("hold:5", "hold:10"),
        ("hold:5", "star1@depth=2"),
        ("hold:5", "random"),
    ]
    write(tmp_path, "elimination", 2)
    data = json.loads(mcms_here("tournament", "t.toml", "--workers", "1", "--json").stdout)
    assert [len(played) for played in data["rounds"]] == [2, 1]
    assert data["champion"] in (data["rounds"][1][0]["a"], data["rounds"][1][0]["b"])
    assert f"Champion: {data['champion']}" in mcms_here("tournament", "t.toml", "--workers", "1").stdout


@pytest.mark.parametrize("content", ["game = ", 'game = "pig"', 'game = "pig"\nplayers = []', "\0"])
def test_bad_files(mcms_here: RunMcms, tmp_path: Path, content: str) -> None:
    (tmp_path / "t.toml").write_text(content)
    outcome = mcms_here("tournament", "t.toml")
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert outcome.stderr.startswith("mcms: ")
    assert outcome.stderr.count("\n") == 1


@pytest.mark.slow
def test_killed_in_the_middle_it_goes_on_where_it_was(mcms_here: RunMcms, tmp_path: Path) -> None:
    write(tmp_path, matches=400)
    arguments = ("tournament", "t.toml", "--json", "--workers", "2", "--out")
    file = tmp_path / "killed.db"
    finished: list[int] = []
    for games in (50, 400):
        with start((*arguments, file.name), tmp_path) as process:
            wait_for_games(file, games)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        finished.append(games_in(file))
    assert finished[0] >= 50
    assert finished[0] < finished[1] < 4800
    resumed = mcms_here(*arguments, file.name)
    assert resumed.returncode == 0, resumed.stderr
    whole = mcms_here(*arguments, "whole.db")
    assert json.loads(resumed.stdout) == json.loads(whole.stdout)
    assert games_in(file) == games_in(tmp_path / "whole.db") == 4800
    assert mcms_here(*arguments, file.name).stdout == resumed.stdout
    said = mcms_here("tournament", "t.toml", "--out", file.name).stdout
    assert "4800 games were in killed.db, 0 were played now." in said


def test_two_at_once_on_one_file_add_up_to_one(mcms_here: RunMcms, tmp_path: Path) -> None:
    write(tmp_path, matches=30)
    arguments = ("tournament", "t.toml", "--json", "--workers", "1", "--out", "both.db")
    both = [start(arguments, tmp_path) for _ in range(2)]
    printed = [process.communicate(timeout=PATIENCE) for process in both]
    assert [process.returncode for process in both] == [0, 0], printed
    assert printed[0] == printed[1]
    assert games_in(tmp_path / "both.db") == 2 * 30 * 6
    alone = mcms_here(*arguments[:-1], "alone.db")
    assert json.loads(alone.stdout) == json.loads(printed[0][0])


def test_no_file_is_taken_over(mcms_here: RunMcms, tmp_path: Path) -> None:
    write(tmp_path)
    for content in (b"", b"precious", b"precious" * 100):
        (tmp_path / "mine").write_bytes(content)
        outcome: subprocess.CompletedProcess[str] = mcms_here("tournament", "t.toml", "--out", "mine")
        assert outcome.returncode == 2
        assert "is no file of match records: expected one that mcms wrote" in outcome.stderr
        assert (tmp_path / "mine").read_bytes() == content
