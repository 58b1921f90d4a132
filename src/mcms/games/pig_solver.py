"""Pig solved exactly: win probabilities, the optimal policy, and policies against each other.

Neller & Presser (2004) solved one-die Pig by value iteration; the core does the same for one die or two. The
arrays are indexed ``[own score, other score, turn total]``, all seen by the player to move.
"""

import dataclasses
import threading
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mcms import _core
from mcms._core import PigState, StopToken
from mcms.exceptions import InvalidOptionError, StoppedError
from mcms.game import Turn, require_decision
from mcms.games.base import BaseGame
from mcms.interrupt import in_main_thread
from mcms.solution import Solution
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.games.pig import Pig

LARGEST_SOLVABLE_GOAL = 300
"""The arrays grow with the cube of the goal: 9 MB for 100, 243 MB for 300."""

_MOST_KEPT = 4
_kept: "dict[Pig, PigSolution]" = {}  # those used last are last
_keeping = threading.Lock()


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class PigSolution(Solution[PigState]):
    """Best play in one variant of Pig, as :func:`mcms.solve` returns it.

    >>> import mcms
    >>> from mcms.games import Pig
    >>> solution = mcms.solve(Pig())
    >>> start = Pig().initial_state()
    >>> round(solution.win_probability(start), 6)
    0.519559
    >>> solution.best_action(start)
    'roll'
    """

    pig: "Pig"
    """The variant that was solved."""
    win_probabilities: NDArray[np.float64] = dataclasses.field(repr=False)
    """Those of the player to move, by own score, other score and turn total; NaN where the first and the last
    reach the goal, since stopping wins there. Read-only."""
    rolls: NDArray[np.bool_] = dataclasses.field(repr=False)
    """Whether rolling is better than stopping, by the same indices. Read-only."""
    sweeps: int
    """Passes of the value iteration over all scores."""
    residual: float
    """The largest change of a win probability in the last sweep; the true error is of that order."""
    seconds: float
    """How long the solving took."""

    @property
    def states(self) -> int:
        """How many decisions have a win probability."""
        return int(np.count_nonzero(~np.isnan(self.win_probabilities)))

    @cached_property
    def stopping_totals(self) -> NDArray[np.int64]:
        """The smallest turn total at which stopping is optimal, by own and other score. Read-only.

        It is ``goal - own`` at the latest, where stopping wins. Best play is not always "stop from there on":
        with a total so high that the goal is near, it can be best to roll again (at 12 % of the score pairs with
        two dice and goal 100). :attr:`rolls` has the whole policy.

        >>> from mcms.games import Pig
        >>> int(solve_pig(Pig()).stopping_totals[0, 0])
        21
        """
        goal = self.pig.goal
        own, _, total = np.ogrid[:goal, :goal, :goal]
        stops = ~self.rolls & (own + total < goal)
        to_goal = np.broadcast_to(goal - np.arange(goal)[:, None], (goal, goal))
        totals = np.where(stops.any(axis=2), stops.argmax(axis=2), to_goal)
        totals.flags.writeable = False
        return totals

    def win_probability(self, state: PigState) -> float:
        """Return how likely the player to move (at a roll, the one rolling) wins."""
        turn = self.pig.turn(state)
        if turn is Turn.OVER:
            return 0.0  # a winning stop passes the turn, so the player to move has lost
        if turn is Turn.CHANCE:
            value = self.value(state)
            return (100.0 - value if state.second_moves else 100.0 + value) / 200.0
        if state.own + state.turn_total >= self.pig.goal:
            return 1.0
        return float(self.win_probabilities[state.own, state.other, state.turn_total])

    def value(self, state: PigState) -> float:
        """Return what the state is worth to the first player: 200 p - 100, with p its win probability."""
        turn = self.pig.turn(state)
        if turn is Turn.OVER:
            return self.pig.utility(state)
        if turn is Turn.CHANCE:
            outcomes = self.pig.outcomes(state)
            return sum(p * self.value(self.pig.resolve(state, outcome)) for outcome, p in outcomes)
        value = 200.0 * self.win_probability(state) - 100.0
        return -value if state.second_moves else value

    def action_values(self, state: PigState) -> dict[str, float]:
        """Return what each legal action is worth to the first player.

        >>> from mcms.games import Pig
        >>> pig = Pig()
        >>> state = pig.from_json({"scores": [0, 0], "turn_total": 20, "to_move": 0})
        >>> {action: round(value, 3) for action, value in solve_pig(pig).action_values(state).items()}
        {'roll': 15.202, 'stop': 15.13}
        """
        actions = require_decision(self.pig, state)
        return {action: self.value(self.pig.play(state, action)) for action in actions}

    def best_action(self, state: PigState) -> str:
        """Return the optimal action, ``stop`` if both are equally good."""
        if len(actions := require_decision(self.pig, state)) == 1:
            return str(actions[0])
        return "roll" if self.rolls[state.own, state.other, state.turn_total] else "stop"


@dataclasses.dataclass(frozen=True, kw_only=True)
class PolicyMatch:
    """The exact chances of one policy against another."""

    as_first: float
    """How likely the policy wins when it makes the first move."""
    as_second: float
    """How likely it wins when its opponent does."""
    sweeps: int
    residual: float

    @property
    def win_rate(self) -> float:
        """How likely it wins when the seats are drawn."""
        return (self.as_first + self.as_second) / 2


def solve_pig(pig: "Pig", stop: StopToken | None = None) -> PigSolution:
    """Solve Pig: 30 ms for goal 100, seconds for the largest, and at once when asked again.

    This is what :func:`mcms.solve` calls for Pig.

    >>> from mcms.games import Pig
    >>> round(float(solve_pig(Pig(dice=1)).win_probabilities[0, 0, 0]), 7)
    0.5305927
    """
    _require_solvable(pig)
    with _keeping:
        known = _kept.get(pig)
    solution = _solve(pig, stop) if known is None else known
    with _keeping:
        _kept.pop(pig, None)
        _kept[pig] = solution
        while len(_kept) > _MOST_KEPT:
            del _kept[next(iter(_kept))]
    return solution


def _solve(pig: "Pig", stop: StopToken | None) -> PigSolution:
    start = time.perf_counter()
    solved = _core.solve_pig(goal=pig.goal, dice=pig.dice, stop=stop, poll_signals=in_main_thread())
    seconds = time.perf_counter() - start
    if stop is not None and stop.stopped:
        raise StoppedError(f"solving {pig} was stopped: expected to be left to its end")
    return PigSolution(
        pig=pig,
        win_probabilities=solved.win_probabilities,
        rolls=solved.rolls,
        sweeps=solved.convergence.sweeps,
        residual=solved.convergence.residual,
        seconds=seconds,
    )


def hold_at(pig: "Pig", total: int) -> NDArray[np.bool_]:
    """Return the policy that rolls until the turn total is at least ``total``, for :func:`match_policies`."""
    _require_solvable(pig)
    whole_number("total", total, 1, pig.goal)
    return np.broadcast_to(np.arange(pig.goal) < total, (pig.goal,) * 3)


def match_policies(pig: "Pig", policy: NDArray[np.bool_], opponent: NDArray[np.bool_]) -> PolicyMatch:
    """Return how likely a policy wins against another, exactly.

    A policy is an array like :attr:`PigSolution.rolls`. It is not asked where only one action is legal: at turn
    total 0, where it rolls, and once stopping wins.

    >>> from mcms.games import Pig
    >>> pig = Pig()
    >>> round(match_policies(pig, hold_at(pig, 23), solve_pig(pig).rolls).win_rate, 6)
    0.474682
    """
    _require_solvable(pig)
    match = _core.match_pig(
        goal=pig.goal,
        dice=pig.dice,
        first=_policy("policy", policy, pig.goal),
        second=_policy("opponent", opponent, pig.goal),
        poll_signals=in_main_thread(),
    )
    return PolicyMatch(
        as_first=match.first_starts,
        as_second=1.0 - match.second_starts,
        sweeps=match.convergence.sweeps,
        residual=match.convergence.residual,
    )


def _policy(name: str, rolls: Any, goal: int) -> NDArray[np.bool_]:
    expected = (goal,) * 3
    if not isinstance(rolls, np.ndarray) or rolls.dtype != np.bool_ or rolls.shape != expected:
        given = f"{rolls.dtype} of shape {rolls.shape}" if isinstance(rolls, np.ndarray) else repr(rolls)
        raise InvalidOptionError(f"{name} is {given}: expected an array of truth values of shape {expected}")
    return np.ascontiguousarray(rolls)


def _require_solvable(pig: "Pig") -> None:
    if not isinstance(pig, BaseGame) or pig.state_type is not PigState:
        raise InvalidOptionError(f"pig is {pig!r}: expected a game of Pig such as mcms.load('pig')")
    if pig.goal > LARGEST_SOLVABLE_GOAL:
        raise InvalidOptionError(
            f"goal is {pig.goal}: expected at most {LARGEST_SOLVABLE_GOAL} to solve Pig, "
            "since memory and time grow with its cube"
        )
