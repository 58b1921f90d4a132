"""Transcripts from outside: read within limits, a few at a time, and made JSON in the thread that read them."""

import json
import threading

from mcms.arena.session import Session, read_transcript
from mcms.exceptions import InvalidStateError
from mcms.web.catalog import game_of
from mcms.web.games import session_view
from mcms.web.limits import LARGEST_SEED, RefusedError, WebLimits

_AT_ONCE = 2
_PATIENCE = 30.0


class TranscriptReader:
    """Reads what visitors send; a long text takes a while, so others wait outside of the event loop."""

    def __init__(self, limits: WebLimits) -> None:
        self._limits = limits
        self._places = threading.Semaphore(_AT_ONCE)

    def view(self, text: str) -> bytes:
        """Return the game of a transcript step by step, as JSON."""
        if not self._places.acquire(timeout=_PATIENCE):
            raise RefusedError(429, "other transcripts are being read: expected fewer, try later")
        try:
            return json.dumps(session_view(self.session(text)), allow_nan=False).encode("ascii")
        finally:
            self._places.release()

    def session(self, text: str) -> Session:
        """Return the game of a transcript, if it is none that takes too long."""
        lines = text.count("\n")
        if lines > self._limits.game_lines:
            raise InvalidStateError(
                f"the transcript has {lines} lines: expected at most {self._limits.game_lines} on this server"
            )
        session = read_transcript(text, find_game=game_of)
        if isinstance(session.seed, bool) or not isinstance(session.seed, int) or not 0 <= session.seed <= LARGEST_SEED:
            shown = str(session.seed)[:30]
            raise InvalidStateError(f"the seed is {shown}: expected a whole number from 0 to {LARGEST_SEED}")
        return session
