"""All names that the actions of a built-in game can ever have, in a fixed order.

A learning algorithm needs an action to have the same number in all states; the places in these lists are the numbers.
"""

import itertools
from functools import cache

_SIX = "123456"
_CIVILIZATIONS = tuple(f"civilization_{number}" for number in range(1, 6))
_MONUMENTS = tuple(f"monument_{number}" for number in range(1, 9))


@cache
def action_names(game: str) -> tuple[str, ...]:
    """Return the names of a game's actions; empty for a game whose actions have no fixed list.

    >>> action_names("pig")
    ('roll', 'stop')
    """
    listed = {"pig": _pig_actions, "ewn": _ewn_actions, "cant_stop": _cant_stop_actions, "ra": _ra_actions}
    return listed[game]() if game in listed else ()


def _pig_actions() -> tuple[str, ...]:
    return ("roll", "stop")


def _ewn_actions() -> tuple[str, ...]:
    squares = [f"{column}{row}" for row in "12345" for column in "abcde"]
    steps = ((1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1))
    return tuple(
        f"{stone}:{squares[5 * row + column]}-{squares[5 * (row + down) + column + right]}"
        for stone, row, column, (down, right) in itertools.product(_SIX, range(5), range(5), steps)
        if 0 <= row + down < 5 and 0 <= column + right < 5
    )


def _cant_stop_actions() -> tuple[str, ...]:
    columns = range(2, 13)
    pairs = itertools.combinations_with_replacement(columns, 2)
    return ("roll", "stop", *map(str, columns), *(f"{low}+{high}" for low, high in pairs))


def _ra_actions() -> tuple[str, ...]:
    held = ("pharaoh", "nile", "flood", "gold", *_CIVILIZATIONS, *_MONUMENTS)
    return (
        *("draw", "invoke", "pass", "done"),
        *(f"bid:{sun}" for sun in range(1, 10)),
        *(f"god:{kind}" for kind in held),
        *(f"discard:{kind}" for kind in (*_CIVILIZATIONS, *_MONUMENTS)),
    )
