"""A game of one's own with its estimate replaced by a learnt one."""

from typing import Any

from mcms import _core
from mcms.exceptions import InvalidOptionError, WeightsError
from mcms.games.base import BaseGame
from mcms.games.custom import CustomGame
from mcms.games.table import TableGame
from mcms.learn.weights import Weights

_OF_THE_OLD_ESTIMATE = ("estimate_many", "value_bounds")
"""Attributes of a game that rest on the estimate which the weights replace."""


class LearntGame:
    """The user's game, which estimates states by weights that it learnt; everything else is the game's own.

    Of a compiled game it makes another compiled game, as its ``with_weights`` does.

    >>> from mcms.bench.python_pig import PlainState, PythonPig
    >>> from mcms.learn import LearningOptions, learn
    >>> class Pig(PythonPig):
    ...     def features(self, state):
    ...         return [state.own / 100, state.other / 100, state.turn_total / 100]
    >>> weights = learn(Pig(), LearningOptions(games=2, hidden=16), measure_pairs=0).weights
    >>> game = LearntGame(Pig(), weights)
    >>> state = PlainState(own=50, other=40)
    >>> game.estimate(state) == Pig().estimate(state)
    False
    """

    def __new__(cls, game: Any, weights: Weights) -> Any:
        """Return the game; a compiled one still runs without Python."""
        if isinstance(game, TableGame):
            return game.with_weights(weights)
        if isinstance(game, BaseGame) and not isinstance(game, CustomGame):
            raise InvalidOptionError(f"{game} is built in: expected your own game, or {game.name}(evaluation=FILE)")
        return super().__new__(cls)

    def __init__(self, game: Any, weights: Weights) -> None:
        self._game = game
        self._weights = weights
        try:
            self._evaluation = _core.PythonEvaluation(_core.PythonGame(game), weights.networks)
        except ValueError as error:
            raise WeightsError(f"the weights of {weights.manifest.game} do not fit: {error}") from error

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in _OF_THE_OLD_ESTIMATE:
            raise AttributeError(name)
        return getattr(self._game, name)

    def __reduce__(self) -> tuple[type["LearntGame"], tuple[Any, Weights]]:
        return LearntGame, (self._game, self._weights)

    def estimate(self, state: Any) -> float:
        """Guess what an unfinished state is worth to the first player."""
        return self._evaluation.estimate(state)
