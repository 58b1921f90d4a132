"""Games by name: ``"pig"``, ``"pig(goal=50,dice=1)"``; a user's own: ``"my_module:MyGame(goal=50)"``.

``"openspiel:backgammon"`` is a game of OpenSpiel.
"""

import dataclasses
from typing import Any

from mcms import games
from mcms.extras import require_extra
from mcms.games.base import BaseGame
from mcms.games.custom import CustomGame, load_custom
from mcms.spec import Spec, format_spec, parse_spec, require_known, require_options

_OPENSPIEL = "openspiel:"


def game_classes() -> dict[str, type[BaseGame[Any]]]:
    """Return the built-in games by name."""
    classes = (getattr(games, name) for name in games.__all__)
    return {cls.name: cls for cls in classes}


def load(text: str) -> BaseGame[Any]:
    """Return the game that a text describes.

    Parameters
    ----------
    text
        A built-in game by name, with options in brackets (``"pig(goal=50)"``); your own, in a module that can be
        imported (``"my_module:MyGame"``); or one of OpenSpiel's (``"openspiel:backgammon"``).

    Examples
    --------
    >>> load("pig(goal=50)").goal
    50

    """
    spec = parse_spec(text)
    if spec.name.startswith(_OPENSPIEL):
        return _openspiel(spec)
    return load_custom(spec) if ":" in spec.name else _built_in(spec)


def load_built_in(text: str) -> BaseGame[Any]:
    """Return the built-in game that a text describes."""
    return _built_in(parse_spec(text))


def _built_in(spec: Spec) -> BaseGame[Any]:
    classes = game_classes()
    require_known("game", spec.name, list(classes))
    cls = classes[spec.name]
    require_options(spec.name, spec.options, [field.name for field in dataclasses.fields(cls)])
    return cls(**spec.options)


def _openspiel(spec: Spec) -> CustomGame:
    """Return a game of OpenSpiel, by the names of its actions; options are its parameters and those of its ``load``."""
    require_extra("pyspiel", spec.name)
    from mcms.openspiel import load as load_openspiel  # noqa: PLC0415  an extra

    options = {"names": True} | spec.options
    game = load_openspiel(spec.name.removeprefix(_OPENSPIEL), **options)
    return CustomGame(game=game, spec=format_spec(spec.name, spec.options))
