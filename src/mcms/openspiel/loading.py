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

    ``estimate`` judges the states a search by depth ends at: ``"zero"``, ``"rollouts"`` (that many random games, drawn
    from ``seed`` and the state), or a function that tells what a ``pyspiel.State`` is worth to player 0. ``names``
    gives actions and outcomes OpenSpiel's texts instead of its numbers, which is slower. ``identity`` says when two
    states are the same, see :mod:`mcms.openspiel.identity`. What cannot be searched raises ``InvalidOptionError``.

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
