"""Uniformly random games: what a state is worth when nobody thinks, and how fast the rules run."""

import dataclasses
from typing import Any, TypeVar

from mcms._core import StopToken
from mcms.exceptions import GameOverError
from mcms.game import Game, Turn
from mcms.games.base import LARGEST_SEED
from mcms.games.custom import as_core_game
from mcms.interrupt import in_main_thread
from mcms.validation import whole_number

StateT = TypeVar("StateT")

MOST_GAMES = 2**40


@dataclasses.dataclass(frozen=True, kw_only=True)
class Playouts:
    """Totals of random games from one state.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> found = playouts(pig, pig.initial_state(), 100, seed=1)
    >>> found.games, -100 <= found.mean_utility <= 100, found.decisions >= found.games
    (100, True, True)
    """

    games: int
    """Games played; fewer than asked for only if stopped."""
    mean_utility: float
    """The mean result for the first player."""
    decisions: int
    """Decisions in all games together."""
    chance_nodes: int
    """Chance nodes in all games together."""
    seconds: float
    """How long it took."""


def playouts(
    game: Game[StateT, Any, Any], state: StateT, count: int, *, seed: int = 0, stop: StopToken | None = None
) -> Playouts:
    """Play random games from a state to the end, every legal action equally likely.

    Parameters
    ----------
    game, state
        The rules, and where the games begin.
    count
        How many games.
    seed
        Draws the actions and the luck.
    stop
        Ends it from another thread; the games played by then count.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> played = mcms.playouts(pig, pig.initial_state(), 1000, seed=1)
    >>> played.games, played.decisions > 30_000
    (1000, True)

    """
    whole_number("count", count, 1, MOST_GAMES)
    whole_number("seed", seed, 0, LARGEST_SEED)
    played = as_core_game(game)
    if played.turn(state) is Turn.OVER:
        raise GameOverError(f"the game is over in {state!r}: expected a state that is not decided yet")
    report = played.core.playouts(state, count, seed, stop, in_main_thread())
    return Playouts(
        games=report.games,
        mean_utility=report.utility_sum / max(report.games, 1),
        decisions=report.decisions,
        chance_nodes=report.chance_nodes,
        seconds=report.seconds,
    )
