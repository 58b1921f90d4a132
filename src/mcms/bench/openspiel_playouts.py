"""OpenSpiel's C++ random rollouts as a contestant, on the game both packages have under the same rules."""

import importlib
import importlib.util
import time
from typing import Any

from mcms.bench.contestant import SEED, Contestant, Run, playout_tolerance, uniform_value
from mcms.games.native import NativeGame

NAME = "OpenSpiel C++ rollouts"


def openspiel_playouts(game: NativeGame[Any], games: int) -> tuple[Contestant, ...]:
    """Enter OpenSpiel's ``RandomRolloutEvaluator``, if it is installed and has the game."""
    if game.name != "ewn" or importlib.util.find_spec("pyspiel") is None:
        return ()
    pyspiel: Any = importlib.import_module("pyspiel")
    start = pyspiel.load_game("einstein_wurfelt_nicht").new_initial_state()
    while start.legal_actions() and len(start.history()) < _SETUP_EVENTS:
        start.apply_action(start.legal_actions()[0])

    def run(state: Any) -> Run:
        evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
        begin = time.perf_counter()
        values = evaluator.evaluate(start)
        return Run(nodes=games, seconds=time.perf_counter() - begin, value=100 * values[_FIRST_TO_MOVE])

    # The setups differ; under random play they matter less than the tolerance of so few games.
    return (
        Contestant(
            name=NAME,
            depth=0,
            run=run,
            expected_value=lambda state: uniform_value(game, state),
            tolerance=_SETUP_SPREAD + playout_tolerance(games),
        ),
    )


_SETUP_EVENTS = 2
_FIRST_TO_MOVE = 1
"""White, player 1 there, moves first."""
_SETUP_SPREAD = 10.0
