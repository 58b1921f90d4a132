"""A hash of a state for games in Python that bring none: :func:`stable_hash`.

Sampled searches draw from the hash, so it has to be the same in every process. Python's own ``hash`` is not (texts are
salted), and neither ``repr`` nor ``pickle`` is a function of the value alone.
"""

import dataclasses
import enum
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

from mcms.exceptions import ContractError


def stable_hash(state: object) -> int:
    """Return 64 bits of a state made of numbers, texts, tuples, frozen sets, enums and dataclasses.

    Equal states have equal hashes, on every machine.

    Parameters
    ----------
    state
        The state; anything else in it raises ``ContractError``.

    Examples
    --------
    >>> stable_hash((3, "x")) == stable_hash((3.0, "x")) != stable_hash((3, "y"))
    True

    """
    return int.from_bytes(_digest(state, state), "little")


def hash_method(game: object) -> Callable[[Any], int]:
    """Return the game's ``hash``, or :func:`stable_hash` if it has none."""
    own: Callable[[Any], int] | None = getattr(game, "hash", None)
    return stable_hash if own is None else own


def _digest(part: object, state: object) -> bytes:
    digest = blake2b(digest_size=8)
    for piece in _pieces(part, state):
        # The length in front keeps ("ab", "c") and ("a", "bc") apart.
        digest.update(len(piece).to_bytes(8, "little"))
        digest.update(piece)
    return digest.digest()


def _pieces(part: object, state: object) -> Iterator[bytes]:
    """Take a value apart; values that Python calls equal give the same pieces."""
    match part:
        case enum.Enum():
            yield from (b"enum", type(part).__qualname__.encode(), part.name.encode())
        case None:
            yield b"none"
        case int() | float():
            # 1 == 1.0 == True
            whole = isinstance(part, int) or part.is_integer()
            yield from (b"number", repr(int(part) if whole else float(part)).encode())
        case str():
            yield from (b"text", part.encode("utf-8", "surrogatepass"))
        case bytes():
            yield from (b"bytes", part)
        case tuple() | list():
            yield type(part).__name__.encode() if isinstance(part, list) else b"tuple"
            yield from (_digest(item, state) for item in part)
        case frozenset():
            yield b"set"
            yield from sorted(_digest(item, state) for item in part)
        case _ if dataclasses.is_dataclass(part) and not isinstance(part, type):
            yield from (b"dataclass", type(part).__qualname__.encode())
            compared = (field.name for field in dataclasses.fields(part) if field.compare)
            yield from (_digest(getattr(part, name), state) for name in compared)
        case _:
            raise ContractError(
                f"the state {state!r:.200} contains {part!r:.200}, a {type(part).__name__}: expected numbers, texts, "
                "tuples, frozen sets, enums and dataclasses, or a game with a method hash(state)"
            )
