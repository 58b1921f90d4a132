"""Reads states of Can't Stop from JSON and refuses, in one sentence, whatever cannot occur in a game."""

from typing import TYPE_CHECKING, Any

from mcms._core import CantStopState
from mcms.exceptions import InvalidStateError
from mcms.validation import json_object, whole_number

if TYPE_CHECKING:
    from mcms.games.cant_stop import CantStop

COLUMNS = range(2, 13)
_PHASES = ("pre_roll", "rolling", "move")
_KEYS = {"markers", "runners", "dice", "phase", "to_move"}


def read_state(game: "CantStop", data: Any) -> CantStopState:
    """Return the state of a JSON object in the format of the game's page."""
    data = json_object(data, _KEYS, set(), InvalidStateError)
    heights = game.column_heights
    markers = _read_markers(data["markers"], heights)
    to_move = whole_number("to_move", data["to_move"], 0, 1, InvalidStateError)
    phase = data["phase"]
    if not isinstance(phase, str) or phase not in _PHASES:
        raise InvalidStateError(f"phase is {phase!r}: expected pre_roll, rolling or move")
    runners = _read_runners(data["runners"], markers, to_move, heights)
    dice = _read_dice(data["dice"], phase)
    _check_claims(game, markers, runners, phase, to_move)
    state = game.rules.make_state(markers=markers, runners=runners, dice=dice, phase=phase, second_moves=bool(to_move))
    if phase == "move" and not game.core.actions(state):
        raise InvalidStateError(f"dice is {dice!r}, which allows no move: expected dice that do not bust")
    return state


def _read_markers(value: Any, heights: tuple[int, ...]) -> list[list[int]]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise InvalidStateError(f"markers is {value!r}: expected two lists of eleven steps")
    for steps in value:
        if not isinstance(steps, list | tuple) or len(steps) != len(heights):
            raise InvalidStateError(f"a player's markers are {steps!r}: expected eleven steps, for columns 2 to 12")
        for column, step, height in zip(COLUMNS, steps, heights, strict=True):
            whole_number(f"a marker in column {column}", step, 0, height, InvalidStateError)
    for column, first, second, height in zip(COLUMNS, *value, heights, strict=True):
        if first == second == height:
            raise InvalidStateError(f"column {column} is claimed by both players: expected one of them at most")
    return [list(steps) for steps in value]


def _read_runners(value: Any, markers: list[list[int]], to_move: int, heights: tuple[int, ...]) -> list[int]:
    if not isinstance(value, dict):
        raise InvalidStateError(f"runners is {value!r}: expected an object from columns to steps")
    if len(value) > 3:
        raise InvalidStateError(f"runners has {len(value)} columns: expected at most 3")
    runners = [0] * len(heights)
    for name, step in value.items():
        if not isinstance(name, str) or name not in map(str, COLUMNS):
            raise InvalidStateError(f"a runner is in column {name!r}: expected one of the texts 2 to 12")
        index = int(name) - 2
        height, own, other = heights[index], markers[to_move][index], markers[1 - to_move][index]
        if height in (own, other):
            raise InvalidStateError(f"a runner is in column {name}, which is claimed: expected an open column")
        whole_number(
            f"the runner in column {name}, whose marker is at {own},", step, own + 1, height, InvalidStateError
        )
        runners[index] = step
    return runners


def _read_dice(value: Any, phase: str) -> list[int] | None:
    if phase != "move":
        if value is not None:
            raise InvalidStateError(f"dice is {value!r} in the phase {phase}: expected null, as in all but move")
        return None
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise InvalidStateError(f"dice is {value!r}: expected four ascending numbers from 1 to 6")
    for die in value:
        whole_number("a die", die, 1, 6, InvalidStateError)
    if list(value) != sorted(value):
        raise InvalidStateError(f"dice is {value!r}: expected them ascending")
    return list(value)


def _check_claims(game: "CantStop", markers: list[list[int]], runners: list[int], phase: str, to_move: int) -> None:
    heights, needed = game.column_heights, game.columns
    claimed = [sum(map(int.__eq__, steps, heights)) for steps in markers]
    topped = sum(map(int.__eq__, runners, heights))
    if claimed[to_move] >= needed:
        raise InvalidStateError(
            f"the player to move has claimed {claimed[to_move]} columns: expected less than {needed}, "
            "since a winning stop passes the turn"
        )
    # A stop that wins is forced, so all but the last move left less than the columns needed; that one tops two.
    for count in (claimed[1 - to_move], claimed[to_move] + topped):
        if count > needed + 1:
            raise InvalidStateError(
                f"a player has {count} columns: expected at most {needed + 1}, since {needed} end the game"
            )
    if claimed[1 - to_move] >= needed and (any(runners) or phase != "pre_roll"):
        raise InvalidStateError("the game is over: expected the phase pre_roll and no runners")
    if claimed[to_move] + topped >= needed and phase != "pre_roll":
        raise InvalidStateError(f"the phase is {phase} where stopping wins: expected a stop, the only legal action")
