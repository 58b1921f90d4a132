"""Ra's JSON: the documented format, and every kind of contradiction refused; states and games as values; text."""

import copy
import json
import pickle
from typing import Any

import pytest

import mcms
from mcms import InvalidOptionError, InvalidStateError, Ra
from mcms.games.ra_json import CIVILIZATIONS, HOLDABLE, KINDS, MONUMENTS, SUPPLY
from tests.games.ra_scenes import FIRST, RA, SECOND, Json, after, player, scene, scene_json

DISCARD = {
    "phase": "discard", "to_move": 1, "caller": 0, "pending_discards": ["unrest", "unrest"], "centre_sun": 8,
    "second": player([7, 4, 3], [1], civilization_1=2, civilization_2=1),
}  # fmt: skip
BID = {"phase": "bid", "caller": 0, "voluntary": True, "to_move": 1}
OVER = {"phase": "over", "epoch": 3, "to_move": None}
ALONE = player([], [8, 7, 4, 3])


def test_the_format_of_the_rules_page() -> None:
    data = {
        "epoch": 1, "ra_track": 2, "auction_track": {"nile": 2, "monument_3": 1},
        "bag": {"ra": 28, "god": 8, "gold": 5, "pharaoh": 23, "nile": 23, "flood": 12, "civilization_1": 5},
        "centre_sun": 1,
        "players": [
            {"points": 10, "suns": [9, 6, 5], "used_suns": [2], "tiles": {"pharaoh": 2}},
            {"points": 10, "suns": [8, 7, 4, 3], "used_suns": [], "tiles": {}},
        ],
        "phase": "main", "to_move": 0, "caller": None, "voluntary": False, "bid": None, "pending_discards": [],
    }  # fmt: skip
    written = RA.to_json(RA.from_json(data))
    assert written == data
    assert list(written) == list(data)
    assert json.loads(json.dumps(written)) == written


def test_kinds_are_written_in_the_order_of_the_rules_page() -> None:
    assert list(RA.to_json(RA.initial_state())["bag"]) == [
        "ra", "god", "gold", "pharaoh", "nile", "flood", *CIVILIZATIONS, *MONUMENTS,
        "funeral", "drought", "unrest", "earthquake",
    ]  # fmt: skip


def test_reading_forgives_order_and_zeros() -> None:
    data = scene_json(first=player([2, 9, 5, 6], god=0), track={"gold": 0})
    assert RA.from_json(data) == scene()
    assert RA.to_json(RA.from_json(data)) == scene_json()


@pytest.mark.parametrize(
    "parts",
    [
        {"phase": "drawing"},
        {"phase": "god", "track": {"nile": 7}},
        BID,
        BID | {"to_move": 0, "bid": 8},
        BID | {"to_move": 0, "bid": None},
        BID | {"track": {"nile": 8}, "to_move": 0},
        BID | {"voluntary": False, "ra_track": 5},
        BID | {"second": ALONE, "to_move": 0},
        DISCARD,
        DISCARD | {"second": player([], [7, 4, 3, 1], civilization_1=2, civilization_2=1)},
        DISCARD | {"pending_discards": ["unrest"]},
        OVER,
        {"epoch": 3, "ra_track": 5, "to_move": 1},
    ],
)
def test_every_phase_is_read_back(parts: Json) -> None:
    data = scene_json(**parts)
    assert RA.to_json(RA.from_json(data)) == data


def changed(path: str, value: Any) -> Json:
    """A start with one part replaced."""
    data = scene_json()
    part: Any = data
    *way, last = path.split(".")
    for step in way:
        part = part[int(step) if step.isdecimal() else step]
    part[int(last) if last.isdecimal() else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("epoch", 0, "epoch is 0: expected a whole number from 1 to 3"),
        ("epoch", 4, "epoch is 4"),
        ("epoch", "1", "epoch is '1'"),
        ("epoch", True, "epoch is True"),
        ("epoch", 1.0, "epoch is 1.0"),
        ("epoch", None, "epoch is None"),
        ("ra_track", -1, "ra_track is -1: expected a whole number from 0 to 5"),
        ("ra_track", 6, "ra_track is 6"),
        ("ra_track", float("nan"), "ra_track is nan"),
        ("ra_track", 1, "there are 31 ra tiles: expected at most 30"),
        ("auction_track", [], "auction_track is []: expected an object"),
        ("auction_track", {"nil": 1}, "auction_track has the unknown kind 'nil'"),
        ("auction_track", {7: 1}, "auction_track has the unknown kind 7"),
        ("auction_track", {"ra": 1}, "auction_track has a count of ra: expected none, since they go on the Ra track"),
        ("auction_track", {"nile": 1}, "there are 26 nile tiles: expected at most 25"),
        ("auction_track", {"nile": -1}, "nile in auction_track is -1"),
        ("auction_track", {"nile": float("inf")}, "nile in auction_track is inf"),
        ("auction_track", {"nile": True}, "nile in auction_track is True"),
        ("bag", None, "bag is None: expected an object"),
        ("bag", {"gold": 6}, "gold in bag is 6: expected a whole number from 0 to 5"),
        ("bag", {"gold": 10**30}, "gold in bag is 1000000000000000000000000000000"),
        ("bag", {"gold": 1.5}, "gold in bag is 1.5"),
        ("centre_sun", 0, "centre_sun is 0: expected a whole number from 1 to 9"),
        ("centre_sun", 10, "centre_sun is 10"),
        ("centre_sun", 9, "players[0] has sun 9, which the centre has too: expected each sun once"),
        ("players", [], "players is []: expected a list of two objects"),
        ("players", [FIRST], "expected a list of two objects"),
        ("players", {"0": FIRST, "1": SECOND}, "expected a list of two objects"),
        ("players.0", None, "players[0] is None: expected an object with points, suns, tiles, used_suns"),
        ("players.1", {"points": 10}, "players[1] lacks suns, tiles, used_suns"),
        ("players.1.x", 1, "players[1] has the unknown key 'x'"),
        ("players.0.points", -1, "players[0].points is -1: expected a whole number from 0 to 328"),
        ("players.0.points", 329, "players[0].points is 329"),
        ("players.0.points", float("nan"), "players[0].points is nan"),
        ("players.0.suns", 9652, "players[0].suns is 9652: expected a list of suns"),
        ("players.0.suns", [9, 6, 5], "players[0] has 3 suns: expected 4"),
        ("players.0.suns", [9, 6, 5, 2, 2], "players[0] has sun 2, which players[0] has too"),
        ("players.0.suns", [9, 6, 5, 7], "players[1] has sun 7, which players[0] has too"),
        ("players.0.suns", [9, 6, 5, 13], "a sun of players[0].suns is 13: expected a whole number from 1 to 9"),
        ("players.0.suns", [9, 6, 5, 0], "a sun of players[0].suns is 0"),
        ("players.0.suns", [9, 6, 5, "2"], "a sun of players[0].suns is '2'"),
        ("players.0.used_suns", [2], "players[0] has sun 2, which players[0] has too"),
        ("players.1.used_suns", None, "players[1].used_suns is None"),
        ("players.0.tiles", None, "players[0].tiles is None"),
        ("players.0.tiles", {"ra": 1}, "players[0].tiles has a count of ra: expected none"),
        ("players.0.tiles", {"funeral": 1}, "players[0].tiles has a count of funeral: expected none, since disasters"),
        ("players.0.tiles", {"gold": 1}, "there are 6 gold tiles: expected at most 5"),
        ("players.0.tiles", {"civilization_6": 1}, "the unknown kind 'civilization_6'"),
        ("phase", "auction", "phase is 'auction': expected one of main, drawing, god, bid, discard, over"),
        ("phase", None, "phase is None"),
        ("phase", ["main"], "phase is ['main']"),
        ("to_move", 2, "to_move is 2: expected a whole number from 0 to 1"),
        ("to_move", True, "to_move is True"),
        ("to_move", None, "to_move is None in phase main: expected a player, and null only in over"),
        ("caller", 0, "caller is 0 in phase main: expected a player in bid and discard, else null"),
        ("caller", 3, "caller is 3"),
        ("voluntary", True, "voluntary is true in phase main: expected it only in bid"),
        ("voluntary", 0, "voluntary is 0: expected true or false"),
        ("bid", 8, "bid is 8 in phase main: expected null outside bid"),
        ("bid", 0, "bid is 0: expected a whole number from 1 to 9"),
        ("pending_discards", ["unrest"], "pending_discards is ['unrest'] in phase main"),
        ("pending_discards", "unrest", "pending_discards is 'unrest': expected a list"),
        ("pending_discards", ["flood"], "an entry of pending_discards is 'flood'"),
        ("pending_discards", [["unrest"]], "an entry of pending_discards is ['unrest']"),
        ("extra", 1, "the state has the unknown key 'extra'"),
    ],
)
def test_bad_parts(path: str, value: Any, says: str) -> None:
    refuse(RA, changed(path, value), says)


def refuse(game: Ra, data: Any, says: str) -> None:
    before = copy.deepcopy(data)
    with pytest.raises(InvalidStateError) as caught:
        game.from_json(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(before) == str(data)


@pytest.mark.parametrize("data", [None, [], "ra", 3, float("nan")])
def test_no_objects(data: Any) -> None:
    refuse(RA, data, f"the state is {data!r}: expected an object with auction_track, bag, bid")


@pytest.mark.parametrize("key", list(scene_json()))
def test_missing_keys(key: str) -> None:
    data = scene_json()
    del data[key]
    refuse(RA, data, f"the state lacks {key}")


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"track": {"nile": 5, "pharaoh": 4}}, "auction_track has 9 tiles: expected at most 8"),
        ({"first": player([], [9, 6, 5, 2])}, "to_move is 0, who has no face-up sun"),
        ({"phase": "drawing", "track": {"nile": 8}}, "8 on the auction track: expected room"),
        ({"phase": "drawing", "bag": {}}, "drawn from an empty bag"),
        ({"phase": "drawing", "first": player([], [9, 6, 5, 2])}, "who has no face-up sun"),
        ({"phase": "god", "track": {"nile": 8}}, "the phase is god with 8 tiles"),
        (BID | {"caller": None}, "caller is None in phase bid"),
        (BID | {"second": ALONE}, "to_move is 1, who has no face-up sun"),
        (BID | {"first": player([], [9, 6, 5, 2])}, "caller is 0, who has no face-up sun"),
        (BID | {"bid": 8}, "bid is 8 with the caller's opponent to move"),
        (BID | {"bid": 9, "to_move": 0}, "bid is 9: expected one of the face-up suns [8, 7, 4, 3]"),
        (BID | {"bid": 8, "to_move": 0, "second": player([7, 4, 3], [8])}, "bid is 8: expected one of"),
        (BID | {"voluntary": False}, "voluntary is false with an empty Ra track"),
        (BID | {"voluntary": False, "ra_track": 1, "track": {"nile": 8}}, "voluntary is false with 8 tiles"),
        (BID | {"pending_discards": ["unrest"]}, "expected entries in discard alone"),
        (DISCARD | {"caller": None}, "caller is None in phase discard"),
        (DISCARD | {"pending_discards": []}, "pending_discards is [] in phase discard"),
        (DISCARD | {"pending_discards": ["earthquake", "unrest"]}, "expected all unrest first"),
        (DISCARD | {"pending_discards": ["unrest"] * 3}, "pending_discards has 3 unrest for a winner with"),
        (DISCARD | {"pending_discards": ["earthquake"]}, "pending_discards has 1 earthquake for a winner with {}"),
        (DISCARD | {"second": player([7, 4, 3], [1], civilization_1=3)}, "expected a real choice"),
        (DISCARD | {"track": {"gold": 1}}, "auction_track has 1 tiles in discard"),
        (DISCARD | {"to_move": 0, "centre_sun": 1, "second": SECOND,
                    "first": player([9, 6, 5, 2], civilization_1=2, civilization_2=1)}, "without a used sun"),
        (DISCARD | {"bid": 7}, "bid is 7 in phase discard"),
        (DISCARD | {"voluntary": True}, "voluntary is true in phase discard"),
        (DISCARD | {"bag": {"unrest": 4}}, "there are 5 unrest tiles: expected at most 4"),
        (OVER | {"epoch": 2}, "epoch is 2 in a finished game: expected 3"),
        (OVER | {"to_move": 0}, "to_move is 0 in phase over"),
        (OVER | {"ra_track": 1}, "the game is over with tiles on a track"),
        (OVER | {"track": {"nile": 1}}, "the game is over with tiles on a track"),
        (OVER | {"first": player([9, 6, 5], [2])}, "players[0] has the used suns [2] in a finished game"),
        (OVER | {"second": player([8, 7, 4, 3], flood=1)}, "players[1] has flood tiles in a finished game"),
    ],
)  # fmt: skip
def test_contradictions(parts: Json, says: str) -> None:
    refuse(RA, scene_json(**parts), says)


def test_the_phase_god_needs_god_actions() -> None:
    data = scene_json(phase="god")
    assert RA.from_json(data)
    refuse(Ra(gods=False), data, "the phase is god: expected another, since this game has no God actions")


def test_states_are_values() -> None:
    a, b = scene(track={"nile": 1}), scene(track={"nile": 1})
    assert a == b
    assert hash(a) == hash(b)
    assert a != scene(track={"nile": 2})
    assert a != "a state"
    assert len({a, b, scene()}) == 2
    for state in (a, scene(**DISCARD), scene(**OVER)):
        assert pickle.loads(pickle.dumps(state)) == state
        assert eval(repr(state), {"RaState": type(a), "RaPhase": mcms._core.RaPhase}) == state
    with pytest.raises(AttributeError):
        a.epoch = 3  # type: ignore[misc]


def test_games_are_values() -> None:
    assert Ra(gods=False) == Ra(gods=False) != Ra()
    assert pickle.loads(pickle.dumps(Ra(gods=False))) == Ra(gods=False)
    assert str(Ra()) == "ra"
    assert str(Ra(gods=False)) == "ra(gods=false)"
    assert mcms.load("ra(gods=false)") == Ra(gods=False)
    assert repr(Ra()) == "Ra(gods=True, evaluation='lead')"


@pytest.mark.parametrize("gods", [1, 0, "true", None, 1.0])
def test_bad_options(gods: Any) -> None:
    with pytest.raises(InvalidOptionError, match="expected true or false"):
        Ra(gods=gods)


def test_the_papers_widths() -> None:
    algorithms: dict[str, Any] = {name: mcms.algorithm(name, RA) for name in ("expss", "star1ss", "star2ss")}
    widths = {name: chosen.chance.width for name, chosen in algorithms.items()}
    assert widths == {"expss": 5, "star1ss": 5, "star2ss": 2}


def test_text() -> None:
    state = scene(
        first=player([9, 6, 5], [2], pharaoh=2, god=1), track={"nile": 2, "monument_3": 1, "unrest": 1}, ra_track=2
    )
    assert RA.text(state).splitlines() == [
        "epoch 1 of 3   Ra track [RR....]   centre sun 1   171 tiles in the bag",
        "auction track, 4 of 8: 2 nile, monument_3, unrest",
        "first   10 points   suns 9 6 5   used 2       tiles god, 2 pharaoh",
        "second  10 points   suns 8 7 4 3 used -       tiles none",
        "first to move",
    ]
    assert RA.board(state).plain.split() == RA.text(state).split()
    assert RA.board(state).spans


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"phase": "drawing"}, "first is drawing a tile"),
        ({"phase": "god"}, "first has spent a God tile and may spend another"),
        (BID, "second to bid with no bid so far, after first called an auction"),
        (BID | {"to_move": 0, "bid": 7}, "first to bid against a bid of 7, who called an auction"),
        (BID | {"voluntary": False, "ra_track": 1}, "second to bid with no bid so far, after first drew a Ra tile"),
        (DISCARD, "second to discard a Civilization, 2 tiles in all"),
        (DISCARD | {"pending_discards": ["earthquake"], "second": player([7, 4, 3], [1], monument_1=1, monument_2=1)},
         "second to discard a Monument, 1 tile in all"),
        (OVER, "first has won by the highest sun"),
        (OVER | {"second": player([8, 7, 4, 3], points=11)}, "second has won"),
    ],
)  # fmt: skip
def test_text_says_who_must_do_what(parts: Json, says: str) -> None:
    assert RA.text(scene(**parts)).splitlines()[-1] == says
    assert RA.text(scene(**parts)).isascii()


def test_every_kind_is_known_to_the_core() -> None:
    assert sorted(mcms._core.ra_kinds()) == sorted(KINDS)
    assert dict(zip(mcms._core.ra_kinds(), mcms._core.ra_supply(), strict=True)) == SUPPLY == {
        "ra": 30, "god": 8, "gold": 5, "pharaoh": 25, "nile": 25, "flood": 12, "funeral": 2, "drought": 2,
        "unrest": 4, "earthquake": 2, **dict.fromkeys((*CIVILIZATIONS, *MONUMENTS), 5),
    }  # fmt: skip
    everything = scene(first=player([9, 6, 5, 2], **{kind: SUPPLY[kind] for kind in HOLDABLE}))
    assert RA.to_json(everything)["players"][0]["tiles"] == {kind: SUPPLY[kind] for kind in HOLDABLE}
    assert RA.to_json(everything)["bag"] == {kind: SUPPLY[kind] for kind in KINDS if kind not in HOLDABLE}
    assert RA.to_json(after(everything, "draw", "ra"))["bag"]["ra"] == 29
