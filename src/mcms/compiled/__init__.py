"""What the functions of a compiled game may use: whose turn it is, and randomness. Needs the extra ``mcms[numba]``.

The functions below are the core's own (``core/include/mcms/game/key.hpp``), so a start drawn by them can be the very
start that a game in C++ draws. They work in plain Python too, and their numbers are ``numpy.uint64``.
"""

from typing import Any

from numba import njit, uint64

FIRST, SECOND, CHANCE, OVER = 0, 1, 2, 3

_GAMMA = 0x9E3779B97F4A7C15


@njit
def mix(word: Any) -> Any:
    """Return 64 well mixed bits, different ones for different words: a hash of a state that fits into one word.

    >>> bool(mix(1) == mix(1)), bool(mix(1) == mix(2))
    (True, False)
    """
    word = uint64(word)
    word = (word ^ (word >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))


@njit
def fold(key: Any, number: int) -> Any:
    """Return an independent key for each number.

    >>> bool(fold(7, 0) == fold(7, 1))
    False
    """
    return mix((uint64(key) ^ mix(uint64(number) + uint64(_GAMMA))) + uint64(_GAMMA))


@njit
def uniform(key: Any, number: int) -> Any:
    """Return the random number in [0, 1) that a key has for a number.

    >>> 0 <= uniform(7, 0) < 1, uniform(7, 0) == uniform(7, 1)
    (True, False)
    """
    return float(mix(uint64(key) + uint64(number + 1) * uint64(_GAMMA)) >> uint64(11)) * 2.0**-53


__all__ = ["CHANCE", "FIRST", "OVER", "SECOND", "fold", "mix", "uniform"]
