"""Figures to files, the format by the suffix."""

import io
from pathlib import Path
from typing import TYPE_CHECKING

from mcms.exceptions import InvalidOptionError
from mcms.extras import require_extra

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
_DPI = 150


def figure_path(path: str | Path) -> Path:
    """Return the path if its suffix is that of a format we write; ask before the work, not after it."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidOptionError(f"{path.name!r} is no plot file: expected a name ending in {' or '.join(SUFFIXES)}")
    return path


def new_figure(width: float, height: float) -> "Figure":
    """Return an empty figure of a size in inches. Matplotlib, an extra, takes a second to load."""
    require_extra("matplotlib", "a plot")
    from matplotlib.figure import Figure  # noqa: PLC0415

    return Figure(figsize=(width, height), layout="constrained")


def save_figure(figure: "Figure", path: str | Path) -> Path:
    """Write a figure as PNG or SVG and return the path."""
    path = figure_path(path)
    if path.suffix.lower() == ".svg":
        path.write_text(svg_text(figure), encoding="utf-8")
    else:
        figure.savefig(path, dpi=_DPI)
    return path


def svg_text(figure: "Figure") -> str:
    """Return a figure as SVG; the same numbers give the same text, without a date or names made up by chance."""
    buffer = io.StringIO()
    from matplotlib import rc_context  # noqa: PLC0415

    with rc_context({"svg.hashsalt": "mcms"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()
