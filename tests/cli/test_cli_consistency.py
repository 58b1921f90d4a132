"""What commands have in common: the same words for the same things, and output that a person or a program can read."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import mcms
from mcms.arena.human import Menu
from mcms.spec import split_list
from tests.cli.process import RunMcms

LONG = ("match", "pig(goal=30)", "star1ss(width=3,prune_from=0)@depth=1", "star2ss(width=4)@depth=1", "--matches", "2")


def test_the_version_needs_no_command() -> None:
    program = (
        "import sys\nfrom mcms.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'scipy', 'typer', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed == f"mcms {mcms.__version__}\n[]\n"


def test_a_match_without_a_limit_thinks_a_second(mcms_here: RunMcms) -> None:
    printed = json.loads(mcms_here("match", "pig(goal=4)", "star1", "random", "--matches", "1", "--json").stdout)
    assert printed["a"] == "star1@1000ms"


def test_results_are_whole_at_80_columns(mcms_here: RunMcms, monkeypatch: pytest.MonkeyPatch) -> None:
    mcms_here(*LONG, "--seed", str(2**63), "--out", "records.db")
    monkeypatch.setenv("COLUMNS", "80")
    shown = mcms_here("results", "records.db").stdout
    assert max(map(len, shown.splitlines())) <= 80
    letters = "".join(line[:40] for line in shown.splitlines()).replace(" ", "")
    for part in ("pig(goal=30)", "star2ss", "prune_from"):
        assert part in letters or all(piece in shown for piece in part.split("_"))
    monkeypatch.delenv("COLUMNS")
    piped = mcms_here("results", "records.db").stdout
    assert "star1ss(width=3,prune_from=0)@depth=1 – star2ss(width=4)@depth=1" in piped


def test_results_have_what_a_match_has(mcms_here: RunMcms) -> None:
    match = json.loads(mcms_here(*LONG, "--out", "records.db", "--json").stdout)
    (kept,) = json.loads(mcms_here("results", "records.db", "--json").stdout)
    alike = set(match) - {"sprt", "games_recorded", "games_played"}
    assert {name: kept[name] for name in alike} == {name: match[name] for name in alike}
    games = json.loads(mcms_here("results", "records.db", "--games", "--json").stdout)
    assert all(isinstance(game["moves"], list) for game in games)
    rows = csv.DictReader(io.StringIO(mcms_here("results", "records.db", "--csv").stdout))
    assert [json.loads(row["moves"]) for row in rows] == [game["moves"] for game in games]


def test_ratings_over_a_file(mcms_here: RunMcms) -> None:
    for seed in ("1", "2"):
        mcms_here("match", "pig(goal=30)", "hold:8", "hold:1", "--matches", "9", "--seed", seed, "--out", "records.db")
    rated = json.loads(mcms_here("results", "records.db", "--elo", "--json").stdout)["pig(goal=30)"]
    assert [(rating["name"], rating["games"]) for rating in rated] == [("hold:8", 36), ("hold:1", 36)]
    shown = mcms_here("results", "records.db", "--elo", "--score", "points").stdout
    assert "Points a game compared with the mean of all players." in shown


def test_points_on_the_command_line(mcms_here: RunMcms) -> None:
    arguments = ("match", "pig(goal=30)", "hold:8", "hold:1", "--matches", "200", "--workers", "1", "--score", "points")
    shown = mcms_here(*arguments, "--sprt", "0,40").stdout
    assert "SPRT of +0 against +40 points a game: H1 accepted" in shown
    assert mcms_here(*arguments[:-1], "luck").stderr == "mcms: score is 'luck': expected wins or points\n"


def test_a_search_that_sees_nothing_says_so(mcms_here: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "blind_game.py").write_text("from tests.arena.own_players import Heap\n")
    shown = mcms_here("search", "blind_game:Heap(size=60)", "--algorithm", "star1", "--depth", "1").stdout
    assert "All actions have the same value" in shown


def test_a_misspelt_player_is_told_of_all(mcms_here: RunMcms) -> None:
    assert (
        "or one of the players random, human, optimal, hold:N" in mcms_here("match", "pig", "hodl:10", "random").stderr
    )


def test_an_opponent_with_a_limit_of_its_own(mcms: RunMcms) -> None:
    outcome = mcms("play", "pig(goal=8)", "--against", "star2ss@depth=2", "--seed", "1", stdin="quit\n")
    assert outcome.returncode == 0, outcome.stderr
    assert "against star2ss@depth=2" in outcome.stdout
    refused = mcms("play", "pig", "--against", "random@50ms")
    assert "expected one only of an algorithm" in refused.stderr


def test_solve_reads_a_state_by_the_name_it_has_elsewhere(mcms_here: RunMcms) -> None:
    state = '{"scores": [3, 2], "turn_total": 0, "to_move": 0}'
    printed = {mcms_here("solve", "pig(goal=10)", option, state, "--json").stdout for option in ("--state", "--at")}
    assert len(printed) == 1


def test_lists_are_split_outside_brackets() -> None:
    assert split_list("pig(goal=50,dice=1),ewn") == ["pig(goal=50,dice=1)", "ewn"]


def test_a_number_means_one_thing_in_a_menu() -> None:
    assert Menu(["roll", "stop"]).text == "1 roll  2 stop"
    assert Menu(["2", "5"]).text == "2  5"
    assert [Menu(["2", "5"]).name_of(typed) for typed in ("1", "2", "5")] == [None, "2", "5"]


def test_states_of_another_goal_are_refused() -> None:
    state = mcms.load("pig").from_json({"scores": [90, 0], "turn_total": 0, "to_move": 0})
    with pytest.raises(mcms.InvalidStateError, match=r"no state of pig\(goal=50\): expected scores below 50"):
        mcms.search(mcms.load("pig(goal=50)"), state, "star1", limit=mcms.Limit(depth=1))


def test_only_finished_states_have_a_utility() -> None:
    pig = mcms.load("pig")
    with pytest.raises(mcms.InvalidStateError, match="expected a finished state"):
        pig.utility(pig.initial_state())
