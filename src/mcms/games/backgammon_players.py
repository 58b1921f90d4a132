"""Backgammon's players: a greedy one, and two programs of others where the package ``gnubg-nn`` is installed."""

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from mcms._core import BackgammonState, PipsBackgammon
from mcms.exceptions import InvalidStateError
from mcms.game import AnyGame, Turn, require_decision
from mcms.games.gnubg import GnubgPlayer, PubevalPlayer, read_plies

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory


@dataclasses.dataclass(frozen=True)
class GreedyPlayer:
    """Makes the move after which the evaluation ``pips`` likes the position best, whatever the game's own is.

    >>> import mcms
    >>> game = mcms.load("backgammon")
    >>> GreedyPlayer().choose(game, game.resolve(game.initial_state(), "first 31"), seed=0)
    '8/5 6/5'
    """

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "greedy"

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action."""
        if not isinstance(state, BackgammonState):
            raise InvalidStateError(f"{state!r} is no state of backgammon: greedy plays only that")
        actions = require_decision(game, state)
        sign = 1 if game.turn(state) == Turn.FIRST else -1

        def worth(action: Any) -> float:
            after = game.play(state, action)
            return sign * (game.utility(after) if game.turn(after) == Turn.OVER else _pips().estimate(after))

        return str(max(actions, key=worth))


@cache
def _pips() -> PipsBackgammon:
    return PipsBackgammon(variant="standard", scoring="money")


def backgammon_players() -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.Backgammon.baseline_players`."""
    return {
        "greedy": lambda _: GreedyPlayer(),
        "pubeval": lambda _: PubevalPlayer(),
        "gnubg:PLIES": lambda plies: GnubgPlayer(plies=read_plies(plies)),
    }
