"""Records of games in an SQLite file: each game is kept as it ends, and a run of the same resumes.

A game's place is (pairing, match, leg), and a pairing is known by its game, players with all options, the digests of
their code (:mod:`mcms.arena.identity`), seed and the version that played; so a second run finds what the first one
finished, and two runs at once add up to one. Every game says which build played it. A file of format 1, which knew no
code and no points, can be read but not added to.

A new file is made elsewhere and put in its place complete, so whatever is found in its place and is no file of ours is
somebody's, and is refused by its first bytes before SQLite touches it.
"""

import dataclasses
import errno
import json
import os
import platform
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import mcms
from mcms.arena.game_play import Clock, PlayedGame
from mcms.arena.match import GameRecord, Pairing, Slot
from mcms.build import build
from mcms.exceptions import RecordsError
from mcms.extras import require_extra

MEMORY = ":memory:"
APPLICATION = b"mcms"
FORMAT = 2
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_WAIT_SECONDS = 60.0
_LARGEST_ID = 2**63 - 1
"""SQLite counts with 64 bits."""
_SAME_TEXTS = "game = ? AND a = ? AND b = ? AND a_options = ? AND b_options = ? AND pairings.seed = ?"

_TABLES = """
CREATE TABLE pairings(
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL,
  a_options TEXT NOT NULL, b_options TEXT NOT NULL,
  seed TEXT NOT NULL, game_code TEXT NOT NULL, a_code TEXT NOT NULL, b_code TEXT NOT NULL, version TEXT NOT NULL,
  machine TEXT NOT NULL, python TEXT NOT NULL, command TEXT NOT NULL, started TEXT NOT NULL,
  UNIQUE(game, a, b, a_options, b_options, seed, game_code, a_code, b_code, version));
CREATE TABLE games(
  id INTEGER PRIMARY KEY,
  pairing INTEGER NOT NULL REFERENCES pairings(id),
  match INTEGER NOT NULL, leg INTEGER NOT NULL CHECK(leg IN (0, 1)),
  seed TEXT NOT NULL,
  score_a REAL NOT NULL CHECK(score_a IN (0, 0.5, 1)), points_a REAL NOT NULL, utility REAL, moves TEXT NOT NULL,
  first_decisions INTEGER NOT NULL, first_seconds REAL NOT NULL, first_slowest REAL NOT NULL,
  second_decisions INTEGER NOT NULL, second_seconds REAL NOT NULL, second_slowest REAL NOT NULL,
  machine TEXT NOT NULL, build TEXT NOT NULL, finished TEXT NOT NULL,
  UNIQUE(pairing, match, leg));
"""

_FORMAT_1 = """
CREATE TEMP VIEW pairings AS SELECT
  id, game, a, b, a_options, b_options, seed, '' AS game_code, '' AS a_code, '' AS b_code, version,
  machine, python, command, started FROM main.pairings;
CREATE TEMP VIEW games AS SELECT
  id, pairing, match, leg, seed, score_a, COALESCE(CASE leg WHEN 0 THEN utility ELSE -utility END, 0) AS points_a,
  utility, moves, first_decisions, first_seconds, first_slowest, second_decisions, second_seconds, second_slowest,
  machine, '' AS build, finished FROM main.games;
"""
"""What makes a file of format 1 look like one of today."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredPairing:
    """A pairing as the file has it.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing, play_pairings
    >>> with Records(":memory:") as records:
    ...     results = play_pairings([pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=1)], records=records)
    ...     (stored,) = records.pairings()
    >>> stored.game, stored.a, stored.b, stored.seed
    ('pig', 'star1@depth=1', 'mcts@simulations=2', 0)
    """

    id: int
    """Its number in the file."""
    game: str
    """The game, as :func:`mcms.load` reads it."""
    a: str
    """The name of player A."""
    b: str
    """The name of player B."""
    a_options: str
    """Everything that A's play depends on."""
    b_options: str
    """Everything that B's play depends on."""
    seed: int
    """The seed of the pairing."""
    game_code: str
    """A digest of the game's own code; empty for a built-in game."""
    a_code: str
    """A digest of A's own code; empty for a player of mcms."""
    b_code: str
    """A digest of B's own code; empty for a player of mcms."""
    version: str
    """The version of mcms that played."""
    machine: str
    """The machine that first played it."""
    python: str
    """The version of Python there."""
    command: str
    """The command that first played it."""
    started: str
    """When that was, as an ISO date in UTC."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class StoredGame:
    """A game as the file has it, with its pairing.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing, play_pairings
    >>> with Records(":memory:") as records:
    ...     results = play_pairings([pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=1)], records=records)
    ...     games = list(records.games())
    >>> sorted(stored.seats for stored in games)
    [('mcts@simulations=2', 'star1@depth=1'), ('star1@depth=1', 'mcts@simulations=2')]
    """

    id: int
    """Its number in the file."""
    pairing: StoredPairing
    """Who met."""
    record: GameRecord
    """The game and its result."""
    build: str
    """Version, commit and compiler of what played it."""
    finished: str
    """When it ended, as an ISO date in UTC."""

    @property
    def seats(self) -> tuple[str, str]:
        """The players of the first and the second seat."""
        names = (self.pairing.a, self.pairing.b)
        return names if self.record.slot.leg == 0 else (names[1], names[0])


@dataclasses.dataclass(frozen=True, kw_only=True)
class GameMoves:
    """What happened in a game of a pairing."""

    match: int
    leg: int
    names: tuple[str, ...]


class GameScore(NamedTuple):
    """How a game ended for player A."""

    score: float
    """1 a win, ½ a draw, 0 a loss."""
    points: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class FormerGames:
    """Games of a pairing that was the same but for the code of its game or players."""

    games: int
    files: tuple[str, ...]
    """What has changed since, as far as the files of today tell."""


_COLUMNS = ["id", "game", "a", "b", "seed", "match", "leg", "first", "second", "score_a", "points_a", "utility",
            "moves", "first_seconds", "second_seconds", "machine", "build", "finished"]  # fmt: skip
"""Of a data frame of games."""


class Records:
    """A file of games.

    Parameters
    ----------
    path
        The file, which is made if it is not there; ``":memory:"`` keeps games only as long as it is open.
    read_only
        Add nothing, and make no file.

    Examples
    --------
    >>> import mcms
    >>> from mcms.arena import pairing
    >>> meeting = pairing(mcms.load("pig"), "hold:20", "hold:25", matches=1)
    >>> with Records(":memory:") as records:
    ...     records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])
    ...     sorted(slot.leg for slot in records.scores(meeting))
    [0, 1]

    """

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        self.path = str(path)
        self._read_only = read_only
        self._ids: dict[tuple[str, ...], int] = {}
        try:
            self._file = self._open()
        except (sqlite3.Error, OSError) as error:
            raise self._refusal(error) from error

    def __enter__(self) -> "Records":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __repr__(self) -> str:
        return f"<Records {self.path}>"

    @property
    def is_file(self) -> bool:
        """Whether games outlast this program."""
        return self.path != MEMORY

    def scores(self, pairing: Pairing) -> dict[Slot, GameScore]:
        """Return player A's scores of the games that are finished."""
        wanted = self._find(pairing)
        if wanted is None:
            return {}
        rows = self.read(
            "SELECT match, leg, score_a, points_a FROM games WHERE pairing = ? AND match < ?", wanted, pairing.matches
        )
        return {Slot(match=match, leg=leg): GameScore(score, points) for match, leg, score, points in rows}

    def former(self, pairing: Pairing) -> FormerGames | None:
        """Return how many games there are of the same pairing with other code."""
        rows = self.read(
            f"SELECT game_code, a_code, b_code, COUNT(games.id) FROM pairings JOIN games ON pairing = pairings.id "
            f"WHERE {_SAME_TEXTS} AND version = ? GROUP BY pairings.id ORDER BY pairings.id",
            *pairing.texts,
            mcms.__version__,
        )
        others = [(tuple(codes), count) for *codes, count in rows if tuple(codes) != pairing.codes]
        if not others:
            return None
        changed = [
            file
            for place, identity in enumerate(pairing.identities)
            if any(codes[place] != identity.code for codes, _ in others)
            for file in identity.files
        ]
        return FormerGames(games=sum(count for _, count in others), files=tuple(dict.fromkeys(changed)))

    def moves(self, pairing: Pairing) -> Iterator[GameMoves]:
        """Return the moves of the games that are finished, in the pairing's order."""
        wanted = self._find(pairing)
        rows = self.read(
            "SELECT match, leg, moves FROM games WHERE pairing = ? AND match < ? ORDER BY match, leg",
            wanted,
            pairing.matches,
        )
        return (GameMoves(match=match, leg=leg, names=tuple(json.loads(moves))) for match, leg, moves in rows)

    def add(self, finished: Iterable[tuple[Pairing, GameRecord]]) -> None:
        """Keep games, all of them or, if the process dies, none; one that the file already has stays as it is."""
        with self.transaction():
            for pairing, record in finished:
                first, second = record.played.clocks
                self._file.execute(
                    "INSERT OR IGNORE INTO games VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        self._id(pairing),
                        record.slot.match,
                        record.slot.leg,
                        str(record.seed),
                        record.score_a,
                        record.points_a,
                        record.played.utility,
                        json.dumps(record.played.moves, separators=(",", ":")),
                        *dataclasses.astuple(first),
                        *dataclasses.astuple(second),
                        record.machine,
                        build(),
                        now(),
                    ),
                )

    def pairings(self) -> list[StoredPairing]:
        """List the pairings."""
        return [_stored_pairing(row) for row in self.read("SELECT * FROM pairings ORDER BY id")]

    def games(self, *, pairing: int | None = None, game: str = "", player: str = "") -> Iterator[StoredGame]:
        """Return the games in the order they ended.

        Parameters
        ----------
        pairing
            Only those of the pairing with this number.
        game
            Only those of this game; a name without options stands for the game with any.
        player
            Only those of pairings in which a player's name has this part.

        """
        chosen = (
            "(? IS NULL OR pairing = ?) AND (? = '' OR game = ? OR instr(game, ? || '(') = 1) "
            "AND (instr(a, ?) OR instr(b, ?))"
        )
        return self._games(chosen, pairing, pairing, game, game, game, player, player)

    def game(self, number: int) -> StoredGame | None:
        """Return the game with this number, if there is one."""
        return next(self._games("games.id = ?", number), None) if 0 < number <= _LARGEST_ID else None

    def count(self, pairing: int) -> int:
        """Return how many games there are of the pairing with this number."""
        ((total,),) = self.read("SELECT count(*) FROM games WHERE pairing = ?", pairing)
        return int(total)

    def to_pandas(self, *, pairing: int | None = None, game: str = "", player: str = "") -> Any:
        """Return the games as a ``pandas.DataFrame``, a row each. pandas is an extra.

        Parameters
        ----------
        pairing, game, player
            Which games, as for :meth:`games`.

        Examples
        --------
        >>> import mcms
        >>> from mcms.arena import pairing
        >>> meeting = pairing(mcms.load("pig"), "hold:20", "hold:25", matches=2)
        >>> with Records(":memory:") as records:
        ...     records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])
        ...     frame = records.to_pandas()
        >>> len(frame), list(frame["first"]) == ["hold:20", "hold:25"] * 2
        (4, True)

        """
        require_extra("pandas", "to_pandas")
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(
            [_row(stored) for stored in self.games(pairing=pairing, game=game, player=player)], columns=_COLUMNS
        )

    def _games(self, where: str, *arguments: Any) -> Iterator[StoredGame]:
        pairings = {stored.id: stored for stored in self.pairings()}
        query = f"SELECT games.* FROM games JOIN pairings ON pairings.id = pairing WHERE {where} ORDER BY games.id"
        for row in self.read(query, *arguments):
            yield _stored_game(row, pairings[row[1]])

    def _open(self) -> sqlite3.Connection:
        if self.path == MEMORY:
            file = _connect(MEMORY)
            _make_tables(file)
            return file
        if not self._read_only and not os.path.lexists(self.path):
            _put_new_file(Path(self.path))
        found = self._check_header()
        if not self._read_only and not os.access(self.path, os.W_OK):
            raise RecordsError(f"{self.path!r} cannot be written: expected a file to keep games in")
        file = _connect(f"{Path(self.path).absolute().as_uri()}?mode={self._mode()}")
        try:
            (fault,) = file.execute("PRAGMA quick_check").fetchone()
            if fault != "ok":
                raise RecordsError(f"{self.path!r} is damaged ({fault}): expected a sound file of match records")
            if found == 1:
                file.executescript(_FORMAT_1)
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute("PRAGMA foreign_keys = ON")
            file.execute(f"PRAGMA query_only = {self._read_only}")
        except BaseException:
            file.close()
            raise
        return file

    def _mode(self) -> str:
        """Return how SQLite is to open the file: even to read it, it writes files beside it where it may."""
        if all(os.access(place, os.W_OK) for place in (self.path, Path(self.path).absolute().parent)):
            return "rw"
        # Without a log beside it nobody is writing, and nobody who lacks permission will start.
        return "ro" if os.path.exists(f"{self.path}-wal") else "ro&immutable=1"

    def _check_header(self) -> int:
        """Return the format of a file if it is ours, by the places that SQLite's file format has for that."""
        header = _header(self.path)
        if not _is_ours(header):
            raise RecordsError(f"{self.path!r} is no file of match records: expected one that mcms wrote")
        found = int.from_bytes(header[60:64], "big")
        if found == 1 and not self._read_only:
            raise RecordsError(
                f"{self.path!r} has records of format 1, to which nothing can be added (mcms results shows them): "
                f"expected another file, of format {FORMAT}"
            )
        if found not in (1, FORMAT):
            raise RecordsError(f"{self.path!r} has records of format {found}: expected format {FORMAT}")
        return found

    def _find(self, pairing: Pairing) -> int | None:
        if self.is_file:
            pairing.require_identity()
        rows = self.read(
            f"SELECT id FROM pairings WHERE {_SAME_TEXTS} AND game_code = ? AND a_code = ? AND b_code = ? "
            "AND version = ?",
            *pairing.identity,
            mcms.__version__,
        )
        return next((found for (found,) in rows), None)

    def _id(self, pairing: Pairing) -> int:
        if pairing.identity not in self._ids:
            about = (platform.node(), platform.python_version(), " ".join(sys.argv), now())
            self._file.execute(
                "INSERT OR IGNORE INTO pairings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*pairing.identity, mcms.__version__, *about),
            )
            found = self._find(pairing)
            assert found is not None
            self._ids[pairing.identity] = found
        return self._ids[pairing.identity]

    def read(self, query: str, *arguments: Any) -> Iterator[tuple[Any, ...]]:
        """Return the rows of a query."""
        try:
            for row in self._file.execute(query, arguments):  # noqa: UP028  a cursor must not be closed after its file
                yield row
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def execute(self, statement: str, *arguments: Any) -> None:
        """Write something within a transaction."""
        self._file.execute(statement, arguments)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Keep all that is written within, or none of it."""
        try:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._ids.clear()
                if self._file.in_transaction:  # on a full disk SQLite has already rolled back
                    self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def _refusal(self, error: sqlite3.Error | OSError) -> RecordsError:
        reason = error.strerror if isinstance(error, OSError) else error
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        if full or (isinstance(error, OSError) and error.errno == errno.ENOSPC):
            return RecordsError(f"there is no room for {self.path!r} ({reason}): expected space on its disk")
        return RecordsError(
            f"{self.path!r} cannot be used for match records ({reason}): expected a file that mcms wrote"
        )


def is_records(path: Path) -> bool:
    """Say whether a file is one of match records, by its first bytes."""
    try:
        return _is_ours(_header(path))
    except OSError:
        return False


def _header(path: Path | str) -> bytes:
    with open(path, "rb") as file:
        return file.read(_HEADER_BYTES)


def _is_ours(header: bytes) -> bool:
    return len(header) == _HEADER_BYTES and header.startswith(_MAGIC) and header[68:72] == APPLICATION


def _connect(place: str) -> sqlite3.Connection:
    return sqlite3.connect(
        place, uri=place != MEMORY, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
    )


def _make_tables(file: sqlite3.Connection) -> None:
    file.executescript(_TABLES)
    file.execute(f"PRAGMA application_id = {int.from_bytes(APPLICATION, 'big')}")
    file.execute(f"PRAGMA user_version = {FORMAT}")


def _put_new_file(path: Path) -> None:
    """Make an empty file of records; if another process is faster, its file stays."""
    with tempfile.TemporaryDirectory(prefix=".mcms-", dir=path.parent) as folder:
        made = Path(folder) / "records"
        with closing(_connect(made.absolute().as_uri())) as file:
            file.execute("PRAGMA journal_mode = WAL")
            _make_tables(file)
        with suppress(FileExistsError):
            _link(made, path)


def _link(made: Path, path: Path) -> None:
    """Let a complete file appear at a path where there is none."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with path.open("xb") as new:
            new.write(made.read_bytes())


def now() -> str:
    """Return the current time in the form that records use."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _stored_pairing(row: tuple[Any, ...]) -> StoredPairing:
    names = [field.name for field in dataclasses.fields(StoredPairing)]
    values = dict(zip(names, row, strict=True))
    return StoredPairing(**(values | {"seed": int(values["seed"])}))


def _stored_game(row: tuple[Any, ...], pairing: StoredPairing) -> StoredGame:
    identity, _, match, leg, seed, _, points_a, utility, moves, *rest = row
    played = PlayedGame(
        moves=tuple(json.loads(moves)),
        utility=utility,
        points=points_a if leg == 0 else 0.0 - points_a,
        clocks=(_clock(rest[0:3]), _clock(rest[3:6])),
    )
    record = GameRecord(slot=Slot(match=match, leg=leg), seed=int(seed), played=played, machine=rest[6])
    return StoredGame(id=identity, pairing=pairing, record=record, build=rest[7], finished=rest[8])


def _clock(values: list[Any]) -> Clock:
    return Clock(decisions=values[0], seconds=values[1], slowest=values[2])


def _row(stored: StoredGame) -> tuple[Any, ...]:
    about, record = stored.pairing, stored.record
    first, second = record.played.clocks
    return (
        stored.id, about.game, about.a, about.b, about.seed, record.slot.match, record.slot.leg, *stored.seats,
        record.score_a, record.points_a, record.played.utility, record.played.moves, first.seconds, second.seconds,
        record.machine, stored.build, stored.finished,
    )  # fmt: skip
