"""Can't Stop: the rules against a second implementation, and the numbers of its rules page."""

import itertools
import json
import pickle
import random
from typing import Any

import pytest

import mcms
from mcms import CantStop, IllegalMoveError, InvalidOptionError, InvalidStateError, Turn
from tests.games import plain_cant_stop as plain
from tests.property.trees import examples

GAME = CantStop()
NOTHING = [0] * 11


def at(**steps: int) -> list[int]:
    """Return markers by column: ``at(c7=3)``."""
    return [steps.get(f"c{column}", 0) for column in range(2, 13)]


def state(
    first: list[int] = NOTHING,
    second: list[int] = NOTHING,
    runners: dict[int, int] | None = None,
    *,
    dice: str | None = None,
    phase: str | None = None,
    to_move: int = 0,
) -> Any:
    return GAME.from_json(
        {
            "markers": [first, second],
            "runners": {str(column): step for column, step in (runners or {}).items()},
            "dice": None if dice is None else [int(die) for die in dice.split("-")],
            "phase": phase or ("pre_roll" if dice is None else "move"),
            "to_move": to_move,
        }
    )


def ways_to_go_on(rolling: Any) -> int:
    """Return in how many of 1296 ways a roll of the first player is no bust."""
    assert len(GAME.outcomes(rolling)) == len(dict(GAME.outcomes(rolling)))
    moving = [p for name, p in GAME.outcomes(rolling) if GAME.turn(GAME.resolve(rolling, name)) is Turn.FIRST]
    return round(sum(moving) * 1296)


def test_the_start() -> None:
    start = GAME.initial_state()
    assert GAME.to_json(start) == {
        "markers": [NOTHING, NOTHING],
        "runners": {},
        "dice": None,
        "phase": "pre_roll",
        "to_move": 0,
    }
    assert GAME.turn(start) is Turn.FIRST
    assert GAME.actions(start) == ["roll"]
    assert GAME.outcomes(start) == []
    assert GAME.value_range() == (-100.0, 100.0)


@pytest.mark.parametrize("seed", range(8))
def test_rules_equal_a_second_implementation(seed: int) -> None:
    """2,400 positions in all: every outcome, its probability, the evaluation, moves and where they lead."""
    rng = random.Random(seed)
    for _ in range(examples(300)):
        data = plain.random_position(rng)
        before = GAME.from_json(data)
        assert GAME.to_json(before) == data
        assert set(GAME.actions(before)) == ({"roll", "stop"} if data["runners"] else {"roll"})
        if data["runners"]:
            assert GAME.to_json(GAME.play(before, "stop")) == plain.after_stop(data)
        rolling = GAME.play(before, "roll")
        assert GAME.to_json(rolling) == data | {"phase": "rolling"}
        expected = plain.outcomes(data)
        assert {name: ways / 1296 for name, (ways, _) in expected.items()} == pytest.approx(
            dict(GAME.outcomes(rolling)), abs=1e-12
        )
        for name in rng.sample(sorted(expected), min(6, len(expected))):
            check_moves(data, name, GAME.resolve(rolling, name), expected[name][1])


def check_moves(data: dict[str, Any], name: str, rolled: Any, legal: dict[str, dict[int, int]]) -> None:
    if not legal:
        assert GAME.to_json(rolled) == plain.after_bust(data)
        return
    assert GAME.to_json(rolled) == data | {"phase": "move", "dice": [int(die) for die in name.split("-")]}
    assert set(GAME.actions(rolled)) == legal.keys()
    assert len(GAME.actions(rolled)) == len(legal) <= 6
    for action, runners in legal.items():
        assert GAME.to_json(GAME.play(rolled, action)) == plain.after_move(data, runners)


def test_estimates_equal_a_second_implementation() -> None:
    rng = random.Random(99)
    for _ in range(examples(300)):
        data = plain.random_position(rng)
        before = GAME.from_json(data)
        expected = pytest.approx(plain.estimate(data), abs=1e-9)
        assert GAME.estimate(before) == expected
        rolling = GAME.play(before, "roll")
        assert GAME.estimate(rolling) == expected
        name = rng.choice(GAME.outcomes(rolling))[0]
        after = GAME.resolve(rolling, name)
        assert GAME.estimate(after) == pytest.approx(plain.estimate(GAME.to_json(after)), abs=1e-9)


def test_estimates_by_hand() -> None:
    assert GAME.estimate(GAME.initial_state()) == 0
    assert GAME.estimate(state(at(c2=1, c7=13))) == pytest.approx(100 * (1 / 9 + 1) / 3)
    # The second player's progress in a claimed column is dead; only three columns count.
    assert GAME.estimate(state(at(c7=13), at(c7=5))) == pytest.approx(100 / 3)
    assert GAME.estimate(state(NOTHING, at(c2=1, c3=1, c4=1, c12=1))) == pytest.approx(-100 * (2 / 9 + 1 / 25) / 3)
    runners = {6: 1, 7: 1, 8: 1}
    kept = 1192 / 1296 * (2 / 121 + 1 / 169)
    assert GAME.estimate(state(runners=runners)) == pytest.approx(100 * kept / 3)
    assert GAME.estimate(state(runners=runners, to_move=1)) == pytest.approx(-100 * kept / 3)
    on_marker = 1181 / 1296 * 25 + (1 - 1181 / 1296) * 9
    assert GAME.estimate(state(at(c6=3), runners={4: 1, 6: 5, 8: 1})) == pytest.approx(
        100 * (on_marker / 121 + 1181 / 1296 * (1 / 49 + 1 / 121)) / 3
    )


def test_plainer_estimates_by_hand() -> None:
    banked, steps = CantStop(evaluation="banked"), CantStop(evaluation="steps")
    climbing = state(at(c6=3, c7=13), at(c7=5, c12=1), runners={4: 1, 6: 5, 8: 1})
    # Squares of the markers alone; the claimed column is dead for the second player.
    assert banked.estimate(climbing) == pytest.approx(100 * (1 + 9 / 121 - 1 / 9) / 3)
    # Shares, with runners where they stand; only three columns count.
    assert steps.estimate(climbing) == pytest.approx(100 * (1 + 5 / 11 + 1 / 7 - 1 / 3) / 3)
    assert steps.estimate(state(NOTHING, at(c12=1), runners={6: 1}, to_move=0)) == pytest.approx(
        100 * (1 / 11 - 1 / 3) / 3
    )
    assert steps.estimate(state(at(c12=1), runners={6: 1}, to_move=1)) == pytest.approx(100 * (1 / 3 - 1 / 11) / 3)


@pytest.mark.parametrize("game", [CantStop(evaluation="banked"), CantStop(evaluation="steps")], ids=str)
def test_plainer_estimates_keep_the_rules(game: CantStop) -> None:
    mcms.check_game(game, games=20)
    assert mcms.load(str(game)) == game
    position = state(at(c6=3), runners={4: 1, 6: 5, 8: 1})
    assert game.actions(position) == GAME.actions(position)
    found = [mcms.search(game, position, name, limit=mcms.Limit(depth=2)).value for name in ("exp", "star1", "star2")]
    assert found == pytest.approx([found[0]] * 3, abs=1e-9)


def test_listing_all_throws_changes_the_work_and_not_the_value() -> None:
    listed = CantStop(merged=False)
    mcms.check_game(listed, games=5)
    assert mcms.load(str(listed)) == listed
    position = state(at(c6=3), at(c7=5), runners={4: 1, 6: 5, 8: 1})
    rolling = GAME.play(position, "roll")
    assert len(listed.outcomes(rolling)) == 1296
    # Each way leads where its merged outcome leads; states keep one of the rolls that allow the same moves.
    by_moves: dict[tuple[str, ...], float] = {}
    for name, probability in listed.outcomes(rolling):
        after = listed.resolve(rolling, name)
        moves = tuple(listed.actions(after)) if listed.turn(after) is Turn.FIRST else ()
        by_moves[moves] = by_moves.get(moves, 0.0) + probability
    expected: dict[tuple[str, ...], float] = {}
    for name, probability in GAME.outcomes(rolling):
        after = GAME.resolve(rolling, name)
        moves = tuple(GAME.actions(after)) if GAME.turn(after) is Turn.FIRST else ()
        expected[moves] = expected.get(moves, 0.0) + probability
    assert by_moves == pytest.approx(expected)
    one, other = (mcms.search(game, position, "star2", limit=mcms.Limit(depth=2)) for game in (GAME, listed))
    assert other.value == pytest.approx(one.value, abs=1e-9)
    assert other.nodes > 2 * one.nodes


@pytest.mark.parametrize("options", [{"evaluation": "lead"}, {"merged": 1}, {"merged": False, "evaluation": "steps"}])
def test_options_of_plainer_forms_that_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError):
        CantStop(**options)


@pytest.mark.parametrize(
    ("column", "ways"),
    list(zip(range(2, 13), (171, 302, 461, 580, 727, 834, 727, 580, 461, 302, 171), strict=True)),
)
def test_ways_to_make_one_column(column: int, ways: int) -> None:
    topped = [other for other in (2, 12, 3) if other != column][:2]
    rolling = state(runners={column: 1} | {other: plain.HEIGHTS[other] for other in topped}, phase="rolling")
    assert ways_to_go_on(rolling) == ways


def test_ways_to_make_one_of_three_columns() -> None:
    ways = {
        triple: ways_to_go_on(state(runners=dict.fromkeys(triple, 1), phase="rolling"))
        for triple in itertools.combinations(range(2, 13), 3)
    }
    assert len(ways) == 165
    assert sum(ways.values()) == 166_008
    stated = {
        (6, 7, 8): 1192, (4, 6, 8): 1181, (2, 6, 8): 1145, (5, 7, 9): 1106, (3, 5, 7): 1020, (2, 7, 12): 1012,
        (2, 3, 11): 681, (2, 3, 4): 676, (2, 3, 12): 568, (2, 11, 12): 568,
    }  # fmt: skip
    assert {triple: ways[triple] for triple in stated} == stated
    assert [triple for triple, count in ways.items() if count == max(ways.values())] == [(6, 7, 8)]
    assert [triple for triple, count in ways.items() if count == min(ways.values())] == [(2, 3, 12), (2, 11, 12)]


def test_merged_outcomes_have_the_name_of_the_smallest() -> None:
    # 1-3-3-3 and 2-2-2-4 both allow 4+6 only.
    first_roll = dict(GAME.outcomes(GAME.play(GAME.initial_state(), "roll")))
    assert first_roll["1-3-3-3"] == pytest.approx(8 / 1296)
    assert "2-2-2-4" not in first_roll
    assert len(first_roll) == 109
    # All busts are one.
    hard = state(runners={2: 1, 3: 1, 12: 1}, phase="rolling")
    assert dict(GAME.outcomes(hard))["1-3-3-3"] == pytest.approx((1296 - 568) / 1296)
    assert GAME.turn(GAME.resolve(hard, "1-3-3-3")) is Turn.SECOND


def test_likeliest_outcomes_come_first() -> None:
    for runners in ({}, {6: 1, 8: 1}, {2: 1, 7: 1, 12: 1}):
        probabilities = [p for _, p in GAME.outcomes(state(runners=runners, phase="rolling"))]
        assert probabilities == sorted(probabilities, reverse=True)


@pytest.mark.parametrize(
    ("situation", "dice", "actions"),
    [
        ({}, "1-1-1-1", {"2+2"}),
        ({"first": at(c2=2)}, "1-1-1-1", {"2"}),
        ({"runners": {2: 2}}, "1-1-1-1", {"2"}),
        ({}, "1-3-3-6", {"4+9", "6+7"}),
        ({"runners": {2: 1, 12: 1}}, "1-3-3-6", {"4", "9", "6", "7"}),
        ({"runners": {2: 1, 9: 1}}, "1-3-3-6", {"4+9", "6", "7"}),
        ({"runners": {2: 1, 9: 1, 12: 1}}, "1-3-3-6", {"9"}),
        ({"runners": {2: 1, 9: 9}}, "1-3-3-6", {"4", "6", "7"}),
        ({"runners": {2: 1, 12: 1}}, "3-3-4-4", {"7+7", "6", "8"}),
        ({"second": at(c4=7)}, "1-3-3-6", {"9", "6+7"}),
        ({"runners": {2: 1, 12: 1}}, "1-2-4-6", {"3", "10", "5", "8", "6", "7"}),
    ],
)
def test_moves(situation: dict[str, Any], dice: str, actions: set[str]) -> None:
    assert set(GAME.actions(state(**situation, dice=dice))) == actions


def test_move_order() -> None:
    # Glenn and Aloi's values: 2 and 12 are worth 7, 7 is worth 3; a new runner costs 6.
    assert GAME.actions(state(dice="1-1-6-6")) == ["2+12", "7+7"]
    assert GAME.actions(state(runners={7: 1}, dice="1-1-6-6")) == ["7+7", "2+12"]
    assert GAME.actions(state(runners={6: 1, 12: 1}, dice="1-3-3-6")) == ["6+7", "4", "9"]
    # The Rule of 28 stops only with all runners out: 3·1 + 3·2 + 3·3 = 18, then 4·1 + 4·3 + 3·4 = 28.
    assert GAME.actions(state(runners={6: 10, 7: 13})) == ["roll", "stop"]
    assert GAME.actions(state(runners={6: 2, 7: 2, 9: 2})) == ["roll", "stop"]
    assert GAME.actions(state(runners={7: 3, 9: 3, 4: 2})) == ["stop", "roll"]
    assert GAME.actions(state(at(c9=1), runners={7: 3, 9: 3, 4: 2})) == ["roll", "stop"]
    # On one side of 7: 24 and 4. All odd: 26 and 2. All even: 30 less 2.
    assert GAME.actions(state(runners={7: 2, 8: 3, 9: 3})) == ["roll", "stop"]
    assert GAME.actions(state(runners={7: 3, 8: 3, 9: 3})) == ["stop", "roll"]
    assert GAME.actions(state(runners={5: 3, 6: 3, 7: 3})) == ["stop", "roll"]
    assert GAME.actions(state(runners={5: 2, 7: 3, 9: 3})) == ["roll", "stop"]
    assert GAME.actions(state(runners={5: 2, 7: 4, 9: 3})) == ["stop", "roll"]
    assert GAME.actions(state(runners={4: 1, 6: 4, 8: 4})) == ["roll", "stop"]
    assert GAME.actions(state(runners={4: 1, 6: 5, 8: 4})) == ["stop", "roll"]


@pytest.mark.parametrize("to_move", [0, 1])
def test_winning(to_move: int) -> None:
    claims = at(c2=3, c12=3)
    markers = (claims, NOTHING) if to_move == 0 else (NOTHING, claims)
    about_to_win = state(*markers, runners={3: 5, 7: 1}, to_move=to_move)
    assert GAME.actions(about_to_win) == ["stop"]
    won = GAME.play(about_to_win, "stop")
    assert GAME.turn(won) is Turn.OVER
    assert GAME.utility(won) == GAME.estimate(won) == (100.0 if to_move == 0 else -100.0)
    assert GAME.actions(won) == GAME.outcomes(won) == []
    assert GAME.to_json(won)["to_move"] == 1 - to_move
    assert GAME.from_json(GAME.to_json(won)) == won


def test_a_topped_column_is_claimed_by_stopping_only() -> None:
    topped = state(second=at(c2=2), runners={2: 3})
    assert GAME.to_json(GAME.resolve(GAME.play(topped, "roll"), "1-3-3-6"))["dice"] == [1, 3, 3, 6]
    stopped = GAME.play(topped, "stop")
    assert GAME.to_json(stopped)["markers"] == [at(c2=3), at(c2=2)]
    twos = GAME.resolve(GAME.play(stopped, "roll"), "1-1-1-1")
    assert GAME.turn(twos) is Turn.FIRST
    unclaimed = GAME.resolve(GAME.play(state(second=at(c2=2), to_move=1), "roll"), "1-1-1-1")
    assert GAME.actions(unclaimed) == ["2"]


def test_fewer_columns_win_in_variants() -> None:
    game = CantStop(columns=1)
    topped = game.from_json(GAME.to_json(state(runners={2: 3})))
    assert game.actions(topped) == ["stop"]
    assert game.turn(game.play(topped, "stop")) is Turn.OVER
    assert game.estimate(game.from_json(GAME.to_json(state(at(c2=1, c3=4))))) == pytest.approx(64)
    two = CantStop(columns=2)
    assert two.estimate(two.from_json(GAME.to_json(state(at(c2=1, c3=4, c4=1))))) == pytest.approx(
        50 * (16 / 25 + 1 / 9)
    )


def test_illegal_moves_name_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError, match="illegal action 'stop': expected one of roll"):
        GAME.play(GAME.initial_state(), "stop")
    with pytest.raises(IllegalMoveError, match=r"illegal action '9\+4': expected one of"):
        GAME.play(state(dice="1-3-3-6"), "9+4")
    with pytest.raises(IllegalMoveError, match="illegal outcome '2-2-2-4'"):
        GAME.resolve(state(phase="rolling"), "2-2-2-4")
    with pytest.raises(InvalidStateError, match="expected a finished state"):
        GAME.utility(GAME.initial_state())


def test_states_are_values() -> None:
    a, b = (state(at(c7=3), runners={7: 5, 8: 1}, dice="1-3-3-6") for _ in range(2))
    assert a == b
    assert hash(a) == hash(b)
    assert a != state(at(c7=3), runners={7: 5, 8: 1}, dice="1-3-3-5")
    assert a != "a state"
    assert pickle.loads(pickle.dumps(a)) == a
    assert eval(repr(a), {"CantStopState": type(a)}) == a
    with pytest.raises(AttributeError):
        a.own = 3
    with pytest.raises(TypeError):
        type(a)(**(a.as_dict() | {"phase": "resting"}))
    for phase in ("rolling", "pre_roll"):
        assert pickle.loads(pickle.dumps(state(runners={7: 5}, phase=phase))) == state(runners={7: 5}, phase=phase)


def test_games_are_values() -> None:
    low = CantStop(heights="1-2-3-4-5-6-5-4-3-2-1", columns=2)
    assert low == CantStop(heights="1-2-3-4-5-6-5-4-3-2-1", columns=2) != CantStop()
    assert pickle.loads(pickle.dumps(low)) == low
    assert str(low) == "cant_stop(heights=1-2-3-4-5-6-5-4-3-2-1,columns=2)"
    assert mcms.load(str(low)) == low
    assert str(mcms.load("cant_stop")) == "cant_stop"
    tuned: Any = mcms.algorithm("star2ss", GAME)
    assert tuned.chance == mcms.Sampled(15)


@pytest.mark.parametrize(
    "options",
    [{"columns": 0}, {"columns": 4}, {"columns": True}, {"columns": "3"}, {"columns": None}, {"heights": 3},
     {"heights": ""}, {"heights": "3-5-7"}, {"heights": "3-5-7-9-11-13-11-9-7-5-0"}, {"heights": None},
     {"heights": "3-5-7-9-11-15-11-9-7-5-3"}, {"heights": "3-5-7-9-11-13-11-9-7-5-3-3"},
     {"heights": "3-5-7-9-11-13-11-9-7-5-x"}, {"heights": "3-5-7-9-11-13-11-9-7-5-٣"}],
)  # fmt: skip
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="expected") as caught:
        CantStop(**options)
    assert "\n" not in str(caught.value)


def test_hashes_differ() -> None:
    """Over 600,000 states that differ in little: neighbouring words, rolls, phases and movers."""
    make = type(GAME.initial_state())
    start = GAME.initial_state().own
    columns = range(11)
    own_words = [start, *(start - (1 << 4 * column) for column in columns)]
    other_words = [start, *(start - (steps << 4 * column) for column in columns for steps in (1, 2))]
    runners = [chosen for count in range(3) for chosen in itertools.combinations(columns, count)]
    others = [("pre_roll", 0), ("rolling", 0), ("over", 0), *(("move", roll) for roll in range(0, 126, 9))]
    rest: dict[str, Any] = {"other_score": 0.0, "value": 0.0, "closed": 0}
    hashes = set()
    for own, chosen, other in itertools.product(own_words, runners, other_words):
        climbed = own - sum(1 << 4 * column for column in chosen)
        words = {"own": own, "current": climbed, "other": other, "runners": sum(1 << column for column in chosen)}
        for (phase, roll), second in itertools.product(others, (False, True)):
            hashes.add(GAME.core.hash(make(roll=roll, phase=phase, second_moves=second, **words, **rest)))
    assert len(hashes) == 12 * 67 * 23 * 17 * 2 == 628_728


@pytest.mark.parametrize(
    "game",
    [
        GAME,
        CantStop(heights="1-1-1-1-1-1-1-1-1-1-1", columns=1),
        CantStop(heights="1-2-3-4-5-6-5-4-3-2-1", columns=2),
        CantStop(heights="2-2-2-2-2-2-2-2-2-2-2"),
        CantStop(heights="14-14-14-14-14-14-14-14-14-14-14"),
    ],
    ids=str,
)
def test_conformance(game: CantStop) -> None:
    seen = mcms.check_game(game, games=20)
    assert seen.games == 20
    assert seen.chance_nodes > 0


def test_json_is_plain() -> None:
    data = GAME.to_json(state(at(c7=3), runners={8: 1, 7: 5}, dice="1-3-3-6"))
    assert json.loads(json.dumps(data)) == data
    assert list(data["runners"]) == ["7", "8"]
    with pytest.raises(InvalidStateError, match="is no state of cant_stop"):
        GAME.to_json(mcms.Pig().initial_state())  # type: ignore[arg-type]


def test_text() -> None:
    board = GAME.text(state(at(c2=3, c4=3, c7=5), at(c4=3, c7=6, c9=4), {7: 6, 8: 2}))
    assert board == "\n".join(
        (
            " 2 111 claimed by first",
            " 3 .....",
            " 4 ..x....",
            " 5 .........",
            " 6 ...........",
            " 7 ....1*....... 2 under *",
            " 8 .*.........",
            " 9 ...2.....",
            "10 .......",
            "11 .....",
            "12 ...",
            "first to roll or stop",
        )
    )
    assert GAME.board(state(at(c4=3))).plain == GAME.text(state(at(c4=3)))
    assert len({str(span.style) for span in GAME.board(state(at(c4=3), at(c5=2), {7: 1})).spans}) >= 4
    assert GAME.text(state(to_move=1, phase="rolling")).endswith("second is rolling")
    assert GAME.text(state(dice="1-3-3-6")).endswith("first to move with 1-3-3-6")
    assert GAME.text(GAME.initial_state()).endswith("first to roll")
    assert GAME.text(state(at(c2=3, c3=5, c12=3), to_move=1)).endswith("first has won with 3 columns")
