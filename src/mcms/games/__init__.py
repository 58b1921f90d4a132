"""The built-in games."""

from mcms.games.backgammon import Backgammon
from mcms.games.cant_stop import CantStop
from mcms.games.ewn import Ewn
from mcms.games.pig import Pig
from mcms.games.ra import Ra
from mcms.games.random_tree import RandomTree

__all__ = ["Backgammon", "CantStop", "Ewn", "Pig", "Ra", "RandomTree"]
