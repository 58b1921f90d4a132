"""``mcms paper`` in real processes: a tiny evaluation end to end, killed and resumed, opened in a real browser."""

import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.patience import PATIENCE, wait_until

TINY = ["--ms", "0.5", "--matches", "1", "--states", "6", "--runs", "2", "--seed", "3"]
COMMAND = [sys.executable, "-m", "mcms", "paper"]


def paper(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments, "--out", str(folder)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.slow
def test_everything_end_to_end_then_resumed_after_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    command = [*COMMAND, "all", *TINY, "--games", "pig,ewn", "--out", str(folder)]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_games(first, folder / "records.db", 30)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    kept = games_in(folder / "records.db")
    assert kept >= 30
    done = paper(folder, "all", *TINY, "--games", "pig,ewn")
    assert done.returncode == 0, done.stderr
    assert "report.html" in done.stdout
    everything = games_in(folder / "records.db")
    assert everything > kept
    report = (folder / "report.md").read_text()
    for title in ("Table 1", "Figure 2", "time limit", "When sampling pays", "Tuning", "Theorem 1"):
        assert title in report
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["seed"] == 3
    assert manifest["scale"]["ms"] == 0.5
    # Once more: nothing is left to play, and the numbers stay.
    numbers = figure2_of(folder)
    # Seven pairings of the paper's, and mcms against the better of mcts and dpw, in two games.
    assert len(numbers) == 16
    assert paper(folder, "all", *TINY, "--games", "pig,ewn").returncode == 0
    assert games_in(folder / "records.db") == everything
    assert figure2_of(folder) == numbers
    opens_in_a_browser(folder / "report.html", tmp_path / "page.png")


def test_figure_2_by_nodes_and_the_pace_of_2013(tmp_path: Path) -> None:
    done = paper(tmp_path, "figure2", "--pace", "nodes=30", "--matches", "2", "--games", "pig(goal=30),ewn")
    assert done.returncode == 0, done.stderr
    numbers = figure2_of(tmp_path)
    assert len(numbers) == 14
    assert {row["players"].partition("@")[2].partition(" ")[0] for row in numbers} == {"nodes=30"}
    small = ["--paces", "20,40", "--matches", "1", "--games", "ewn", "--workers", "1"]
    done = paper(tmp_path / "pace", "pace,alternatives", *small)
    assert done.returncode == 0, done.stderr
    report = (tmp_path / "pace" / "report.md").read_text()
    assert report.index("In two minutes") < report.index("What the program of 2013 may have been")


def test_figure_2_by_processor_time(tmp_path: Path) -> None:
    timed = ["--ms", "0.5", "--processor-time", "--matches", "1", "--games", "ewn", "--workers", "1"]
    done = paper(tmp_path, "figure2", *timed)
    assert done.returncode == 0, done.stderr
    assert "0.5 ms of processor time a move" in done.stderr
    assert "0.5 ms of processor time a move" in (tmp_path / "report.md").read_text()
    assert {row["players"].partition("@")[2].partition(" ")[0] for row in figure2_of(tmp_path)} == {"cpu=0.5ms"}


def games_in(path: Path) -> int:
    try:
        # Read only: opened to write, SQLite would make an empty file before the process makes its own.
        with sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True) as file:
            return int(file.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def wait_for_games(process: subprocess.Popen[bytes], path: Path, count: int) -> None:
    wait_until(lambda: games_in(path) >= count, f"{count} games were recorded", process)


def figure2_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "csv" / "figure2.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def opens_in_a_browser(page: Path, picture: Path) -> None:
    chromium = shutil.which("chromium")
    assert chromium is not None, "expected Debian's chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        view = browser.new_page()
        requests: list[str] = []
        view.on("request", lambda request: requests.append(request.url))
        view.goto(page.as_uri())
        figures = view.locator("figure svg")
        assert figures.count() == 4
        for i in range(4):
            box = figures.nth(i).bounding_box()
            assert box is not None
            assert box["width"] > 300
            assert box["height"] > 100
        assert requests == [page.as_uri()]
        view.screenshot(path=str(picture), full_page=True)
        browser.close()
    assert picture.stat().st_size > 50_000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["figure3"], "unknown experiment 'figure3'"),
        (["table1", "--scale", "huge"], "unknown scale 'huge': expected one of quick, laptop, paper"),
        (["table1", "--ms", "0"], "ms is 0.0"),
        (["table1", "--states", "1"], "states is 1"),
        (["table1", "--game", "ewn", "--states", "2", "--ms", "0.1"], "states"),
        (["figure2", "--games", "chess"], "unknown game 'chess'"),
        (["figure2", "--pace", "5ms"], "pace is '5ms': expected nodes=N or 2013"),
        (["figure2", "--pace", "fast"], "limit is 'fast'"),
        (["pace", "--paces", "100,0"], "paces is 0"),
        (["figure2", "--decide", "0"], "decide is 0.0"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = paper(tmp_path / "run", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("mcms:") == 1


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    done = paper(tmp_path / "file", "theorem1")
    assert done.returncode == 2
    assert (tmp_path / "file").read_text() == "mine"
