"""Ra's states as JSON: written in the documented format, read with every contradiction refused.

A state is refused if its parts contradict each other or the rules of its phase. Whether some game really leads to
it is not asked: tiles may be missing, since play removes them, and points are the caller's affair.
"""

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from mcms import _core
from mcms._core import RaPhase, RaState
from mcms.exceptions import InvalidStateError
from mcms.validation import json_object, truth, whole_number

DISASTERS = ("funeral", "drought", "unrest", "earthquake")
CIVILIZATIONS = tuple(f"civilization_{i}" for i in range(1, 6))
MONUMENTS = tuple(f"monument_{i}" for i in range(1, 9))
HOLDABLE = ("god", "gold", "pharaoh", "nile", "flood", *CIVILIZATIONS, *MONUMENTS)
KINDS = ("ra", *HOLDABLE, *DISASTERS)
"""All kinds of tiles, in the order in which they are written."""

INDEX = {name: index for index, name in enumerate(_core.ra_kinds())}
SUPPLY = {name: _core.ra_supply()[INDEX[name]] for name in KINDS}

EPOCHS = 3
RA_TRACK = 6
AUCTION_TRACK = 8
SUNS = 9
SUNS_EACH = 4
MOST_POINTS = 328
"""10, and every tile but 10 Civilizations scoring for one player in each epoch that it can."""

_KEYS = {
    "epoch", "ra_track", "auction_track", "bag", "centre_sun", "players", "phase", "to_move", "caller", "voluntary",
    "bid", "pending_discards",
}  # fmt: skip
_PLAYER_KEYS = {"points", "suns", "used_suns", "tiles"}
_SCORED_ONCE = ("god", "gold", "flood", *CIVILIZATIONS)

Counts = dict[str, int]


def named(counts: Sequence[int]) -> Counts:
    """Return the counts of the core by name, without zeros."""
    return {name: counts[INDEX[name]] for name in KINDS if counts[INDEX[name]]}


def numbered(counts: Counts) -> list[int]:
    """Return counts by name as the core wants them."""
    numbers = [0] * len(KINDS)
    for name, count in counts.items():
        numbers[INDEX[name]] = count
    return numbers


def suns_of(bits: int) -> list[int]:
    """Return a set of suns in descending order."""
    return [sun for sun in range(SUNS, 0, -1) if bits >> sun & 1]


def write_state(state: RaState) -> dict[str, Any]:
    """Return the state in the documented format."""
    in_auction = state.phase in (RaPhase.bid, RaPhase.discard)
    tiles = _core.ra_tiles(state)
    return {
        "epoch": state.epoch,
        "ra_track": state.ra_track,
        "auction_track": named(_core.ra_auction_track(state)),
        "bag": named(_core.ra_bag(state)),
        "centre_sun": state.centre_sun,
        "players": [
            {
                "points": state.points[player],
                "suns": suns_of(state.suns[player]),
                "used_suns": suns_of(state.used_suns[player]),
                "tiles": named(tiles[player]),
            }
            for player in (0, 1)
        ],
        "phase": state.phase.name,
        "to_move": None if state.phase is RaPhase.over else state.to_move,
        "caller": state.caller if in_auction else None,
        "voluntary": state.voluntary,
        "bid": state.bid or None,
        "pending_discards": ["unrest"] * state.unrest_discards + ["earthquake"] * state.earthquake_discards,
    }


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Player:
    points: int
    suns: list[int]
    used_suns: list[int]
    tiles: Counts


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Position:
    """What has been read, part by part; the checks look at it as a whole."""

    epoch: int
    ra_track: int
    track: Counts
    bag: Counts
    centre_sun: int
    players: list[_Player]
    phase: RaPhase
    to_move: int | None
    caller: int | None
    voluntary: bool
    bid: int | None
    pending: list[str]

    @property
    def mover(self) -> _Player:
        """The player to move, in any phase but ``over``."""
        assert self.to_move is not None
        return self.players[self.to_move]

    @property
    def tiles_on_track(self) -> int:
        return sum(self.track.values())


def read_state(data: Any, gods: bool) -> RaState:
    """Return the state of a JSON object; ``gods`` says whether the game has God actions."""
    position = _read(json_object(data, _KEYS, set(), InvalidStateError))
    _check_suns(position)
    _check_turn(position)
    _check_tiles(position)
    if position.phase is RaPhase.god and not gods:
        _refuse("the phase is god: expected another, since this game has no God actions")
    _PHASE_CHECKS.get(position.phase, lambda _: None)(position)
    return _build(position)


def _refuse(sentence: str) -> NoReturn:
    raise InvalidStateError(sentence)


def _whole(name: str, value: Any, low: int, high: int) -> int:
    return whole_number(name, value, low, high, InvalidStateError)


def _read(data: dict[str, Any]) -> _Position:
    players = data["players"]
    if not isinstance(players, list | tuple) or len(players) != 2:
        _refuse(f"players is {players!r}: expected a list of two objects")
    phase = data["phase"]
    phases = [known.name for known in RaPhase]
    if not isinstance(phase, str) or phase not in phases:
        _refuse(f"phase is {phase!r}: expected one of {', '.join(phases)}")
    return _Position(
        epoch=_whole("epoch", data["epoch"], 1, EPOCHS),
        ra_track=_whole("ra_track", data["ra_track"], 0, RA_TRACK - 1),
        track=_read_counts("auction_track", data["auction_track"], (*HOLDABLE, *DISASTERS)),
        bag=_read_counts("bag", data["bag"], KINDS),
        centre_sun=_whole("centre_sun", data["centre_sun"], 1, SUNS),
        players=[_read_player(f"players[{i}]", player) for i, player in enumerate(players)],
        phase=RaPhase[phase],
        to_move=_read_optional("to_move", data["to_move"], 0, 1),
        caller=_read_optional("caller", data["caller"], 0, 1),
        voluntary=truth("voluntary", data["voluntary"], InvalidStateError),
        bid=_read_optional("bid", data["bid"], 1, SUNS),
        pending=_read_pending(data["pending_discards"]),
    )


def _read_optional(name: str, value: Any, low: int, high: int) -> int | None:
    return None if value is None else _whole(name, value, low, high)


def _read_player(name: str, data: Any) -> _Player:
    data = json_object(data, _PLAYER_KEYS, set(), InvalidStateError, name)
    return _Player(
        points=_whole(f"{name}.points", data["points"], 0, MOST_POINTS),
        suns=_read_suns(f"{name}.suns", data["suns"]),
        used_suns=_read_suns(f"{name}.used_suns", data["used_suns"]),
        tiles=_read_counts(f"{name}.tiles", data["tiles"], HOLDABLE),
    )


def _read_suns(name: str, suns: Any) -> list[int]:
    if not isinstance(suns, list | tuple):
        _refuse(f"{name} is {suns!r}: expected a list of suns")
    return [_whole(f"a sun of {name}", sun, 1, SUNS) for sun in suns]


def _read_counts(name: str, counts: Any, allowed: Iterable[str]) -> Counts:
    if not isinstance(counts, dict):
        _refuse(f"{name} is {counts!r}: expected an object with a count for each kind of tile")
    for kind in counts:
        if kind not in KINDS:
            _refuse(f"{name} has the unknown kind {kind!r}: expected one of {', '.join(KINDS)}")
        if kind not in allowed:
            where = "they go on the Ra track" if kind == "ra" else "disasters leave the game as they take effect"
            _refuse(f"{name} has a count of {kind}: expected none, since {where}")
    return {kind: _whole(f"{kind} in {name}", count, 0, SUPPLY[kind]) for kind, count in counts.items()}


def _read_pending(pending: Any) -> list[str]:
    if not isinstance(pending, list | tuple):
        _refuse(f"pending_discards is {pending!r}: expected a list of unrest and earthquake")
    for entry in pending:
        if not isinstance(entry, str) or entry not in ("unrest", "earthquake"):
            _refuse(f"an entry of pending_discards is {entry!r}: expected unrest or earthquake")
    if list(pending) != sorted(pending, reverse=True):
        _refuse("pending_discards has unrest after earthquake: expected all unrest first")
    return list(pending)


def _check_suns(position: _Position) -> None:
    seen = {position.centre_sun: "the centre"}
    for i, player in enumerate(position.players):
        held = player.suns + player.used_suns
        for sun in held:
            if sun in seen:
                _refuse(f"players[{i}] has sun {sun}, which {seen[sun]} has too: expected each sun once")
            seen[sun] = f"players[{i}]"
        if len(held) != SUNS_EACH:
            _refuse(f"players[{i}] has {len(held)} suns: expected {SUNS_EACH}, used ones counted")


def _check_tiles(position: _Position) -> None:
    places = [position.bag, position.track, *(player.tiles for player in position.players)]
    for kind in KINDS:
        total = sum(place.get(kind, 0) for place in places)
        if kind == "ra":
            total += position.ra_track
        # Each disaster that asks for a discard has just left the game.
        total += (position.pending.count(kind) + 1) // 2
        if total > SUPPLY[kind]:
            _refuse(f"there are {total} {kind} tiles: expected at most {SUPPLY[kind]}")
    if position.tiles_on_track > AUCTION_TRACK:
        _refuse(f"auction_track has {position.tiles_on_track} tiles: expected at most {AUCTION_TRACK}")


def _check_turn(position: _Position) -> None:
    """Check the fields that only some phases have."""
    phase = position.phase
    if (position.to_move is None) != (phase is RaPhase.over):
        _refuse(f"to_move is {position.to_move} in phase {phase.name}: expected a player, and null only in over")
    if (position.caller is None) != (phase not in (RaPhase.bid, RaPhase.discard)):
        _refuse(f"caller is {position.caller} in phase {phase.name}: expected a player in bid and discard, else null")
    if position.voluntary and phase is not RaPhase.bid:
        _refuse(f"voluntary is true in phase {phase.name}: expected it only in bid")
    if position.bid is not None and phase is not RaPhase.bid:
        _refuse(f"bid is {position.bid} in phase {phase.name}: expected null outside bid")
    if bool(position.pending) != (phase is RaPhase.discard):
        _refuse(f"pending_discards is {position.pending} in phase {phase.name}: expected entries in discard alone")
    if phase not in (RaPhase.discard, RaPhase.over) and not position.mover.suns:
        _refuse(f"to_move is {position.to_move}, who has no face-up sun: expected a player who has one")


def _check_drawing(position: _Position) -> None:
    if position.tiles_on_track == AUCTION_TRACK:
        _refuse("a tile is being drawn with 8 on the auction track: expected room for it")
    if not any(position.bag.values()):
        _refuse("a tile is being drawn from an empty bag: expected tiles in it")


def _check_god(position: _Position) -> None:
    if position.tiles_on_track == AUCTION_TRACK:
        _refuse("the phase is god with 8 tiles on the auction track: expected fewer, since a God has taken one")


def _check_bid(position: _Position) -> None:
    assert position.caller is not None
    opponent = position.players[1 - position.caller]
    if not position.players[position.caller].suns:
        _refuse(f"caller is {position.caller}, who has no face-up sun: expected a player who has one")
    if position.bid is not None and position.to_move != position.caller:
        _refuse(f"bid is {position.bid} with the caller's opponent to move: expected null, he bids first")
    if position.bid is not None and position.bid not in opponent.suns:
        _refuse(f"bid is {position.bid}: expected one of the face-up suns {opponent.suns} of the caller's opponent")
    if not position.voluntary and position.ra_track == 0:
        _refuse("voluntary is false with an empty Ra track: expected the Ra tile that started the auction on it")
    if not position.voluntary and position.tiles_on_track == AUCTION_TRACK:
        _refuse("voluntary is false with 8 tiles on the auction track: expected true, since nobody can draw then")


def _check_discard(position: _Position) -> None:
    if position.tiles_on_track:
        _refuse(f"auction_track has {position.tiles_on_track} tiles in discard: expected none, the winner has them")
    if not position.mover.used_suns:
        _refuse(f"players[{position.to_move}] discards without a used sun: expected the sun taken from the centre")
    for disaster, group in (("unrest", CIVILIZATIONS), ("earthquake", MONUMENTS)):
        pending = position.pending.count(disaster)
        held = [position.mover.tiles.get(kind, 0) for kind in group]
        if pending and (sum(held) <= pending or sum(count > 0 for count in held) < 2):
            _refuse(
                f"pending_discards has {pending} {disaster} for a winner with {named(_tiles(position, group))}: "
                "expected a real choice, more tiles than must go and two kinds"
            )


def _tiles(position: _Position, group: Sequence[str]) -> list[int]:
    return numbered({kind: position.mover.tiles.get(kind, 0) for kind in group})


def _check_over(position: _Position) -> None:
    if position.epoch != EPOCHS:
        _refuse(f"epoch is {position.epoch} in a finished game: expected {EPOCHS}")
    if position.ra_track or position.tiles_on_track:
        _refuse("the game is over with tiles on a track: expected both tracks empty")
    for i, player in enumerate(position.players):
        if player.used_suns:
            _refuse(f"players[{i}] has the used suns {player.used_suns} in a finished game: expected all face up")
        for kind in _SCORED_ONCE:
            if player.tiles.get(kind):
                _refuse(f"players[{i}] has {kind} tiles in a finished game: expected them discarded")


_PHASE_CHECKS = {
    RaPhase.drawing: _check_drawing,
    RaPhase.god: _check_god,
    RaPhase.bid: _check_bid,
    RaPhase.discard: _check_discard,
    RaPhase.over: _check_over,
}


def _build(position: _Position) -> RaState:
    first, second = position.players
    return _core.ra_state(
        bag=numbered(position.bag),
        track=numbered(position.track),
        tiles=[numbered(first.tiles), numbered(second.tiles)],
        suns=[_bits(first.suns), _bits(second.suns)],
        used_suns=[_bits(first.used_suns), _bits(second.used_suns)],
        points=[first.points, second.points],
        centre_sun=position.centre_sun,
        epoch=position.epoch,
        ra_track=position.ra_track,
        phase=position.phase,
        to_move=position.to_move or 0,
        caller=position.caller or 0,
        voluntary=position.voluntary,
        bid=position.bid or 0,
        unrest_discards=position.pending.count("unrest"),
        earthquake_discards=position.pending.count("earthquake"),
    )


def _bits(suns: list[int]) -> int:
    return sum(1 << sun for sun in suns)
