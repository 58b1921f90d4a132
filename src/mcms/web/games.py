"""The visitors' games: started, played on, taken back, given up; each request goes from the kept transcript.

Nothing of a game lives in memory between two requests, so a restart cannot lose or mix up anything. Only what an
opponent has searched is remembered for a while, which saves it time and decides nothing.
"""

import dataclasses
import io
import math
import random
import secrets
import threading
from collections.abc import Callable
from typing import Any

from mcms import Algorithm, DepthLimited, Limit, SearchResult, StopToken, Turn, search
from mcms.arena.search_player import SearchPlayer
from mcms.arena.session import Event, Session, read_transcript
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.web.catalog import chooser_of, game_of
from mcms.web.limits import RefusedError, WebLimits
from mcms.web.linked_searches import RecentSearches
from mcms.web.searches import Emit, Work
from mcms.web.store import GONE_ON, GameStore, KeptGame

_ID_BYTES = 18
_NOTES = ("value", "depth", "nodes")


@dataclasses.dataclass(frozen=True)
class Table:
    """A kept game with its position."""

    kept: KeptGame
    session: Session

    @property
    def seat(self) -> Turn:
        """Where the visitor sits."""
        return Turn(self.kept.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by giving up."""
        return self.session.resigned is not None or self.session.turn is Turn.OVER

    @property
    def transcript(self) -> str:
        """The game as a file."""
        return "".join(f"{line}\n" for line in self.kept.lines)

    def view(self, since: int = 0) -> dict[str, Any]:
        """Return what the page shows, with the events from number ``since`` on."""
        turn = self.session.turn
        moves = self.session.game.actions(self.session.state) if turn is self.seat and not self.over else []
        return {
            "id": self.kept.id,
            "opponent": self.kept.opponent,
            "ms": self.kept.ms,
            "seat": self.kept.seat,
            "actions": moves,
            "thinking": turn.is_decision and turn is not self.seat and not self.over,
            **session_view(self.session, since),
        }


class Games:
    """All games of a server."""

    def __init__(self, store: GameStore, limits: WebLimits) -> None:
        self._store = store
        self._limits = limits
        self._opponents = RecentSearches(limits.tables)
        self._thinking: dict[str, StopToken] = {}
        self._lock = threading.Lock()  # requests come in threads

    def new(
        self, game: str, opponent: str, ms: int, seat: str, seed: int, state: Any = None, visitor: str = ""
    ) -> Table:
        """Start a game, from a state if one is given, and let chance move if it begins."""
        rules = game_of(game)
        chooser_of(opponent, rules, self._limits)  # refused now, not at its first move
        self._limits.checked_ms(ms)
        start = None if state is None else rules.from_json(state)
        if start is not None and rules.turn(start) is Turn.OVER:
            raise GameOverError("the game is over in this state: expected one with a move to make")
        self._store.make_room_for(visitor, self._limits.visitor_games)
        if not self._store.make_room(self._limits.games, self._limits.idle_seconds):
            raise RefusedError(429, f"{self._limits.games} games are being played: expected fewer, try later")
        log = io.StringIO()
        _roll(Session(rules, seed=seed, start=start, log=log))
        lines = tuple(log.getvalue().splitlines())
        kept = KeptGame(id=secrets.token_urlsafe(_ID_BYTES), opponent=opponent, ms=ms, seat=seat, lines=lines)
        self._store.add(kept, visitor)
        return self.get(kept.id)

    def get(self, game: str) -> Table:
        """Return a game."""
        kept = self._store.get(game)
        if kept is None:
            raise RefusedError(404, "there is no such game: expected the address of a game that is still kept")
        return Table(kept, read_transcript("".join(f"{line}\n" for line in kept.lines), find_game=game_of))

    def play(self, game: str, action: str, at: int) -> Table:
        """Play the visitor's action in the position after ``at`` events."""

        def act(table: Table) -> None:
            _require_turn(table, table.seat, at)
            table.session.play(action)

        return self._change(game, act)

    def undo(self, game: str) -> Table:
        """Take back the visitor's last action and all that followed."""

        def act(table: Table) -> None:
            if not table.session.undo(table.seat):
                raise RefusedError(409, "there is nothing to take back: expected a move of yours before")

        return self._change(game, act)

    def resign(self, game: str) -> Table:
        """Give the game up for the visitor."""

        def act(table: Table) -> None:
            if table.over:
                raise RefusedError(409, "the game is over: expected one that can still be given up")
            table.session.resign(table.seat)

        return self._change(game, act)

    def reply(self, table: Table, action: str, notes: dict[str, Any]) -> Table:
        """Play what the opponent chose in the position of ``table``."""
        at = len(table.session.events)

        def act(now: Table) -> None:
            _require_turn(now, table.session.turn, at)
            now.session.play(action, notes)

        return self._change(table.kept.id, act)

    def start_thinking(self, game: str) -> StopToken:
        """Return the token of the opponent's search; one that runs for the same game is stopped."""
        self.stop_thinking(game)
        token = StopToken()
        with self._lock:
            self._thinking[game] = token
        return token

    def is_thinking(self, game: str, token: StopToken) -> bool:
        """Say whether this is still the search whose answer counts."""
        return self._thinking.get(game) is token

    def stop_thinking(self, game: str, token: StopToken | None = None) -> None:
        """Stop the opponent's search of a game, or only that of a token."""
        with self._lock:
            known = self._thinking.get(game)
            if known is not None and (token is None or known is token):
                known.stop()
                del self._thinking[game]

    def choosing(self, table: Table) -> Work:
        """Return the work that emits what the opponent would play, as ``chosen``."""
        session, kept = table.session, table.kept
        chooser = chooser_of(kept.opponent, session.game, self._limits)

        def work(emit: Emit, token: StopToken) -> None:
            if isinstance(chooser, Algorithm | SearchPlayer):
                result = self._search(session, *_search_of(chooser, kept.ms), token)
                notes = {"value": result.value, "depth": result.depth, "nodes": result.nodes}
                emit("chosen", {"action": result.action, "notes": notes})
            else:
                seed = _luck(session, f"opponent {len(session.events)}")
                emit("chosen", {"action": str(chooser.choose(session.game, session.state, seed)), "notes": {}})

        return work

    def _search(self, session: Session, searching: Algorithm, limit: Limit, token: StopToken) -> SearchResult[Any]:
        """Search for the opponent; where it has a table, that of its last move in this game if it is still here."""
        game, state = session.game, session.state
        if isinstance(searching, DepthLimited) and searching.can_keep:
            with self._opponents.go_on(game, searching, _luck(session, "opponent")) as searches:
                return searches.first(state, limit, token)
        seed = _luck(session, f"opponent {len(session.events)}")
        return search(game, state, searching, limit=limit, seed=seed, stop=token)

    def _change(self, game: str, act: Callable[[Table], None]) -> Table:
        """Do something in a game, let chance follow, and keep the lines that were written."""
        table = self.get(game)
        log = io.StringIO()
        table.session.go_on_in(log)
        act(table)
        if not table.over:
            _roll(table.session)
        if table.session.turn is Turn.OVER and table.session.resigned is None:
            table.session.finish()
        lines = log.getvalue().splitlines()
        before = table.kept.lines
        if len(before) + len(lines) > self._limits.game_lines:
            raise RefusedError(409, f"the game has {len(before)} moves: expected it to end before")
        self.stop_thinking(game)
        self._store.append(game, len(before), lines)
        return Table(dataclasses.replace(table.kept, lines=(*before, *lines)), table.session)


def _luck(session: Session, use: str) -> int:
    """Return a seed for some use in a game."""
    return random.Random(f"{session.seed}/{use}").getrandbits(63)


def _search_of(chooser: Algorithm | SearchPlayer, ms: int) -> tuple[Algorithm, Limit]:
    """Return what searches and within which limit: a level has its own, so that it is as strong on any machine."""
    if isinstance(chooser, SearchPlayer):
        return chooser.algorithm, chooser.limit
    return chooser, Limit(seconds=ms / 1000)


def session_view(session: Session, since: int = 0) -> dict[str, Any]:
    """Return a session for the page: its start, and its events from a number on with the state after each."""
    game = session.game
    if not 0 <= since <= len(session.events):
        raise InvalidOptionError(f"since is {since}: expected a number from 0 to {len(session.events)}")
    over = session.turn is Turn.OVER
    lost, won = game.value_range()
    result = game.utility(session.state) if over else None
    if session.resigned is not None:
        result = lost if session.resigned is Turn.FIRST else won
    return {
        "game": game.name,
        "rules": str(game),
        "options": {name: getattr(game, name) for name in game.__getstate__()},
        "seed": str(session.seed),
        "start": game.to_json(session.states[0]),
        "start_turn": str(game.turn(session.states[0])),
        "since": since,
        "events": [_event(session, number) for number in range(since, len(session.events))],
        "turn": str(session.turn),
        "resigned": None if session.resigned is None else str(session.resigned),
        "result": result,
    }


def _event(session: Session, number: int) -> dict[str, Any]:
    event: Event = session.events[number]
    after = session.states[number + 1]
    return {
        "by": str(event.by),
        "name": event.name,
        "notes": {name: value for name, value in event.notes.items() if name in _NOTES and _is_finite(value)},
        "state": session.game.to_json(after),
        "turn": str(session.game.turn(after)),
    }


def _is_finite(value: Any) -> bool:
    """Say whether a note of an uploaded transcript is a number; JSON has no others."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _require_turn(table: Table, seat: Turn, at: int) -> None:
    if table.over:
        raise RefusedError(409, "the game is over: expected one with a move to make")
    if len(table.session.events) != at:
        raise RefusedError(409, GONE_ON)
    if table.session.turn is not seat:
        raise RefusedError(409, f"{table.session.turn} is to move: expected it to be the turn of {seat}")


def _roll(session: Session) -> None:
    while session.turn is Turn.CHANCE:
        session.roll()
