"""Table 1: the arithmetic on hand-made estimates, the states, and games other than Pig."""

from typing import Any

import pytest

import mcms
from mcms import Limit, Mcts
from mcms.arena import Records, Runner, play_pairings
from mcms.exceptions import TooManyStatesError
from mcms.paper.estimate_records import EstimateRecords, estimate_states
from mcms.paper.estimates import Estimate, Estimation, Trial
from mcms.paper.report import TableData
from mcms.paper.states import collect_states, seen_states, state_games
from mcms.paper.table1 import Table1, estimator, properties, table1, table1_section, truth_of
from mcms.stats import estimator_properties
from tests.pig_positions import PIG, pig_state


class HandMade:
    """Two states whose truth is known by heart: the mover's best action is worth 10 to the mover."""

    def value(self, state: Any) -> float:
        return 10.0 if state == FIRST else -10.0

    def action_values(self, state: Any) -> dict[str, float]:
        return {"roll": 10.0, "stop": 4.0} if state == FIRST else {"roll": -7.0, "stop": -10.0}


FIRST = pig_state(20, 30, 12)
SECOND = pig_state(20, 30, 12, to_move=1)


def said(state: Any, run: int, value: float, action: str) -> Estimate:
    return Estimate(Trial(state=state, run=run), value, action, depth=1, nodes=1, seconds=1.0, machine="")


def test_the_properties_of_hand_made_estimates() -> None:
    results = {
        estimate.trial: estimate
        for estimate in (
            said(FIRST, 0, 12.0, "roll"),
            said(FIRST, 1, 16.0, "stop"),
            said(SECOND, 0, -10.0, "stop"),
            said(SECOND, 1, -12.0, "roll"),
        )
    }
    found = properties(PIG, HandMade(), [FIRST, SECOND], 2, results)
    # First state: mean 14, bias 4, variance 4, MSE 20. Second: mean -11, bias -1, variance 1, MSE 2.
    assert found.mse.value == pytest.approx((20 + 2) / 2)
    assert found.variance.value == pytest.approx((4 + 1) / 2)
    assert found.abs_bias.value == pytest.approx((4 + 1) / 2)
    # Regrets: 0 and 6 in the first, 0 and 3 in the second, where the mover wants low values.
    assert found.regret.value == pytest.approx((3 + 1.5) / 2)
    # Two values a and b have the standard error |a - b| / 2.
    assert found.mse.standard_error == pytest.approx(9)
    assert found.regret.standard_error == pytest.approx(0.75)


def test_states_are_those_of_all_games_each_once() -> None:
    limit = Limit(nodes=50)
    with Records(":memory:") as records:
        pairings = state_games(PIG, limit, matches=1, seed=1)
        assert len(pairings) == 28
        with pytest.raises(mcms.InvalidOptionError, match="simulations"):
            state_games(PIG, Limit(simulations=50), matches=1, seed=1)
        play_pairings(pairings[:3], records=records)
        everything = seen_states(pairings[:3], records, 10**6, seed=1)
        assert len(everything) == len(set(everything)) > 100
        assert all(PIG.turn(state).is_decision for state in everything)
        some = seen_states(pairings[:3], records, 40, seed=1)
        assert len(set(some)) == 40
        assert set(some) < set(everything)
        assert some == seen_states(pairings[:3], records, 40, seed=1) != seen_states(pairings[:3], records, 40, seed=2)


def test_estimates_are_kept_and_not_made_again() -> None:
    estimation = Estimation(game=PIG, engine=estimator("expss", PIG, Limit(depth=1)), seed=3)
    states = [FIRST, SECOND]
    with Records(":memory:") as records:
        made: list[int] = []

        class Counting(Runner):
            def run(self, sources: Any, jobs: Any) -> Any:
                for source, slot in jobs:
                    made.append(slot.run)
                    yield [(source, source.play(slot))]

        first = estimate_states([estimation], states, 2, runner=Counting(records))
        assert sorted(made) == [0, 0, 1, 1]
        again = estimate_states([estimation], states, 3, runner=Counting(records))
        assert sorted(made) == [0, 0, 1, 1, 2, 2]
        assert first[0].items() <= again[0].items()
        assert len(again[0]) == 6
        # Runs differ by their seed alone.
        assert len({again[0][Trial(state=FIRST, run=run)].value for run in range(3)}) == 3
        other = Estimation(game=PIG, engine=estimator("expss", PIG, Limit(depth=2)), seed=3)
        assert EstimateRecords(records).known(other, states, 3) == {}


def test_forced_moves_are_estimated_with_full_care() -> None:
    engine = estimator("dpw", PIG, Limit(simulations=2000))
    assert isinstance(engine.algorithm, Mcts)
    assert engine.search(PIG, PIG.initial_state(), seed=1).simulations == 2000


@pytest.mark.parametrize("text", ["pig(goal=20,dice=1)", "cant_stop(heights=2-2-1-1-1-1-1-1-1-2-2,columns=1)"])
def test_any_game_that_can_be_solved_will_do(text: str) -> None:
    game = mcms.load(text)
    with Records(":memory:") as records:
        limit = Limit(nodes=300)
        states = collect_states(game, limit, most=12, seed=1, runner=Runner(records))
        found = table1(game, states, limit=limit, runs=3, seed=1, runner=Runner(records))
    assert set(found.rows) == set(mcms.PAPER_NAMES)
    for row in found.rows.values():
        assert row.mse.value >= row.variance.value >= 0
        assert row.regret.value >= -1e-9
        assert row.states == len(states)
    # Enough nodes to know these small games nearly by heart.
    assert found.rows["exp"].regret.value < 5


def test_a_game_too_large_to_solve_is_refused() -> None:
    with pytest.raises(TooManyStatesError):
        truth_of(mcms.load("ewn"))


def test_the_columns_of_table_1() -> None:
    """They were called msepublished_rate."""
    row = estimator_properties(estimates=[[1, 3], [10, 10]], truth=[0, 7], regrets=[[0, 2], [0, 0]])
    measured = Table1(game="pig", limit=mcms.Limit(depth=1), states=2, runs=2, rows={"exp": row})
    (table,) = (part for part in table1_section(measured).parts if isinstance(part, TableData))
    (numbers,) = table.numbers
    names = ("mse", "variance", "abs_bias", "regret")
    assert list(numbers) == [
        "algorithm",
        *(f"{n}{end}" for n in names for end in ("", "_standard_error", "_published")),
    ]
