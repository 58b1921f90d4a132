"""Figures to files, the format by the suffix."""

from pathlib import Path

from matplotlib.figure import Figure

from mcms.exceptions import InvalidOptionError

SUFFIXES = (".png", ".svg")
_DPI = 150


def figure_path(path: str | Path) -> Path:
    """Return the path if its suffix is that of a format we write; ask before the work, not after it."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidOptionError(f"{path.name!r} is no plot file: expected a name ending in {' or '.join(SUFFIXES)}")
    return path


def save_figure(figure: Figure, path: str | Path) -> Path:
    """Write a figure as PNG or SVG and return the path."""
    path = figure_path(path)
    # Without the date an SVG of the same numbers is the same file.
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
    figure.savefig(path, dpi=_DPI, metadata=metadata)
    return path
