"""EinStein würfelt nicht!: its JSON and text forms, its options, its player."""

import copy
import json
import pickle
from typing import Any

import pytest

import mcms
from mcms import Ewn, InvalidOptionError, InvalidStateError, Turn
from mcms.games.ewn_players import GreedyPlayer
from tests.games.ewn_positions import EWN, decision, position, random_positions, turned

SOUND: dict[str, Any] = {
    "stones": [[[0, 0], [0, 1], None, None, None, None], [[4, 4], None, None, None, None, [3, 3]]],
    "die": 3,
    "to_move": 0,
}


def changed(**changes: Any) -> dict[str, Any]:
    return copy.deepcopy(SOUND) | changes


def with_stone(at: Any) -> dict[str, Any]:
    data = copy.deepcopy(SOUND)
    data["stones"][0][0] = at
    return data


def sides(first: dict[int, Any], second: dict[int, Any], **changes: Any) -> dict[str, Any]:
    stones = [[side.get(number) for number in range(1, 7)] for side in (first, second)]
    return changed(stones=stones, **changes)


def test_json_is_plain() -> None:
    state = EWN.from_json(SOUND)
    assert json.loads(json.dumps(EWN.to_json(state))) == SOUND
    before = EWN.from_json(changed(die=None, to_move=1))
    assert EWN.turn(before) is Turn.CHANCE
    assert EWN.to_json(before) == changed(die=None, to_move=1)


@pytest.mark.parametrize(
    ("first", "second", "to_move", "utility"),
    [
        ({1: [4, 4]}, {1: [3, 3]}, 1, 100),
        ({1: [2, 2]}, {4: [0, 0]}, 0, -100),
        ({1: [2, 2]}, {}, 1, 100),
        ({}, {6: [2, 2]}, 0, -100),
        ({2: [4, 4]}, {}, 1, 100),
    ],
)
def test_finished_states(first: dict[int, Any], second: dict[int, Any], to_move: int, utility: float) -> None:
    data = sides(first, second, die=None, to_move=to_move)
    state = EWN.from_json(data)
    assert EWN.turn(state) is Turn.OVER
    assert EWN.utility(state) == utility
    assert EWN.to_json(state) == data


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "expected an object"),
        (None, "expected an object"),
        ("ewn", "expected an object"),
        ({}, "lacks die, stones, to_move"),
        (changed(rolling=True), "unknown key 'rolling'"),
        (changed(stones=None), "stones is None: expected two lists"),
        (changed(stones=[]), "stones is []: expected two lists"),
        (changed(stones=[[None] * 6] * 3), "expected two lists"),
        (changed(stones="ab"), "expected two lists"),
        (changed(stones=[[[0, 0]] + [None] * 4, [[4, 4]] + [None] * 5]), "first player's stones are"),
        (changed(stones=[[[0, 0]] + [None] * 5, [[4, 4]] + [None] * 6]), "second player's stones are"),
        (changed(stones=[{"1": [0, 0]}, [[4, 4]] + [None] * 5]), "first player's stones are"),
        (with_stone([0, 1]), "first's 1 and first's 2 are both at [0, 1]"),
        (with_stone([3, 3]), "first's 1 and second's 6 are both at [3, 3]"),
        (with_stone([0, 5]), "a coordinate of the first player's stone 1 is 5"),
        (with_stone([-1, 0]), "a coordinate of the first player's stone 1 is -1"),
        (with_stone([0]), "the first player's stone 1 is at [0]: expected [row, column] or null"),
        (with_stone([0, 0, 0]), "expected [row, column] or null"),
        (with_stone(0), "expected [row, column] or null"),
        (with_stone("a1"), "expected [row, column] or null"),
        (with_stone([0, "0"]), "a coordinate of the first player's stone 1 is '0'"),
        (with_stone([0, None]), "a coordinate of the first player's stone 1 is None"),
        (with_stone([0, True]), "a coordinate of the first player's stone 1 is True"),
        (with_stone([0, 1.0]), "a coordinate of the first player's stone 1 is 1.0"),
        (with_stone([0, float("nan")]), "a coordinate of the first player's stone 1 is nan"),
        (with_stone([10**40, 0]), "a coordinate of the first player's stone 1 is 1000"),
        (sides({}, {}, die=None), "neither player has stones"),
        (changed(die=0), "die is 0"),
        (changed(die=7), "die is 7"),
        (changed(die=True), "die is True"),
        (changed(die="3"), "die is '3'"),
        (changed(die=2.0), "die is 2.0"),
        (changed(die=float("inf")), "die is inf"),
        (changed(to_move=2), "to_move is 2"),
        (changed(to_move=None), "to_move is None"),
        (changed(to_move=False), "to_move is False"),
        (sides({1: [4, 4]}, {1: [3, 3]}, die=None), "to_move is 0, the player who has won: expected 1"),
        (sides({1: [1, 1]}, {1: [0, 0]}, die=None, to_move=1), "to_move is 1, the player who has won: expected 0"),
        (sides({1: [1, 1]}, {}, die=None, to_move=0), "to_move is 0, the player who has won: expected 1"),
        (sides({1: [4, 4]}, {1: [0, 0]}, die=None), "both players have reached their corners"),
        (sides({1: [4, 4]}, {1: [3, 3]}, die=2, to_move=1), "die is 2 in a finished game: expected null"),
    ],
)
def test_impossible_states_are_refused(data: Any, says: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        EWN.from_json(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"evaluation": "fast"},
        {"evaluation": None},
        {"evaluation": 3},
        {"setup": "123456"},
        {"setup": "123456-123455"},
        {"setup": "012345-123456"},
        {"setup": "1234567-123456"},
        {"setup": "123456-123456\n"},
        {"setup": ""},
        {"setup": 123456},
        {"setup": ["123456", "123456"]},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        Ewn(**options)


def test_a_core_state_cannot_be_built_off_the_board() -> None:
    make = type(EWN.initial_state())
    sound: dict[str, Any] = {"first": [0, *[None] * 5], "second": [24, *[None] * 5], "die": 3, "second_moves": False}
    assert make(**sound).die == 3
    for change in ({"first": [25, *[None] * 5]}, {"second": [-1, *[None] * 5]}, {"die": 7}, {"second": [None] * 6}):
        with pytest.raises(mcms.InvalidStateError):
            make(**(sound | change))


def test_text() -> None:
    state = decision({1: "a1", 6: "b2"}, {2: "e5", 4: "e1"}, die=6)
    assert EWN.text(state).splitlines() == [
        "    a   b   c   d   e",
        "1  (1)  .   .   .  [4]",
        "2   .  (6)  .   .   .",
        "3   .   .   .   .   .",
        "4   .   .   .   .   .",
        "5   .   .   .   .  [2]",
        "first ( ) to move with a 6",
    ]
    assert EWN.text(turned(state)).endswith("second [ ] to move with a 6")
    assert EWN.text(position({1: "a1"}, {1: "e5"}, to_move=1)).endswith("second [ ] throws the die")
    assert EWN.text(position({1: "e5"}, {1: "d4"}, to_move=1)).endswith("first ( ) has won")


def test_board_is_the_text_in_colours() -> None:
    for state in random_positions(5, seed=2):
        board = EWN.board(state)
        assert board.plain == EWN.text(state)
        assert {str(span.style) for span in board.spans} >= {"bold cyan", "bold yellow"}


def test_greedy_plays_the_best_race() -> None:
    race = Ewn(evaluation="race")
    greedy = mcms.player("greedy", EWN)
    assert greedy == GreedyPlayer()
    assert greedy.name == "greedy"
    assert pickle.loads(pickle.dumps(greedy)) == greedy
    for state in random_positions(80, seed=13):
        actions = EWN.actions(state)
        sign = 1 if EWN.turn(state) is Turn.FIRST else -1
        worth = [sign * race.estimate(EWN.play(state, action)) for action in actions]
        for game in (EWN, race):
            assert greedy.choose(game, state, seed=1) == actions[worth.index(max(worth))]


def test_greedy_wins_and_beats_chance() -> None:
    assert GreedyPlayer().choose(EWN, decision({1: "d4", 2: "a1"}, {1: "b2"}, die=1), 0) == "1:d4-e5"
    wins = sum(_greedy_wins(seed) for seed in range(60))
    assert wins > 45


def _greedy_wins(seed: int) -> bool:
    """Play greedy against random, with the first move every other time."""
    players = [mcms.player(name, EWN) for name in ("greedy", "random")]
    state = EWN.initial_state(seed)
    move = seed
    while (turn := EWN.turn(state)) is not Turn.OVER:
        move = move * 6364136223846793005 % 2**64 + 1
        if turn is Turn.CHANCE:
            state = EWN.resolve(state, str(1 + (move >> 40) % 6))
        else:
            mover = players[(turn is Turn.SECOND) ^ seed % 2]
            state = EWN.play(state, mover.choose(EWN, state, move))
    return (EWN.utility(state) > 0) ^ (seed % 2 == 1)


def test_greedy_needs_a_decision_of_its_game() -> None:
    pig = mcms.Pig()
    with pytest.raises(InvalidStateError, match="greedy plays only that"):
        GreedyPlayer().choose(pig, pig.initial_state(), 0)
    with pytest.raises(mcms.IllegalMoveError):
        GreedyPlayer().choose(EWN, EWN.initial_state(), 0)
    with pytest.raises(mcms.GameOverError):
        GreedyPlayer().choose(EWN, position({1: "e5"}, {1: "d4"}, to_move=1), 0)
    with pytest.raises(InvalidOptionError, match="greedy has no option"):
        mcms.player("greedy(depth=2)", EWN)
