"""Points without luck: unbiased whatever the values are, without variance where they are exact."""

import math
import random
from typing import Any

import pytest

import mcms
from mcms import InvalidOptionError, Turn
from mcms.arena import Records, pairing, play_game, play_pairings
from mcms.arena.luck_adjustment import luck_of, search_value, without_luck
from mcms.games.pig_solver import hold_at, match_policies
from tests.property.trees import examples

PIG = mcms.load("pig(goal=20)")


@pytest.mark.parametrize("text", ["pig(goal=20)", "backgammon(variant=hyper)", "cant_stop", "ewn"])
def test_the_luck_of_an_event_is_zero_on_average(text: str) -> None:
    """So the adjusted points are unbiased, game by game and whoever plays."""
    game = mcms.load(text)
    value = search_value(game, 1)
    rng = random.Random(1)
    state = game.initial_state(1)
    for _ in range(examples(30)):
        turn = game.turn(state)
        if turn is Turn.OVER:
            break
        if turn is Turn.CHANCE:
            outcomes = game.outcomes(state)
            worths = [(p, after_luck(game, state, name, value)) for name, p in outcomes]
            assert math.fsum(p * worth for p, worth in worths) == pytest.approx(value(state), abs=1e-9)
            state = game.resolve(state, rng.choice(outcomes)[0])
        else:
            state = game.play(state, rng.choice(game.actions(state)))


def after_luck(game: Any, state: Any, outcome: str, value: Any) -> float:
    after = game.resolve(state, outcome)
    return game.utility(after) if game.turn(after) is Turn.OVER else value(after)


def test_exact_values_leave_nothing_to_vary_between_players_without_a_mistake() -> None:
    solved, best = mcms.solve(PIG), mcms.player("optimal", PIG)
    start = solved.value(PIG.initial_state())
    for seed in range(examples(20)):
        played = play_game(PIG, (best, best), seed=seed)
        luck = luck_of(PIG, played.moves, seed=seed, value=solved.value)
        assert played.points - luck == pytest.approx(start, abs=1e-9)


@pytest.mark.parametrize("depth", [None, 2])
def test_the_mean_is_that_of_a_solved_match_and_the_variance_smaller(depth: int | None) -> None:
    """With the exact values, and with those of a shallow search, which are far off."""
    solved = mcms.solve(PIG)
    assert isinstance(PIG, mcms.Pig)
    assert isinstance(solved, mcms.PigSolution)
    exact = match_policies(PIG, hold_at(PIG, 5), solved.rolls).win_rate
    meeting = pairing(PIG, "hold:5", "optimal", matches=400, seed=3)
    with Records(":memory:") as records:
        (result,) = play_pairings([meeting], records=records)
        adjusted = without_luck(meeting, records, solved.value if depth is None else search_value(PIG, depth))
    assert adjusted.pairs == result.points.pairs
    spread = adjusted.variance_about(adjusted.mean)
    assert spread < 0.7 * result.points.variance_about(result.points.mean)
    error = math.sqrt(spread / adjusted.pairs)
    assert adjusted.per_game is not None
    assert abs(adjusted.per_game - (200 * exact - 100)) < 4 * error


def test_seats_are_told_apart() -> None:
    meeting = pairing(PIG, "hold:5", "optimal", matches=10)
    swapped = pairing(PIG, "optimal", "hold:5", matches=10)
    values = mcms.solve(PIG).value
    with Records(":memory:") as records:
        play_pairings([meeting, swapped], records=records)
        first, second = (without_luck(each, records, values).per_game for each in (meeting, swapped))
    assert first is not None
    assert second is not None
    assert first < 0 < second


def test_a_depth_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidOptionError, match="depth is 0"):
        search_value(PIG, 0)
