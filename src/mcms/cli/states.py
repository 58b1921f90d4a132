"""Games and states as a user gives them; a state is JSON text, ``@file``, or ``-`` for stdin."""

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO

from mcms.exceptions import InvalidStateError
from mcms.games.base import BaseGame

GAME_HELP = "A game: pig, with options pig(goal=50,dice=1), your own: my_module:MyGame, or openspiel:backgammon."

_LARGEST = 1_000_000


def read_state(game: BaseGame[Any], argument: str) -> Any:
    """Return the state that the argument of ``--state`` or ``--at`` describes."""
    if argument == "-":
        if sys.stdin is None:
            raise InvalidStateError("stdin is closed: expected a state as JSON")
        return game.from_json(_parse(_read(sys.stdin.buffer, "stdin"), "stdin"))
    if argument.startswith("@"):
        source = f"the file {argument[1:]!r}"
        try:
            with Path(argument[1:]).open("rb") as file:
                text = _read(file, source)
        except OSError as error:
            raise InvalidStateError(f"cannot read {source}: {error.strerror}") from error
        return game.from_json(_parse(text, source))
    return game.from_json(_parse(argument, "the state"))


def _read(file: BinaryIO, source: str) -> str:
    data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise InvalidStateError(f"{source} is longer than {_LARGEST} bytes: expected a state as JSON")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidStateError(f"{source} is not text in UTF-8: expected a state as JSON") from error


def _parse(text: str, source: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidStateError(f"{source} is not valid JSON at {where}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidStateError(f"{source} has numbers too long or lists too deep for JSON of a state") from error
