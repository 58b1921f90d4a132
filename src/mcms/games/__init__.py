"""The built-in games."""

from mcms.games.pig import Pig
from mcms.games.ra import Ra
from mcms.games.random_tree import RandomTree

__all__ = ["Pig", "Ra", "RandomTree"]
