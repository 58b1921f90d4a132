"""Scenes of Ra for the tests: a start with some parts replaced, and the bag filled with what is left."""

import copy
from collections.abc import Sequence
from typing import Any

import mcms
from mcms import Ra
from mcms.games.ra_json import SUPPLY

RA = Ra()

Json = dict[str, Any]
State = mcms._core.RaState


def player(suns: Sequence[int], used: Any = (), points: int = 10, **tiles: int) -> Json:
    return {"points": points, "suns": list(suns), "used_suns": list(used), "tiles": dict(tiles)}


FIRST, SECOND = player([9, 6, 5, 2]), player([8, 7, 4, 3])


def scene_json(first: Json = FIRST, second: Json = SECOND, track: Json | None = None, **changes: Any) -> Json:
    """Return a state of the first epoch with the first player to move, but for the changes."""
    data: Json = {
        "epoch": 1, "ra_track": 0, "auction_track": track or {}, "bag": None, "centre_sun": 1,
        "players": [first, second], "phase": "main", "to_move": 0, "caller": None, "voluntary": False, "bid": None,
        "pending_discards": [],
    } | changes  # fmt: skip
    if data["bag"] is None:
        data["bag"] = left_over(data)
    return copy.deepcopy(data)


def left_over(data: Json) -> Json:
    """Return the bag if nothing had left the game but the disasters just suffered."""
    places = [data["auction_track"], *(each["tiles"] for each in data["players"]), {"ra": data["ra_track"]}]
    gone = {kind: (data["pending_discards"].count(kind) + 1) // 2 for kind in ("unrest", "earthquake")}
    left = {kind: supply - sum(place.get(kind, 0) for place in [*places, gone]) for kind, supply in SUPPLY.items()}
    return {kind: count for kind, count in left.items() if count}


def scene(**parts: Any) -> State:
    return RA.from_json(scene_json(**parts))


def after(state: State, *moves: str) -> State:
    """Play actions and draw tiles, each by its name."""
    for move in moves:
        state = RA.resolve(state, move) if RA.outcomes(state) else RA.play(state, move)
    return state


def drawn(state: State, *tiles: str) -> State:
    """Draw tiles, each in a turn of its own."""
    for tile in tiles:
        state = after(state, "draw", tile)
    return state


def expect(state: State, **expected: Any) -> None:
    """Compare parts of a state's JSON; ``first`` and ``second`` are parts of the players' objects."""
    data = RA.to_json(state)
    for index, name in enumerate(("first", "second")):
        for key, value in expected.pop(name, {}).items():
            assert data["players"][index][key] == value, (name, key)
    assert {key: data[key] for key in expected} == expected
    # Nothing but what was written is needed to go on.
    assert RA.from_json(data) == state
