"""What a solved game answers: :class:`Solution`, however it was solved."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mcms.game import Turn, require_decision

if TYPE_CHECKING:
    from mcms.games.base import BaseGame

StateT = TypeVar("StateT")


class Solution(ABC, Generic[StateT]):
    """Exact values under best play, for the first player; :func:`mcms.solve` returns one."""

    sweeps: int
    """How often every state was computed anew; 2 for a game without cycles, the second to see no change."""
    residual: float
    """The largest change of a value in the last sweep; the true error is of that order."""
    seconds: float
    """How long solving took."""

    @property
    @abstractmethod
    def states(self) -> int:
        """How many states were solved."""

    @abstractmethod
    def value(self, state: StateT) -> float:
        """Return the exact value of a state under best play."""

    @abstractmethod
    def action_values(self, state: StateT) -> dict[Any, float]:
        """Return the exact value of every legal action."""

    @abstractmethod
    def best_action(self, state: StateT) -> Any:
        """Return the best action."""


class SolutionOfStates(Solution[StateT]):
    """A solution that knows the values of states; actions are worth what they lead to."""

    def __init__(self, game: "BaseGame[StateT]") -> None:
        self._game = game

    def action_values(self, state: StateT) -> dict[Any, float]:
        """Return the exact value of every legal action."""
        actions = require_decision(self._game, state)
        return {action: self.value(self._game.play(state, action)) for action in actions}

    def best_action(self, state: StateT) -> Any:
        """Return the best action, the first in the static order among equals."""
        values = self.action_values(state)
        best = max if self._game.turn(state) is Turn.FIRST else min
        return best(values, key=lambda action: values[action])
