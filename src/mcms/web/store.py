"""Games kept in an SQLite file: who plays whom, and the transcript line by line.

Lines are only ever added, each under its number, so a server that is killed loses nothing that it has answered, and
two writers of one game cannot both succeed.
"""

import dataclasses
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from mcms.exceptions import InvalidOptionError
from mcms.web.limits import RefusedError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, opponent TEXT NOT NULL, ms INTEGER NOT NULL, seat TEXT NOT NULL, touched REAL NOT NULL,
  visitor TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS lines (
  game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
"""
GONE_ON = "the game has gone on in the meantime: expected a move in its present position"


@dataclasses.dataclass(frozen=True, kw_only=True)
class KeptGame:
    """A game as it is kept."""

    id: str
    opponent: str
    ms: int
    seat: str
    lines: tuple[str, ...]


class GameStore:
    """The games of one file.

    >>> store = GameStore(None)
    >>> store.add(KeptGame(id="g", opponent="random", ms=100, seat="first", lines=("a",)))
    >>> store.append("g", 1, ["b", "c"])
    >>> store.get("g").lines
    ('a', 'b', 'c')
    """

    def __init__(self, path: Path | None) -> None:
        """Open or create the file; ``None`` keeps the games in memory."""
        try:
            if path is not None:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._db = sqlite3.connect(path or ":memory:", check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            # A killed process loses nothing this way; only a machine that loses power may lose the last moves.
            self._db.execute("PRAGMA synchronous = NORMAL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.executescript(_SCHEMA)
            if "visitor" not in (row[1] for row in self._db.execute("PRAGMA table_info(games)")):
                self._db.execute("ALTER TABLE games ADD COLUMN visitor TEXT NOT NULL DEFAULT ''")
        except (sqlite3.Error, OSError) as error:
            raise InvalidOptionError(f"cannot keep games in {str(path)!r}: {error}") from error
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def add(self, game: KeptGame, visitor: str = "") -> None:
        """Keep a new game of a visitor."""
        row = (game.id, game.opponent, game.ms, game.seat, time.time(), visitor)
        with self._lock, self._db:
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            self._insert(game.id, 0, game.lines)

    def append(self, game: str, start: int, lines: Sequence[str]) -> None:
        """Add lines to a game that has ``start`` of them; refuse if it has more by now."""
        try:
            with self._lock, self._db:
                self._insert(game, start, lines)
                self._db.execute("UPDATE games SET touched = ? WHERE id = ?", (time.time(), game))
        except sqlite3.IntegrityError as error:
            raise RefusedError(409, GONE_ON) from error

    def get(self, game: str) -> KeptGame | None:
        """Return a game."""
        with self._lock:
            found = self._db.execute("SELECT id, opponent, ms, seat FROM games WHERE id = ?", (game,)).fetchone()
            if found is None:
                return None
            lines = self._db.execute("SELECT line FROM lines WHERE game = ? ORDER BY number", (game,)).fetchall()
        name, opponent, ms, seat = found
        return KeptGame(id=name, opponent=opponent, ms=ms, seat=seat, lines=tuple(line for (line,) in lines))

    def make_room_for(self, visitor: str, most: int) -> None:
        """Give up what a visitor has left alone longest, so that with one more game he has at most ``most``."""
        newest = "SELECT id FROM games WHERE visitor = ? ORDER BY touched DESC LIMIT ?"
        with self._lock, self._db:
            self._db.execute(
                f"DELETE FROM games WHERE visitor = ? AND id NOT IN ({newest})", (visitor, visitor, most - 1)
            )

    def make_room(self, most: int, idle_seconds: float) -> bool:
        """Give up games left alone for long if there are ``most``; say whether one more has room."""
        with self._lock, self._db:
            (count,) = self._db.execute("SELECT count(*) FROM games").fetchone()
            if count < most:
                return True
            oldest = "SELECT id FROM games WHERE touched < ? ORDER BY touched LIMIT ?"
            gone = self._db.execute(
                f"DELETE FROM games WHERE id IN ({oldest})", (time.time() - idle_seconds, count - most + 1)
            )
            return bool(count - gone.rowcount < most)

    def _insert(self, game: str, start: int, lines: Sequence[str]) -> None:
        rows = [(game, number, line) for number, line in enumerate(lines, start)]
        self._db.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
