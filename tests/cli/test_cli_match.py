"""``mcms match`` as a person runs it: results, JSON, progress, Ctrl-C, a person at the terminal, own players."""

import json
import os
import pty
import re
import select
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.process import COMMAND, RunMcms
from tests.patience import PATIENCE, wait_until

OWN = """
import pathlib
import time

def first(game, state, seed):
    return game.actions(state)[0]

def slow(game, state, seed):
    pathlib.Path("thinking").touch()
    time.sleep(3600)
    return game.actions(state)[0]

def broken(game, state, seed):
    return "fly"
"""


def test_a_match_and_all_its_numbers(mcms: RunMcms) -> None:
    outcome = mcms("match", "pig(goal=30)", "hold:8", "hold:2", "--matches", "40", "--workers", "1")
    assert outcome.returncode == 0
    assert outcome.stderr == ""
    assert "hold:8 – hold:2 in pig(goal=30)" in outcome.stdout
    for word in ("score", "Elo", "won, 0 drawn", "40: ", "Wilson"):
        assert word in outcome.stdout
    arguments = ("match", "pig(goal=30)", "hold:8", "hold:2", "--matches", "40", "--workers", "1", "--json")
    data = json.loads(mcms(*arguments).stdout)
    assert data["matches"] == 40
    assert data["wins"] + data["losses"] == 80
    assert sum(data["pentanomial"]) == 40
    assert data["interval"][0] < data["score"] == data["wins"] / 80 < data["interval"][1]
    assert f"{100 * data['score']:.1f} %" in outcome.stdout


def test_points_without_luck(mcms: RunMcms) -> None:
    arguments = (
        "match",
        "pig(goal=20)",
        "hold:5",
        "optimal",
        "--matches",
        "20",
        "--workers",
        "1",
        "--without-luck",
        "2",
    )
    outcome = mcms(*arguments)
    data = json.loads(mcms(*arguments, "--json").stdout)
    low, high = data["without_luck"]["points_interval"]
    assert low < data["without_luck"]["points_per_game"] < high
    assert high - low < data["points_interval"][1] - data["points_interval"][0]
    assert f"without luck  {data['without_luck']['points_per_game']:+.4f}" in outcome.stdout


def test_workers_change_nothing(mcms_here: RunMcms) -> None:
    arguments = ("match", "pig(goal=30)", "star1ss@depth=2", "mcts@simulations=9", "--matches", "10", "--json")
    printed = {mcms_here(*arguments, "--workers", str(workers)).stdout for workers in (1, 2, 4)}
    assert len(printed) == 1


def test_one_sided_matches_are_json_too(mcms_here: RunMcms) -> None:
    """Whoever wins all may be infinitely stronger, which JSON cannot say."""
    arguments = ("match", "pig(goal=30)", "hold:8", "random", "--matches", "1", "--workers", "1", "--json", "--seed")
    matches = (json.loads(mcms_here(*arguments, str(seed)).stdout) for seed in range(50))
    won = next(data for data in matches if data["wins"] == 2)
    assert won["interval"][1] == 1
    assert won["elo_interval"][1] is None


def test_sprt(mcms_here: RunMcms) -> None:
    arguments = ("match", "pig(goal=30)", "hold:8", "hold:1", "--sprt", "0,50", "--matches", "2000", "--workers", "1")
    outcome = mcms_here(*arguments)
    found = re.search(r"SPRT of \+0 against \+50 Elo: (H[01]) accepted after (\d+) matches", outcome.stdout)
    assert found is not None
    assert int(found[2]) < 2000
    assert json.loads(mcms_here(*arguments, "--json").stdout)["sprt"] == f"accept_{found[1].lower()}"


def test_players_of_one_s_own_from_the_current_folder(mcms: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    arguments = ("match", "pig(goal=30)", "own:first", "random", "--matches", "4", "--json", "--workers")
    alone, shared = (mcms(*arguments, workers) for workers in ("1", "2"))
    assert alone.returncode == shared.returncode == 0, shared.stderr
    assert json.loads(alone.stdout)["a"] == "own:first"
    assert alone.stdout == shared.stdout
    broken = mcms("match", "pig", "own:broken", "random", "--workers", "1")
    assert broken.returncode == 2
    assert "player own:broken answered 'fly'" in broken.stderr


def test_a_person_plays_through_a_pipe(mcms: RunMcms) -> None:
    outcome = mcms(
        "match", "pig(goal=10)", "human", "hold:8", "--matches", "1", "--json", stdin="roll\nfly\n" + "1\n" * 99
    )
    assert outcome.returncode == 0
    data = json.loads(outcome.stdout)  # what is said to the person is elsewhere
    assert data["matches"] == 1
    assert "You are first:" in outcome.stderr
    assert "You are second:" in outcome.stderr
    assert "'fly' is no action: expected a number or one of roll" in outcome.stderr


def test_the_end_of_the_input_ends_the_match(mcms: RunMcms) -> None:
    outcome = mcms("match", "pig", "human", "hold:8", stdin="roll\n")
    assert outcome.returncode == 0
    assert "no match is complete" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chess", "random", "random"), "unknown game"),
        (("pig", "nobody", "random"), "expected one of random, human, optimal, hold:N, mcms, exp"),
        (("pig", "nowhere:nobody", "random"), "unknown module 'nowhere'"),
        (("pig", "star1@soon", "random"), "limit is 'soon'"),
        (("pig", "mcts", "random", "--depth", "3"), "no limit by depth"),
        (("pig", "hold:1", "random", "--matches", "0"), "matches is 0"),
        (("pig", "hold:1", "random", "--matches", "many"), "many"),
        (("pig", "hold:1", "random", "--seed", "-1"), "seed is -1"),
        (("pig", "hold:1", "random", "--workers", "0"), "workers is 0"),
        (("pig", "star1@1ms", "random", "--workers", "5000"), "workers is 5000: expected at most"),
        (("pig", "hold:1", "random", "--sprt", "ten"), "sprt is 'ten'"),
        (("pig", "hold:1", "random", "--sprt", "10,0"), "elo1 is 0"),
        (("pig", "hold:1", "random", "--sprt", "0,nan"), "sprt is '0,nan'"),
        (("pig", "hold:1", "random", "--ms", "-1"), "ms is -1"),
        (("pig", "hold:1", "random", "--out", "/"), "directory"),
        (("pig", "hold:1", "random", "--out", "missing/x.db"), "No such file"),
        (("pig", "hold:1", "random", "--cluster", "127.0.0.1:1"), "does not answer"),
    ],
)
def test_bad_input(mcms_here: RunMcms, arguments: tuple[str, ...], says: str) -> None:
    outcome = mcms_here("match", *arguments)
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert re.fullmatch(r"mcms: .+\n", outcome.stderr)
    assert says in outcome.stderr


def screen_of(arguments: tuple[str, ...], folder: Path) -> str:
    """Run on a terminal, and return all that it showed."""
    controller, terminal = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
    ) as process:
        os.close(terminal)
        shown = b""
        while True:
            if select.select([controller], [], [], 0.1)[0]:
                try:
                    shown += os.read(controller, 65536)
                except OSError:  # the other side is closed
                    break
            elif process.poll() is not None:
                break
    os.close(controller)
    assert process.returncode == 0
    return shown.decode(errors="replace")


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    arguments = ("match", "pig(goal=50)", "star1@depth=5", "hold:8", "--matches", "60", "--workers", "1")
    shown = screen_of(arguments, tmp_path)
    assert "/120" in shown
    assert "games, " in shown
    assert "%" in shown


def start(arguments: tuple[str, ...], folder: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_for_games(file: Path, games: int) -> None:
    wait_until(lambda: file.exists() and games_in(file) >= games, f"{file.name} had {games} games")


def games_in(file: Path) -> int:
    from mcms.arena import Records

    with Records(file, read_only=True) as records:
        return len(list(records.games()))


@pytest.mark.parametrize(
    "players",
    [
        ("hold:8", "hold:9", "--workers", "1"),
        ("hold:8", "hold:9", "--workers", "2"),
        ("star1@depth=3", "hold:9", "--workers", "2"),
    ],
)
def test_ctrl_c_keeps_finished_games(tmp_path: Path, players: tuple[str, ...]) -> None:
    file = tmp_path / "r.db"
    with start(("match", "pig", *players, "--matches", "1000000", "--out", "r.db"), tmp_path) as process:
        wait_for_games(file, 10)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to all its processes
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert output == b""
    assert errors.decode().startswith(f"{players[0]} – {players[1]}")  # how it stands
    assert games_in(file) >= 10


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_does_not_wait_for_who_is_thinking(tmp_path: Path, workers: str) -> None:
    (tmp_path / "own.py").write_text(OWN)
    with start(("match", "pig", "own:slow", "own:first", "--out", "r.db", "--workers", workers), tmp_path) as process:
        wait_until((tmp_path / "thinking").exists, "a player was thinking", process)
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)  # far shorter than a single thought
    assert process.returncode == 130
    assert errors == b""
