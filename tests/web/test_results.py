import os
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import mcms
from mcms.arena import Records, pairing
from mcms.web.app import make_app
from mcms.web.limits import WebLimits
from mcms.web.results import Shelf
from mcms.web.store import GameStore


def write_records(path: Path) -> None:
    meeting = pairing(mcms.load("pig(goal=20)"), "hold:20", "hold:8", matches=3)
    with Records(path) as records:
        records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Results to show, among things that are none and are nobody's business."""
    shown = tmp_path / "shown"
    (shown / "paper").mkdir(parents=True)
    write_records(shown / "match.db")
    (shown / "paper" / "report.html").write_text("<!doctype html><title>Report</title>")
    (shown / "diary.txt").write_text("dear diary")
    with sqlite3.connect(shown / "foreign.db") as foreign:
        foreign.execute("CREATE TABLE secrets(text)")
    write_records(tmp_path / "private.db")
    os.symlink(tmp_path / "private.db", shown / "link.db")
    return shown


def client_of(path: Path | None) -> TestClient:
    shelf = None if path is None else Shelf(path)
    return TestClient(make_app(GameStore(None), WebLimits(), (), shelf), base_url="http://127.0.0.1")


def test_the_list_has_records_and_reports_only(folder: Path) -> None:
    items = client_of(folder).get("/api/results").json()
    assert items == [{"name": "match.db", "kind": "records"}, {"name": "paper/report.html", "kind": "report"}]
    assert client_of(folder / "match.db").get("/api/results").json() == items[:1]
    assert client_of(None).get("/api/results").json() == []
    assert client_of(folder).get("/api/catalog").json()["results"]


def test_a_file_of_records_down_to_a_game(folder: Path) -> None:
    client = client_of(folder)
    (found,) = client.get("/api/results/pairings", params={"name": "match.db"}).json()
    assert (found["a"], found["b"], found["matches"]) == ("hold:20", "hold:8", 3)
    assert found["wins"] + found["draws"] + found["losses"] == 6
    low, high = found["interval"]
    assert 0 <= low <= found["score"] <= high <= 1
    games = client.get("/api/results/games", params={"name": "match.db", "pairing": found["id"]}).json()["games"]
    assert len(games) == 6
    rest = client.get("/api/results/games", params={"name": "match.db", "pairing": found["id"], "start": 4}).json()
    assert (rest["total"], rest["start"], rest["games"]) == (6, 4, games[4:])
    for game in games:
        seen = client.get("/api/results/game", params={"name": "match.db", "game": game["id"]}).json()
        assert (len(seen["events"]), seen["result"]) == (game["moves"], 200 * game["score_first"] - 100)
    assert client.get("/api/results/game", params={"name": "match.db", "game": 99}).status_code == 404


def test_a_report_comes_without_the_right_to_run_anything(folder: Path) -> None:
    answer = client_of(folder).get("/api/results/report", params={"name": "paper/report.html"})
    assert "Report" in answer.text
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name", ["diary.txt", "foreign.db", "link.db", "../private.db", "/etc/passwd", "shown/match.db", "", "match.db\0"]
)
def test_no_other_file_can_be_read(folder: Path, name: str) -> None:
    for way in ("pairings", "report"):
        answer = client_of(folder).get(f"/api/results/{way}", params={"name": name})
        assert (answer.status_code, "error" in answer.json()) == (404, True)


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(mcms.McmsError, match="there is no"):
        Shelf(tmp_path / "nowhere")
