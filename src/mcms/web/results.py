"""Results on show: the records and reports below one path, and nothing else.

A visitor names a result by what the list says; a name that is not in the list opens nothing, so no request can reach
another file.
"""

import dataclasses
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mcms.arena.records import Records, StoredGame, is_records
from mcms.arena.session import Session
from mcms.arena.summary import session_of, summaries_of
from mcms.exceptions import InvalidOptionError
from mcms.stats import elo
from mcms.web.catalog import game_of
from mcms.web.limits import RefusedError

_REPORT = "report.html"
_DEEPEST = 2
_MOST_FILES = 10_000
GAMES_SHOWN = 200


@dataclasses.dataclass(frozen=True)
class ResultItem:
    """A file of records or a report, by its path below the shelf."""

    name: str
    kind: str
    path: Path


class Shelf:
    """The results below a path: a file of records, or a folder with such files and reports."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            raise InvalidOptionError(f"there is no {str(path)!r}: expected a file of records or a folder of results")
        self._root = path.resolve()

    def items(self) -> list[ResultItem]:
        """List what there is."""
        if self._root.is_file():
            return [ResultItem(self._root.name, "records", self._root)]
        return sorted(self._find(), key=lambda item: item.name)

    def pairings(self, name: str) -> list[dict[str, Any]]:
        """Return each pairing of a file of records with its score."""
        with self._records(name) as records:
            return [{"id": found.pairing.id, **_plain(found.to_json())} for found in summaries_of(records.games())]

    def games(self, name: str, pairing: int, start: int = 0) -> dict[str, Any]:
        """Return some games of a pairing from a number on, and how many there are."""
        with self._records(name) as records:
            found = itertools.islice(records.games(pairing=pairing), start, start + GAMES_SHOWN)
            return {"total": records.count(pairing), "start": start, "games": [_game(stored) for stored in found]}

    def session(self, name: str, game: int) -> Session:
        """Return a recorded game."""
        with self._records(name) as records:
            stored = records.game(game)
        if stored is None:
            raise RefusedError(404, f"{name!r} has no game {game}: expected the number of one of its games")
        game_of(stored.pairing.game)  # no other is played again: records may name modules
        return session_of(stored)

    def report(self, name: str) -> str:
        """Return a report's page."""
        return self._item(name, "report").path.read_text(encoding="utf-8")

    @contextmanager
    def _records(self, name: str) -> Iterator[Records]:
        with Records(self._item(name, "records").path, read_only=True) as records:
            yield records

    def _item(self, name: str, kind: str) -> ResultItem:
        for item in self.items():
            if (item.name, item.kind) == (name, kind):
                return item
        raise RefusedError(404, f"there is no result {name[:100]!r}: expected one of the list")

    def _find(self) -> Iterator[ResultItem]:
        patterns = ["/".join(["*"] * depth) for depth in range(1, _DEEPEST + 1)]
        paths = (path for pattern in patterns for path in self._root.glob(pattern))
        for path, _ in zip(paths, range(_MOST_FILES), strict=False):
            if not path.is_file() or not path.resolve().is_relative_to(self._root):
                continue
            name = path.relative_to(self._root).as_posix()
            if path.name == _REPORT:
                yield ResultItem(name, "report", path)
            elif is_records(path):
                yield ResultItem(name, "records", path)


def _plain(summary: dict[str, Any]) -> dict[str, Any]:
    """Leave out what says more of the machine than of the result; a seed of 64 bits is a text for a browser."""
    kept = ("game", "a", "b", "version", "matches", "wins", "draws", "losses", "score", "interval")
    return {name: summary[name] for name in kept} | {"seed": str(summary["seed"])} | _elo(summary)


def _elo(summary: dict[str, Any]) -> dict[str, Any]:
    """Return the score as Elo; whoever wins all, or may, has no finite one."""
    if summary["score"] is None or summary["interval"] is None:
        return {"elo": None, "elo_interval": None}
    finite = [elo(end) if 0 < end < 1 else None for end in (summary["score"], *summary["interval"])]
    return {"elo": finite[0], "elo_interval": finite[1:]}


def _game(stored: StoredGame) -> dict[str, Any]:
    first, second = stored.seats
    return {
        "id": stored.id,
        "match": stored.record.slot.match,
        "first": first,
        "second": second,
        "score_first": stored.record.played.score,
        "moves": len(stored.record.played.moves),
    }
