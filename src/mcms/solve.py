"""The exact value of every state below one, for positions small enough to list them all."""

import time
from typing import Any, Generic, TypeVar

from mcms.exceptions import ContractError, GameOverError, InvalidStateError, TooManyStatesError
from mcms.game import Game, Turn, require_decision
from mcms.games.custom import as_core_game
from mcms.games.native import CoreSolution, NativeGame
from mcms.interrupt import in_main_thread
from mcms.validation import whole_number

StateT = TypeVar("StateT")

MOST_STATES = 5_000_000
"""What is listed at most unless more is asked for; a million states take about half a gigabyte."""
LARGEST_MOST_STATES = 100_000_000
_STATES_WITHOUT_END = 20_000
"""A game in which so many states were seen without an end is taken to have one elsewhere."""


class Solution(Generic[StateT]):
    """The exact values of a state and all that can follow it, for the first player. See :func:`solve`."""

    def __init__(self, game: NativeGame[StateT], solved: CoreSolution[StateT], seconds: float) -> None:
        self._game = game
        self._solved = solved
        self.seconds = seconds

    @property
    def states(self) -> int:
        """How many states were solved."""
        return self._solved.states

    @property
    def sweeps(self) -> int:
        """How often every state was computed anew; 2 for a game without cycles, the second to see no change."""
        return self._solved.sweeps

    @property
    def residual(self) -> float:
        """The largest change of a value in the last sweep."""
        return self._solved.residual

    def value(self, state: StateT) -> float:
        """Return the exact value of a state under best play."""
        if self._game.turn(state) is Turn.OVER:
            return self._game.utility(state)
        value = self._solved.value(state)
        if value is None:
            raise InvalidStateError(f"{state!r} was not solved: expected a state that can follow the solved one")
        return value

    def action_values(self, state: StateT) -> dict[Any, float]:
        """Return the exact value of every legal action."""
        actions = require_decision(self._game, state)
        return {action: self.value(self._game.play(state, action)) for action in actions}

    def best_action(self, state: StateT) -> Any:
        """Return the best action, the first in the static order among equals."""
        values = self.action_values(state)
        best = max if self._game.turn(state) is Turn.FIRST else min
        return best(values, key=lambda action: values[action])


def solve(game: Game[StateT, Any, Any], state: StateT, *, most_states: int = MOST_STATES) -> Solution[StateT]:
    """Solve a position exactly: every state that can follow it is listed and valued under best play.

    Games with cycles are solved by value iteration. One that can never end has no value and raises ``ContractError``.
    States of a game in Python are told apart by their own ``==`` and ``hash()``. More than ``most_states`` states raise
    ``TooManyStatesError``.

    >>> import mcms
    >>> pig = mcms.load("pig(goal=20)")
    >>> solution = mcms.solve(pig, pig.initial_state())
    >>> round(solution.value(pig.initial_state()), 6) == round(mcms.solve_pig(pig).value(pig.initial_state()), 6)
    True
    """
    solvable = as_core_game(game)
    whole_number("most_states", most_states, 1, LARGEST_MOST_STATES)
    if solvable.turn(state) is Turn.OVER:
        raise GameOverError(f"the game is over in {state!r}: expected a state that is not decided yet")
    start = time.perf_counter()
    _require_an_end(solvable, state)
    try:
        solved = solvable.core.solve(state, most_states, in_main_thread())
    except TooManyStatesError:
        raise TooManyStatesError(
            f"{solvable} has more than {most_states} states below {state!r}: expected a position closer to the end, "
            "a smaller variant of the game, or a larger most_states"
        ) from None
    return Solution(solvable, solved, time.perf_counter() - start)


def _require_an_end(game: NativeGame[StateT], state: StateT) -> None:
    """Raise if all that can follow a state was looked at and nothing of it is an end.

    States are told apart as the solver does, by their own equality: a game's hash may be of no use.
    """
    try:
        seen = {state}
    except TypeError:
        return  # the solver says that it needs a hash
    waiting = [state]
    while waiting and len(seen) < _STATES_WITHOUT_END:
        current = waiting.pop()
        turn = game.turn(current)
        if turn is Turn.OVER:
            return
        if turn is Turn.CHANCE:
            following = [game.resolve(current, outcome) for outcome, _ in game.outcomes(current)]
        else:
            following = [game.play(current, action) for action in game.actions(current)]
        for each in following:
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    if not waiting:
        raise ContractError(
            f"{game} never ends from {state!r:.200}: expected one of the {len(seen)} states that can follow to be over"
        )
