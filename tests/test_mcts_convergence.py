"""MCTS and DPW find the exact value of solved positions; with a deliberate mistake in them they do not.

``TOLERANCE`` is what UCT leaves at so many simulations: the mean of 300,000 values in [-100, 100] is off by about
100 / √300000 = 0.2 by luck, and by up to 2 because every node goes on trying its worse actions now and then.
"""

import itertools
from collections.abc import Callable
from functools import cache
from typing import Literal

import pytest

import mcms
from mcms import Limit, Mcts, Progressive, RandomTree, Turn, _faulty
from tests.solved_positions import POSITIONS, SolvedPosition, solved

pytestmark = pytest.mark.slow

SIMULATIONS = 300_000
TOLERANCE = 2.5
EXPLORATION = 100.0
# Starts with a single child a node; 100 visits open ten.
WIDENING = Progressive(constant=1, exponent=0.5)

BY_EXPECTIMAX = Mcts(exploration=EXPLORATION, backup="expectimax", skip_forced=False)

Searcher = Callable[[SolvedPosition, Mcts], tuple[float, str | None]]


def options(
    widening: Progressive | None,
    final: Literal["visits", "value"] = "visits",
    rollout_moves: int | None = None,
    exploration: float = EXPLORATION,
) -> Mcts:
    return Mcts(exploration=exploration, rollout_moves=rollout_moves, widening=widening, final=final, skip_forced=False)


@cache
def position(name: str) -> SolvedPosition:
    return solved(*POSITIONS[name])


def real(at: SolvedPosition, algorithm: Mcts, simulations: int = SIMULATIONS) -> tuple[float, str | None]:
    result = mcms.search(at.game, at.state, algorithm, limit=Limit(simulations=simulations), seed=1)
    return result.value, result.action


def with_fault(fault: str, simulations: int = SIMULATIONS) -> Searcher:
    def search(at: SolvedPosition, algorithm: Mcts) -> tuple[float, str | None]:
        value, action, _ = _faulty.mcts(
            fault=fault,
            game=at.game.core,
            state=at.state,
            options=algorithm.request(),
            simulations=simulations,
            seed=1,
        )
        return value, action

    return search


def finds_the_value(
    at: SolvedPosition, algorithm: Mcts, searcher: Searcher = real, tolerance: float = TOLERANCE
) -> None:
    value, action = searcher(at, algorithm)
    assert value == pytest.approx(at.value, abs=tolerance)
    if at.action_values:
        assert action is not None
        assert at.action_values[action] == pytest.approx(at.value, abs=1e-6)


@pytest.mark.parametrize(("final", "rollout_moves"), [("visits", None), ("value", None), ("visits", 0), ("value", 3)])
@pytest.mark.parametrize("widening", [None, WIDENING], ids=["mcts", "dpw"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_exact_value_and_a_best_action_are_found(
    name: str, widening: Progressive | None, final: Literal["visits", "value"], rollout_moves: int | None
) -> None:
    finds_the_value(position(name), options(widening, final, rollout_moves))


def tolerance(name: str, algorithm: Mcts) -> float:
    """So little is left of luck where nodes are worth what expectimax says and the whole tree is soon there."""
    return 0.01 if algorithm is BY_EXPECTIMAX and name.startswith("ra") else TOLERANCE


@pytest.mark.parametrize("name", POSITIONS)
def test_backups_by_expectimax_find_them_too(name: str) -> None:
    finds_the_value(position(name), BY_EXPECTIMAX, tolerance=tolerance(name, BY_EXPECTIMAX))


def test_the_positions_are_worth_searching() -> None:
    for name, (game, state) in POSITIONS.items():
        at = position(name)
        assert abs(at.value) < 95, "a won position hides mistakes"
        worst = [abs(value - at.value) for value in at.action_values.values()]
        assert not worst[1:] or max(worst) > 10 * TOLERANCE, "any action would do"
        assert game.turn(state) is not Turn.OVER
    assert {game.turn(state) for game, state in POSITIONS.values()} == {Turn.FIRST, Turn.SECOND, Turn.CHANCE}


@pytest.mark.parametrize("fault", ["ignores_mover", "uniform_chance", "ignores_utility"])
@pytest.mark.parametrize(
    "algorithm", [options(None), options(WIDENING), BY_EXPECTIMAX], ids=["mcts", "dpw", "by expectimax"]
)
@pytest.mark.parametrize("name", POSITIONS)
def test_deliberate_mistakes_are_caught(name: str, algorithm: Mcts, fault: str) -> None:
    if fault == "uniform_chance" and name.startswith("ewn"):
        # The die is fair: here the mistake is none, which shows that the harness adds no other.
        finds_the_value(position(name), algorithm, with_fault(fault))
        return
    with pytest.raises(AssertionError):
        finds_the_value(position(name), algorithm, with_fault(fault), tolerance(name, algorithm))


@pytest.mark.parametrize("widening", [None, WIDENING], ids=["mcts", "dpw"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_harness_of_the_mistakes_makes_none(name: str, widening: Progressive | None) -> None:
    few = 20_000  # the same to the last bit, whatever their number
    assert with_fault("none", few)(position(name), options(widening)) == real(position(name), options(widening), few)


SHAPES = [
    RandomTree(depth=3, branching=3, outcomes_per_node=3),
    RandomTree(depth=4, ragged=True, alternate=False),
    RandomTree(depth=2, outcomes_per_node=2, chance_chain=0.5, chance_root=True, alternate=False, extreme=0.5),
    RandomTree(depth=5, chance=0.3, early_end=0.2, extreme=0.5, ragged=True),
]


def grown_trees(game: RandomTree, count: int) -> list[SolvedPosition]:
    """Return trees that are not over at their root, as some are."""
    starts = (game.initial_state(seed) for seed in itertools.count())
    unfinished = (start for start in starts if game.turn(start) is not Turn.OVER)
    return [solved(game, start) for start in itertools.islice(unfinished, count)]


def close_on_random_trees(game: RandomTree, widening: Progressive | None, searcher: Searcher) -> None:
    # Random play tells nothing here: an action that was unlucky at first comes back only with more exploration.
    algorithm = options(widening, exploration=200.0)
    for at in grown_trees(game, 6):
        value, _ = searcher(at, algorithm)
        assert value == pytest.approx(at.value, abs=TOLERANCE)


@pytest.mark.parametrize("widening", [None, WIDENING], ids=["mcts", "dpw"])
@pytest.mark.parametrize("game", SHAPES, ids=str)
def test_the_exact_value_of_random_trees_is_found(game: RandomTree, widening: Progressive | None) -> None:
    close_on_random_trees(game, widening, real)


@pytest.mark.parametrize("fault", ["ignores_mover", "uniform_chance", "ignores_utility"])
@pytest.mark.parametrize("game", SHAPES, ids=str)
def test_deliberate_mistakes_are_caught_on_random_trees(game: RandomTree, fault: str) -> None:
    with pytest.raises(AssertionError):
        close_on_random_trees(game, None, with_fault(fault))
