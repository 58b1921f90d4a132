"""``mcms results``: lists, filters, rows for other programs, a game move by move; the file is only read."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from mcms import load
from mcms.arena import SerialExecutor, pairing, play_pairings
from mcms.build import build
from tests.arena.own_players import Heap, by_seed
from tests.cli.process import RunMcms


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "r.db"
    pairings = [
        pairing(load("pig(goal=30)"), "hold:8", "star1@depth=2", matches=2),
        pairing(load("pig"), "hold:8", "hold:20", matches=1),
        pairing(load("random_tree"), "random", "star1@depth=1", matches=1, seed=2**64 - 1),
        pairing(Heap(), by_seed, "random", matches=2),
    ]
    play_pairings(pairings, records=path, executor=SerialExecutor())
    return path


def test_pairings_with_their_scores(mcms_here: RunMcms, records: Path) -> None:
    outcome = mcms_here("results", str(records))
    assert outcome.returncode == 0
    for text in ("pig(goal=30)", "hold:8", "star1@depth=2"):
        assert text in outcome.stdout.replace("\n", "")
    listed = json.loads(mcms_here("results", str(records), "--json").stdout)
    assert [(each["game"].partition("(")[0], each["matches"]) for each in listed] == [
        ("pig", 2),
        ("pig", 1),
        ("random_tree", 1),
        ("tests.arena.own_players:Heap", 2),
    ]
    assert listed[2]["seed"] == 2**64 - 1


@pytest.mark.parametrize(
    ("filters", "games"),
    [
        ((), 12),
        (("--game", "pig"), 6),
        (("--game", "pig(goal=30)"), 4),
        (("--game", "pi"), 0),
        (("--game", "p*"), 0),
        (("--player", "star1"), 6),
        (("--player", "depth=2"), 4),
        (("--player", "hold_8"), 0),
        (("--player", "%"), 0),
        (("--game", "random_tree", "--player", "hold"), 0),
    ],
)
def test_filters(mcms_here: RunMcms, records: Path, filters: tuple[str, ...], games: int) -> None:
    assert len(json.loads(mcms_here("results", str(records), "--games", "--json", *filters).stdout)) == games


def test_csv_has_a_row_for_each_game(mcms_here: RunMcms, records: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(mcms_here("results", str(records), "--csv").stdout)))
    listed = json.loads(mcms_here("results", str(records), "--games", "--json").stdout)
    for row in listed:
        row["moves"] = json.dumps(row["moves"], separators=(",", ":"))
    assert [{name: str(value) for name, value in row.items()} for row in listed] == rows
    assert len(rows) == 12
    assert {row["score_a"] for row in rows} <= {"0.0", "0.5", "1.0"}
    assert "longest thought" in mcms_here("results", str(records), "--games").stdout.replace("\n", " ")


def test_rows_know_the_code_and_the_build(mcms_here: RunMcms, records: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(mcms_here("results", str(records), "--csv").stdout)))
    assert {row["build"] for row in rows} == {build()}
    own = [row for row in rows if "Heap" in row["game"]]
    assert own
    assert all(row["game_code"] and row["a_code"] and not row["b_code"] for row in own)


def test_the_games_of_an_edited_player_are_told_apart(mcms: RunMcms, mcms_here: RunMcms, tmp_path: Path) -> None:
    bot, records = tmp_path / "bot.py", tmp_path / "r.db"
    for place in ("0", "-1"):
        bot.write_text(f"def choose(game, state, seed):\n    return game.actions(state)[{place}]\n")
        match = ("match", "pig(goal=20)", "bot:choose", "random", "--matches", "1", "--out", str(records))
        assert mcms(*match).returncode == 0
    assert "-0 " not in mcms_here("results", str(records), "--elo").stdout  # what rounds to nothing has no minus
    listed = mcms_here("results", str(records), "--games").stdout
    assert len(set(re.findall(r"bot:choose #\w{6}", listed))) == 2


def test_every_game_is_replayed_to_its_result(mcms_here: RunMcms, records: Path) -> None:
    listed = json.loads(mcms_here("results", str(records), "--games", "--json").stdout)
    for row in (listed[0], listed[4], listed[6], listed[8]):
        shown = json.loads(mcms_here("results", str(records), "--replay", str(row["id"]), "--json").stdout)
        assert shown["result"] == row["utility_first"]
        assert shown["seed"] == row["seed"]
        assert len(shown["moves"]) == len(row["moves"])
    text = mcms_here("results", str(records), "--replay", "1").stdout
    assert "game 1: hold:8 (first) against star1@depth=2 (second)" in text
    assert "has won" in text


def test_a_game_in_python_is_replayed_by_its_rules_or_shown_as_written_down(
    mcms: RunMcms, mcms_here: RunMcms, records: Path
) -> None:
    chosen = ("--games", "--json", "--game", "tests.arena.own_players:Heap")
    row = json.loads(mcms_here("results", str(records), *chosen).stdout)[0]
    replay = ("results", str(records), "--replay", str(row["id"]))
    assert "'over'" in mcms_here(*replay).stdout
    elsewhere = mcms(*replay)  # where its module cannot be imported
    assert elsewhere.returncode == 0
    assert " ".join(row["moves"]) in elsewhere.stdout


def test_the_file_is_only_read(mcms_here: RunMcms, records: Path) -> None:
    before = records.read_bytes()
    for more in ((), ("--csv",), ("--replay", "1")):
        assert mcms_here("results", str(records), *more).returncode == 0
    assert records.read_bytes() == before
    assert [path.name for path in records.parent.iterdir()] == [records.name]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("missing.db",), "there is no file"),
        ((".",), "directory"),
        (("text.db",), "is no file of match records"),
    ],
)
def test_files_that_are_none(mcms_here: RunMcms, tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    (tmp_path / "text.db").write_text("precious")
    outcome = mcms_here("results", *arguments)
    assert outcome.returncode == 2
    assert outcome.stderr.count("\n") == 1
    assert says in outcome.stderr
    assert (tmp_path / "text.db").read_text() == "precious"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--replay", "999"), "has no game 999"),
        (("--replay", "0"), "has no game 0"),
        (("--replay", "9" * 30), "has no game 9"),
        (("--csv", "--json"), "both --csv and --json"),
    ],
)
def test_bad_input(mcms_here: RunMcms, records: Path, more: tuple[str, ...], says: str) -> None:
    outcome = mcms_here("results", str(records), *more)
    assert outcome.returncode == 2
    assert outcome.stderr.count("\n") == 1
    assert says in outcome.stderr


def test_csv_has_its_header_even_if_nothing_matches(mcms: RunMcms, tmp_path: Path) -> None:
    arguments = ("match", "pig(goal=20)", "hold:8", "random", "--matches", "1", "--workers", "1", "--out", "r.db")
    assert mcms(*arguments).returncode == 0
    (header,) = mcms("results", "r.db", "--player", "nobody", "--csv").stdout.splitlines()
    assert header == mcms("results", "r.db", "--csv").stdout.splitlines()[0]
    assert header.startswith("id,game,a,b,match,leg,first,second,")
