"""Pig's baseline players: the optimal one, and those that stop at a fixed turn total."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcms._core import PigState
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.game import AnyGame, require_decision
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory
    from mcms.games.pig import Pig


@dataclasses.dataclass(frozen=True)
class HoldPlayer:
    """Rolls until the turn total is at least ``total`` or stopping wins.

    >>> import mcms
    >>> pig = mcms.Pig()
    >>> state = pig.from_json({"scores": [0, 0], "turn_total": 20, "to_move": 0})
    >>> HoldPlayer(20).choose(pig, state, seed=0), HoldPlayer(21).choose(pig, state, seed=0)
    ('stop', 'roll')
    """

    total: int

    def __post_init__(self) -> None:
        if isinstance(self.total, bool) or not isinstance(self.total, int) or self.total < 1:
            raise InvalidOptionError(f"total is {self.total!r}: expected a whole number from 1")

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return f"hold:{self.total}"

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action; where only one is legal, that one."""
        if not isinstance(state, PigState):
            raise InvalidStateError(f"{state!r} is no state of Pig: {self.name} plays only Pig")
        if len(actions := require_decision(game, state)) == 1:
            return str(actions[0])
        return "stop" if state.turn_total >= self.total else "roll"


@dataclasses.dataclass(frozen=True)
class OptimalPlayer:
    """Plays the exact solution of one variant of Pig."""

    pig: "Pig"

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "optimal"

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action with the best chance of winning."""
        if game != self.pig:
            raise InvalidOptionError(f"this optimal player is for {self.pig}: expected that game, not {game}")
        from mcms.games.pig_solver import solve_pig  # noqa: PLC0415  needs NumPy, which takes a while to load

        # The solution is looked up, not held: a player stays small when it is sent to another process.
        return solve_pig(self.pig).best_action(state)


def pig_players(pig: "Pig") -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.Pig.baseline_players`."""

    def optimal(_: str) -> OptimalPlayer:
        from mcms.games.pig_solver import solve_pig  # noqa: PLC0415

        solve_pig(pig)  # so that a goal too large is refused now, and no move has to wait
        return OptimalPlayer(pig)

    def hold(total: str) -> HoldPlayer:
        if not (total.isascii() and total.isdecimal()):
            raise InvalidOptionError(f"hold:{total} has no turn total: expected a whole number as in hold:20")
        return HoldPlayer(whole_number("the N of hold:N", int(total), 1, pig.goal))

    return {"optimal": optimal, "hold:N": hold}
