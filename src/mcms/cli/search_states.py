"""``mcms search --states FILE``: many positions, a line of JSON each, answered in their order; a rerun resumes."""

import json
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from mcms import Limit, algorithm
from mcms.arena.identity import game_identity, search_identity
from mcms.build import VERSION
from mcms.cli.output import progress_console
from mcms.cli.search_report import SearchReport
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.games.base import BaseGame
from mcms.search_many import searches

_PERIOD = 50
"""Positions between two signs of life where there is no terminal."""


def search_states(
    game: BaseGame[Any],
    file: Path,
    name: str,
    limit: Limit,
    *,
    seed: int,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
) -> None:
    """Search the states of a file; results go to ``out``, where those it already has are kept, or are printed."""
    states = _read(game, file)
    wanted = algorithm(name, game)
    searching = search_identity(wanted)
    asked = {
        "game": game_identity(game).text,
        "code": game_identity(game).code,
        "version": VERSION,
        "searched_by": searching.text,
        "limit": str(limit),
        "seed": seed,
    } | ({"weights": searching.code} if searching.code else {})
    known = 0 if out is None else _known(out, asked, game, states)
    left = states[known:]
    results = searches(game, left, wanted, limit=limit, seed=seed, workers=workers, cluster=cluster)
    target = sys.stdout if out is None else out.open("a", encoding="utf-8")
    try:
        with closing(_in_order(results)) as ordered:
            for number, (place, result) in enumerate(ordered, known + 1):
                report = SearchReport(game=game, state=left[place], algorithm=wanted, seed=seed, result=result)
                target.write(json.dumps({"asked": asked} | report.to_json(), allow_nan=False) + "\n")
                target.flush()
                _say(number, len(states))
    finally:
        if out is not None:
            target.close()


def _in_order(results: Iterable[tuple[int, Any]]) -> Generator[tuple[int, Any]]:
    """Return results by their place, each as soon as all before it are there."""
    waiting: dict[int, Any] = {}
    place = 0
    for found, result in results:
        waiting[found] = result
        while place in waiting:
            yield place, waiting.pop(place)
            place += 1


def _read(game: BaseGame[Any], file: Path) -> list[Any]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidStateError(f"cannot read the states of {str(file)!r}: {error}") from error
    states = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                states.append(game.from_json(json.loads(line)))
            except ValueError as error:
                raise InvalidStateError(f"line {number} of {str(file)!r}: {error}") from error
    return states


def _known(out: Path, asked: dict[str, Any], game: BaseGame[Any], states: Sequence[Any]) -> int:
    """Return how many results a file has; one of other searches is refused, half a line at its end is dropped."""
    if not out.exists():
        return 0
    content = out.read_text(encoding="utf-8")
    complete = content[: content.rfind("\n") + 1]
    lines = complete.splitlines()
    expected = [{"asked": asked, "state": game.to_json(state)} for state in states]
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False), 1):
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or any(found.get(key) != value for key, value in wanted.items()):
            raise InvalidOptionError(
                f"line {number} of {str(out)!r} is of another search: expected a new file, or one of the same search"
            )
    if len(lines) > len(states):
        raise InvalidOptionError(f"{str(out)!r} has {len(lines)} results: expected at most {len(states)}")
    if complete != content:
        out.write_text(complete, encoding="utf-8")
    return len(lines)


def _say(done: int, total: int) -> None:
    screen = progress_console()
    if screen.is_terminal:
        screen.print(f"{done} of {total}", end="\r" if done < total else "\n")
    elif done % _PERIOD == 0 or done == total:
        screen.print(f"{done} of {total} positions")
