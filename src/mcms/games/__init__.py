"""The built-in games, each imported when it is asked for: ``import mcms`` does not wait for boards and players."""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcms.games.backgammon import Backgammon
    from mcms.games.cant_stop import CantStop
    from mcms.games.ewn import Ewn
    from mcms.games.pig import Pig
    from mcms.games.ra import Ra
    from mcms.games.random_tree import RandomTree

_MODULES = {
    "Backgammon": "backgammon",
    "CantStop": "cant_stop",
    "Ewn": "ewn",
    "Pig": "pig",
    "Ra": "ra",
    "RandomTree": "random_tree",
}

__all__ = ["Backgammon", "CantStop", "Ewn", "Pig", "Ra", "RandomTree"]


def __getattr__(name: str) -> Any:
    """Import the module of a game the first time it is asked for."""
    if name not in _MODULES:
        raise AttributeError(f"module 'mcms.games' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"mcms.games.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
