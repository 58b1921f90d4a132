"""Games by name: ``"pig"``, ``"pig(goal=50,dice=1)"``."""

import dataclasses
from typing import Any

from mcms import games
from mcms.games.native import NativeGame
from mcms.spec import parse_spec, require_known, require_options


def game_classes() -> dict[str, type[NativeGame[Any]]]:
    """Return the built-in games by name."""
    classes = (getattr(games, name) for name in games.__all__)
    return {cls.name: cls for cls in classes}


def load(text: str) -> NativeGame[Any]:
    """Return the built-in game that a text describes.

    >>> load("pig(goal=50)")
    Pig(goal=50, dice=2)
    """
    spec = parse_spec(text)
    classes = game_classes()
    require_known("game", spec.name, list(classes))
    cls = classes[spec.name]
    require_options(spec.name, spec.options, [field.name for field in dataclasses.fields(cls)])
    return cls(**spec.options)
