"""OpenSpiel's C++ random rollouts as a contestant, on the game both packages have under the same rules.

Its rollout evaluator cannot be called from Python, but a bot that makes a single simulation evaluates the root with it
and does nothing else.
"""

import importlib
import importlib.util
import time
from typing import Any

from mcms.bench.contestant import SEED, Contestant, Run, playout_tolerance, uniform_value
from mcms.games.native import NativeGame

NAME = "OpenSpiel C++ rollouts"

_MEMORY_MB = 100
_SETUP_SPREAD = 20.0
"""How much the setups and the first throw, which differ from ours, can matter under random play."""


def openspiel_playouts(game: NativeGame[Any], games: int) -> tuple[Contestant, ...]:
    """Enter OpenSpiel's ``RandomRolloutEvaluator``, if it is installed and has the game."""
    if game.name != "ewn" or importlib.util.find_spec("pyspiel") is None:
        return ()
    pyspiel: Any = importlib.import_module("pyspiel")
    start = ewn_after_a_throw(pyspiel)

    def run(state: Any) -> Run:
        evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
        bot = pyspiel.MCTSBot(start.get_game(), evaluator, 1.0, 1, _MEMORY_MB, False, SEED, False)
        begin = time.perf_counter()
        root = bot.mcts_search(start)
        # The player who moves first there is White; the root's reward is its own.
        return Run(nodes=games, seconds=time.perf_counter() - begin, value=100 * root.total_reward)

    return (
        Contestant(
            name=NAME,
            depth=0,
            run=run,
            expected_value=lambda state: uniform_value(game, state),
            tolerance=_SETUP_SPREAD + playout_tolerance(games),
        ),
    )


def ewn_after_a_throw(pyspiel: Any) -> Any:
    """Return OpenSpiel's game at its first decision, with the first setup and throw of its lists."""
    state = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state
