"""OpenSpiel as a contestant, on one-die Pig, the game both packages have.

OpenSpiel's C++ expectiminimax has no Python binding, so two other things stand for it: its C++ walk of the whole
game tree (``expected_returns`` of uniform play), and expectimax as a loop in Python over its C++ states.
"""

import dataclasses
import importlib
import importlib.util
import re
import time
from functools import cache
from typing import Any

from mcms._core import PigState
from mcms.algorithms import Expectimax
from mcms.bench.adapted import adapted
from mcms.bench.contestant import Contestant, Run, expectimax_value, searcher
from mcms.games.base import BaseGame
from mcms.games.pig import Pig

TREE_WALK = "OpenSpiel C++ tree walk"
PYTHON_LOOP = "OpenSpiel Python loop"
SAME_DEPTH = "exp, as deep as OpenSpiel"

_ROLL, _STOP = 0, 1
_LOSING_OUTCOME = 0
_HORIZON = 100_000
_SHALLOWER = 2
_NUMBER = re.compile(r"\d+")


def openspiel(game: BaseGame[Any], depth: int) -> tuple[Contestant, ...]:
    """Enter OpenSpiel, if it is installed and has the game; it searches less deep, to be done in time.

    Our expectimax is entered at that depth too: it is slower there than deeper down, where the cost of a call
    spreads over more nodes, while OpenSpiel is about as fast at any depth.
    """
    if not isinstance(game, Pig) or game.dice != 1 or importlib.util.find_spec("pyspiel") is None:
        return ()
    bridge = OpenSpielPig(game)
    depth = max(1, depth - _SHALLOWER)
    moves = 2 * depth
    return (
        Contestant(
            name=TREE_WALK,
            depth=depth,
            run=lambda state: bridge.walk(state, moves),
            expected_value=lambda state: bridge.counted_walk(state, moves)[0],
        ),
        Contestant(
            name=PYTHON_LOOP,
            depth=depth,
            run=lambda state: bridge.expectimax(state, depth),
            expected_value=lambda state: expectimax_value(game, state, Expectimax(), depth),
        ),
        dataclasses.replace(searcher(game, Expectimax(), depth), name=SAME_DEPTH),
        *adapted(bridge, depth),
    )


class OpenSpielPig:
    """OpenSpiel's Pig, entered at a state of ours."""

    def __init__(self, pig: Pig) -> None:
        self._pyspiel: Any = importlib.import_module("pyspiel")
        self.game = self._pyspiel.load_game("pig", {"players": 2, "winscore": pig.goal, "horizon": _HORIZON})
        self._nodes = 0

    def walk(self, position: PigState, moves: int) -> Run:
        """Time OpenSpiel's own C++ walk of all lines of ``moves`` moves, chance's included."""
        state = self.state(position)
        uniform = self._pyspiel.UniformPolicy()
        start = time.perf_counter()
        returns = self._pyspiel.expected_returns(state, uniform, moves, False)
        seconds = time.perf_counter() - start
        return Run(nodes=self.counted_walk(position, moves)[1], seconds=seconds, value=returns[0])

    @cache  # noqa: B019  the bridge lives as long as the contest
    def counted_walk(self, position: PigState, moves: int) -> tuple[float, int]:
        """Walk the same lines in Python, to know the value and, as the C++ walk does not tell, the nodes."""
        self._nodes = 0
        return self._uniform_value(self.state(position), moves), self._nodes

    def _uniform_value(self, state: Any, moves: int) -> float:
        if not state.is_chance_node():
            self._nodes += 1
        if moves == 0 or state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return float(sum(p * self._uniform_value(state.child(o), moves - 1) for o, p in state.chance_outcomes()))
        values = [self._uniform_value(state.child(action), moves - 1) for action in state.legal_actions()]
        return sum(values) / len(values)

    def expectimax(self, position: PigState, depth: int) -> Run:
        """Time an expectimax with our evaluation, over OpenSpiel's states."""
        state = self.state(position)
        self._nodes = 0
        start = time.perf_counter()
        value = self._decision(state, depth, position.turn_total == 0)
        return Run(nodes=self._nodes, seconds=time.perf_counter() - start, value=value)

    def _decision(self, state: Any, depth: int, nothing_to_bank: bool) -> float:
        self._nodes += 1
        if state.is_terminal():
            return float(100 * state.player_return(0))
        if depth == 0:
            return _estimate(str(state))
        values = []
        for action in state.legal_actions():
            if action == _ROLL:
                values.append(self._throw(state.child(_ROLL), depth - 1))
            elif not nothing_to_bank:  # our rules have no such stop
                values.append(self._decision(state.child(_STOP), depth - 1, True))
        return max(values) if state.current_player() == 0 else min(values)

    def _throw(self, state: Any, depth: int) -> float:
        value = 0.0
        for outcome, probability in state.chance_outcomes():
            value += probability * self._decision(state.child(outcome), depth, outcome == _LOSING_OUTCOME)
        return value

    def state(self, position: PigState) -> Any:
        """Play to a position: each player banks the score in one turn, then the mover rolls the turn total."""
        scores = (position.other, position.own) if position.second_moves else (position.own, position.other)
        state = self.game.new_initial_state()
        for score in scores:
            _roll_points(state, score)
            if score > 0:
                state.apply_action(_STOP)
        if position.second_moves:
            _roll_points(state, 0)
        if position.turn_total > 0:
            _roll_points(state, position.turn_total)
        return state


def _roll_points(state: Any, points: int) -> None:
    """Roll exactly this many points; 0 is a 1, which loses the turn."""
    while True:
        # A throw of 2 to 6 that does not leave 1 point, which no throw scores.
        throw = 1 if points == 0 else points if points <= 6 else min(6, points - 2)
        state.apply_action(_ROLL)
        state.apply_action(throw - 1)
        points -= throw
        if points <= 0:
            return


def _estimate(text: str) -> float:
    """Evaluate as our Pig does, from ``Scores: 6 0, Turn total: 4 Current player: 1``."""
    first, second, turn_total, mover = map(int, _NUMBER.findall(text))
    lead = first - second + (turn_total if mover == 0 else -turn_total)
    return float(max(-99, min(99, lead)))
