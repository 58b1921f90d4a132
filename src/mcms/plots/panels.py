"""What figures of scores are made of: panels, points with error bars, lines with bands.

Colours are those of Okabe & Ito, which people with any kind of colour vision can tell apart; markers differ too.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mcms.plots.files import new_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
PUBLISHED = "#555555"
EDGE = "0.35"
DASHES = (0, (4, 3))
_NARROWEST = 4.2
"""Inches that a panel with its names and title needs, even alone."""
_ENTRY_WIDTH = 2.2
"""About how many inches an entry of a legend takes."""


def panels(
    count: int, *, columns: int, size: tuple[float, float], share_x: bool = False, share_y: bool = True
) -> "tuple[Figure, list[Axes]]":
    """Return a figure with ``count`` panels in rows, each about as wide and high as ``size`` says."""
    columns = min(columns, count)
    rows = math.ceil(count / columns)
    figure = new_figure(max(_NARROWEST, columns * size[0]), 0.5 + rows * size[1])
    grid = figure.subplots(rows, columns, sharex=share_x, sharey=share_y, squeeze=False)
    for unused in grid.flat[count:]:
        unused.set_axis_off()
    return figure, list(grid.flat[:count])


def one_legend(figure: "Figure", panel: "Axes") -> None:
    """Explain a panel's marks once, below all panels."""
    handles, labels = panel.get_legend_handles_labels()
    columns = len(handles) if figure.get_figwidth() > _ENTRY_WIDTH * len(handles) else 1
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)


def points_with_bars(
    panel: "Axes",
    places: Sequence[float],
    values: Sequence[float],
    ends: Sequence[tuple[float, float]],
    **style: Any,
) -> None:
    """Draw values across the panel, each at its place from above, with a bar from one end to the other."""
    errors = [[max(0.0, v - low) for v, (low, _) in zip(values, ends, strict=True)]]
    errors.append([max(0.0, high - v) for v, (_, high) in zip(values, ends, strict=True)])
    panel.errorbar(values, places, xerr=errors, linestyle="", capsize=2.5, elinewidth=1.4, **style)


def line_with_band(
    panel: "Axes",
    places: Sequence[float],
    values: Sequence[float],
    ends: Sequence[tuple[float, float]],
    colour: str,
    label: str,
) -> None:
    """Draw a line of values with a band from the lower ends to the upper ones."""
    panel.plot(places, values, marker="o", markersize=4, color=colour, label=label)
    low, high = ([end[i] for end in ends] for i in (0, 1))
    panel.fill_between(places, low, high, color=colour, alpha=0.18, linewidth=0)


def level(panel: "Axes", value: float, *, across: bool = True, **style: Any) -> None:
    """Draw a thin dashed line at a value of the y axis, or of the x axis."""
    chosen: dict[str, Any] = {"color": EDGE, "linewidth": 0.8, "linestyle": DASHES} | style
    (panel.axhline if across else panel.axvline)(value, **chosen)


def plain(panel: "Axes", grid: str = "y") -> None:
    """Remove what says nothing."""
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="x" if grid == "x" else "y", color="0.9", linewidth=0.8)
    panel.set_axisbelow(True)


def plain_numbers(panel: "Axes", *, x: bool = False, y: bool = False) -> None:
    """Write 10 and 100 instead of powers of ten."""
    from matplotlib.ticker import FuncFormatter, NullFormatter  # noqa: PLC0415

    for wanted, axis in ((x, panel.xaxis), (y, panel.yaxis)):
        if wanted:
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
            axis.set_minor_formatter(NullFormatter())
