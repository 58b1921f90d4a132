"""What a solved game answers: :class:`Solution`, however it was solved."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mcms.game import Turn, require_decision
from mcms.notebook import table, text

if TYPE_CHECKING:
    from mcms.games.base import BaseGame

StateT = TypeVar("StateT")


class Solution(ABC, Generic[StateT]):
    """Exact values under best play, for the first player; :func:`mcms.solve` returns one.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> solution = mcms.solve(pig)
    >>> solution.best_action(state), round(solution.value(state), 2)
    ('roll', 29.85)
    """

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

    def _repr_html_(self) -> str:
        """Return what a notebook shows: what was solved, and how well."""
        numbers = (f"{self.states:,}", f"{self.sweeps}", f"{self.residual:.1e}", f"{self.seconds:.3g}")
        return f"<p>{text(repr(self))}</p>{table(('states', 'sweeps', 'residual', 'seconds'), [numbers])}"


class SolutionOfStates(Solution[StateT]):
    """A solution that knows the values of states; actions are worth what they lead to."""

    def __init__(self, game: "BaseGame[StateT]") -> None:
        self._game = game

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._game}: {self.states:,} states, {self.sweeps} sweeps>"

    def action_values(self, state: StateT) -> dict[Any, float]:
        """Return the exact value of every legal action."""
        actions = require_decision(self._game, state)
        return {action: self.value(self._game.play(state, action)) for action in actions}

    def best_action(self, state: StateT) -> Any:
        """Return the best action, the first in the static order among equals."""
        values = self.action_values(state)
        best = max if self._game.turn(state) is Turn.FIRST else min
        return best(values, key=lambda action: values[action])
