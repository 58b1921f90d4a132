"""The exact value of every state below one, for positions small enough to list them all."""

import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar, overload

from mcms._core import StopToken
from mcms.exceptions import ContractError, GameOverError, InvalidStateError, StoppedError, TooManyStatesError
from mcms.game import Game, Turn
from mcms.games.base import BaseGame, CoreSolution
from mcms.games.custom import as_core_game
from mcms.interrupt import in_main_thread
from mcms.solution import Solution, SolutionOfStates
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.games.pig import Pig
    from mcms.games.pig_solver import PigSolution

StateT = TypeVar("StateT")

MOST_STATES = 5_000_000
"""What is listed at most unless more is asked for; a million states take about half a gigabyte."""
LARGEST_MOST_STATES = 100_000_000


class ListedSolution(SolutionOfStates[StateT]):
    """The exact values of a state and all that can follow it, which were listed one by one."""

    def __init__(self, game: BaseGame[StateT], solved: CoreSolution[StateT], seconds: float) -> None:
        super().__init__(game)
        self._solved = solved
        self.sweeps = solved.sweeps
        self.residual = solved.residual
        self.seconds = seconds

    @property
    def states(self) -> int:
        """How many states were solved."""
        return self._solved.states

    def value(self, state: StateT) -> float:
        """Return the exact value of a state under best play."""
        if self._game.turn(state) is Turn.OVER:
            return self._game.utility(state)
        value = self._solved.value(state)
        if value is None:
            raise InvalidStateError(f"{state!r} was not solved: expected a state that can follow the solved one")
        return value


@overload
def solve(
    game: "Pig", state: None = None, *, most_states: int = MOST_STATES, stop: StopToken | None = None
) -> "PigSolution": ...
@overload
def solve(
    game: Game[StateT, Any, Any],
    state: StateT | None = None,
    *,
    most_states: int = MOST_STATES,
    stop: StopToken | None = None,
) -> Solution[StateT]: ...
def solve(
    game: Game[StateT, Any, Any],
    state: StateT | None = None,
    *,
    most_states: int = MOST_STATES,
    stop: StopToken | None = None,
) -> Solution[Any]:
    """Solve a position exactly, by default the start of the game.

    A game with a solver of its own is solved by it as a whole (Pig: a :class:`mcms.PigSolution`; Hyper-backgammon: a
    :class:`mcms.HyperSolution`, in minutes, unless ``most_states`` is less than the default). Of any other game
    every state that can follow the position is listed and valued under best play, by value iteration where there are
    cycles. States of a game in Python are told apart by their own ``==`` and ``hash()``.

    Parameters
    ----------
    game
        The rules.
    state
        Where to start; by default the start of the game.
    most_states
        How many states to list at most; a million take about half a gigabyte.
    stop
        Ends the solving from another thread.

    Raises
    ------
    TooManyStatesError
        There are more than ``most_states`` states.
    StoppedError
        ``stop`` was set meanwhile.
    ContractError
        Some state has no value, since play cannot end from it, or best play goes round for ever.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig(goal=20)")
    >>> solution = mcms.solve(pig)
    >>> solution.best_action(pig.initial_state()), round(solution.value(pig.initial_state()), 3)
    ('roll', 20.572)

    """
    solvable = as_core_game(game)
    whole_number("most_states", most_states, 1, LARGEST_MOST_STATES)
    root = solvable.initial_state() if state is None else state
    if solvable.turn(root) is Turn.OVER:
        raise GameOverError(f"the game is over in {root!r}: expected a state that is not decided yet")
    may_take_long = most_states >= MOST_STATES
    whole = solvable.solve_whole(stop) if may_take_long or not solvable.slow_to_solve else None
    return solve_listed(solvable, root, most_states, stop) if whole is None else whole


def solve_listed(
    solvable: BaseGame[StateT], state: StateT, most_states: int, stop: StopToken | None = None
) -> ListedSolution[StateT]:
    """Solve a position by listing what can follow it, whether or not the game has a solver of its own."""
    start = time.perf_counter()
    try:
        solved = solve_core(solvable, state, most_states, stop)
    except TooManyStatesError:
        raise TooManyStatesError(
            f"{solvable} has more than {most_states} states below {state!r}: expected a position closer to the end, "
            "a smaller variant of the game, or a larger most_states"
        ) from None
    if stop is not None and stop.stopped:
        raise StoppedError(f"solving {solvable} was stopped: expected to be left to its end")
    if not solved.all_end:
        raise ContractError(endless_sentence(solvable, state, solved))
    return ListedSolution(solvable, solved, time.perf_counter() - start)


def solve_core(
    game: BaseGame[StateT], state: StateT, most_states: int, stop: StopToken | None = None
) -> CoreSolution[StateT]:
    """Solve in the core. What it returns says which states never end; to refuse those is up to the caller."""
    return game.core.solve(state, most_states, stop, in_main_thread())


def endless_sentence(game: BaseGame[StateT], state: StateT, solved: CoreSolution[StateT]) -> str:
    """Return a sentence with a state that can follow this one and leads to no end."""
    found = next(each for each in _listed(game, state) if solved.ends(each) is False)
    if solved.sweeps:
        return f"best play of {game} never ends from {found!r:.200}: expected a rule that ends such play"
    return f"{game} never ends from {found!r:.200}: expected an end among the states that can follow"


def _listed(game: BaseGame[StateT], state: StateT) -> Iterator[StateT]:
    """Yield a state and all that can follow it, nearest first."""
    seen, waiting = {state}, deque([state])
    while waiting:
        current = waiting.popleft()
        yield current
        for each in _following(game, current):
            if each not in seen:
                seen.add(each)
                waiting.append(each)


def _following(game: BaseGame[StateT], state: StateT) -> list[StateT]:
    turn = game.turn(state)
    if turn is Turn.OVER:
        return []
    if turn is Turn.CHANCE:
        return [game.resolve(state, outcome) for outcome, _ in game.outcomes(state)]
    return [game.play(state, action) for action in game.actions(state)]
