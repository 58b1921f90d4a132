"""Our searches as bots in OpenSpiel's own loops."""

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

import mcms
from mcms import InvalidOptionError, InvalidStateError
from mcms.openspiel import Bot, load
from tests.openspiel.spiel_games import EWN, LUCKLESS, LUCKY

FEW_NODES = mcms.Limit(nodes=40)


@pytest.mark.parametrize("name", LUCKY + LUCKLESS)
def test_it_plays_in_both_of_openspiel_s_loops(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [
        Bot(game, 0, "star1ss", limit=FEW_NODES),
        Bot(game, 1, "mcts(rollout_moves=1)", limit=mcms.Limit(simulations=3)),
    ]
    in_cpp = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    in_python = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(3))
    for returns in (in_cpp, in_python):
        assert sum(returns) == 0
        assert game.min_utility() <= returns[0] <= game.max_utility()


def test_it_beats_openspiel_s_random_bot() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    for player in (0, 1):
        bots: list[Any] = [uniform_random.UniformRandomBot(seat, np.random.RandomState(5)) for seat in (0, 1)]
        bots[player] = Bot(game, player, "star2", limit=mcms.Limit(depth=9))
        results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[player] for seed in range(10)]
        assert min(results) >= 0
        assert sum(results) >= 6


@pytest.mark.parametrize("seat", [0, 1])
def test_it_meets_openspiel_s_mcts(seat: int) -> None:
    """A whole match in OpenSpiel's loop, against its C++ and its Python search."""
    game = pyspiel.load_game(EWN)
    rivals = [
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 1.0, 20, 10, False, 3, False),
        mcts.MCTSBot(game, 1.0, 5, mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))),
    ]
    for rival in rivals:
        bots = [rival, rival]
        bots[seat] = Bot(game, seat, "mcts", limit=mcms.Limit(simulations=20), seed=2)
        results = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[seat] for seed in range(4)]
        assert set(results) <= {-1.0, 1.0}


@pytest.mark.slow
def test_it_is_as_strong_as_openspiel_s_mcts() -> None:
    """With the same simulations and exploration a fair match is even; 5 standard deviations of 200 games are 0.35."""
    game = pyspiel.load_game(EWN)
    total = 0.0
    for number in range(200):
        seat = number % 2
        rival = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, number), 1.0, 60, 10, False, number, False)
        bots = [rival, rival]
        bots[seat] = Bot(game, seat, "mcts(exploration=1)", limit=mcms.Limit(simulations=60), seed=number)
        total += pyspiel.evaluate_bots(game.new_initial_state(), bots, number)[seat]
    assert abs(total / 200) < 0.35


def test_it_is_a_function_of_state_and_seed() -> None:
    game = load("backgammon")
    state = game.initial_state(0)
    limit = mcms.Limit(simulations=60)
    steps = [Bot(game, 0, "mcts", limit=limit, seed=seed).step(state.spiel) for seed in (1, 1)]
    assert steps[0] == steps[1]
    assert len({Bot(game, 0, "mcts", limit=limit, seed=seed).step(state.spiel) for seed in range(8)}) > 1


def test_it_leaves_the_state_alone() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    Bot("tic_tac_toe", 0, "star1", limit=mcms.Limit(depth=2)).step(state)
    assert state.history() == []


def test_it_tells_its_policy() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (4, 1, 0, 2):
        state.apply_action(action)
    bot = Bot("tic_tac_toe", 0, "star1", limit=mcms.Limit(depth=5))
    policy, action = bot.step_with_policy(state)
    assert bot.provides_policy()
    assert bot.player_id() == 0
    assert action == 8
    assert policy == bot.get_policy(state) == [(3, 0.0), (5, 0.0), (6, 0.0), (7, 0.0), (8, 1.0)]


def test_its_heuristic_is_asked() -> None:
    asked = []

    def heuristic(state: Any) -> float:
        asked.append(state.history())
        return 0.5 if state.history() == [3] else 0.0

    bot = Bot(load("connect_four", estimate=heuristic), 0, "exp", limit=mcms.Limit(depth=1))
    assert bot.step(pyspiel.load_game("connect_four").new_initial_state()) == 3
    assert asked


def test_it_refuses_what_it_cannot_play() -> None:
    bot = Bot("tic_tac_toe", 1, "star1", limit=mcms.Limit(depth=2))
    with pytest.raises(InvalidStateError, match=r"player 0 is to move after \[\]: expected 1, the bot's"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(InvalidStateError, match="is no state of tic_tac_toe"):
        Bot("tic_tac_toe", 0, "star1", limit=mcms.Limit(depth=2)).step(
            pyspiel.load_game("connect_four").new_initial_state()
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("kuhn_poker", 0, "star1", FEW_NODES), "it hides information"),
        (("pig", 2, "star1", FEW_NODES), "player_id is 2"),
        (("pig", 0, "star3", FEW_NODES), "unknown algorithm 'star3'"),
        (("pig", 0, "star1", mcms.Limit(simulations=3)), "simulations"),
        (("pig", 0, "star1", 3), "limit is 3: expected a Limit"),
        (("pig", 0, "star1", FEW_NODES, -1), "seed is -1"),
        (("pig", 0, 7, FEW_NODES), "algorithm is 7"),
        (("pig", 0, "mcts(threads=2)", FEW_NODES), "threads is 2"),
    ],
)
def test_wrong_arguments_are_refused_at_once(arguments: tuple[Any, ...], said: str) -> None:
    game, player_id, algorithm, limit, *seed = arguments
    with pytest.raises(mcms.McmsError, match=said):
        Bot(game, player_id, algorithm, limit=limit, seed=seed[0] if seed else 0)


def test_a_token_ends_its_search_and_progress_is_heard() -> None:
    token, depths = mcms.StopToken(), list[int]()

    def stop_at_the_second_depth(so_far: mcms.SearchResult[int]) -> None:
        depths.append(so_far.depth)
        if so_far.depth == 2:
            token.stop()

    bot = Bot("tic_tac_toe", 0, "star1", limit=mcms.Limit(depth=9), stop=token, on_progress=stop_at_the_second_depth)
    assert bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state()) in range(9)
    assert depths == [1, 2]


def test_names_are_for_people() -> None:
    with pytest.raises(InvalidOptionError, match="goes by names: expected one that goes by numbers"):
        Bot(load("pig", names=True), 0, "star1", limit=FEW_NODES)
