"""``load``: an OpenSpiel game by name, ready to be searched."""

from typing import Any

import pyspiel

from mcms.exceptions import InvalidOptionError
from mcms.openspiel.adapter import DEFAULT_ROLLOUTS, SpielGame
from mcms.openspiel.estimates import Heuristic
from mcms.openspiel.identity import Identity
from mcms.openspiel.named import NamedSpielGame
from mcms.openspiel.suitable import load_spiel_game
from mcms.validation import truth


def load(
    game: str | pyspiel.Game,
    *,
    estimate: str | Heuristic = "zero",
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    identity: Identity | None = None,
    names: bool = False,
    **parameters: Any,
) -> SpielGame:
    """Make an OpenSpiel game searchable: one of its names with parameters, or a game it has loaded.

    Parameters
    ----------
    game
        A name, or a ``pyspiel.Game``. One that cannot be searched raises ``InvalidOptionError``.
    estimate
        Judges the states at which a search by depth ends: ``"zero"``, ``"rollouts"``, the mean of random games, or a
        function that says what a ``pyspiel.State`` is worth to player 0.
    rollouts
        How many random games.
    seed
        Draws them, together with the state.
    identity
        Says when two states are the same, see :mod:`mcms.openspiel.identity`.
    names
        Actions and outcomes go by OpenSpiel's texts instead of its numbers, which is slower.
    parameters
        Those of the game, if it is given by name.

    Examples
    --------
    >>> import mcms
    >>> pig = load("pig", winscore=20)
    >>> mcms.search(pig, pig.initial_state(), "star2", limit=mcms.Limit(depth=3)).action
    0
    >>> load("kuhn_poker")
    Traceback (most recent call last):
        ...
    mcms.exceptions.InvalidOptionError: OpenSpiel's kuhn_poker() cannot be searched, it hides information from its \
players: expected a game of two players in turns, zero-sum, without hidden information

    """
    if isinstance(game, str):
        game = load_spiel_game(game, parameters)
    elif not isinstance(game, pyspiel.Game):
        raise InvalidOptionError(f"game is {game!r:.200}: expected a name of OpenSpiel's or a pyspiel.Game")
    elif parameters:
        raise InvalidOptionError(f"{game} is loaded already: expected no parameters such as {next(iter(parameters))}")
    cls = NamedSpielGame if truth("names", names) else SpielGame
    return cls(game, estimate=estimate, rollouts=rollouts, seed=seed, identity=identity)
