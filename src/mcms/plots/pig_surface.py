"""When to stop in Pig: the surface of Neller & Presser (2004), for one die or two.

Below the surface the optimal player rolls, on it he stops. Its level at 0 : 0 is the turn total at which
to stop in the opening turn (21 with two dice), and it rises wherever the opponent is about to win.
"""

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mcms.games.pig import Pig
from mcms.plots.files import figure_path, new_figure, save_figure
from mcms.solve import solve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure

_COLOURS = "viridis"
_ALL_IN = "0.82"
"""The grey of the scores at which stopping only wins."""
_CLIFF = "0.62"
"""The grey of the step up to them."""
_LABELS = ("score of the player to move", "score of the opponent", "smallest turn total to stop at")


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class StoppingSurface:
    """The numbers of the plot.

    >>> surface = stopping_surface(Pig(goal=20))
    >>> surface.totals.shape, bool(surface.banks[0, 0])
    ((20, 20), False)
    """

    pig: Pig
    """The variant that was solved."""
    scores: NDArray[np.int64]
    """0 to goal - 1, the axis of both players."""
    totals: NDArray[np.int64]
    """The smallest turn total at which stopping is optimal, by own and opponent's score."""

    @property
    def banks(self) -> NDArray[np.bool_]:
        """Where the optimal player may bank short of the goal; elsewhere he rolls until the turn wins or fails."""
        return self.totals < self.pig.goal - self.scores[:, None]


def stopping_surface(pig: Pig) -> StoppingSurface:
    """Solve Pig and return where to stop.

    Parameters
    ----------
    pig
        The variant to solve.

    Examples
    --------
    >>> int(stopping_surface(Pig()).totals[0, 0])
    21

    """
    return StoppingSurface(pig=pig, scores=np.arange(pig.goal), totals=solve(pig).stopping_totals)


def plot_stopping_surface(pig: Pig, path: str | Path) -> Path:
    """Write the plot as PNG or SVG, and return the path.

    Parameters
    ----------
    pig
        The variant to solve.
    path
        The file; its suffix, ``.png`` or ``.svg``, says which format.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(plot_stopping_surface(Pig(goal=20), f"{folder}/pig.svg").name)
    pig.svg

    """
    figure_path(path)
    return save_figure(draw_stopping_surface(stopping_surface(pig)), path)


def draw_stopping_surface(surface: StoppingSurface) -> "Figure":
    """Draw the surface as a heat map on the left and in three dimensions on the right.

    Parameters
    ----------
    surface
        What :func:`stopping_surface` returned.

    Examples
    --------
    >>> len(draw_stopping_surface(stopping_surface(Pig(goal=20))).axes)
    2

    """
    figure = new_figure(13, 6.2)
    from matplotlib.colors import Normalize  # noqa: PLC0415  after new_figure, which says if it is missing

    dice = "one die" if surface.pig.dice == 1 else "two dice"
    figure.suptitle(f"Pig with {dice} to {surface.pig.goal}: when the optimal player stops", fontsize=15)
    # Colours for the banking scores alone: the others, up to the goal, would leave them all the same blue.
    banked = surface.totals[surface.banks] if surface.banks.any() else surface.totals
    norm = Normalize(vmin=banked.min(), vmax=banked.max())
    grid = figure.add_gridspec(1, 2, width_ratios=(1, 1.05))
    _draw_map(figure.add_subfigure(grid[0]).add_subplot(), surface, norm)
    _draw_relief(figure.add_subfigure(grid[1]).add_subplot(projection="3d"), surface, norm)
    return figure


def _draw_map(axes: "Axes", surface: StoppingSurface, norm: "Normalize") -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415

    # The first index of the totals is the own score; an image's is its vertical axis.
    totals = np.ma.masked_where(~surface.banks, surface.totals).T
    axes.set_facecolor(_ALL_IN)
    image = axes.imshow(totals, origin="lower", cmap=_COLOURS, norm=norm)
    if surface.banks.any():
        lines = axes.contour(surface.scores, surface.scores, totals, range(5, surface.pig.goal, 5), colors="white")
        lines.set_linewidth(0.8)
        axes.clabel(lines, fontsize=8)
        axes.figure.colorbar(image, ax=axes, label=_LABELS[2], shrink=0.85)
    _label(axes)
    axes.legend(handles=[Patch(color=_ALL_IN, label="rolls until the turn wins or fails")], loc="upper right")


def _draw_relief(axes: Any, surface: StoppingSurface, norm: "Normalize") -> None:
    own, opponent = np.meshgrid(surface.scores, surface.scores, indexing="ij")
    count = surface.pig.goal
    axes.plot_surface(
        own,
        opponent,
        surface.totals,
        facecolors=_face_colours(surface, norm),
        shade=False,  # the surface goes in whole steps, whose shadows would look like noise
        rcount=count,
        ccount=count,
        linewidth=0,
        antialiased=False,
    )
    _label(axes)
    axes.set_zlabel(_LABELS[2])
    axes.set(xlim=(0, count), ylim=(0, count), zlim=(0, count))
    axes.set_box_aspect(None, zoom=0.92)  # leaves room for the labels
    # From here neither the cliff nor the slope behind it hides anything.
    axes.view_init(elev=32, azim=-55)


def _face_colours(surface: StoppingSurface, norm: "Normalize") -> NDArray[np.float64]:
    """Colour the face from each score pair to the next: a face with both kinds of corners is part of the cliff."""
    from matplotlib import colormaps  # noqa: PLC0415
    from matplotlib.colors import to_rgba  # noqa: PLC0415

    padded = np.pad(surface.banks, (0, 1), mode="edge")
    corners = np.stack([padded[:-1, :-1], padded[1:, :-1], padded[:-1, 1:], padded[1:, 1:]], axis=-1)
    colours = np.array(colormaps[_COLOURS](norm(surface.totals)))
    colours[~corners.all(axis=-1)] = to_rgba(_CLIFF)
    colours[~corners.any(axis=-1)] = to_rgba(_ALL_IN)
    return colours


def _label(axes: Any) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    axes.set_xlabel(_LABELS[0])
    axes.set_ylabel(_LABELS[1])
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5, integer=True, steps=(1, 2, 5, 10)))
