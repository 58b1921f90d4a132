"""What backgammon refuses to read, each with its sentence; position IDs both ways."""

from typing import Any

import pytest

from mcms import Backgammon, InvalidStateError, Turn

GAME = Backgammon()
START = GAME.to_json(GAME.initial_state())
MOVING = GAME.to_json(GAME.resolve(GAME.initial_state(), "second 52"))
OVER = {"points": [0] * 23 + [-2], "bar": [0, 0], "off": [15, 13], "dice": None, "to_move": 1}


def points(**counts: int) -> list[int]:
    return [counts.get(f"p{n}", 0) for n in range(1, 25)]


@pytest.mark.parametrize("data", [START, MOVING, MOVING | {"dice": None}, OVER])
def test_states_survive_the_way_through_json(data: dict[str, Any]) -> None:
    assert GAME.to_json(GAME.from_json(data)) == data


def test_a_finished_game_is_the_losers_turn() -> None:
    state = GAME.from_json(OVER)
    assert GAME.turn(state) is Turn.OVER
    assert GAME.utility(state) == 1
    assert GAME.text(state).endswith("first X has won")


def test_dice_are_read_in_any_order() -> None:
    assert GAME.to_json(GAME.from_json(MOVING | {"dice": [2, 5]})) == MOVING


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"points": [0] * 23}, "24 numbers"),
        ({"points": [16] + [0] * 23}, "from -15 to 15"),
        ({"points": points(p1=5)}, "the first has 5 checkers: expected 15"),
        ({"off": [1, 0]}, "the first has 16 checkers"),
        ({"off": [0, 1]}, "the second has 16 checkers"),
        ({"bar": [0]}, "two numbers"),
        ({"bar": [0, -1]}, "from 0 to 15"),
        ({"dice": [7, 1]}, "a die is 7"),
        ({"dice": [3]}, "two numbers from 1 to 6"),
        ({"dice": 31}, "two numbers from 1 to 6"),
        ({"to_move": 2}, "to_move is 2"),
        ({"to_move": None}, "only before the opening roll"),
        ({"to_move": True}, "to_move is True"),
        ({"cube": 2}, "unknown key 'cube'"),
    ],
)
def test_what_cannot_be_a_state_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidStateError, match=says):
        GAME.from_json(MOVING | changes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dice": [3, 1]}, "in a finished game"),
        ({"to_move": 0}, "the player who has won"),
        ({"to_move": None}, "only before the opening roll"),
        ({"points": [0] * 24, "off": [15, 15]}, "both players have borne off"),
    ],
)
def test_what_cannot_be_an_end_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidStateError, match=says):
        GAME.from_json(OVER | changes)


def test_other_variants_have_other_counts() -> None:
    hyper = Backgammon(variant="hyper")
    with pytest.raises(InvalidStateError, match="expected a whole number from -3 to 3"):
        hyper.from_json(START)
    with pytest.raises(InvalidStateError, match="expected 3 checkers a side"):
        hyper.actions(GAME.from_json(MOVING))
    with pytest.raises(InvalidStateError, match="at most 3"):
        hyper.from_position_id("4HPwATDgc/ABMA")


def test_position_ids_are_seen_by_the_player_to_move() -> None:
    for to_move in (0, 1):
        state = GAME.from_position_id("sGfwATDgc/ABMA", to_move=to_move, dice=(1, 6))
        assert GAME.position_id(state) == "sGfwATDgc/ABMA"
        assert (state.high, state.low, state.second_moves) == (6, 1, to_move == 1)


def test_an_id_without_the_other_sides_checkers_is_a_finished_game() -> None:
    over = GAME.position_id(GAME.from_json(OVER))
    assert GAME.turn(GAME.from_position_id(over, to_move=1)) is Turn.OVER


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4HPwATDgc/ABM", "14 characters"),
        (None, "14 characters"),
        ("4HPwATDgc/AB§A", "letters, digits"),
        ("//////////////", "goes on after both sides|checkers"),
        ("AAAAAAAAAAAAAA", "no checkers"),
    ],
)
def test_what_is_no_position_id_is_refused(text: Any, says: str) -> None:
    with pytest.raises(InvalidStateError, match=says):
        GAME.from_position_id(text)


def test_the_board_is_drawn_from_the_first_players_side() -> None:
    assert GAME.text(GAME.resolve(GAME.initial_state(), "second 52")).splitlines() == [
        "+13-14-15-16-17-18------19-20-21-22-23-24-+",
        "| X           O    |   | O              X |",
        "| X           O    |   | O              X |",
        "| X           O    |   | O                |",
        "| X                |   | O                |",
        "| X                |   | O                |",
        "|                  |BAR|                  |",
        "| O                |   | X                |",
        "| O                |   | X                |",
        "| O           X    |   | X                |",
        "| O           X    |   | X              O |",
        "| O           X    |   | X              O |",
        "+12-11-10--9--8--7-------6--5--4--3--2--1-+",
        "off: X 0, O 0; second O to move with 52",
    ]
    assert GAME.board(GAME.initial_state()).plain == GAME.text(GAME.initial_state())


def test_more_checkers_than_rows_are_a_number() -> None:
    crowd = GAME.from_json(START | {"points": points(p1=-15, p6=12), "bar": [3, 0], "to_move": 0})
    lines = GAME.text(crowd).splitlines()
    assert lines[7] == "|                  |   |12             15 |"
    assert [line.count("X") for line in lines[1:6]] == [1, 1, 1, 0, 0]  # on the bar
