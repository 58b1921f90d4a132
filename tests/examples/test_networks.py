"""The examples with networks: the same answers one by one and at once; PyTorch where it is installed."""

from typing import Any

import numpy as np
import pytest
from network_in_numpy import AllAtOnce, Network, OneByOne, solved_race

import mcms
from mcms import Limit, Mcts

STATE = ((12, 15), 0, None)


@pytest.fixture(scope="module")
def network() -> Any:
    return Network(*solved_race())


def test_the_network_has_learnt_the_race(network: Any) -> None:
    states, values = solved_race()
    assert len(states) == 1595
    assert np.abs(network(states) - values).mean() < 0.01


def found_both_ways(network: Any, algorithm: Any, limit: Limit) -> tuple[mcms.SearchResult[Any], ...]:
    games = OneByOne(network), AllAtOnce(network)
    return tuple(mcms.search(game, STATE, algorithm, limit=limit, seed=1) for game in games)


@pytest.mark.parametrize("algorithm", [mcms.Star2(), mcms.Mcms()], ids=str)
def test_both_ways_to_ask_it_find_the_same(network: Any, algorithm: Any) -> None:
    alone, together = found_both_ways(network, algorithm, Limit(depth=2))
    assert (together.action, together.nodes, together.leaves) == (alone.action, alone.nodes, alone.leaves)
    assert together.value == pytest.approx(alone.value, abs=1e-9)


def test_batches_of_simulations_lead_to_much_the_same(network: Any) -> None:
    """Not to the same: NumPy rounds otherwise for one row than for many, and ties in the tree are broken by that."""
    alone, together = found_both_ways(network, Mcts(exploration=1.0, batch=64), Limit(simulations=2000))
    assert together.value == pytest.approx(alone.value, abs=0.05)


def test_it_keeps_the_contract(network: Any) -> None:
    assert mcms.check_game(AllAtOnce(network), games=3).games == 3


def test_pytorch_is_searched_with_too() -> None:
    pytest.importorskip("torch", reason="PyTorch is no part of the test extra: it is as large as all the rest")
    from network_in_torch import TorchRace, trained_network

    trained, loss = trained_network(steps=100)
    game = TorchRace(trained)
    assert loss < 0.05
    assert mcms.check_game(game, games=2).games == 2
    assert mcms.search(game, STATE, Mcts(exploration=1.0, batch=64), limit=Limit(simulations=200)).simulations == 200
