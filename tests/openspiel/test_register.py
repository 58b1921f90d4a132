"""Our games among OpenSpiel's: they pass its test of games, and its algorithms and bots run on them."""

import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts, minimax

import mcms
from mcms import IllegalMoveError, InvalidOptionError
from mcms.openspiel import Bot, load, register
from mcms.openspiel.numbering import NUMBERINGS
from tests.openspiel.spiel_games import random_step
from tests.patience import PATIENCE

NAMES = register()
VARIANTS = [
    *NAMES,
    "mcms_pig(goal=20,dice=1)",
    "mcms_ewn(setup=123456;654321,evaluation=race)",
    "mcms_cant_stop(heights=1;2;3;4;5;6;5;4;3;2;1,columns=2)",
    "mcms_ra(gods=False)",
]
SMALL_PIG = "mcms_pig(goal=9,dice=1)"


def test_registering_again_changes_nothing() -> None:
    assert register() == NAMES == ["mcms_pig", "mcms_ewn", "mcms_cant_stop", "mcms_ra"]
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", VARIANTS)
def test_openspiel_s_own_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", VARIANTS)
def test_move_for_move(name: str) -> None:
    """The same choices, luck and results as in our own game, by the same names."""
    spiel_game = pyspiel.load_game(name)
    rng = random.Random(3)
    rules = spiel_game.new_initial_state()._rules.game
    for _ in range(6):
        state = _set_up(spiel_game, rng)
        ours = state.position
        while not state.is_terminal():
            player = state.current_player()
            assert player == {"first": 0, "second": 1, "chance": -1}[rules.turn(ours)]
            step = random_step(state, rng)
            named = state.action_to_string(player, step)
            if state.is_chance_node():
                outcomes = [(state.action_to_string(player, o), p) for o, p in state.chance_outcomes()]
                assert outcomes == rules.outcomes(ours)
                assert len(outcomes) <= spiel_game.max_chance_outcomes()
                ours = rules.resolve(ours, named)
            else:
                legal = state.legal_actions()
                assert legal == sorted(legal)
                assert {state.action_to_string(player, action) for action in legal} == set(rules.actions(ours))
                ours = rules.play(ours, named)
            state.apply_action(step)
            assert state.position == ours
        assert rules.turn(ours) is mcms.Turn.OVER
        assert state.returns() == [rules.utility(ours) / 100, -rules.utility(ours) / 100]


def _set_up(game: Any, rng: random.Random) -> Any:
    state = game.new_initial_state()
    while state.position is None:
        assert state.is_chance_node()
        state.apply_action(random_step(state, rng))
    return state


def test_the_setups_are_those_of_our_games() -> None:
    starts = pyspiel.load_game("mcms_ra").new_initial_state()
    assert starts.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    ra = mcms.load("ra")
    assert {starts.child(0).position, starts.child(1).position} == {ra.initial_state(seed) for seed in range(20)}
    ewn = pyspiel.load_game("mcms_ewn").new_initial_state()
    assert len(ewn.chance_outcomes()) == 720
    ewn.apply_action(0)
    assert str(ewn) == "setting up ['123456']"
    ewn.apply_action(719)
    assert ewn.position == mcms.load("ewn(setup=123456-654321)").initial_state()


def test_numbers_and_names_of_actions_are_one_to_one() -> None:
    for numbering in NUMBERINGS:
        assert len(set(numbering.actions)) == len(numbering.actions)


def test_strings_tell_everything() -> None:
    state = pyspiel.load_game("mcms_pig").new_initial_state()
    state.apply_action(0)
    expected = '{"scores": [0, 0], "turn_total": 0, "to_move": 0, "rolling": true}'
    assert str(state) == state.observation_string(0) == state.observation_string(1) == expected
    assert state.information_state_string(0) == state.history_str() == "0"


def test_illegal_steps_are_refused() -> None:
    state = pyspiel.load_game("mcms_ewn(setup=123456;654321)").new_initial_state()
    with pytest.raises(IllegalMoveError, match="6 is no outcome"):
        state.apply_action(6)
    state.apply_action(0)
    for action in (5, 10_000):
        with pytest.raises(IllegalMoveError):
            state.apply_action(action)
    setting_up = pyspiel.load_game("mcms_ewn").new_initial_state()
    with pytest.raises(IllegalMoveError, match="720 is no outcome"):
        setting_up.apply_action(720)


def test_wrong_parameters_are_refused() -> None:
    with pytest.raises(InvalidOptionError, match="goal is -3"):
        pyspiel.load_game("mcms_pig", {"goal": -3})
    with pytest.raises(InvalidOptionError, match="setup is '12'"):
        pyspiel.load_game("mcms_ewn", {"setup": "12"})


@pytest.mark.parametrize("name", VARIANTS)
def test_games_and_states_pickle_into_other_processes(name: str) -> None:
    game = pyspiel.load_game(name)
    state = _set_up(game, random.Random(1))
    state.apply_action(random_step(state, random.Random(1)))
    program = (
        "import pickle, sys\n"
        "game, state = pickle.load(sys.stdin.buffer)\n"
        "sys.stdout.write(f'{game}|{state.history()}|{state}')"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        input=pickle.dumps((game, state)),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert said.stdout.decode() == f"{game}|{state.history()}|{state}"


def test_a_setup_with_dashes_is_understood_and_read_back() -> None:
    game = pyspiel.load_game("mcms_ewn", {"setup": "123456-654321"})
    assert str(game) == "mcms_ewn(evaluation=distance,setup=123456;654321)"
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize("name", ["mcms_pig(goal=15)", "mcms_ewn", "mcms_cant_stop(columns=1)", "mcms_ra"])
def test_openspiel_s_mcts_plays_them(name: str) -> None:
    """In its own loop; its C++ search, asked from Python, lets go of the lock that every game in Python needs."""
    game = pyspiel.load_game(name)
    in_python = mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))
    bots = [
        pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 1.0, 2, 10, False, 3, False),
        mcts.MCTSBot(game, 1.0, 2, in_python, random_state=np.random.RandomState(3)),
    ]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert sorted(returns) == [-1, 1]


def test_openspiel_s_mcts_finds_the_best_action() -> None:
    """With 8 of 9 points on the table another roll wins five times in six."""
    state = _pig_after(0, 4, 0, 2)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(3))
    python_bot = mcts.MCTSBot(state.get_game(), 1.0, 200, evaluator, random_state=np.random.RandomState(3))
    root = pyspiel.MCTSBot(
        state.get_game(), pyspiel.RandomRolloutEvaluator(1, 3), 1.0, 200, 10, False, 3, False
    ).mcts_search(state)
    assert len(state.legal_actions()) == 2
    for action in (python_bot.step(state), root.best_child().action):
        assert state.action_to_string(action) == "roll"


def _pig_after(*steps: int) -> Any:
    state = pyspiel.load_game(SMALL_PIG).new_initial_state()
    for step in steps:
        state.apply_action(step)
    return state


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_openspiel_s_expectiminimax_finds_the_value(depth: int) -> None:
    """Its leaves may be chance nodes, unlike ours; judged exactly, a search of any depth is exact."""
    state = _pig_after(0, 2)
    rules = mcms.load("pig(goal=9,dice=1)")
    solution = mcms.solve(rules, rules.initial_state())
    value, action = minimax.expectiminimax(state, depth, lambda leaf: solution.value(leaf.position) / 100, 0)
    assert value == pytest.approx(solution.value(state.position) / 100, abs=1e-9)
    values = solution.action_values(state.position)
    assert state.action_to_string(action) == max(values, key=lambda name: values[name])


@pytest.mark.parametrize("name", VARIANTS)
def test_our_searches_run_on_them_through_openspiel(name: str) -> None:
    """There and back again: our game, as OpenSpiel's, searched by us, is our game."""
    game = load(name)
    state = game.initial_state(1)
    rules, ours = state.spiel._rules.game, state.spiel.position
    assert mcms.check_game(game, games=1).games == 1
    through = load(name, estimate=lambda spiel: rules.estimate(spiel.position) / 100)
    for depth in (1, 2):
        own = mcms.prove(rules, ours, "exp", depth=depth)
        other = mcms.prove(through, through.state(state.spiel), "exp", depth=depth)
        assert (other.nodes, other.lower) == (own.nodes, pytest.approx(own.lower / 100, abs=1e-9))


def test_our_bot_plays_them() -> None:
    game = pyspiel.load_game("mcms_ewn")
    bots = [Bot(game, 0, "star1", limit=mcms.Limit(depth=1)), pyspiel.make_uniform_random_bot(1, 3)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 3) in ([1, -1], [-1, 1])
