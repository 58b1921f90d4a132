"""Ra's states for a person: one picture, in plain characters or in colours."""

from collections.abc import Iterator, Sequence

from mcms import _core
from mcms._core import RaPhase, RaState
from mcms.games.ra_json import AUCTION_TRACK, EPOCHS, RA_TRACK, Counts, named, suns_of

Piece = tuple[str, str]
"""Some characters and their style, as rich understands it."""

PLAYERS = ("first", "second")
_PLAYER_STYLES = ("bold cyan", "bold magenta")
_STYLES = {
    "god": "bright_yellow",
    "gold": "yellow",
    "pharaoh": "green",
    "nile": "blue",
    "flood": "bright_blue",
    "civilization": "bright_red",
    "monument": "bright_magenta",
}
_DISASTER = "bold red"
_MUTED = "dim"


def picture(state: RaState) -> Iterator[list[Piece]]:
    """Return the lines of the picture, each as pieces."""
    spaces = "." * (RA_TRACK - state.ra_track)
    yield [
        (f"epoch {state.epoch} of {EPOCHS}   Ra track [", ""),
        ("R" * state.ra_track, "bold red"),
        (spaces, _MUTED),
        (f"]   centre sun {state.centre_sun}   {state.bag_total} tiles in the bag", ""),
    ]
    track = named(_core.ra_auction_track(state))
    yield [(f"auction track, {state.track_total} of {AUCTION_TRACK}: ", ""), *_tiles(track)]
    for player in (0, 1):
        yield _player(state, player)
    yield list(_turn(state))


def _player(state: RaState, player: int) -> list[Piece]:
    suns = _numbers(suns_of(state.suns[player]))
    used = _numbers(suns_of(state.used_suns[player]))
    return [
        (f"{PLAYERS[player]:<6}", _PLAYER_STYLES[player]),
        (f" {state.points[player]:>3} points   suns ", ""),
        (f"{suns:<7}", "bold yellow"),
        (" used ", ""),
        (f"{used:<7}", _MUTED),
        (" tiles ", ""),
        *_tiles(named(_core.ra_tiles(state)[player])),
    ]


def _numbers(suns: Sequence[int]) -> str:
    return " ".join(map(str, suns)) or "-"


def _tiles(counts: Counts) -> list[Piece]:
    pieces: list[Piece] = []
    for kind, count in counts.items():
        if pieces:
            pieces.append((", ", ""))
        text = kind if count == 1 else f"{count} {kind}"
        pieces.append((text, _STYLES.get(kind.partition("_")[0], _DISASTER)))
    return pieces or [("none", _MUTED)]


def _turn(state: RaState) -> Iterator[Piece]:
    """Say who must do what."""
    if state.phase is RaPhase.over:
        yield from _result(state)
        return
    yield PLAYERS[state.to_move], _PLAYER_STYLES[state.to_move]
    if state.phase is RaPhase.main:
        yield " to move", ""
    elif state.phase is RaPhase.drawing:
        yield " is drawing a tile", ""
    elif state.phase is RaPhase.god:
        yield " has spent a God tile and may spend another", ""
    elif state.phase is RaPhase.bid:
        call = "called an auction" if state.voluntary else "drew a Ra tile"
        standing = f"against a bid of {state.bid}" if state.bid else "with no bid so far"
        caller = "who" if state.caller == state.to_move else f"after {PLAYERS[state.caller]}"
        yield f" to bid {standing}, {caller} {call}", ""
    else:
        group = "Civilization" if state.unrest_discards else "Monument"
        pending = state.unrest_discards + state.earthquake_discards
        yield f" to discard a {group}, {pending} tile{'s' if pending > 1 else ''} in all", ""


def _result(state: RaState) -> Iterator[Piece]:
    # Of two disjoint sets of suns the greater number has the highest sun.
    tied = state.points[0] == state.points[1]
    winner = int(state.suns[1] > state.suns[0]) if tied else int(state.points[1] > state.points[0])
    yield PLAYERS[winner], _PLAYER_STYLES[winner]
    yield (" has won by the highest sun" if tied else " has won"), ""
