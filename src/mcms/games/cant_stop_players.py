"""Can't Stop's baseline players: Keller's Rule of 28, and the same rule with Glenn and Aloi's evolved numbers.

Both add up how far the runners have come this turn, each step weighed by its column, and stop at a threshold; both
pair the dice by fixed values of the columns, less a price for each new runner.
"""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcms._core import CantStopState
from mcms.exceptions import InvalidStateError
from mcms.game import AnyGame, require_decision

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory


@dataclasses.dataclass(frozen=True, kw_only=True)
class ThresholdPlayer:
    """Rolls while a runner is free, then stops once the turn's progress reaches a threshold.

    >>> import mcms
    >>> game = mcms.CantStop()
    >>> dice = game.resolve(game.play(game.initial_state(), "roll"), "1-3-3-6")
    >>> RULE_OF_28.choose(game, dice, seed=0), GLENN_ALOI.choose(game, dice, seed=0)
    ('6+7', '6+7')
    """

    name: str
    """The text :func:`mcms.player` reads."""
    progress: tuple[int, ...]
    """What a step counts in each of the columns 2 to 12."""
    threshold: int
    odd: int
    """Added if all three runners are in odd columns."""
    even: int
    """In even columns."""
    low: int
    """In columns up to 7."""
    high: int
    """In columns from 7 on."""
    move_values: tuple[int, ...]
    """What it is worth to advance in each column."""
    runner_cost: int

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action; where only one is legal, that one."""
        if not isinstance(state, CantStopState):
            raise InvalidStateError(f"{state!r} is no state of Can't Stop: {self.name} plays only Can't Stop")
        actions = require_decision(game, state)
        if len(actions) == 1:
            return str(actions[0])
        if state.phase == "pre_roll":
            return "stop" if self._stops(state) else "roll"
        return str(min(actions, key=lambda action: self._preference(action, state.runners)))

    def _stops(self, state: CantStopState) -> bool:
        columns = [column for column in range(11) if state.runners >> column & 1]
        if len(columns) < 3:
            return False
        score = self._bonus(columns)
        for column in columns:
            # A state holds the steps still to go, four bits a column.
            steps = (state.own >> 4 * column & 15) - (state.current >> 4 * column & 15)
            score += (steps + 1) * self.progress[column]
        return score >= self.threshold

    def _bonus(self, columns: list[int]) -> int:
        odd = sum(column % 2 for column in columns)
        bonus = self.odd if odd == 3 else self.even if odd == 0 else 0
        if max(columns) <= 5:
            bonus += self.low
        if min(columns) >= 5:
            bonus += self.high
        return bonus

    def _preference(self, action: str, runners: int) -> tuple[int, list[int]]:
        """Order moves by what they are worth, ties by their columns."""
        columns = [int(column) - 2 for column in action.split("+")]
        new_runners = sum(not runners >> column & 1 for column in set(columns))
        worth = sum(self.move_values[column] for column in columns) - self.runner_cost * new_runners
        return -worth, columns


RULE_OF_28 = ThresholdPlayer(
    name="rule-of-28",
    progress=(6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6),
    threshold=28,
    odd=2,
    even=-2,
    low=4,
    high=4,
    move_values=(1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1),
    runner_cost=6,
)
"""Michael Keller's rule for people."""

GLENN_ALOI = ThresholdPlayer(
    name="glenn-aloi",
    progress=(7, 7, 3, 2, 2, 1, 2, 2, 3, 7, 7),
    threshold=29,
    odd=7,
    even=1,
    low=5,
    high=6,
    move_values=(7, 0, 2, 0, 4, 3, 4, 0, 2, 0, 7),
    runner_cost=6,
)
"""The numbers that Glenn and Aloi's genetic algorithm found for playing alone (2009)."""


def cant_stop_players() -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.CantStop.baseline_players`."""
    return {"rule-of-28": lambda _: RULE_OF_28, "glenn-aloi": lambda _: GLENN_ALOI}
