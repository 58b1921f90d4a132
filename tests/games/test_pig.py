"""Pig: the rules, its JSON and text forms, its options."""

import json
import pickle
import random
from typing import Any

import pytest

import mcms
from mcms import IllegalMoveError, InvalidOptionError, InvalidStateError, Pig, Turn
from tests import brute_force

PIG = Pig()


def state(first: int, second: int, turn_total: int = 0, to_move: int = 0, **more: Any) -> Any:
    return PIG.from_json({"scores": [first, second], "turn_total": turn_total, "to_move": to_move} | more)


def test_the_start() -> None:
    start = PIG.initial_state()
    assert PIG.to_json(start) == {"scores": [0, 0], "turn_total": 0, "to_move": 0}
    assert PIG.turn(start) is Turn.FIRST
    assert PIG.actions(start) == ["roll"]
    assert PIG.outcomes(start) == []


def test_two_dice_outcomes() -> None:
    rolling = PIG.play(PIG.initial_state(), "roll")
    assert PIG.turn(rolling) is Turn.CHANCE
    assert PIG.actions(rolling) == []
    ways = {"one": 10, "double-one": 1, "4": 1, "5": 2, "6": 3, "7": 4, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1}
    assert {outcome: p * 36 for outcome, p in PIG.outcomes(rolling)} == pytest.approx(ways)


def test_one_die_outcomes() -> None:
    pig = Pig(dice=1)
    rolling = pig.play(pig.initial_state(), "roll")
    assert dict(pig.outcomes(rolling)) == pytest.approx(dict.fromkeys(("one", "2", "3", "4", "5", "6"), 1 / 6))


@pytest.mark.parametrize("to_move", [0, 1])
def test_what_the_dice_do(to_move: int) -> None:
    scores = 30, 40
    rolling = state(*scores, 12, to_move, rolling=True)
    assert PIG.to_json(PIG.resolve(rolling, "9")) == {"scores": [*scores], "turn_total": 21, "to_move": to_move}
    assert PIG.to_json(PIG.resolve(rolling, "one")) == {"scores": [*scores], "turn_total": 0, "to_move": 1 - to_move}
    reset = [0, 40] if to_move == 0 else [30, 0]
    assert PIG.to_json(PIG.resolve(rolling, "double-one")) == {
        "scores": reset,
        "turn_total": 0,
        "to_move": 1 - to_move,
    }


@pytest.mark.parametrize("to_move", [0, 1])
def test_stopping_banks_and_passes(to_move: int) -> None:
    stopped = PIG.play(state(30, 40, 12, to_move), "stop")
    assert PIG.to_json(stopped)["scores"] == ([42, 40] if to_move == 0 else [30, 52])
    assert PIG.to_json(stopped)["to_move"] == 1 - to_move


@pytest.mark.parametrize("to_move", [0, 1])
def test_winning(to_move: int) -> None:
    scores = (90, 20) if to_move == 0 else (20, 90)
    about_to_win = state(*scores, 10, to_move)
    assert PIG.actions(about_to_win) == ["stop"]
    won = PIG.play(about_to_win, "stop")
    assert PIG.turn(won) is Turn.OVER
    assert PIG.utility(won) == (100.0 if to_move == 0 else -100.0)
    assert PIG.estimate(won) == PIG.utility(won)
    assert PIG.to_json(won)["to_move"] == 1 - to_move
    assert PIG.actions(won) == PIG.outcomes(won) == []
    assert PIG.value_range() == (-100.0, 100.0)


def test_move_order() -> None:
    assert PIG.actions(state(0, 0, 20)) == ["roll", "stop"]
    assert PIG.actions(state(0, 0, 21)) == ["stop", "roll"]
    assert PIG.actions(state(95, 0, 4)) == ["roll", "stop"]
    assert PIG.actions(state(95, 0, 5)) == ["stop"]


def test_estimates() -> None:
    assert PIG.estimate(state(50, 40, 12)) == 22
    assert PIG.estimate(state(50, 40, 12, to_move=1)) == -2
    assert PIG.estimate(state(99, 0)) == 99
    assert PIG.estimate(state(98, 0, 11)) == 99
    assert Pig(goal=1000).estimate(Pig(goal=1000).from_json({"scores": [0, 500], "turn_total": 0, "to_move": 0})) == -99


def test_illegal_moves_name_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError, match="illegal action 'stop': expected one of roll"):
        PIG.play(PIG.initial_state(), "stop")
    with pytest.raises(IllegalMoveError, match="illegal outcome '13': expected one of one"):
        PIG.resolve(state(0, 0, rolling=True), "13")
    with pytest.raises(IllegalMoveError, match="this state has no actions"):
        PIG.play(state(0, 0, rolling=True), "roll")
    with pytest.raises(IllegalMoveError, match="this state has no outcomes"):
        PIG.resolve(PIG.initial_state(), "one")
    with pytest.raises(InvalidStateError, match="expected a finished state"):
        PIG.utility(PIG.initial_state())


def test_states_are_values() -> None:
    a, b = state(50, 40, 12), state(50, 40, 12)
    assert a == b
    assert hash(a) == hash(b)
    assert a != state(50, 40, 13)
    assert a != "a state"
    assert len({a, b, state(40, 50, 12)}) == 2
    assert pickle.loads(pickle.dumps(a)) == a
    assert eval(repr(a), {"PigState": type(a)}) == a
    with pytest.raises(AttributeError):
        a.own = 3


def test_hashes_differ() -> None:
    # Over 1.6 million states: every score pair to 100, turn totals to 40, both movers, rolling or not.
    pig = Pig().core
    make = type(PIG.initial_state())
    hashes = {
        pig.hash(make(own=own, other=other, turn_total=total, second_moves=second, rolling=rolling))
        for own in range(101)
        for other in range(101)
        for total in range(40)
        for second in (False, True)
        for rolling in (False, True)
    }
    assert len(hashes) == 101 * 101 * 40 * 4


def test_games_are_values() -> None:
    assert Pig(goal=50) == Pig(goal=50) != Pig()
    assert pickle.loads(pickle.dumps(Pig(goal=50, dice=1))) == Pig(goal=50, dice=1)
    assert str(Pig(goal=50, dice=1)) == "pig(goal=50,dice=1)"
    assert mcms.load("pig(goal=50,dice=1)") == Pig(goal=50, dice=1)


def test_text() -> None:
    assert PIG.text(state(50, 40, 12)) == "first 50 : 40 second, to 100; first to move, turn total 12"
    assert "second is rolling" in PIG.text(state(50, 40, 12, 1, rolling=True))
    assert "first has won" in PIG.text(state(100, 40, 0, 1))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "expected an object"),
        (None, "expected an object"),
        ("pig", "expected an object"),
        ({}, "lacks scores, to_move, turn_total"),
        ({"scores": [0, 0], "turn_total": 0, "to_move": 0, "x": 1}, "unknown key 'x'"),
        ({"scores": [0, 0, 0], "turn_total": 0, "to_move": 0}, "expected two numbers"),
        ({"scores": 5, "turn_total": 0, "to_move": 0}, "expected two numbers"),
        ({"scores": [0, -1], "turn_total": 0, "to_move": 0}, "a score is -1"),
        ({"scores": [0, 1e300], "turn_total": 0, "to_move": 0}, "a score is 1e+300"),
        ({"scores": [0, 10**40], "turn_total": 0, "to_move": 0}, "a score is 1000"),
        ({"scores": [0, float("nan")], "turn_total": 0, "to_move": 0}, "a score is nan"),
        ({"scores": [0, True], "turn_total": 0, "to_move": 0}, "a score is True"),
        ({"scores": [0, "7"], "turn_total": 0, "to_move": 0}, "a score is '7'"),
        ({"scores": [0, None], "turn_total": 0, "to_move": 0}, "a score is None"),
        ({"scores": [0, 0], "turn_total": -3, "to_move": 0}, "turn_total is -3"),
        ({"scores": [0, 0], "turn_total": 3.5, "to_move": 0}, "turn_total is 3.5"),
        ({"scores": [0, 0], "turn_total": 0, "to_move": 2}, "to_move is 2"),
        ({"scores": [0, 0], "turn_total": 0, "to_move": None}, "to_move is None"),
        ({"scores": [0, 0], "turn_total": 0, "to_move": 0, "rolling": 1}, "rolling is 1"),
        ({"scores": [100, 0], "turn_total": 0, "to_move": 0}, "a winning stop passes the turn"),
        ({"scores": [100, 100], "turn_total": 0, "to_move": 0}, "a winning stop passes the turn"),
        ({"scores": [100, 0], "turn_total": 5, "to_move": 1}, "the game is over"),
        ({"scores": [100, 0], "turn_total": 0, "to_move": 1, "rolling": True}, "the game is over"),
        ({"scores": [112, 0], "turn_total": 0, "to_move": 1}, "a score is 112"),
        ({"scores": [50, 0], "turn_total": 62, "to_move": 0}, "turn_total is 62"),
        ({"scores": [50, 0], "turn_total": 50, "to_move": 0, "rolling": True}, "expected a stop"),
    ],
)
def test_impossible_states_are_refused(data: Any, says: str) -> None:
    with pytest.raises(InvalidStateError) as caught:
        PIG.from_json(data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [{"goal": 0}, {"goal": -5}, {"goal": 10_001}, {"goal": 1.5}, {"goal": "100"}, {"goal": True}, {"goal": 10**30},
     {"dice": 0}, {"dice": 3}, {"dice": "2"}, {"dice": True}, {"dice": None}],
)  # fmt: skip
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        Pig(**options)


def test_json_is_plain() -> None:
    data = PIG.to_json(state(50, 40, 12, rolling=True))
    assert json.loads(json.dumps(data)) == data == {
        "scores": [50, 40], "turn_total": 12, "to_move": 0, "rolling": True
    }  # fmt: skip


@pytest.mark.parametrize("pig", [Pig(), Pig(dice=1), Pig(goal=1), Pig(goal=300, dice=1)])
def test_conformance(pig: Pig) -> None:
    seen = mcms.check_game(pig, games=50)
    assert seen.games == 50
    assert seen.chance_nodes > 0


def test_leaves_of_a_long_game_are_valued_as_one_by_one() -> None:
    # Far from both ends of the scale their sum is a formula; a goal of 500 leaves the scale on all sides.
    game = mcms.load("pig(goal=500)")
    rng = random.Random(5)
    for _ in range(300):
        scores = [rng.randrange(440), rng.randrange(440)]
        data = {"scores": scores, "turn_total": rng.randrange(2, 60), "to_move": rng.randrange(2), "rolling": True}
        state = game.from_json(data)
        proof = mcms.prove(game, state, "exp", depth=0)
        assert proof.lower == pytest.approx(brute_force.value(game, state, 0), abs=1e-9)


def plain_pigs() -> list[mcms.Pig]:
    return [mcms.Pig(merged=False), mcms.Pig(evaluation="banked"), mcms.Pig(scale=0.5, merged=False)]


@pytest.mark.parametrize("pig", plain_pigs(), ids=str)
def test_pig_as_a_program_with_less_care_may_have_had_it_keeps_the_rules(pig: mcms.Pig) -> None:
    mcms.check_game(pig)
    assert mcms.load(str(pig)) == pig
    state = pig.play(pig.from_json({"scores": [20, 0], "turn_total": 5, "to_move": 0}), "roll")
    by_result: dict[Any, float] = {}
    for outcome, probability in pig.outcomes(state):
        after = pig.resolve(state, outcome)
        by_result[after] = by_result.get(after, 0.0) + probability
    plain = mcms.Pig()
    expected = {plain.resolve(state, outcome): probability for outcome, probability in plain.outcomes(state)}
    assert by_result == pytest.approx(expected)


def test_listing_all_throws_changes_the_work_and_not_the_value() -> None:
    merged, listed = mcms.Pig(), mcms.Pig(merged=False)
    assert len(listed.outcomes(listed.play(listed.initial_state(), "roll"))) == 36
    state = merged.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    one, other = (mcms.search(pig, state, "star2", limit=mcms.Limit(depth=3)) for pig in (merged, listed))
    assert other.value == pytest.approx(one.value, abs=1e-9)
    assert other.nodes > 4 * one.nodes


def test_the_evaluations() -> None:
    state = mcms.Pig().from_json({"scores": [50, 40], "turn_total": 12, "to_move": 1})
    estimates = [pig.estimate(state) for pig in (mcms.Pig(), mcms.Pig(evaluation="banked"), mcms.Pig(scale=0.5))]
    assert estimates == [-2, 10, -1]


@pytest.mark.parametrize(
    "options", [{"evaluation": "lead"}, {"scale": 0}, {"scale": 2}, {"merged": 1}, {"dice": 1, "merged": False}]
)
def test_options_of_the_plain_form_that_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(mcms.InvalidOptionError):
        mcms.Pig(**options)
