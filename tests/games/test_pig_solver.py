"""The Pig solver against published numbers, hand calculations and a plain check of Bellman's equation."""

import doctest
import random
import signal
import threading
from fractions import Fraction
from types import FrameType

import numpy as np
import pytest

import mcms
from mcms.games import pig_solver
from mcms.games.pig import Pig
from mcms.games.pig_solver import PigSolution, hold_at, match_policies, solve_pig

TWO_DICE = Pig()
ONE_DIE = Pig(dice=1)


def decision(pig: Pig, own: int, other: int, turn_total: int, to_move: int = 0) -> mcms._core.PigState:
    scores = [own, other] if to_move == 0 else [other, own]
    return pig.from_json({"scores": scores, "turn_total": turn_total, "to_move": to_move})


def bellman(solution: PigSolution, state: mcms._core.PigState) -> float:
    """The first player's value one step of play away, by the rules alone."""
    pig = solution.pig
    if pig.turn(state) == "over":
        return pig.utility(state)
    if pig.turn(state) == "chance":
        return sum(p * solution.value(pig.resolve(state, outcome)) for outcome, p in pig.outcomes(state))
    values = [bellman(solution, pig.play(state, action)) for action in pig.actions(state)]
    return max(values) if pig.turn(state) == "first" else min(values)


@pytest.mark.parametrize(
    ("own", "other", "turn_total", "expected"),
    [
        (0, 0, 0, 0.5195588939),
        (50, 50, 0, 0.52806286),
        (99, 99, 0, 0.76138030),
        (0, 99, 0, 0.03262129),
        (99, 0, 0, 0.97650634),
        (80, 80, 10, 0.70954277),
    ],
)
def test_win_probabilities_of_the_rules_page(own: int, other: int, turn_total: int, expected: float) -> None:
    digits = 10 if expected == 0.5195588939 else 8
    for to_move in (0, 1):
        state = decision(TWO_DICE, own, other, turn_total, to_move)
        assert round(solve_pig(TWO_DICE).win_probability(state), digits) == expected


@pytest.mark.parametrize(
    ("turn_total", "roll", "stop", "best"),
    [(20, 0.57601085, 0.57565201, "roll"), (21, 0.57978547, 0.58082043, "stop")],
)
def test_the_opening_turn_of_the_rules_page(turn_total: int, roll: float, stop: float, best: str) -> None:
    solution = solve_pig(TWO_DICE)
    for to_move, sign in ((0, 1), (1, -1)):
        state = decision(TWO_DICE, 0, 0, turn_total, to_move)
        values = solution.action_values(state)
        chances = {action: round((100 + sign * value) / 200, 8) for action, value in values.items()}
        assert chances == {"roll": roll, "stop": stop}
        assert solution.best_action(state) == best
        rolling = TWO_DICE.play(state, "roll")
        assert round(solution.win_probability(rolling), 8) == roll
    assert solution.stopping_totals[0, 0] == 21


def test_one_die_pig_of_neller_and_presser() -> None:
    assert round(solve_pig(ONE_DIE).win_probability(ONE_DIE.initial_state()), 7) == 0.5305927


@pytest.mark.parametrize(
    ("total", "expected"),
    [(18, 0.468433), (20, 0.466476), (22, 0.472698), (23, 0.474682), (24, 0.472959), (25, 0.467830)],
)
def test_hold_at_n_against_optimal(total: int, expected: float) -> None:
    match = match_policies(TWO_DICE, hold_at(TWO_DICE, total), solve_pig(TWO_DICE).rolls)
    assert round(match.win_rate, 6) == expected
    assert match.residual <= 1e-13
    assert match.as_second < match.win_rate < match.as_first


@pytest.mark.slow
def test_optimal_beats_hold_at_n_and_23_loses_least() -> None:
    optimal = solve_pig(TWO_DICE).rolls
    tried = [*range(1, 41), 50, 60, 80, 100]
    rates = [match_policies(TWO_DICE, hold_at(TWO_DICE, n), optimal).win_rate for n in tried]
    assert max(rates) < 0.5
    assert tried[int(np.argmax(rates))] == 23


@pytest.mark.parametrize("pig", [TWO_DICE, ONE_DIE, Pig(goal=37)], ids=str)
def test_optimal_against_itself_wins_what_the_solution_says(pig: Pig) -> None:
    solution = solve_pig(pig)
    match = match_policies(pig, solution.rolls, solution.rolls)
    assert match.as_first == pytest.approx(solution.win_probabilities[0, 0, 0], abs=1e-12)
    assert match.win_rate == pytest.approx(0.5, abs=1e-12)


@pytest.mark.parametrize("pig", [TWO_DICE, ONE_DIE], ids=str)
def test_bellman_on_random_states(pig: Pig) -> None:
    solution = solve_pig(pig)
    rng = random.Random(1)
    for _ in range(3000):
        own, other = rng.randrange(pig.goal), rng.randrange(pig.goal)
        state = decision(pig, own, other, rng.randrange(pig.goal - own), rng.randrange(2))
        assert solution.value(state) == pytest.approx(bellman(solution, state), abs=1e-10)
        values = solution.action_values(state)
        best = (max if pig.turn(state) == "first" else min)(values.values())
        assert values[solution.best_action(state)] == pytest.approx(best, abs=1e-10)


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("goal", [1, 5, 13])
def test_bellman_everywhere_for_small_goals(goal: int, dice: int) -> None:
    pig = Pig(goal=goal, dice=dice)
    solution = solve_pig(pig)
    for own, other, turn_total in np.ndindex(goal, goal, goal):
        exists = own + turn_total < goal
        assert np.isnan(solution.win_probabilities[own, other, turn_total]) != exists
        if exists:
            state = decision(pig, own, other, turn_total)
            assert solution.value(state) == pytest.approx(bellman(solution, state), abs=1e-10)


def test_one_die_to_4_by_hand() -> None:
    """Stopping short never pays: the opponent wins a turn with at least 7/9.

    A turn fails with f = 2/9 from 0 (4, 5, 6 win; 2 and 3 win with the next roll but for a 1), 7/36 from 1 and
    1/6 from 2 or 3. P(i, j) = 1 - f(i) P(j, i), so P(i, j) = (1 - f(i)) / (1 - f(i) f(j)).
    """
    fails = [Fraction(2, 9), Fraction(7, 36), Fraction(1, 6), Fraction(1, 6)]
    solution = solve_pig(Pig(goal=4, dice=1))
    for i, j in np.ndindex(4, 4):
        expected = (1 - fails[i]) / (1 - fails[i] * fails[j])
        assert solution.win_probabilities[i, j, 0] == pytest.approx(float(expected), abs=1e-14)
        assert solution.stopping_totals[i, j] == 4 - i
    assert solution.win_probabilities[0, 0, 0] == pytest.approx(9 / 11, abs=1e-14)


def test_two_dice_to_4_by_hand() -> None:
    """Any throw without a 1 wins, from any score: p = 25/36 + 11/36 (1 - p)."""
    solution = solve_pig(Pig(goal=4))
    assert np.allclose(solution.win_probabilities[:, :, 0], 36 / 47, atol=1e-14, rtol=0)


def test_match_by_hand() -> None:
    """To 4 with one die, hold:2 against always rolling, both from 0 : 0.

    With x the chance of hold:2 to move at 0 and 0 against, and u when it has banked 2 or 3 (then only the last
    roll is left): x = 1/2 + 1/3 (1 - b) + 1/6 (1 - a), u = 5/6 + 1/6 (1 - b), a = 7/9 + 2/9 (1 - x), and
    b = 7/9 + 2/9 (1 - u), the opponent's chances against 0 and against the banked points.
    """
    pig = Pig(goal=4, dice=1)
    b = (1 - Fraction(2, 9)) / (1 - Fraction(1, 6) * Fraction(2, 9))
    # x = 1 - b/3 - a/6 and a = 1 - 2x/9.
    x = (1 - b / 3 - Fraction(1, 6)) / (1 - Fraction(1, 27))
    a = 1 - Fraction(2, 9) * x
    match = match_policies(pig, hold_at(pig, 2), hold_at(pig, 4))
    assert match.as_first == pytest.approx(float(x), abs=1e-14)
    assert match.as_second == pytest.approx(float(1 - a), abs=1e-14)


def test_values_of_finished_and_winning_states() -> None:
    solution = solve_pig(TWO_DICE)
    for to_move, value in ((0, -100.0), (1, 100.0)):
        over = decision(TWO_DICE, 50, 103, 0, to_move)
        assert solution.value(over) == value
        assert solution.win_probability(over) == 0.0
    winning = decision(TWO_DICE, 90, 50, 12, 1)
    assert solution.win_probability(winning) == 1.0
    assert solution.value(winning) == -100.0
    assert solution.action_values(winning) == {"stop": -100.0}
    assert solution.best_action(winning) == "stop"


@pytest.mark.parametrize("pig", [TWO_DICE, ONE_DIE], ids=str)
def test_converged_and_fast(pig: Pig) -> None:
    solution = solve_pig(pig)
    assert 0 <= solution.residual <= 1e-13
    assert 1 <= solution.sweeps < 100
    assert 0 < solution.seconds < 2


def test_arrays_are_whole_and_read_only() -> None:
    solution = solve_pig(TWO_DICE)
    assert np.count_nonzero(~np.isnan(solution.win_probabilities)) == 505_000
    for array in (solution.win_probabilities, solution.rolls, solution.stopping_totals):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_stopping_totals_are_the_first_stops() -> None:
    solution = solve_pig(TWO_DICE)
    own = np.arange(100)[:, None]
    assert solution.rolls[:, :, 0].all()
    assert ((solution.stopping_totals >= 1) & (solution.stopping_totals <= 100 - own)).all()
    later_rolls = 0
    for i, j in np.ndindex(100, 100):
        total = solution.stopping_totals[i, j]
        assert solution.rolls[i, j, :total].all()
        assert i + total == 100 or not solution.rolls[i, j, total]
        later_rolls += bool(solution.rolls[i, j, total:].any())
    assert later_rolls == 1217  # the 12 % that the documentation speaks of


def test_solved_once() -> None:
    assert solve_pig(Pig()) is solve_pig(Pig(goal=100, dice=2))


def test_other_threads_can_solve() -> None:
    values: list[float] = []
    thread = threading.Thread(target=lambda: values.append(solve_pig(Pig(goal=41)).win_probabilities[0, 0, 0]))
    thread.start()
    thread.join()
    assert 0.5 < values[0] < 0.6


def test_interruptible() -> None:
    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            solve_pig(Pig(goal=299))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_seldom_banking_players_are_solved_too() -> None:
    pig = Pig(goal=150)
    match = match_policies(pig, hold_at(pig, 150), hold_at(pig, 150))
    # From 0 : 0 on every turn wins with the same chance w or changes nothing, so x = 1 / (2 - w).
    w = 2 - 1 / match.as_first
    assert 0 < w < 0.01
    assert match.as_first + match.as_second == pytest.approx(1, abs=1e-12)


def test_errors() -> None:
    solution = solve_pig(TWO_DICE)
    rolling = TWO_DICE.play(TWO_DICE.initial_state(), "roll")
    over = decision(TWO_DICE, 50, 103, 0)
    for ask in (solution.action_values, solution.best_action):
        with pytest.raises(mcms.GameOverError, match="the game is over"):
            ask(over)
        with pytest.raises(mcms.IllegalMoveError, match="chance decides"):
            ask(rolling)
    with pytest.raises(mcms.InvalidStateError):
        solution.value(mcms.RandomTree().initial_state(1))  # type: ignore[arg-type]
    with pytest.raises(mcms.InvalidOptionError, match="goal is 301: expected at most 300"):
        solve_pig(Pig(goal=301))
    with pytest.raises(mcms.InvalidOptionError, match="expected a game of Pig"):
        solve_pig(mcms.RandomTree())  # type: ignore[arg-type]


def test_policy_errors() -> None:
    optimal = solve_pig(TWO_DICE).rolls
    with pytest.raises(mcms.InvalidOptionError, match=r"policy is bool of shape \(50, 50, 50\)"):
        match_policies(TWO_DICE, optimal[:50, :50, :50], optimal)
    with pytest.raises(mcms.InvalidOptionError, match="opponent is float64"):
        match_policies(TWO_DICE, optimal, optimal.astype(float))
    with pytest.raises(mcms.InvalidOptionError, match="opponent is 'hold:20'"):
        match_policies(TWO_DICE, optimal, "hold:20")  # type: ignore[arg-type]
    for total in (0, 101, 2.5):
        with pytest.raises(mcms.InvalidOptionError, match="expected a whole number from 1 to 100"):
            hold_at(TWO_DICE, total)  # type: ignore[arg-type]


def test_examples() -> None:
    assert doctest.testmod(pig_solver).failed == 0
