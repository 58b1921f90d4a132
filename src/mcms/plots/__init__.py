"""Plots: each module has a function that returns the numbers, and one that draws them."""

from mcms.field_docs import document_fields
from mcms.plots.pig_surface import StoppingSurface, draw_stopping_surface, plot_stopping_surface, stopping_surface

__all__ = ["StoppingSurface", "draw_stopping_surface", "plot_stopping_surface", "stopping_surface"]

document_fields(globals()[name] for name in __all__)
