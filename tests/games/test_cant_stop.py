"""Can't Stop: the rules against a second implementation, and the numbers of its rules page."""

import itertools
import math
import pickle
import random
from typing import Any

import pytest

import mcms
from mcms import CantStop, GameOverError, IllegalMoveError, InvalidOptionError, Limit, Turn
from tests import brute_force
from tests.games import plain_cant_stop as plain

GAME = CantStop()
NOTHING = [0] * 11


def state(
    first: list[int] = NOTHING,
    second: list[int] = NOTHING,
    runners: dict[int, int] | None = None,
    dice: str | None = None,
    to_move: int = 0,
    phase: str | None = None,
    game: CantStop = GAME,
) -> Any:
    return game.from_json(
        {
            "markers": [first, second],
            "runners": {str(column): step for column, step in (runners or {}).items()},
            "dice": None if dice is None else [int(die) for die in dice.split("-")],
            "phase": phase or ("pre_roll" if dice is None else "move"),
            "to_move": to_move,
        }
    )


def at(**steps: int) -> list[int]:
    """Markers by column: ``at(c7=3)``."""
    return [steps.get(f"c{column}", 0) for column in range(2, 13)]


def bust_ways(rolling: Any) -> int:
    """In how many of 1296 ways a roll passes the turn."""
    busts = [p for name, p in GAME.outcomes(rolling) if GAME.turn(GAME.resolve(rolling, name)) != mover(rolling)]
    assert len(busts) <= 1
    return round(sum(busts) * 1296)


def mover(s: Any) -> Turn:
    return Turn.SECOND if s.second_moves else Turn.FIRST


def all_but(*columns: int) -> tuple[list[int], list[int]]:
    """Markers that close all columns but some, on a board so low that six claims do not win."""
    raise NotImplementedError(columns)


def test_the_start() -> None:
    start = GAME.initial_state()
    assert GAME.to_json(start) == {
        "markers": [NOTHING, NOTHING], "runners": {}, "dice": None, "phase": "pre_roll", "to_move": 0
    }  # fmt: skip
    assert GAME.turn(start) is Turn.FIRST
    assert GAME.actions(start) == ["roll"]
    assert GAME.outcomes(start) == []
    assert GAME.estimate(start) == 0
    assert GAME.value_range() == (-100.0, 100.0)


@pytest.mark.parametrize("seed", range(8))
def test_rules_equal_a_second_implementation(seed: int) -> None:
    """Over 20,000 positions in all: every outcome, its probability, its moves and where they lead."""
    rng = random.Random(seed)
    for _ in range(2_500):
        data = plain.random_position(rng)
        before = GAME.from_json(data)
        assert GAME.to_json(before) == data
        assert set(GAME.actions(before)) == ({"roll", "stop"} if data["runners"] else {"roll"})
        if data["runners"]:
            assert GAME.to_json(GAME.play(before, "stop")) == plain.after_stop(data)
        rolling = GAME.play(before, "roll")
        assert GAME.to_json(rolling) == data | {"phase": "rolling"}
        expected = plain.outcomes(data)
        listed = dict(GAME.outcomes(rolling))
        assert {name: ways / 1296 for name, (ways, _) in expected.items()} == pytest.approx(listed, abs=1e-12)
        # Each way of falling is one of them; a few are followed to the end.
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


def test_the_biggest_choice_has_six_moves() -> None:
    most = state(runners={2: 1, 12: 1}, dice="1-2-4-6")
    assert sorted(GAME.actions(most), key=int) == ["3", "5", "6", "7", "8", "10"]
