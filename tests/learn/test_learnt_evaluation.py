"""Learnt evaluations in games: a state has one value, however a search comes to it."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms import _core
from mcms.games.base import BaseGame
from mcms.learn import LearningOptions, learn

LEARNERS: dict[str, Any] = {
    "backgammon": _core.BackgammonLearning,
    "cant_stop": _core.CantStopLearning,
    "ewn": _core.EwnLearning,
    "ra": _core.RaLearning,
}


@pytest.fixture(scope="module", params=sorted(LEARNERS))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def game(name: str, tmp_path_factory: pytest.TempPathFactory) -> BaseGame[Any]:
    path = Path(tmp_path_factory.mktemp("weights")) / f"{name}.npz"
    learn(mcms.load(name), LearningOptions(games=200, hidden=32, round=16), measure_pairs=0).weights.save(path)
    return mcms.load(f"{name}(evaluation={path})")


def random_states(game: BaseGame[Any], seed: int, count: int = 60) -> list[Any]:
    """Unfinished states of random games."""
    luck = random.Random(seed)
    states: list[Any] = []
    while len(states) < count:
        state = game.initial_state(luck.randrange(1000))
        while game.turn(state) != "over" and len(states) < count:
            states.append(state)
            if game.turn(state) == "chance":
                state = game.resolve(state, luck.choice(game.outcomes(state))[0])
            else:
                state = game.play(state, luck.choice(game.actions(state)))
    return states


def estimates(game: BaseGame[Any], states: Sequence[Any]) -> list[float]:
    """Their values in this order, by a new thread, which remembers none."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: [game.estimate(state) for state in states]).result()


def test_features_lie_on_their_grid(name: str) -> None:
    rules = mcms.load(name)
    base = _core.RaceEwn(setup=None) if name == "ewn" else rules.core
    count, _, _ = LEARNERS[name].shape(base)
    for state in random_states(rules, 1):
        features = LEARNERS[name].features(base, state)
        assert len(features) == count
        assert all(abs(value) <= 2 and (value * 128).is_integer() for value in features)


def test_a_value_does_not_depend_on_what_was_evaluated_before(game: BaseGame[Any]) -> None:
    states = random_states(game, 2)
    values = estimates(game, states)
    luck = random.Random(3)
    for _ in range(3):
        order = luck.sample(range(len(states)), len(states))
        assert estimates(game, [states[i] for i in order]) == [values[i] for i in order]


def test_a_remembered_value_is_the_one_of_its_state_and_weights(name: str, game: BaseGame[Any]) -> None:
    states = random_states(game, 6)
    other = mcms.load(f"{name}(evaluation=learnt)")
    one, two = estimates(game, states), estimates(other, states)
    assert one != two
    assert estimates(game, states + states) == one + one
    for each, state in enumerate(states):
        assert (game.estimate(state), other.estimate(state), game.estimate(state)) == (one[each], two[each], one[each])


def test_values_are_the_same_in_every_version_of_the_inner_loops(game: BaseGame[Any]) -> None:
    states = random_states(game, 4)
    best, *others = _core.kernels()
    values = estimates(game, states)
    try:
        for other in others:
            _core.use_kernels(other)
            assert estimates(game, states) == values
    finally:
        _core.use_kernels(best)


def test_pruned_searches_equal_expectimax(game: BaseGame[Any]) -> None:
    low, high = game.value_range()
    for state in random_states(game, 5, 12):
        if not game.turn(state).is_decision:
            continue
        results = [
            mcms.search(game, state, name, limit=mcms.Limit(depth=2, nodes=300_000))
            for name in ("exp", "star1", "star2")
        ]
        assert len({result.value for result in results}) == 1
        assert len({result.action for result in results}) == 1
        assert low <= results[0].value <= high


def test_the_game_keeps_its_contract(game: BaseGame[Any]) -> None:
    mcms.check_game(game, games=25)
