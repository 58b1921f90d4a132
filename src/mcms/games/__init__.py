"""The built-in games."""

from mcms.games.cant_stop import CantStop
from mcms.games.pig import Pig
from mcms.games.random_tree import RandomTree

__all__ = ["CantStop", "Pig", "RandomTree"]
