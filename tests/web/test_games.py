import dataclasses
import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import mcms
from mcms import BaseGame, StopToken
from mcms.arena import SearchPlayer
from mcms.arena.session import read_transcript
from mcms.web.games import Games
from mcms.web.levels import level_player
from mcms.web.limits import WebLimits
from mcms.web.store import GameStore, KeptGame
from tests.web.conftest import client_of
from tests.web.streams import events

PIG = {"game": "pig", "opponent": "hold:20", "ms": 50, "seed": 3}
PIG_SEARCH = {"game": "pig", "state": {"scores": [50, 40], "turn_total": 12, "to_move": 0}}


def start(client: TestClient, **changes: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=PIG | changes)
    assert answer.status_code == 201, answer.text
    view: dict[str, Any] = answer.json()
    return view


def move(client: TestClient, view: dict[str, Any], action: str | None = None) -> dict[str, Any]:
    at = view["since"] + len(view["events"])
    answer = client.post(f"/api/games/{view['id']}/moves", json={"action": action or view["actions"][0], "at": at})
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


def reply(client: TestClient, view: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/api/games/{view['id']}/reply")
    name, data = events(answer.text)[-1]
    assert name == "view", answer.text
    return data


@pytest.mark.parametrize(
    ("game", "opponent"),
    [
        ("pig(goal=30)", "optimal"),
        ("ewn", "greedy"),
        ("cant_stop(columns=1)", "glenn-aloi"),
        ("ra", "bidder"),
        ("backgammon(variant=hyper)", "greedy"),
    ],
)
@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_game_to_its_end(client: TestClient, game: str, opponent: str, seat: str) -> None:
    view = start(client, game=game, opponent=opponent, seat=seat)
    while view["result"] is None:
        view = reply(client, view) if view["thinking"] else move(client, view)
    session = read_transcript(client.get(f"/api/games/{view['id']}/transcript").text)
    assert str(session.game) == game
    assert session.game.utility(session.state) == view["result"]
    whole = client.get(f"/api/games/{view['id']}").json()
    assert [event["name"] for event in whole["events"]] == [event.name for event in session.events]
    assert whole["actions"] == []


def test_a_search_plays_and_says_what_it_thinks(client: TestClient) -> None:
    view = reply(client, start(client, opponent="star2(table_mb=1)", seat="second"))
    assert view["events"][0]["by"] == "first"
    assert view["events"][0]["notes"].keys() == {"value", "depth", "nodes"}


@pytest.mark.parametrize("game", ["ewn", "backgammon"])
def test_an_opponent_goes_by_its_own_evaluation(client: TestClient, game: str) -> None:
    """The strongest level has learnt weights; in these games it samples nothing, so what it finds needs no seed."""
    view = start(client, game=game, opponent="strongest", seat="second")
    while not view["thinking"]:  # until it is the opponent's turn: a roll decides who begins
        view = move(client, view)
    engine = level_player("strongest", mcms.load(game))
    assert isinstance(engine, SearchPlayer)
    plain = dataclasses.replace(engine.algorithm, evaluation="own")
    answer = reply(client, view)["events"][0]

    def found(rules: BaseGame[Any]) -> tuple[float, int, int]:
        state = rules.from_json(view["events"][-1]["state"])
        result = mcms.search(rules, state, plain, limit=engine.limit)
        return result.value, result.depth, result.nodes

    said = tuple(answer["notes"][note] for note in ("value", "depth", "nodes"))
    assert said == found(mcms.load(f"{game}(evaluation=learnt)"))
    assert said != found(mcms.load(game))


def test_an_opponent_goes_on_from_what_it_has_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = SearchPlayer(algorithm=mcms.Mcms(), limit=mcms.Limit(depth=4), label="mcms")
    monkeypatch.setattr("mcms.web.games.chooser_of", lambda *_: engine)
    games = Games(GameStore(None), WebLimits())
    table = games.new("cant_stop", "mcms", 50, "second", seed=3)
    found: list[dict[str, Any]] = []
    for _ in range(2):
        games.choosing(table)(lambda _, data: found.append(data), StopToken())
    first, again = found
    assert again["action"] == first["action"]
    assert again["notes"]["value"] == first["notes"]["value"]
    assert again["notes"]["nodes"] < first["notes"]["nodes"] / 10


def test_an_opponent_s_evaluation_is_one_that_the_game_has(client: TestClient) -> None:
    view = start(client, game="ewn", opponent="mcms(evaluation=race)", seat="second")
    assert view["opponent"] == "mcms(evaluation=race)"
    answer = client.post("/api/games", json=PIG | {"opponent": "mcms(evaluation=race)"})
    assert (answer.status_code, answer.json()["error"]) == (422, "evaluation is 'race': expected total or banked")


def test_undo_goes_back_to_the_visitor_s_move_and_keeps_the_dice(client: TestClient) -> None:
    view = move(client, start(client))
    rolled = view["events"]
    undone = client.post(f"/api/games/{view['id']}/undo").json()
    assert undone["events"] == []
    assert move(client, undone)["events"] == rolled
    assert client.post(f"/api/games/{start(client)['id']}/undo").status_code == 409


def test_a_resigned_game_is_over_until_it_is_taken_back(client: TestClient) -> None:
    view = move(client, start(client, seat="first"))
    resigned = client.post(f"/api/games/{view['id']}/resignation").json()
    assert (resigned["resigned"], resigned["result"], resigned["actions"]) == ("first", -100, [])
    for way in ("moves", "resignation", "reply"):
        body = {"action": "roll", "at": 2} if way == "moves" else {}
        assert client.post(f"/api/games/{view['id']}/{way}", json=body).status_code == 409
    assert client.post(f"/api/games/{view['id']}/undo").json()["resigned"] is None


def test_moves_out_of_turn_are_refused_and_change_nothing(client: TestClient) -> None:
    view = start(client)
    path = f"/api/games/{view['id']}"
    cases = [
        ({"action": "roll", "at": 7}, 409, "gone on"),
        ({"action": "fly", "at": 0}, 422, "fly"),
        ({"action": "stop", "at": 0}, 422, "stop"),
        ({"action": "roll"}, 422, "at"),
        ({"action": "roll", "at": 0, "extra": 1}, 422, "extra"),
    ]
    for body, status, says in cases:
        answer = client.post(f"{path}/moves", json=body)
        assert (answer.status_code, says in answer.json()["error"]) == (status, True), answer.text
    assert client.post(f"{path}/reply").status_code == 409
    assert client.get(path).json() == view


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "random_tree"}, "no board"),
        ({"game": "pig(goal=0)"}, "goal is 0"),
        ({"game": "os:getcwd"}, "os:getcwd"),
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": "human"}, "human"),
        ({"opponent": "os:getcwd"}, "os:getcwd"),
        ({"opponent": "random:os"}, "random:os"),
        ({"opponent": "star2@depth=3"}, "star2@depth=3"),
        ({"opponent": "star2(table_mb=100000)"}, "table_mb"),
        ({"opponent": "expss(width=100000)"}, "width"),
        ({"opponent": "mcts(threads=200)"}, "threads"),
        ({"opponent": "mcts(max_nodes=100000000)"}, "max_nodes"),
        ({"game": "pig(goal=300)", "opponent": "optimal"}, "goal is 300"),
        ({"ms": 60_000}, "ms is 60000"),
        ({"ms": 0}, "ms"),
        ({"seat": "third"}, "seat"),
        ({"seed": -1}, "seed"),
        ({"state": {"scores": [1]}}, "turn_total"),
        ({"state": {"scores": [100, 0], "turn_total": 0, "to_move": 1}}, "over"),
    ],
)
def test_games_that_cannot_be(client: TestClient, changes: dict[str, Any], says: str) -> None:
    answer = client.post("/api/games", json=PIG | changes)
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_games_are_apart_and_their_ids_cannot_be_guessed(client: TestClient) -> None:
    views = [start(client) for _ in range(20)]
    assert len({view["id"] for view in views}) == 20
    assert min(len(view["id"]) for view in views) >= 24
    move(client, views[0])
    assert client.get(f"/api/games/{views[1]['id']}").json() == views[1]
    assert client.get("/api/games/AAAAAAAAAAAAAAAAAAAAAAAA").status_code == 404


def test_a_restart_keeps_games(tmp_path: Path) -> None:
    path = tmp_path / "state" / "games.sqlite3"
    with client_of(path) as before:
        view = move(before, start(before))
    with client_of(path) as after:
        assert after.get(f"/api/games/{view['id']}").json()["events"] == view["events"]


def test_too_many_games_are_refused_unless_some_are_old() -> None:
    with client_of(games=2, idle_seconds=3600) as client:
        first = start(client)
        start(client)
        answer = client.post("/api/games", json=PIG)
        assert (answer.status_code, answer.json()["error"]) == (
            429,
            "2 games are being played: expected fewer, try later",
        )
        assert client.get(f"/api/games/{first['id']}").status_code == 200
    with client_of(games=2, idle_seconds=0) as client:
        first = start(client)
        time.sleep(0.01)
        start(client)
        start(client)
        assert client.get(f"/api/games/{first['id']}").status_code == 404


def test_a_game_that_never_ends_is_ended() -> None:
    with client_of(game_lines=6) as client:
        view = start(client)
        statuses = set()
        for _ in range(4):
            statuses.add(client.post(f"/api/games/{view['id']}/undo").status_code)
            now = client.get(f"/api/games/{view['id']}").json()
            body = {"action": "roll", "at": len(now["events"])}
            statuses.add(client.post(f"/api/games/{view['id']}/moves", json=body).status_code)
        assert 409 in statuses
        assert len(client.get(f"/api/games/{view['id']}/transcript").text.splitlines()) <= 6


def test_two_writers_of_one_game_cannot_both_succeed() -> None:
    store = GameStore(None)
    store.add(KeptGame(id="g", opponent="random", ms=1, seat="first", lines=("a",)))
    store.append("g", 1, ["b"])
    with pytest.raises(Exception, match="gone on"):
        store.append("g", 1, ["c"])
    assert store.get("g").lines == ("a", "b")  # type: ignore[union-attr]


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_text("dear diary, " * 100)
    with pytest.raises(mcms.McmsError, match="cannot keep games"):
        GameStore(path)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(path).execute("SELECT * FROM games")


def test_a_transcript_read_back(client: TestClient) -> None:
    view = move(client, start(client))
    text = client.get(f"/api/games/{view['id']}/transcript")
    assert text.headers["content-disposition"].startswith("attachment")
    read = client.post("/api/transcripts", json={"text": text.text}).json()
    assert read["events"] == view["events"]
    for bad in ("", "x", "{}\n", text.text.replace("roll", "fly"), text.text.replace('"pig"', '"random_tree"')):
        answer = client.post("/api/transcripts", json={"text": bad})
        assert (answer.status_code, "error" in answer.json()) == (422, True)


def test_no_visitor_can_name_a_file_of_the_server(client: TestClient, tmp_path: Path) -> None:
    weights = tmp_path / "weights.npz"
    weights.write_bytes(b"secret")
    for path in (weights, tmp_path / "missing.npz"):
        game, search = f"ewn(evaluation={path})", f"star2(evaluation={path})"
        for where, body in (
            ("games", PIG | {"game": game}),
            ("games", PIG | {"game": "ewn", "opponent": search}),
            ("searches", {"game": game, "state": {}, "algorithm": "exp"}),
            ("searches", PIG_SEARCH | {"algorithm": search}),
            ("expansions", PIG_SEARCH | {"algorithm": search, "depth": 2}),
        ):
            answer = client.post(f"/api/{where}", json=body)
            assert (answer.status_code, "expected the name of one" in answer.text) == (422, True), answer.text


def test_no_visitor_can_make_the_server_import_a_module(client: TestClient) -> None:
    text = client.get(f"/api/games/{start(client)['id']}/transcript").text
    assert "antigravity" not in sys.modules
    orders: list[tuple[str, dict[str, Any]]] = [
        ("games", PIG | {"game": "antigravity:fly"}),
        ("games", PIG | {"opponent": "antigravity:fly"}),
        ("transcripts", {"text": text.replace('"pig"', '"antigravity:fly"')}),
        ("searches", {"game": "antigravity:fly", "state": {}, "algorithm": "exp"}),
        ("searches", {"game": "pig", "state": {}, "algorithm": "antigravity:fly"}),
        ("solutions", {"game": "antigravity:fly", "state": {}}),
    ]
    for path, body in orders:
        assert client.post(f"/api/{path}", json=body).status_code == 422
    assert "antigravity" not in sys.modules


def test_notes_of_a_transcript_that_json_cannot_say(client: TestClient) -> None:
    header = json.loads(client.get(f"/api/games/{start(client)['id']}/transcript").text)
    line = '{"by": "first", "action": "roll", "value": NaN, "depth": Infinity, "more": [[[]]]}'
    read = client.post("/api/transcripts", json={"text": f"{json.dumps(header)}\n{line}\n"})
    assert read.json()["events"][0]["notes"] == {}


def test_one_visitor_too_many_games_lose_his_oldest() -> None:
    with client_of(visitor_games=2) as client:
        ids = [client.post("/api/games", json={"game": "pig", "opponent": "random"}).json()["id"] for _ in range(4)]
        found = [client.get(f"/api/games/{game}").status_code for game in ids]
    assert found[2:] == [200, 200]
    assert 404 in found[:2]
