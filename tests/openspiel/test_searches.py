"""Every algorithm searches OpenSpiel's games, plays them to the end, and finds what other searches find."""

import random
import re
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax

import mcms
from mcms.openspiel import SpielGame, SpielState, load
from tests.games.ewn_positions import EWN as OUR_EWN
from tests.games.test_ewn_openspiel import _NUMBERS, _start
from tests.openspiel.spiel_games import EWN, LUCKLESS, LUCKY, after_random_steps, random_step
from tests.python_games import InPython

_LIMITS = {"nodes": mcms.Limit(nodes=60), "depth": mcms.Limit(depth=1), "simulations": mcms.Limit(simulations=4)}
_WIDE = ("yacht", "backgammon", "banqi")
"""Depth 1 of these is thousands of nodes, too many for each move of a whole game."""


def _limits(name: str, algorithm: str) -> list[mcms.Limit]:
    if algorithm in ("mcts", "dpw"):
        return [_LIMITS["simulations"], _LIMITS["nodes"]]
    return [_LIMITS["nodes"]] if name in _WIDE else [_LIMITS["nodes"], _LIMITS["depth"]]


@pytest.mark.parametrize("algorithm", mcms.SHORT_NAMES)
@pytest.mark.parametrize("name", LUCKY + LUCKLESS)
def test_games_are_played_to_the_end(name: str, algorithm: str) -> None:
    # Searches that see nothing but draws never stop rolling.
    game = load(name, horizon=300) if name == "pig" else load(name)
    rollout = "(rollout_moves=2)" if algorithm in ("mcts", "dpw") else ""
    for limit in _limits(name, algorithm):
        rng = random.Random(1)
        state = game.initial_state(1)
        while (turn := game.turn(state)) != "over":
            if turn == "chance":
                state = game.resolve(state, random_step(state.spiel, rng))
                continue
            result = mcms.search(game, state, algorithm + rollout, limit=limit, seed=len(state.spiel.history()))
            assert result.action in state.spiel.legal_actions()
            state = game.play(state, result.action)
        assert state.spiel.is_terminal()
        assert game.utility(state) == state.spiel.returns()[0]


@pytest.mark.parametrize("algorithm", ["exp", "star1", "star2"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "dots_and_boxes(num_rows=1,num_cols=2)", "nim(pile_sizes=1;2;3)"])
def test_values_are_those_of_openspiel_s_alpha_beta(name: str, algorithm: str) -> None:
    game = load(name)
    expected, _ = minimax.alpha_beta_search(game.spiel)
    result = mcms.search(game, game.initial_state(), algorithm, limit=mcms.Limit(depth=30))
    assert (result.value, result.stop_reason) == (expected, "complete")


@pytest.mark.parametrize("steps", [3, 12, 19])
@pytest.mark.parametrize("name", ["pig(winscore=15)", EWN, "maedn", "backgammon"])
def test_values_are_those_of_a_plain_expectimax(name: str, steps: int) -> None:
    state = after_random_steps(name, steps, seed=4)
    game = load(name, estimate=_guess)
    depth = 1 if name == "backgammon" else 2
    expected = _expectimax(state, depth)
    for algorithm in ("exp", "star1", "star2"):
        proof = mcms.prove(game, game.state(state), algorithm, depth=depth)
        assert proof.lower == pytest.approx(expected, abs=1e-12)


def _guess(state: Any) -> float:
    return (len(str(state)) * 7 + sum(state.history()) * 13) % 101 / 101 - 0.5


def _expectimax(state: Any, depth: int) -> float:
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return float(sum(p * _expectimax(state.child(outcome), depth) for outcome, p in state.chance_outcomes()))
    if depth == 0:
        return _guess(state)
    values = [_expectimax(state.child(action), depth - 1) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("moves", [0, 6, 12, 16])
def test_ewn_is_our_ewn(seed: int, moves: int) -> None:
    """Their White, who is player 1, moves first and is our first player."""
    game = load(EWN)
    ours, theirs = _start(game.spiel, seed)
    rng = random.Random(seed)
    for number in range(moves + 1):
        die = rng.randint(1, 6)
        after_die = OUR_EWN.resolve(ours, str(die))
        theirs.apply_action(die - 1)
        if number == moves:
            ours = after_die
            break
        action = rng.choice(OUR_EWN.actions(after_die))
        played = OUR_EWN.play(after_die, action)
        if OUR_EWN.turn(played) is mcms.Turn.OVER:
            ours = after_die
            break
        legal = {number >> 1: number for number in theirs.legal_actions()}
        theirs.apply_action(legal[_NUMBERS[action[2:]]])
        ours = played
    without_estimate = InPython(OUR_EWN)
    without_estimate.estimate = lambda state: 0.0
    for algorithm in ("exp", "star1", "star2"):
        own = mcms.prove(without_estimate, ours, algorithm, depth=3)
        other = mcms.prove(game, game.state(theirs), algorithm, depth=3)
        assert other.lower == pytest.approx(-own.lower / 100, abs=1e-12)
        assert algorithm != "exp" or own.nodes == other.nodes


class _NoIdleStop(SpielGame):
    """OpenSpiel's Pig under our rules, which have no stop with nothing to bank."""

    def _legal_of(self, state: SpielState) -> tuple[int, ...]:
        legal = super()._legal_of(state)
        return tuple(action for action in legal if action == 0 or "Turn total: 0" not in str(state.spiel))


def _lead(state: Any) -> float:
    """Evaluate as our Pig does."""
    first, second, turn_total, mover = map(int, re.findall(r"\d+", str(state)))
    lead = first - second + (turn_total if mover == 0 else -turn_total)
    return max(-99, min(99, lead)) / 100


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("history", [[], [0, 3, 0, 4], [0, 5] * 15, [0, 5] * 15 + [1] + [0, 4] * 18])
def test_pig_is_our_pig(history: list[int], depth: int) -> None:
    pig = mcms.load("pig(dice=1)")
    game = _NoIdleStop(pyspiel.load_game("pig", {"horizon": 100_000}), estimate=_lead)
    ours, theirs = pig.initial_state(), game.root()
    for step in history:
        if pig.turn(ours) is mcms.Turn.CHANCE:
            ours, theirs = pig.resolve(ours, str(step + 1)), game.resolve(theirs, step)
        else:
            ours, theirs = pig.play(ours, ["roll", "stop"][step]), game.play(theirs, step)
    own, other = (mcms.prove(g, s, "exp", depth=depth) for g, s in ((pig, ours), (game, theirs)))
    assert other.lower == pytest.approx(own.lower / 100, abs=1e-12)
    assert own.nodes == other.nodes


def test_the_same_search_finds_the_same_again() -> None:
    game = load("backgammon")
    state = game.initial_state(5)
    for algorithm in ("star2ss", "mcts"):
        limit = mcms.Limit(nodes=300)
        first, again = (mcms.search(game, state, algorithm, limit=limit, seed=9) for _ in range(2))
        assert (first.action, first.value, first.nodes) == (again.action, again.value, again.nodes)
