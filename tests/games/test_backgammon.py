"""Backgammon: the numbers of its rules page, its notation, and GNU Backgammon's own moves."""

import itertools
import pickle
import random
from typing import Any

import pytest

import mcms
from mcms import Backgammon, IllegalMoveError, InvalidOptionError, Turn
from mcms.games.backgammon_position_id import encode
from tests.property.trees import examples

GAME = Backgammon()
START = "4HPwATDgc/ABMA"
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]

# Distinct positions reached from the start, by GNU Backgammon and a second program.
FROM_START = {
    "11": 42, "21": 15, "22": 75, "31": 16, "32": 17, "33": 73, "41": 14, "42": 18, "43": 17, "44": 52, "51": 8,
    "52": 8, "53": 9, "54": 9, "55": 4, "61": 10, "62": 14, "63": 14, "64": 14, "65": 7, "66": 11,
}  # fmt: skip
# Over all rolls: distinct positions reached, and rolls without a move.
SUMS = {
    "61UNBAR9HwAAAA": (51, 0),
    "7zkQgAavY4JgAQ": (772, 0),
    "lS7wgCjgdeEwQA": (487, 1),
    "ia9JADGG5xAgTg": (261, 1),
    "nzcIQAr3gwQIZA": (44, 6),
    "9wAAAH8AAAAAAA": (21, 0),
    "MR9iEQMqF2iGSA": (452, 3),
    "HgBM0R7hHhEhJQ": (1631, 0),
    "7WaQQhAxD/EDQA": (91, 10),
    "7wcAAPjeQEEBAA": (483, 0),
    "vY8WEAAHAAAAAA": (21, 0),
    "f5tRAAAVKjD8AQ": (967, 0),
}


def dice_of(roll: str) -> tuple[int, int]:
    return int(roll[0]), int(roll[1])


def at(own: dict[int, int], other: dict[int, int], roll: str | None = None, game: Backgammon = GAME) -> Any:
    """Return the first player's state with checkers by each side's own points, 25 the bar, the rest borne off."""
    points = [own.get(n, 0) - other.get(25 - n, 0) for n in range(1, 25)]
    return game.from_json(
        {
            "points": points,
            "bar": [own.get(25, 0), other.get(25, 0)],
            "off": [game.checkers - sum(own.values()), game.checkers - sum(other.values())],
            "dice": None if roll is None else list(dice_of(roll)),
            "to_move": 0,
        }
    )


def positions_after(state: Any) -> set[str]:
    return {GAME.position_id(GAME.play(state, action)) for action in GAME.actions(state)}


def test_the_start_and_the_opening_roll() -> None:
    start = GAME.initial_state()
    assert GAME.to_json(start) == {
        "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
        "bar": [0, 0],
        "off": [0, 0],
        "dice": None,
        "to_move": None,
    }
    assert GAME.turn(start) is Turn.CHANCE
    outcomes = dict(GAME.outcomes(start))
    singles = [roll for roll in ROLLS if roll[0] != roll[1]]
    assert set(outcomes) == {f"{who} {roll}" for who in ("first", "second") for roll in singles}
    assert set(outcomes.values()) == {1 / 30}
    for who, roll in itertools.product(("first", "second"), singles):
        state = GAME.resolve(start, f"{who} {roll}")
        assert GAME.turn(state) == who
        assert GAME.to_json(state)["dice"] == list(dice_of(roll))
    assert GAME.estimate(start) == 0


def test_the_rolls() -> None:
    outcomes = dict(GAME.outcomes(GAME.from_position_id(START)))
    assert set(outcomes) == set(ROLLS)
    for roll, probability in outcomes.items():
        assert probability == pytest.approx(1 / 36 if roll[0] == roll[1] else 1 / 18, abs=1e-15)


@pytest.mark.parametrize(
    ("variant", "own"),
    [
        ("standard", {24: 2, 13: 5, 8: 3, 6: 5}),
        ("nackgammon", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
        ("hyper", {24: 1, 23: 1, 22: 1}),
    ],
)
def test_the_variants_begin_alike_on_both_sides(variant: Any, own: dict[int, int]) -> None:
    state = Backgammon(variant=variant).initial_state()
    counts = [own.get(point, 0) for point in range(1, 26)]
    assert (state.own, state.other) == (counts, counts)


def test_positions_from_the_start_are_as_many_as_gnu_backgammon_counts() -> None:
    reached = {roll: positions_after(GAME.from_position_id(START, dice=dice_of(roll))) for roll in ROLLS}
    assert {roll: len(found) for roll, found in reached.items()} == FROM_START
    assert len(set().union(*reached.values())) == 406


@pytest.mark.parametrize("text", SUMS)
def test_positions_reached_over_all_rolls(text: str) -> None:
    listed = [GAME.actions(GAME.from_position_id(text, dice=dice_of(roll))) for roll in ROLLS]
    passes = [actions for actions in listed if actions == ["pass"]]
    assert (sum(map(len, listed)) - len(passes), len(passes)) == SUMS[text]
    assert GAME.position_id(GAME.from_position_id(text)) == text


@pytest.mark.parametrize(
    ("own", "other", "roll", "name"),
    [
        ({13: 2, 8: 3, 6: 5, 24: 2}, {24: 2, 13: 5, 8: 3, 6: 5}, "31", "8/5 6/5"),
        ({25: 1, 13: 14}, {17: 1, 6: 2}, "55", "bar/20 13/8*(3)"),
        ({25: 2, 13: 13}, {6: 2}, "55", "bar/20(2) 13/3"),
        ({25: 1, 13: 14}, {17: 1, 6: 2}, "53", "bar/22 13/8*"),
        ({6: 2, 5: 1}, {1: 2}, "66", "6/off(2) 5/off"),
        ({6: 1, 1: 1}, {1: 2}, "61", "6/off 1/off"),
        ({6: 1, 1: 1}, {1: 2}, "65", "6/off 1/off"),
        ({13: 1}, {1: 2}, "61", "13/6"),
        ({13: 1}, {18: 1, 3: 2}, "61", "13/7*/6"),
        ({13: 2}, {18: 1, 3: 2}, "66", "13/7*/1 13/1"),
        ({13: 2, 7: 1}, {1: 2}, "61", "13/6"),
        ({25: 1, 6: 3}, {6: 2, 4: 2, 1: 2, 2: 2, 3: 2, 5: 2}, "64", "pass"),
    ],
)
def test_names_of_actions(own: dict[int, int], other: dict[int, int], roll: str, name: str) -> None:
    assert name in GAME.actions(at(own, other, roll))


def test_a_hit_on_the_way_is_another_position_than_no_hit() -> None:
    names = GAME.actions(at({13: 1}, {18: 1, 3: 2}, "61"))  # a blot on the mover's 7, none on its 12
    assert set(names) == {"13/7*/6", "13/6"}


def test_both_dice_are_played_if_they_can_be_and_else_the_larger_one() -> None:
    # From 24 both dice are open, but the way on is shut after either: the 6 must be played.
    only_one = at({24: 1}, {7: 1, 8: 2}, "61")
    assert GAME.actions(only_one) == ["24/18*"]
    # The 5 alone would do, but with the 1 first both go.
    both = at({7: 1}, {23: 2, 3: 2}, "51")
    assert GAME.actions(both) == ["7/1"]
    # With the larger die blocked the smaller is played.
    smaller = at({24: 1}, {7: 2, 8: 2}, "61")
    assert GAME.actions(smaller) == ["24/23"]


def test_bearing_off_waits_for_all_checkers_and_takes_the_highest_for_larger_dice() -> None:
    outside = at({7: 1, 3: 1}, {1: 2}, "32")
    assert not any("3/off" in name.split() for name in GAME.actions(outside) if not name.startswith("7/"))
    assert set(GAME.actions(at({4: 1, 3: 1}, {1: 2}, "65"))) == {"4/off 3/off"}
    assert set(GAME.actions(at({5: 1, 3: 1}, {1: 2}, "42"))) == {"5/1 3/1", "5/off"}


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ({6: 14}, 1),  # one is off
        ({6: 15}, 2),
        ({18: 1, 6: 14}, 2),
        ({19: 1, 6: 14}, 3),
        ({20: 15}, 3),
        ({25: 1, 6: 14}, 3),
        ({25: 1, 6: 13}, 1),
    ],
)
def test_what_a_finished_game_counts(loser: dict[int, int], points: int) -> None:
    before = at({1: 1}, loser, "21")
    (action,) = GAME.actions(before)
    assert action == "1/off"
    for game, counted in ((GAME, points), (Backgammon(scoring="win"), 1)):
        for to_move, sign in ((0, 1), (1, -1)):
            data = GAME.to_json(before)
            if to_move == 1:
                mirror = [-count for count in reversed(data["points"])]
                data |= {"points": mirror, "bar": data["bar"][::-1], "off": data["off"][::-1], "to_move": 1}
            over = game.play(game.from_json(data), "1/off")
            assert game.turn(over) is Turn.OVER
            assert game.utility(over) == sign * counted


def test_scoring_says_what_matches_are_about() -> None:
    assert (GAME.score_by, GAME.win_or_lose, GAME.value_range()) == ("points", False, (-3, 3))
    wins = Backgammon(scoring="win")
    assert (wins.score_by, wins.win_or_lose, wins.value_range()) == ("wins", True, (-1, 1))
    assert str(wins) == "backgammon(scoring=win)"
    assert pickle.loads(pickle.dumps(wins)).score_by == "wins"


@pytest.mark.parametrize("text", ["backgammon", "backgammon(scoring=win,variant=hyper)"])
def test_the_contract(text: str) -> None:
    seen = mcms.check_game(mcms.load(text), games=examples(10))
    assert not seen.suspicions


@pytest.mark.parametrize("option", [{"scoring": "chouette"}, {"variant": "acey"}, {"evaluation": "neural"}])
def test_unknown_options_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        Backgammon(**option)


def test_an_illegal_move_names_the_legal_ones() -> None:
    with pytest.raises(IllegalMoveError, match="24/13"):
        GAME.play(GAME.from_position_id(START, dice=(6, 5)), "6/5 6/off")


def test_names_and_positions_are_distinct_and_names_from_high_to_low() -> None:
    rng = random.Random(3)
    for _ in range(examples(2)):
        state = GAME.initial_state()
        while GAME.turn(state) is not Turn.OVER:
            if GAME.turn(state) is Turn.CHANCE:
                state = GAME.resolve(state, rng.choice(GAME.outcomes(state))[0])
                continue
            names = GAME.actions(state)
            assert len(set(names)) == len(names) == len(positions_after(state))
            for name in names:
                starts = [25 if part[0] == "b" else int(part.split("/")[0]) for part in name.split() if name != "pass"]
                assert starts == sorted(starts, reverse=True)
            state = GAME.play(state, rng.choice(names))


def test_estimates_do_not_look_at_the_dice() -> None:
    """So a chance node above the leaves is worth the estimate of any of its outcomes, and depth 1 is 0 plies."""
    for text in SUMS:
        state = GAME.from_position_id(text)
        assert {GAME.estimate(GAME.resolve(state, roll)) for roll in ROLLS} == {GAME.estimate(state)}
        low, high = GAME.value_range()
        assert low < GAME.estimate(state) < high


def test_estimates_are_those_of_the_mirrored_position() -> None:
    for text in SUMS:
        first, second = (GAME.from_position_id(text, to_move=player) for player in (0, 1))
        assert GAME.estimate(first) == -GAME.estimate(second)


def test_a_search_of_depth_1_counts_the_rolls_as_leaves() -> None:
    state = GAME.from_position_id(START, dice=(3, 1))
    result = mcms.search(GAME, state, "exp", limit=mcms.Limit(depth=1))
    assert result.nodes == 1 + 21 * FROM_START["31"]
    assert result.value == max(GAME.estimate(GAME.play(state, action)) for action in GAME.actions(state))


@pytest.mark.parametrize("name", ["star1", "star2"])
def test_pruned_searches_find_expectimax_values(name: str) -> None:
    hyper = Backgammon(variant="hyper")
    start = hyper.initial_state()
    for outcome, _ in hyper.outcomes(start)[:: 30 // examples(5)]:
        state = hyper.resolve(start, outcome)
        exact = mcms.search(hyper, state, "exp", limit=mcms.Limit(depth=2))
        pruned = mcms.search(hyper, state, name, limit=mcms.Limit(depth=2))
        assert (pruned.value, pruned.action) == (exact.value, exact.action)


def test_moves_equal_gnu_backgammons_on_positions_of_random_play() -> None:
    """Some hundred positions a run; it was run once on hundreds of thousands."""
    gnubg = pytest.importorskip("gnubg_nn")
    rng = random.Random(11)
    seen = 0
    while seen < examples(600):
        game = Backgammon(variant=rng.choice(["standard", "nackgammon", "hyper"]))
        state = game.initial_state()
        while game.turn(state) is not Turn.OVER:
            if game.turn(state) is Turn.CHANCE:
                state = game.resolve(state, rng.choice(game.outcomes(state))[0])
                continue
            board = [list(state.other), list(state.own)]
            keys = gnubg.moves(board, state.high, state.low)
            theirs = {gnubg.position_id([list(row) for row in gnubg.board_from_position_key(key)]) for key in keys}
            names = game.actions(state)
            after = [game.play(state, name) for name in names]
            ours = {encode(each.own, each.other) for each in after}
            assert ours == (theirs or {encode(state.other, state.own)})
            state = rng.choice(after)
            seen += 1
