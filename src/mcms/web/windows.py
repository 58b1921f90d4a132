"""What alpha-beta asks of a node's children, one after the other: the windows of the tree that the page unfolds.

At a decision a child must beat the best so far; at a chance node its window is the one of Star1: what it would have to
be worth, were all that is still unknown as good or as bad as can be.
"""

import math
from typing import Any

from mcms import DepthLimited, StopToken, Turn, prove
from mcms.algorithms import Expectimax, Sampled
from mcms.games.base import BaseGame

Interval = tuple[float, float]


class Windows:
    """Follows the children of a node in their order, and remembers what they proved of it."""

    def __init__(self, game: BaseGame[Any], state: Any, algorithm: DepthLimited, asked: Interval) -> None:
        self._game = game
        self._algorithm = algorithm
        self._turn = game.turn(state)
        self._least, self._most = game.value_range()
        self._asked = (max(asked[0], self._least), min(asked[1], self._most))
        self._known: Interval = (0.0, 0.0)
        self._open = 1.0
        self._best = -math.inf if self._turn is Turn.FIRST else math.inf
        sampled = self._turn is Turn.CHANCE and isinstance(algorithm.chance, Sampled)
        self._ended = isinstance(algorithm, Expectimax) or sampled

    def ask(
        self, child: Any, value: float, probability: float | None, depth: int, seed: int, token: StopToken
    ) -> dict[str, Any]:
        """Return the window of the next child, what it proves, and the cut if that ends the node.

        Inside the window alpha-beta finds the value itself, which is known. Outside it stops as soon as that is proved,
        and only a search in this window tells what it has proved by then.
        """
        nothing: dict[str, Any] = {"window": None, "bounds": None, "cut": None}
        low, high = self._window(probability)
        if self._ended or not low < high:
            return nothing
        if low < value < high or self._game.turn(child) is Turn.OVER:
            bounds = (value, value)
        else:
            proof = prove(self._game, child, self._algorithm, depth=depth, alpha=low, beta=high, seed=seed, stop=token)
            bounds = (proof.lower, proof.upper)
        cut = self._learn(bounds, probability)
        self._ended = cut is not None
        return {"window": [low, high], "bounds": list(bounds), "cut": cut}

    def _window(self, probability: float | None) -> Interval:
        alpha, beta = self._asked
        if probability is None:
            return (max(alpha, self._best), beta) if self._turn is Turn.FIRST else (alpha, min(beta, self._best))
        rest = self._open - probability
        low = (alpha - self._known[1] - self._most * rest) / probability
        high = (beta - self._known[0] - self._least * rest) / probability
        return max(low, self._least), min(high, self._most)

    def _learn(self, bounds: Interval, probability: float | None) -> str | None:
        alpha, beta = self._asked
        if self._turn is Turn.FIRST:
            self._best = max(self._best, bounds[0])
            return "beta" if self._best >= beta < self._most else None
        if self._turn is Turn.SECOND:
            self._best = min(self._best, bounds[1])
            return "alpha" if self._best <= alpha > self._least else None
        assert probability is not None
        self._open -= probability
        self._known = (self._known[0] + probability * bounds[0], self._known[1] + probability * bounds[1])
        if self._open < 1e-12:
            return None
        if self._known[1] + self._most * self._open <= alpha > self._least:
            return "alpha"
        return "beta" if self._known[0] + self._least * self._open >= beta < self._most else None
