"""States of backgammon as JSON, seen by the first player, and the sentences that refuse what cannot be one."""

from collections.abc import Sequence
from typing import Any

from mcms._core import BackgammonState
from mcms.exceptions import InvalidStateError
from mcms.validation import json_object, whole_number

_KEYS = {"points", "bar", "off", "dice", "to_move"}
_POINTS = 24
_BAR = 24
"""Where the bar is in a side's counts, after its points 1 to 24."""
_SIDES = ("first", "second")


def write_state(state: BackgammonState, checkers: int) -> dict[str, Any]:
    """Return the JSON form of a state with ``checkers`` checkers a side."""
    first, second = (state.other, state.own) if state.second_moves else (state.own, state.other)
    return {
        "points": [first[point] - second[_POINTS - 1 - point] for point in range(_POINTS)],
        "bar": [first[_BAR], second[_BAR]],
        "off": [checkers - sum(first), checkers - sum(second)],
        "dice": [state.high, state.low] if state.phase == "moving" else None,
        "to_move": None if state.phase == "opening" else int(state.second_moves),
    }


def read_state(data: Any, checkers: int) -> BackgammonState:
    """Return the state of a JSON object in the format of the game's page."""
    data = json_object(data, _KEYS, set(), InvalidStateError)
    sides = _read_sides(data, checkers)
    require_counts(sides, checkers, _read_pair("off", data["off"], checkers))
    to_move = data["to_move"]
    if to_move is not None:
        whole_number("to_move", to_move, 0, 1, InvalidStateError)
    dice = _read_dice(data["dice"])
    phase = _phase(sides, dice, to_move)
    own, other = sides if to_move != 1 else reversed(sides)
    high, low = dice or (0, 0)
    return BackgammonState(own=own, other=other, high=high, low=low, phase=phase, second_moves=to_move == 1)


def require_counts(sides: Sequence[Sequence[int]], checkers: int, off: Sequence[int] | None = None) -> None:
    """Raise unless each side has all its checkers, those that are off included; without ``off``, at most that many."""
    for player, side in enumerate(sides):
        on_board = sum(side)
        total = on_board if off is None else on_board + off[player]
        if total > checkers or (off is not None and total < checkers):
            which = "player to move" if off is None and player == 0 else "other" if off is None else _SIDES[player]
            raise InvalidStateError(
                f"the {which} has {total} checkers: expected {'at most ' if off is None else ''}{checkers}"
            )


def _read_sides(data: dict[str, Any], checkers: int) -> list[list[int]]:
    points = data["points"]
    if not isinstance(points, list | tuple) or len(points) != _POINTS:
        raise InvalidStateError(f"points is {points!r:.200}: expected 24 numbers, of the first player's points 1 to 24")
    for point, count in enumerate(points, start=1):
        whole_number(f"the count of point {point}", count, -checkers, checkers, InvalidStateError)
    bar = _read_pair("bar", data["bar"], checkers)
    return [
        [*(max(count, 0) for count in points), bar[0]],
        [*(max(-count, 0) for count in reversed(points)), bar[1]],
    ]


def _read_pair(name: str, value: Any, most: int) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidStateError(f"{name} is {value!r:.80}: expected two numbers, the first player's and the second's")
    return [whole_number(f"a number of {name}", each, 0, most, InvalidStateError) for each in value]


def _read_dice(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidStateError(f"dice is {value!r:.80}: expected two numbers from 1 to 6, or null before a roll")
    low, high = sorted(whole_number("a die", die, 1, 6, InvalidStateError) for die in value)
    return high, low


def _phase(sides: list[list[int]], dice: tuple[int, int] | None, to_move: int | None) -> str:
    finished = [player for player in (0, 1) if not any(sides[player])]
    if len(finished) == 2:
        raise InvalidStateError("both players have borne off all checkers: expected one at most, which ends the game")
    if to_move is None:
        if finished or dice is not None:
            raise InvalidStateError("to_move is null: expected that only before the opening roll")
        return "opening"
    if not finished:
        return "rolling" if dice is None else "moving"
    if dice is not None:
        raise InvalidStateError(f"dice is {list(dice)} in a finished game: expected null")
    if finished == [to_move]:
        raise InvalidStateError(
            f"to_move is {to_move}, the player who has won: expected {1 - to_move}, the last move passes the turn"
        )
    return "over"
