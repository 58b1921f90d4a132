"""Games in Python that estimate many states in one call: the same answers, from far fewer calls."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcms
from mcms import ContractError, InvalidOptionError, Limit, Mcts, Progressive, SearchResult, Turn
from mcms.games.base import BaseGame
from mcms.learn.learnt_game import LearntGame
from tests.pig_positions import PIG, pig_state
from tests.property.trees import Case, cases, examples
from tests.python_games import InPython

pytestmark = pytest.mark.core

EWN = mcms.load("ewn")
STATE = pig_state(50, 40, 12)
MOST_AT_ONCE = 1024
"""States in one call of a search by depth."""


class Together(InPython):
    """A built-in game in Python with ``estimate_many``, which remembers how it was asked."""

    def __init__(self, native: BaseGame[Any]) -> None:
        super().__init__(native)
        self.alone = 0
        self.together: list[int] = []
        self._estimate = self.estimate
        self.estimate = self.estimate_alone

    def estimate_alone(self, state: Any) -> float:
        self.alone += 1
        return self._estimate(state)

    def estimate_many(self, states: list[Any]) -> Sequence[float]:
        self.together.append(len(states))
        return [self._estimate(state) for state in states]


def found(game: Any, state: Any, algorithm: Any, limit: Limit, seed: int = 3) -> SearchResult[Any]:
    return dataclasses.replace(mcms.search(game, state, algorithm, limit=limit, seed=seed), seconds=0.0)


@pytest.mark.parametrize("name", [*mcms.SHORT_NAMES, "star2ss(luck=visit)"])
@pytest.mark.parametrize(("native", "depth"), [(PIG, 4), (EWN, 2)])
def test_searches_find_the_same_to_the_last_bit(native: BaseGame[Any], depth: int, name: str) -> None:
    state = STATE if native is PIG else native.initial_state(1)
    algorithm = mcms.algorithm(name, native)
    limit = Limit(simulations=200) if isinstance(algorithm, Mcts) else Limit(depth=depth)
    assert found(Together(native), state, algorithm, limit) == found(InPython(native), state, algorithm, limit)


@pytest.mark.parametrize("name", ["exp", "star2", "mcms"])
def test_a_node_limit_ends_both_at_the_same_node(name: str) -> None:
    alone, together = InPython(EWN), Together(EWN)
    state, algorithm = EWN.initial_state(1), mcms.algorithm(name, EWN)
    for nodes in range(1, 1200, 61):
        limit = Limit(nodes=nodes)
        assert found(together, state, algorithm, limit) == found(alone, state, algorithm, limit)


def proved(game: Any, case: Case, algorithm: mcms.DepthLimited) -> mcms.Proof:
    alpha, beta = case.window
    return mcms.prove(game, case.state, algorithm, depth=case.depth, alpha=alpha, beta=beta, seed=case.seed)


@settings(max_examples=examples(50), deadline=None)
@given(case=cases(windows=True), pruned=st.booleans())
def test_random_trees_are_proved_alike(case: Case, pruned: bool) -> None:
    if case.tree.turn(case.state) is Turn.OVER:
        return
    algorithm = (
        mcms.Star2(chance=case.chance, prune_from=case.prune_from, probe_from=case.probe_from)
        if pruned
        else mcms.Expectimax(chance=case.chance)
    )
    assert proved(Together(case.tree), case, algorithm) == proved(InPython(case.tree), case, algorithm)


def test_all_leaves_below_a_throw_are_one_call() -> None:
    game = Together(EWN)
    result = found(game, EWN.initial_state(1), mcms.Expectimax(), Limit(depth=2))
    assert game.alone == 0
    assert sum(game.together) > 1000
    assert sum(game.together) / len(game.together) > 50
    assert result.leaves >= sum(game.together)


def test_no_call_has_more_states_than_limits_of_time_allow() -> None:
    wide = mcms.RandomTree(depth=3, branching=16, outcomes_per_node=16, chance_root=True)
    game = Together(wide)
    found(game, wide.initial_state(1), mcms.Expectimax(), Limit(depth=1))
    assert max(game.together) == MOST_AT_ONCE


@pytest.mark.parametrize("name", ["star2ss", "mcts(batch=16)"])
@pytest.mark.parametrize("kind", [tuple, np.array, lambda values: np.array(values, np.float32)])
def test_sequences_and_arrays_are_taken(kind: Any, name: str) -> None:
    game = Together(PIG)
    game.estimate_many = lambda states: kind([0.5] * len(states))  # type: ignore[method-assign]
    limit = Limit(simulations=50) if name.startswith("mcts") else Limit(depth=2)
    assert mcms.search(game, STATE, name, limit=limit).action in ("roll", "stop")


BREACHES: list[tuple[Any, str]] = [
    (lambda states: [0.0] * (len(states) + 1), r"estimate_many of \d+ states returned \d+ numbers: expected one num"),
    (lambda states: np.zeros(len(states) - 1), r"estimate_many of \d+ states returned \d+ numbers"),
    (lambda states: np.zeros((len(states), 2)), r"estimate_many returned .* for .*: expected a number from -100.0 to"),
    (lambda states: None, r"estimate_many of \d+ states returned None: expected one number for each"),
    (lambda states: "0" * len(states), r"estimate_many of \d+ states returned '00"),
    (lambda states: [0.0] * (len(states) - 1) + [101.0], r"estimate_many returned 101.0 for .*PigState.*: expected a"),
    (lambda states: [float("nan")] * len(states), "estimate_many returned nan for .*: expected a number from -100.0"),
    (lambda states: np.full(len(states), np.inf), r"estimate_many returned .*inf.* for"),
    (lambda states: ["good"] * len(states), "estimate_many returned 'good' for"),
]


@pytest.mark.parametrize("name", ["exp", "mcts(batch=8)"])
@pytest.mark.parametrize(("estimate_many", "sentence"), BREACHES)
def test_what_breaks_the_contract_is_said(estimate_many: Any, sentence: str, name: str) -> None:
    game = Together(PIG)
    game.estimate_many = estimate_many  # type: ignore[method-assign]
    limit = Limit(simulations=50) if name.startswith("mcts") else Limit(depth=2)
    with pytest.raises(ContractError, match=sentence):
        mcms.search(game, STATE, name, limit=limit)


def test_check_game_holds_it_against_estimate() -> None:
    game = Together(mcms.Pig(goal=20))
    assert mcms.check_game(game, games=5).games == 5
    assert game.together
    game.estimate_many = lambda states: [0.0] * len(states)  # type: ignore[method-assign]
    with pytest.raises(ContractError, match=r"estimate_many returned 0.0 for .*: expected .*, which estimate returned"):
        mcms.check_game(game, games=5)


def test_learnt_weights_replace_it_too() -> None:
    game = object.__new__(LearntGame)
    game._game = Together(PIG)
    assert game.actions is not None
    for name in ("estimate_many", "value_bounds"):
        assert not hasattr(game, name)


WIDENINGS = [None, Progressive(constant=2, exponent=0.4)]


@pytest.mark.parametrize("widening", WIDENINGS)
@pytest.mark.parametrize("rollout_moves", [0, 2])
@pytest.mark.parametrize("native", [PIG, EWN])
def test_a_batch_of_mcts_is_the_same_asked_alone_or_together(
    native: BaseGame[Any], rollout_moves: int, widening: Any
) -> None:
    state = native.initial_state(1)
    algorithm = Mcts(rollout_moves=rollout_moves, widening=widening, batch=32, skip_forced=False)
    together, alone = Together(native), InPython(native)
    for limit in (Limit(simulations=333), Limit(nodes=1000)):
        assert found(together, state, algorithm, limit) == found(alone, state, algorithm, limit)
    assert together.alone <= 2  # the root of each search
    assert max(together.together) > 16


def test_a_batch_of_one_is_plain_mcts() -> None:
    plain, single = Mcts(), Mcts(batch=1)
    assert found(Together(PIG), STATE, single, Limit(simulations=300)) == found(
        InPython(PIG), STATE, plain, Limit(simulations=300)
    )


def test_batches_keep_to_limits() -> None:
    result = found(Together(PIG), STATE, Mcts(batch=64), Limit(simulations=100))
    assert result.simulations == 100
    assert sum(entry.visits or 0 for entry in result.actions) == 100
    assert found(Together(PIG), STATE, Mcts(batch=64), Limit(nodes=777)).nodes == 777


def test_batches_find_the_best_action() -> None:
    solution = mcms.solve(PIG)
    for state in (pig_state(80, 70, 0), pig_state(20, 60, 30), pig_state(98, 40, 3)):
        values = solution.action_values(state)
        result = found(Together(PIG), state, Mcts(batch=32), Limit(simulations=3000))
        assert max(values.values()) - values[str(result.action)] < 1


def test_every_visit_of_a_batch_is_in_the_tree_once() -> None:
    tree = mcms.TreeSearch(Together(EWN), EWN.initial_state(1), Mcts(batch=16, exploration=1.0), seed=1)
    for simulations in (1, 15, 16, 17, 200):
        tree.search(limit=Limit(simulations=simulations))
    root = tree.view(depth=1)
    assert root.visits == 249
    assert sum(child.visits for child in root.children) in (248, 249)


def test_progress_shows_no_simulation_without_a_value() -> None:
    shown: list[SearchResult[Any]] = []

    def show(result: SearchResult[Any]) -> bool:
        shown.append(result)
        return len(shown) < 2

    result = mcms.search(Together(PIG), STATE, Mcts(batch=64), limit=Limit(seconds=60), on_progress=show)
    assert result.stop_reason == "stopped"
    for each in shown:
        assert sum(entry.visits or 0 for entry in each.actions) == each.simulations
        assert each.simulations is not None
        assert each.simulations % 64 == 0


@pytest.mark.parametrize("method", ["estimate_many", "utility"])
def test_a_tree_whose_game_failed_can_be_searched_again(method: str) -> None:
    game = Together(mcms.Pig(goal=10))
    tree = mcms.TreeSearch(game, game.initial_state(1), Mcts(batch=16), seed=1)
    tree.search(limit=Limit(simulations=40))

    def fail(_: Any) -> Any:
        raise RuntimeError("no more")

    working = getattr(game, method)
    setattr(game, method, fail)
    failing = mcms.TreeSearch(game, game.initial_state(1), Mcts(batch=16), seed=1)
    with pytest.raises(RuntimeError, match="no more"):
        failing.search(limit=Limit(simulations=500))
    setattr(game, method, working)
    with pytest.raises(RuntimeError, match="no more"):  # the method is looked up once
        failing.search(limit=Limit(simulations=500))
    assert failing.view(depth=1).visits % 16 == 0
    assert tree.search(limit=Limit(simulations=40)).simulations == 40


def test_built_in_games_have_no_batches() -> None:
    sentence = "batch is 64: expected 1 for a game whose rules are not in Python"
    with pytest.raises(InvalidOptionError, match=sentence):
        mcms.search(PIG, STATE, Mcts(batch=64), limit=Limit(simulations=10))
    players = tuple(mcms.player("mcts(batch=64)@simulations=10", PIG) for _ in range(2))
    with pytest.raises(InvalidOptionError, match=sentence):
        mcms.arena.play_game(PIG, (players[0], players[1]), seed=1)
    with pytest.raises(InvalidOptionError, match="batch is 0: expected a whole number"):
        Mcts(batch=0)
