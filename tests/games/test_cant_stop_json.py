"""Can't Stop: JSON states that cannot occur are refused in one sentence that names what is wrong."""

from typing import Any

import pytest

from mcms import CantStop, InvalidStateError

GAME = CantStop()
NOTHING = [0] * 11
START: dict[str, Any] = {"markers": [NOTHING, NOTHING], "runners": {}, "dice": None, "phase": "pre_roll", "to_move": 0}
ROLLED = START | {"phase": "move", "dice": [1, 3, 3, 6]}


def marked(column: int, step: Any, steps: Any = NOTHING) -> list[Any]:
    return [step if number == column else old for number, old in zip(range(2, 13), steps, strict=True)]


TWO_CLAIMS = marked(2, 3, marked(12, 3))
THREE_CLAIMS = marked(3, 5, TWO_CLAIMS)
FOUR_CLAIMS = marked(11, 5, THREE_CLAIMS)
FIVE_CLAIMS = marked(4, 7, FOUR_CLAIMS)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "expected an object"),
        (None, "expected an object"),
        ("cant_stop", "expected an object"),
        ({}, "lacks dice, markers, phase, runners, to_move"),
        (START | {"x": 1}, "unknown key 'x'"),
        (START | {"markers": 5}, "markers is 5"),
        (START | {"markers": [NOTHING]}, "expected two lists"),
        (START | {"markers": [NOTHING, NOTHING[:10]]}, "expected eleven steps"),
        (START | {"markers": [NOTHING, {"2": 1}]}, "expected eleven steps"),
        (START | {"markers": [NOTHING, "00000000000"]}, "expected eleven steps"),
        (START | {"markers": [NOTHING, marked(5, -1)]}, "a marker in column 5 is -1: expected a whole number"),
        (START | {"markers": [marked(2, 4), NOTHING]}, "a marker in column 2 is 4"),
        (START | {"markers": [marked(7, 14), NOTHING]}, "a marker in column 7 is 14"),
        (START | {"markers": [marked(7, 10**40), NOTHING]}, "a marker in column 7 is 1000"),
        (START | {"markers": [marked(7, 1.0), NOTHING]}, "a marker in column 7 is 1.0"),
        (START | {"markers": [marked(7, float("nan")), NOTHING]}, "a marker in column 7 is nan"),
        (START | {"markers": [marked(7, True), NOTHING]}, "a marker in column 7 is True"),
        (START | {"markers": [marked(7, "1"), NOTHING]}, "a marker in column 7 is '1'"),
        (START | {"markers": [marked(7, None), NOTHING]}, "a marker in column 7 is None"),
        (START | {"markers": [marked(3, 5), marked(3, 5)]}, "column 3 is claimed by both"),
        (START | {"runners": None}, "runners is None"),
        (START | {"runners": [7, 8]}, "runners is [7, 8]"),
        (START | {"runners": {"6": 1, "7": 1, "8": 1, "9": 1}}, "runners has 4 columns: expected at most 3"),
        (START | {"runners": {"1": 1}}, "a runner is in column '1'"),
        (START | {"runners": {"13": 1}}, "a runner is in column '13'"),
        (START | {"runners": {"07": 1}}, "a runner is in column '07'"),
        (START | {"runners": {"seven": 1}}, "a runner is in column 'seven'"),
        (START | {"runners": {7: 1}}, "a runner is in column 7"),
        (START | {"runners": {"7": 14}}, "the runner in column 7, whose marker is at 0, is 14"),
        (START | {"runners": {"7": 0}}, "the runner in column 7, whose marker is at 0, is 0"),
        (START | {"runners": {"7": -1}}, "the runner in column 7, whose marker is at 0, is -1"),
        (START | {"runners": {"7": True}}, "the runner in column 7, whose marker is at 0, is True"),
        (START | {"runners": {"7": 1.5}}, "is 1.5"),
        (START | {"runners": {"7": None}}, "is None"),
        (START | {"runners": {"7": 3}, "markers": [marked(7, 3), NOTHING]}, "at 3, is 3: expected a whole number"),
        (START | {"runners": {"7": 2}, "markers": [marked(7, 3), NOTHING]}, "at 3, is 2"),
        (START | {"runners": {"3": 5}, "markers": [marked(3, 5), NOTHING]}, "in column 3, which is claimed"),
        (START | {"runners": {"3": 1}, "markers": [NOTHING, marked(3, 5)]}, "in column 3, which is claimed"),
        (START | {"phase": "over"}, "phase is 'over'"),
        (START | {"phase": None}, "phase is None"),
        (START | {"phase": ["move"]}, "phase is ['move']"),
        (START | {"to_move": 2}, "to_move is 2"),
        (START | {"to_move": True}, "to_move is True"),
        (START | {"to_move": None}, "to_move is None"),
        (START | {"dice": [1, 3, 3, 6]}, "dice is [1, 3, 3, 6] in the phase pre_roll: expected null"),
        (START | {"dice": [1, 3, 3, 6], "phase": "rolling"}, "in the phase rolling: expected null"),
        (ROLLED | {"dice": None}, "dice is None: expected four"),
        (ROLLED | {"dice": "1336"}, "dice is '1336'"),
        (ROLLED | {"dice": [1, 3, 3]}, "dice is [1, 3, 3]"),
        (ROLLED | {"dice": [1, 3, 3, 6, 6]}, "dice is [1, 3, 3, 6, 6]"),
        (ROLLED | {"dice": [3, 1, 3, 6]}, "dice is [3, 1, 3, 6]: expected them ascending"),
        (ROLLED | {"dice": [0, 3, 3, 6]}, "a die is 0"),
        (ROLLED | {"dice": [1, 3, 3, 7]}, "a die is 7"),
        (ROLLED | {"dice": [True, 3, 3, 6]}, "a die is True"),
        (ROLLED | {"dice": [1, 3, 3, float("nan")]}, "a die is nan"),
        (ROLLED | {"dice": [1, 3, 3, 6.0]}, "a die is 6.0"),
        (ROLLED | {"runners": {"2": 1, "3": 1, "12": 1}}, "dice is [1, 3, 3, 6], which allows no move"),
        (START | {"markers": [THREE_CLAIMS, NOTHING]}, "the player to move has claimed 3 columns"),
        (START | {"markers": [NOTHING, FIVE_CLAIMS]}, "a player has 5 columns: expected at most 4"),
        (START | {"markers": [NOTHING, THREE_CLAIMS], "runners": {"7": 1}}, "the game is over"),
        (START | {"markers": [NOTHING, THREE_CLAIMS], "phase": "rolling"}, "the game is over"),
        (ROLLED | {"markers": [NOTHING, THREE_CLAIMS]}, "the game is over"),
        (START | {"markers": [TWO_CLAIMS, NOTHING], "runners": {"3": 5}, "phase": "rolling"}, "where stopping wins"),
        (ROLLED | {"markers": [TWO_CLAIMS, NOTHING], "runners": {"3": 5}}, "where stopping wins"),
        (START | {"markers": [TWO_CLAIMS, NOTHING], "runners": {"3": 5, "4": 7, "11": 5}}, "a player has 5 columns"),
    ],
)  # fmt: skip
def test_impossible_states_are_refused(data: Any, says: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        GAME.from_json(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        START,
        ROLLED,
        ROLLED | {"dice": [2, 2, 2, 4]},  # not the name of its outcome, but what lies on the table
        START | {"markers": [NOTHING, THREE_CLAIMS]},
        START | {"markers": [NOTHING, FOUR_CLAIMS]},
        START | {"markers": [TWO_CLAIMS, NOTHING], "runners": {"3": 5, "11": 5}},
        START | {"markers": [TWO_CLAIMS, marked(2, 1)], "runners": {"7": 13}, "to_move": 0},
        START | {"markers": [NOTHING, TWO_CLAIMS], "phase": "rolling", "to_move": 1},
    ],
)
def test_possible_states_are_read(data: Any) -> None:
    assert GAME.to_json(GAME.from_json(data)) == data


def test_variants_have_their_own_limits() -> None:
    low = CantStop(heights="1-2-3-4-5-6-5-4-3-2-1", columns=2)
    with pytest.raises(InvalidStateError, match="a marker in column 7 is 7: expected a whole number from 0 to 6"):
        low.from_json(START | {"markers": [marked(7, 7), NOTHING]})
    with pytest.raises(InvalidStateError, match="a player has 4 columns: expected at most 3"):
        low.from_json(START | {"markers": [NOTHING, [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0]]})
    assert low.turn(low.from_json(START | {"markers": [NOTHING, [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]]})) == "over"
