"""GNU Backgammon's position IDs: 14 characters of base 64 for both sides' checkers.

Ten bytes, read from their lowest bits: for each side, the player to move second, points 1 to 24 and the bar as many
ones as there are checkers, and a zero after each point.
"""

import base64
import binascii
from collections.abc import Sequence
from typing import Any

from mcms.exceptions import InvalidStateError

_BYTES = 10
_LENGTH = 14
_POINTS = 25


def encode(other: Sequence[int], mover: Sequence[int]) -> str:
    """Return the ID of two sides, each 25 counts by its own points and its bar.

    >>> start = [0] * 5 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0]
    >>> encode(start, start)
    '4HPwATDgc/ABMA'
    """
    bits = place = 0
    for count in (*other, *mover):
        bits |= ((1 << count) - 1) << place
        place += count + 1
    return base64.b64encode(bits.to_bytes(_BYTES, "little")).decode("ascii")[:_LENGTH]


def decode(text: Any) -> tuple[list[int], list[int]]:
    """Return the two sides of an ID, the player to move second."""
    bits = _bits(text)
    counts = []
    for _ in range(2 * _POINTS):
        ones = (~bits & bits + 1).bit_length() - 1
        counts.append(ones)
        bits >>= ones + 1
    if bits:
        raise InvalidStateError(f"position ID {text!r} goes on after both sides: expected zeros")
    return counts[:_POINTS], counts[_POINTS:]


def _bits(text: Any) -> int:
    if not isinstance(text, str) or len(text) != _LENGTH:
        raise InvalidStateError(f"position ID is {text!r:.80}: expected 14 characters such as 4HPwATDgc/ABMA")
    try:
        return int.from_bytes(base64.b64decode(text + "==", validate=True), "little")
    except (binascii.Error, ValueError):
        raise InvalidStateError(f"position ID is {text!r}: expected letters, digits, + and / only") from None
