"""The general solver, against the Pig solver, full-depth searches and brute force."""

from typing import Any

import pytest

import mcms
from mcms import GameOverError, InvalidOptionError, InvalidStateError, Limit, Pig, RandomTree, TooManyStatesError
from mcms.bench.python_pig import PlainState, PythonPig
from mcms.solve import MOST_STATES, solve_listed
from tests import brute_force

pytestmark = pytest.mark.core


@pytest.mark.parametrize("pig", [Pig(goal=1), Pig(goal=12), Pig(goal=30), Pig(goal=25, dice=1)], ids=str)
def test_a_game_with_cycles(pig: Pig) -> None:
    start = pig.initial_state()
    solution, known = solve_listed(pig, start, MOST_STATES), mcms.solve(pig)
    for own in range(0, pig.goal, 3):
        for other in range(0, pig.goal, 4):
            state = pig.from_json({"scores": [own, other], "turn_total": 0, "to_move": 0})
            if own + other > 0 and not _solved(solution, state):
                continue
            assert solution.value(state) == pytest.approx(known.value(state), abs=1e-9)
            assert solution.action_values(state) == pytest.approx(known.action_values(state), abs=1e-9)
    assert solution.best_action(start) == "roll"
    assert solution.residual <= 1e-13


def _solved(solution: mcms.Solution[Any], state: Any) -> bool:
    """Some score pairs, such as 1 with two dice, cannot be reached."""
    try:
        solution.value(state)
    except InvalidStateError:
        return False
    return True


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "tree",
    [
        RandomTree(depth=4, branching=2, outcomes_per_node=2),
        RandomTree(
            depth=4, ragged=True, chance_root=True, chance_chain=0.4, alternate=False, early_end=0.1, extreme=0.5
        ),
        RandomTree(depth=5, branching=2, outcomes_per_node=2, merge=7),
    ],
    ids=str,
)
def test_games_without_cycles(tree: RandomTree, seed: int) -> None:
    root = tree.initial_state(seed)
    if tree.turn(root) is mcms.Turn.OVER:
        return
    solution = mcms.solve(tree, root)
    assert solution.sweeps <= 2
    assert solution.value(root) == pytest.approx(brute_force.value(tree, root, 99), abs=1e-9)
    searched = mcms.search(tree, root, "star2", limit=Limit(depth=20))
    assert searched.value == pytest.approx(solution.value(root), abs=1e-9)
    if searched.action is not None:
        values = solution.action_values(root)
        assert values[searched.action] == pytest.approx(solution.value(root), abs=1e-9)


def test_what_is_refused() -> None:
    pig = Pig()
    large = Pig(goal=1000)
    with pytest.raises(TooManyStatesError, match="has more than 1000 states"):
        mcms.solve(large, most_states=1000)
    with pytest.raises(InvalidOptionError, match="most_states is 0"):
        mcms.solve(pig, pig.initial_state(), most_states=0)
    with pytest.raises(GameOverError, match="the game is over"):
        mcms.solve(pig, pig.from_json({"scores": [100, 0], "turn_total": 0, "to_move": 1}))
    with pytest.raises(InvalidOptionError, match="expected a built-in game"):
        mcms.solve("pig", None)  # type: ignore[call-overload]
    small = Pig(goal=10)
    solution = solve_listed(small, small.initial_state(), MOST_STATES)
    with pytest.raises(InvalidStateError, match="was not solved"):
        solution.value(small.from_json({"scores": [1, 1], "turn_total": 0, "to_move": 0}))


def test_pig_is_solved_by_its_own_solver() -> None:
    pig = Pig(goal=40)
    solution = mcms.solve(pig, pig.from_json({"scores": [10, 20], "turn_total": 8, "to_move": 0}))
    assert isinstance(solution, mcms.PigSolution)
    assert solution is mcms.solve(pig)
    assert solution.states == 40 * 41 // 2 * 40  # own score and turn total below the goal, any other score


def test_pig_with_a_goal_too_large_for_arrays_is_solved_near_its_end() -> None:
    pig = Pig(goal=1000, dice=1)
    late = pig.from_json({"scores": [995, 995], "turn_total": 0, "to_move": 0})
    near = Pig(goal=5, dice=1)
    assert mcms.solve(pig, late).value(late) == pytest.approx(mcms.solve(near).value(near.initial_state()), abs=1e-9)


@pytest.mark.parametrize("game", [Pig(goal=299), mcms.CantStop()], ids=str)
def test_a_token_stops_solving(game: mcms.BaseGame[Any]) -> None:
    token = mcms.StopToken()
    token.stop()
    with pytest.raises(mcms.StoppedError, match="was stopped"):
        mcms.solve(game, stop=token)


class ScaledPig(PythonPig):
    """Pig in other units of value."""

    def __init__(self, scale: float) -> None:
        super().__init__(goal=15)
        self.scale = scale

    def utility(self, state: PlainState) -> float:
        return self.scale * super().utility(state)

    def estimate(self, state: PlainState) -> float:
        return self.scale * super().estimate(state)

    def value_range(self) -> tuple[float, float]:
        low, high = super().value_range()
        return self.scale * low, self.scale * high


@pytest.mark.parametrize("scale", [2.0**-20, 2.0**40])
def test_units_of_value_make_no_difference(scale: float) -> None:
    start = PlainState(0, 0)
    plain, scaled = (mcms.solve(ScaledPig(factor), start) for factor in (1.0, scale))
    assert scaled.sweeps == plain.sweeps
    assert scaled.value(start) == scale * plain.value(start)
