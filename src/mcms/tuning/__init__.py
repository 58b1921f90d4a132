"""Finding the best options of an algorithm in a game."""

from mcms.tuning.grid import candidates, parse_grid
from mcms.tuning.tune import Tuning, tune

__all__ = ["Tuning", "candidates", "parse_grid", "tune"]
