"""Ra's baseline player: a bidder that prices tracks and suns by rules of thumb, without search."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mcms import _core
from mcms._core import RaPhase, RaState
from mcms.exceptions import InvalidStateError
from mcms.game import AnyGame, require_decision
from mcms.games.ra_json import AUCTION_TRACK, CIVILIZATIONS, EPOCHS, INDEX, MONUMENTS, RA_TRACK, suns_of

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory

_DENIAL = 0.4
"""How much of what the opponent would gain counts as one's own gain."""
_RICH = 2.0
"""How far a track must be above the price of a sun to be called for."""
_GOD_PROFIT = 1.0
"""What a God must bring beyond the 2 points it scores unspent."""

_GOD, _PHARAOH, _NILE, _FLOOD = (INDEX[kind] for kind in ("god", "pharaoh", "nile", "flood"))
_FUNERAL, _DROUGHT, _UNREST, _EARTHQUAKE = (INDEX[kind] for kind in ("funeral", "drought", "unrest", "earthquake"))
_GROUPS = ((_UNREST, [INDEX[kind] for kind in CIVILIZATIONS]), (_EARTHQUAKE, [INDEX[kind] for kind in MONUMENTS]))

Counts = list[int]


@dataclasses.dataclass(frozen=True)
class Bidder:
    """Bids the lowest sufficient sun for a track worth more than the sun.

    >>> import mcms
    >>> ra = mcms.Ra()
    >>> Bidder().choose(ra, ra.initial_state(), seed=0)
    'draw'
    """

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "bidder"

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action; where only one is legal, that one."""
        if not isinstance(state, RaState):
            raise InvalidStateError(f"{state!r} is no state of Ra: {self.name} plays only Ra")
        actions = [str(action) for action in require_decision(game, state)]
        if len(actions) == 1:
            return actions[0]
        table = _Table(state)
        if state.phase is RaPhase.bid:
            return _bid(table, actions)
        if state.phase is RaPhase.discard:
            return _discard(table, actions)
        return _best_god(table, actions) or _turn(table, actions)


class _Table:
    """A state with what its mover thinks of it."""

    def __init__(self, state: RaState) -> None:
        self.state = state
        self.me = state.to_move
        self.tiles = _core.ra_tiles(state)
        self.track = _core.ra_auction_track(state)

    def worth(self, player: int, tiles: Counts) -> float:
        """Value tiles for a player: what they score now, and part of what they may score yet."""
        epochs_left = EPOCHS - self.state.epoch
        other = self.tiles[1 - player]
        pharaohs = tiles[_PHARAOH] - other[_PHARAOH]
        scores = _core.ra_epoch_points(tiles) + (5 if pharaohs > 0 else -2 if pharaohs < 0 else 0)
        kinds = sum(tiles[kind] > 0 for kind in _GROUPS[0][1])
        # The next Civilization may start to score, Monuments and kept tiles score later.
        prospects = 1.5 * kinds + 0.5 * tiles[_PHARAOH] + (0.4 + 0.4 * epochs_left) * tiles[_NILE]
        monuments = _core.ra_monument_points(tiles) + 0.4 * sum(tiles[kind] for kind in _GROUPS[1][1])
        return scores + prospects + monuments * (1 - 0.1 * epochs_left)

    def gain(self, player: int) -> float:
        """Value the auction track for a player, disasters included."""
        held = self.tiles[player]
        won = [own + new for own, new in zip(held, self.track, strict=True)]
        won[_PHARAOH] -= min(won[_PHARAOH], 2 * self.track[_FUNERAL])
        lost = 2 * self.track[_DROUGHT]
        floods = min(won[_FLOOD], lost)
        won[_FLOOD] -= floods
        won[_NILE] -= min(won[_NILE], lost - floods)
        for disaster, group in _GROUPS:
            for _ in range(min(2 * self.track[disaster], sum(won[kind] for kind in group))):
                won[self.least_valuable(player, won, group)] -= 1
        for disaster in (_FUNERAL, _DROUGHT, _UNREST, _EARTHQUAKE):
            won[disaster] = 0
        return self.worth(player, won) - self.worth(player, held)

    def least_valuable(self, player: int, tiles: Counts, group: list[int]) -> int:
        """Return the kind of a group whose loss costs least."""
        return max((kind for kind in group if tiles[kind]), key=lambda kind: self.worth(player, _less(tiles, kind)))

    def contested_gain(self) -> float:
        """Value the track for the mover, and that the opponent does not get it."""
        opponent = 1 - self.me
        denied = self.gain(opponent) if self.state.suns[opponent] else 0.0
        return self.gain(self.me) + _DENIAL * max(denied, 0.0)

    def price(self, sun: int) -> float:
        """Value giving up a sun: the auctions it can still win, less what the centre sun brings later."""
        usable = len(suns_of(self.state.suns[self.me]))
        pace = min((RA_TRACK - self.state.ra_track) / RA_TRACK / (usable / 4), 1)
        price = (6 + (sun - 5) / 2) * pace
        if self.state.epoch < EPOCHS:
            price += (sun - self.state.centre_sun) / 2 * (1 - pace / 2)
        return price


def _less(tiles: Counts, kind: int) -> Counts:
    return [count - (index == kind) for index, count in enumerate(tiles)]


def _bid(table: _Table, actions: list[str]) -> str:
    bids = sorted(int(action.partition(":")[2]) for action in actions if action.startswith("bid:"))
    if "pass" in actions and table.contested_gain() <= table.price(bids[0]):
        return "pass"
    return f"bid:{bids[0]}"


def _discard(table: _Table, actions: list[str]) -> str:
    kinds = {INDEX[action.partition(":")[2]]: action for action in actions}
    return kinds[table.least_valuable(table.me, table.tiles[table.me], list(kinds))]


def _best_god(table: _Table, actions: list[str]) -> str | None:
    """Return the God action that gains most, if any gains enough."""
    held = table.tiles[table.me]
    before = table.worth(table.me, held)
    best, action_of_best = _GOD_PROFIT, None
    for action in actions:
        verb, _, kind = action.partition(":")
        if verb != "god":
            continue
        after = _less(held, _GOD)
        after[INDEX[kind]] += 1
        if (profit := table.worth(table.me, after) - before) > best:
            best, action_of_best = profit, action
    return action_of_best


def _turn(table: _Table, actions: list[str]) -> str:
    """End the turn: call for a rich track, or for a fair one before the epoch ends; else draw."""
    if "done" in actions:
        return "done"
    if "draw" not in actions:
        return "invoke"
    state = table.state
    surplus = table.contested_gain() - table.price(min(suns_of(state.suns[table.me])))
    nearly_over = state.ra_track == RA_TRACK - 1 or state.track_total == AUCTION_TRACK - 1
    return "invoke" if surplus > (0 if nearly_over else _RICH) else "draw"


def ra_players() -> Mapping[str, "PlayerFactory"]:
    """Return the factories of :meth:`mcms.Ra.baseline_players`."""
    return {"bidder": lambda _: Bidder()}
