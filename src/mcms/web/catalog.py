"""What there is to choose from: games, algorithms and players, with their options, as the page's forms need it."""

import dataclasses
import functools
from typing import Any

from mcms import SHORT_NAMES, Algorithm, Player, algorithm, player
from mcms.algorithms import algorithm_options, algorithm_title
from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.games.base import BaseGame
from mcms.games.pig import Pig
from mcms.options import OptionInfo, options_of
from mcms.registry import game_classes, load_built_in
from mcms.spec import parse_spec
from mcms.web.levels import LEVELS, level_player, level_text
from mcms.web.limits import WebLimits

BOARDS = ("pig", "ewn", "cant_stop", "ra", "backgammon")
"""The games the page can draw."""
_NOT_FOR_VISITORS = ("gnubg", "pubeval")
"""Programs of others, which need not be installed and know no limit."""


@functools.lru_cache(maxsize=64)
def game_of(text: str) -> BaseGame[Any]:
    """Return the game of a text, if the page has a board for it; visitors may name neither modules nor files.

    >>> str(game_of("pig(goal=50)"))
    'pig(goal=50)'
    """
    _require_no_file(text)
    game = load_built_in(text)
    if game.name not in BOARDS:
        raise UnknownNameError(f"there is no board for {game.name!r}: expected one of {', '.join(BOARDS)}")
    return game


def algorithm_of(text: str, game: BaseGame[Any], limits: WebLimits) -> Algorithm:
    """Return the algorithm of a text, within the limits; visitors may name no files.

    >>> print(algorithm_of("star2(evaluation=race)", game_of("ewn"), WebLimits()))
    star2(evaluation=race)
    """
    _require_no_file(text)
    return limits.checked_algorithm(algorithm(text, game))


def _require_no_file(text: str) -> None:
    """Refuse an evaluation that might be a file of the server, before anybody looks whether it is one."""
    evaluation = parse_spec(text).options.get("evaluation")
    if evaluation is not None and not str(evaluation).isalpha():
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected the name of one")


def chooser_of(text: str, game: BaseGame[Any], limits: WebLimits) -> Algorithm | Player:
    """Return the algorithm or player of a text, within the limits.

    >>> chooser_of("hold:20", game_of("pig"), WebLimits())
    HoldPlayer(total=20)
    """
    if text in LEVELS:
        return level_player(text, game)
    name = parse_spec(text).name
    if name in SHORT_NAMES:
        return algorithm_of(text, game, limits)
    # The other players would be a person at the server's terminal, or whatever module a visitor names.
    known = opponents_of(game)
    if name.partition(":")[0] not in (player_name.partition(":")[0] for player_name in known):
        raise UnknownNameError(
            f"unknown opponent {name!r}: expected one of {', '.join((*LEVELS, *known, *SHORT_NAMES))}"
        )
    if name == "optimal" and isinstance(game, Pig):
        limits.require_solvable(game)
    return player(text, game)


def opponents_of(game: BaseGame[Any]) -> tuple[str, ...]:
    """Return the players of a game that play by themselves, within the limits of a server."""
    own = (name for name in game.baseline_players() if name.partition(":")[0] not in _NOT_FOR_VISITORS)
    return ("random", *own)


def catalog(limits: WebLimits, results: bool) -> dict[str, Any]:
    """Return everything the forms offer, and whether there are results on show."""
    classes = game_classes()
    return {
        "games": [_game(classes[name]) for name in BOARDS],
        "algorithms": [
            {"name": name, "title": algorithm_title(name), "options": _options(algorithm_options(name))}
            for name in SHORT_NAMES
        ],
        "levels": [{"name": level, "players": {game: level_text(level, game) for game in BOARDS}} for level in LEVELS],
        "results": results,
        "limits": {"most_ms": limits.most_ms, "searches": limits.searches, "body_bytes": limits.body_bytes},
    }


def _game(cls: type[BaseGame[Any]]) -> dict[str, Any]:
    game = cls()
    return {
        "name": cls.name,
        "title": cls.title,
        "options": _options(options_of(cls)),
        "players": opponents_of(game),
        "value_range": game.value_range(),
    }


def _options(known: tuple[OptionInfo, ...]) -> list[dict[str, Any]]:
    return [dataclasses.asdict(option) for option in known]
