"""Finding the best options of an algorithm in a game."""

from mcms.field_docs import document_fields
from mcms.tuning.grid import candidates, parse_grid
from mcms.tuning.tune import Tuning, tune

__all__ = ["Tuning", "candidates", "parse_grid", "tune"]

document_fields(globals()[name] for name in __all__)
