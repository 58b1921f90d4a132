"""The baseline player of EinStein würfelt nicht!: one move ahead by the race evaluation."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mcms._core import EwnState, RaceEwn
from mcms.exceptions import InvalidStateError
from mcms.game import AnyGame, Turn, require_decision

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory


@dataclasses.dataclass(frozen=True)
class GreedyPlayer:
    """Makes the move after which the race stands best, the first in the static order of equally good ones.

    >>> import mcms
    >>> ewn = mcms.Ewn(setup="123456-654321")
    >>> GreedyPlayer().choose(ewn, ewn.resolve(ewn.initial_state(), "5"), seed=0)
    '5:b2-c3'
    """

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "greedy"

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action."""
        if not isinstance(state, EwnState):
            raise InvalidStateError(f"{state!r} is no state of EinStein würfelt nicht!: greedy plays only that")
        actions = require_decision(game, state)
        sign = 1 if game.turn(state) == Turn.FIRST else -1

        def worth(action: Any) -> float:
            after = game.play(state, action)
            return sign * (game.utility(after) if game.turn(after) == Turn.OVER else _race().estimate(after))

        return str(max(actions, key=worth))


@cache
def _race() -> RaceEwn:
    """Return the evaluation, whatever the game's own is; made when first needed, since it fills a table."""
    return RaceEwn(setup=None)


def ewn_players() -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.Ewn.baseline_players`."""
    return {"greedy": lambda _: GreedyPlayer()}
