"""Games by name: ``"pig"``, ``"pig(goal=50,dice=1)"``; a user's own: ``"my_module:MyGame(goal=50)"``."""

import dataclasses
from typing import Any

from mcms import games
from mcms.games.custom import load_custom
from mcms.games.native import NativeGame
from mcms.spec import Spec, parse_spec, require_known, require_options


def game_classes() -> dict[str, type[NativeGame[Any]]]:
    """Return the built-in games by name."""
    classes = (getattr(games, name) for name in games.__all__)
    return {cls.name: cls for cls in classes}


def load(text: str) -> NativeGame[Any]:
    """Return the game that a text describes: a built-in one, or a user's own in a module that can be imported.

    >>> load("pig(goal=50)")
    Pig(goal=50, dice=2)
    """
    spec = parse_spec(text)
    return load_custom(spec) if ":" in spec.name else _built_in(spec)


def load_built_in(text: str) -> NativeGame[Any]:
    """Return the built-in game that a text describes."""
    return _built_in(parse_spec(text))


def _built_in(spec: Spec) -> NativeGame[Any]:
    classes = game_classes()
    require_known("game", spec.name, list(classes))
    cls = classes[spec.name]
    require_options(spec.name, spec.options, [field.name for field in dataclasses.fields(cls)])
    return cls(**spec.options)
