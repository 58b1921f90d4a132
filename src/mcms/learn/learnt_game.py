"""A game in Python with its estimate replaced by a learnt one."""

from typing import Any

from mcms import _core
from mcms.exceptions import WeightsError
from mcms.learn.weights import Weights

_OF_THE_OLD_ESTIMATE = ("estimate_many", "value_bounds")
"""What a game says that rests on the estimate which the weights replace."""


class LearntGame:
    """The user's game, which estimates states by weights that it learnt; everything else is the game's own."""

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
