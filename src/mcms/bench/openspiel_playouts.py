"""OpenSpiel's C++ random rollouts as a contestant, on games both packages have under the same rules.

Its rollout evaluator cannot be called from Python, but a bot that makes a single simulation evaluates the root with it
and does nothing else.
"""

import importlib
import importlib.util
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcms.bench.contestant import SEED, Contestant, Run, half_range, playout_tolerance, uniform_value
from mcms.games.base import BaseGame

NAME = "OpenSpiel C++ rollouts"

_MEMORY_MB = 100
_SETUP_SPREAD = 0.2
"""How much the setups and the first throw, which differ from ours, can matter under random play, of half the range."""


@dataclass(frozen=True, kw_only=True)
class SpielGame:
    """A game of ours in OpenSpiel."""

    start: Callable[[Any], Any]
    """The first decision, given the package."""
    unit: float
    """What OpenSpiel's 1 is in our values."""


def openspiel_playouts(game: BaseGame[Any], games: int) -> tuple[Contestant, ...]:
    """Enter OpenSpiel's ``RandomRolloutEvaluator``, if it is installed and has the game."""
    if str(game) not in SAME_RULES or importlib.util.find_spec("pyspiel") is None:
        return ()
    pyspiel: Any = importlib.import_module("pyspiel")
    spiel = SAME_RULES[str(game)]
    start = spiel.start(pyspiel)

    def run(state: Any) -> Run:
        evaluator = pyspiel.RandomRolloutEvaluator(games, SEED)
        bot = pyspiel.MCTSBot(start.get_game(), evaluator, 1.0, 1, _MEMORY_MB, False, SEED, False)
        begin = time.perf_counter()
        root = bot.mcts_search(start)
        # The root's reward is that of the player who moves first there.
        return Run(nodes=games, seconds=time.perf_counter() - begin, value=spiel.unit * root.total_reward)

    return (
        Contestant(
            name=NAME,
            depth=0,
            run=run,
            expected_value=lambda state: uniform_value(game, state),
            tolerance=_SETUP_SPREAD * half_range(game) + playout_tolerance(game, games),
        ),
    )


def _ewn(pyspiel: Any) -> Any:
    """Return the game with the first setup and throw of its lists."""
    return _after_luck(pyspiel.load_game("einstein_wurfelt_nicht"))


def _backgammon(pyspiel: Any) -> Any:
    """Return the game after the first opening roll of its list, with gammons and backgammons counted."""
    return _after_luck(pyspiel.load_game("backgammon", {"scoring_type": "full_scoring"}))


def _after_luck(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


SAME_RULES: Mapping[str, SpielGame] = {
    "ewn": SpielGame(start=_ewn, unit=100.0),
    "backgammon": SpielGame(start=_backgammon, unit=1.0),
}
"""By the text form of our game."""
