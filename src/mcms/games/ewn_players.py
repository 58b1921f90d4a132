"""The baseline player of EinStein würfelt nicht!: one move ahead by the race evaluation."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcms._core import EwnState, RaceEwn
from mcms.exceptions import InvalidStateError
from mcms.game import AnyGame, Turn, require_decision

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory

_OVER = 3
_RACE = RaceEwn(setup=None)


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
        return str(max(actions, key=lambda action: sign * _worth(game.play(state, action))))


def _worth(state: EwnState) -> float:
    """Return what the state is worth to the first player by the race, whatever the game's own evaluation."""
    return _RACE.utility(state) if _RACE.turn(state) == _OVER else _RACE.estimate(state)


def ewn_players() -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.Ewn.baseline_players`."""
    return {"greedy": lambda _: GreedyPlayer()}
