"""Scores without luck: by hand, and on players whose true score is known."""

import dataclasses
import math
from typing import Any

import pytest

import mcms
from mcms.arena import Records, Runner, pairing
from mcms.arena.records import GameMoves
from mcms.paper.bars import Agreement, Bar
from mcms.paper.published import WinRate
from mcms.paper.report import TableData
from mcms.paper.table1 import truth_of
from mcms.paper.without_luck import WithoutLuck, regrets, without_luck, without_luck_section
from tests.pig_positions import PIG


def weighed(left: str, right: str, matches: int) -> WithoutLuck:
    with Records(":memory:") as records:
        (result,) = Runner(records).play([pairing(PIG, left, right, matches=matches, seed=5)], "")
        bar = Bar(names=(left, right), game="pig", result=result, published=None)
        (found,) = without_luck([bar], truth_of(PIG), records=records)
    return found


def test_the_known_score_of_hold_at_20_against_the_optimal_player() -> None:
    found = weighed("optimal", "hold:20", 150)
    given_by_optimal, given_by_hold = found.given_away
    assert given_by_optimal == pytest.approx(0, abs=1e-5)
    assert given_by_hold > 1
    error = found.score.standard_error
    assert error is not None
    assert error < 0.006  # by wins it is about 0.02
    assert found.score.value == pytest.approx(1 - 0.466476, abs=3.5 * error)
    assert found.perfect == pytest.approx(found.score.value, abs=1e-6)


def test_the_other_side_sees_the_same() -> None:
    one, other = weighed("hold:20", "hold:30", 20), weighed("hold:30", "hold:20", 20)
    errors = [found.score.standard_error or 0.0 for found in (one, other)]
    assert one.score.value == pytest.approx(1 - other.score.value, abs=3.5 * math.hypot(*errors))
    assert one.given_away[0] < one.given_away[1]
    assert other.given_away[0] > other.given_away[1]


def test_by_hand() -> None:
    class Known:
        def value(self, state: object) -> float:
            raise AssertionError

        def action_values(self, state: Any) -> dict[str, float]:
            mover = PIG.turn(state)
            return {"roll": 10.0, "stop": 4.0} if mover is mcms.Turn.FIRST else {"roll": -7.0, "stop": -9.5}

    names = ("roll", "8", "stop", "roll", "4", "roll", "one")
    meeting = pairing(PIG, "hold:20", "hold:25", matches=1)
    # The first player stops once, where rolling was 6 better; the second rolls twice, where stopping was 2.5 better.
    assert regrets(meeting, GameMoves(match=0, leg=0, names=names), Known()) == (6.0, 5.0)
    assert regrets(meeting, GameMoves(match=0, leg=1, names=names), Known()) == (5.0, 6.0)


@pytest.mark.parametrize(
    ("percent", "expected"), [(60.0, Agreement.AGREES), (40.0, Agreement.DISAGREES), (50.5, Agreement.UNDECIDED)]
)
def test_a_direction_that_wins_leave_open_is_decided(percent: float, expected: Agreement) -> None:
    found = weighed("optimal", "hold:20", 20)
    assert found.bar.result.interval.low < 0.5 < found.bar.result.interval.high
    bar = dataclasses.replace(found.bar, published=WinRate(percent, 1.0))
    assert bar.agreement is Agreement.UNDECIDED
    assert dataclasses.replace(found, bar=bar).agreement is expected


def test_the_section_says_what_was_found() -> None:
    found = weighed("hold:20", "hold:30", 5)
    _, table = without_luck_section([found]).parts
    assert isinstance(table, TableData)
    (numbers,) = table.numbers
    assert numbers["left_given_away"] == found.given_away[0]
    assert numbers["score_without_luck"] == found.score.value
    assert f"{100 * found.perfect:.1f}" in table.rows[0]
