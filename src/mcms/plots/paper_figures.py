"""The figures of the paper's evaluation: measured bars beside the published ones, errors beside the bound."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullFormatter

from mcms.arena.standings import PairingResult
from mcms.paper.figure2 import Bar
from mcms.paper.published import published
from mcms.paper.sampling import EqualWork
from mcms.paper.theorem1 import CONFIDENCE, QUANTILES, Theorem1
from mcms.paper.time_limit import TimePoint

MEASURED = "#2f6db3"
PUBLISHED = "#c9ced6"
_COLOURS = ("#2f6db3", "#d1713a", "#3d9a6b", "#8a62b5")
_EDGE = "0.35"
_WIDTH = 0.38
T = TypeVar("T", Bar, EqualWork)


def draw_figure2(bars: Sequence[Bar]) -> Figure:
    """Draw the win rates, a panel for each game: published, then measured, with 95 % error bars."""
    return _by_game(bars, _draw_game, columns=2)


def _by_game(items: Sequence[T], draw: Callable[[Axes, Sequence[T], str], None], *, columns: int) -> Figure:
    """Draw a panel for each game, and one legend for all of them."""
    games = list(dict.fromkeys(item.game for item in items))
    columns = min(columns, len(games))
    rows = math.ceil(len(games) / columns)
    figure = Figure(figsize=(11, 0.4 + 3.3 * rows), layout="constrained")
    panels = figure.subplots(rows, columns, sharey=True, squeeze=False)
    for panel, game in zip(panels.flat, games, strict=False):
        draw(panel, [item for item in items if item.game == game], game)
    for unused in panels.flat[len(games) :]:
        unused.set_axis_off()
    handles, labels = panels.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(handles), frameon=False)
    return figure


def _draw_game(panel: Axes, bars: Sequence[Bar], game: str) -> None:
    places = np.arange(len(bars))
    scores = [100 * (bar.result.counts.score or 0.0) for bar in bars]
    ends = [(100 * bar.result.interval.low, 100 * bar.result.interval.high) for bar in bars]
    errors = np.array([(score - low, high - score) for score, (low, high) in zip(scores, ends, strict=True)]).T
    rates = [(place, bar.published) for place, bar in zip(places, bars, strict=True) if bar.published]
    style: dict[str, Any] = {"capsize": 2, "ecolor": _EDGE, "error_kw": {"elinewidth": 1}}
    if rates:
        panel.bar(
            [place - _WIDTH / 2 for place, _ in rates],
            [rate.percent for _, rate in rates],
            _WIDTH,
            yerr=[rate.half_width for _, rate in rates],
            color=PUBLISHED,
            label="published",
            **style,
        )
    panel.bar(
        places + _WIDTH / 2, scores, _WIDTH, yerr=np.maximum(errors, 0), color=MEASURED, label="measured", **style
    )
    panel.axhline(50, color=_EDGE, linewidth=0.8, linestyle=(0, (4, 3)))
    panel.set_xticks(places, [" –\n".join(bar.names) for bar in bars], fontsize=8)
    panel.set_ylim(0, 100)
    panel.set_title(game, fontsize=11)
    panel.set_ylabel("wins of the left player, %")
    _plain(panel)


def draw_equal_work(points: Sequence[EqualWork]) -> Figure:
    """Draw the win rates of sampled searches over the nodes of a move, a panel for each game."""
    return _by_game(points, _draw_work, columns=3)


def _draw_work(panel: Axes, points: Sequence[EqualWork], game: str) -> None:
    for colour, names in zip(_COLOURS, dict.fromkeys(point.names for point in points), strict=False):
        own = [point for point in points if point.names == names]
        _draw_scores(panel, [point.nodes for point in own], [point.result for point in own], colour, " – ".join(names))
        rate = published().figure2[names].get(game.partition("(")[0])
        if rate is not None:
            panel.axhline(rate.percent, color=colour, linewidth=1, linestyle=":")
    panel.axhline(50, color=_EDGE, linewidth=0.8, linestyle=(0, (4, 3)))
    panel.set_xscale("log")
    panel.set_ylim(0, 100)
    panel.set_title(game, fontsize=11)
    panel.set_xlabel("nodes a move (dotted: published)")
    panel.set_ylabel("wins of the sampled search, %")
    _plain_numbers(panel, x=True)
    _plain(panel)


def _draw_scores(
    panel: Axes, places: Sequence[float], results: Sequence[PairingResult], colour: str, label: str
) -> None:
    """Draw a line of scores with its 95 % band."""
    panel.plot(
        places, [100 * (result.counts.score or 0.0) for result in results], marker="o", color=colour, label=label
    )
    low, high = ([100 * getattr(result.interval, end) for result in results] for end in ("low", "high"))
    panel.fill_between(places, low, high, color=colour, alpha=0.15, linewidth=0)


def draw_theorem1(measured: Theorem1) -> Figure:
    """Draw the errors over the width, beside what the theorem promises."""
    figure = Figure(figsize=(7, 4.4), layout="constrained")
    panel = figure.subplots()
    widths = [point.width for point in measured.points]
    for index, quantile in enumerate(QUANTILES):
        errors = [point.quantiles[index] for point in measured.points]
        panel.plot(
            widths, errors, marker="o", color=_COLOURS[index], label=f"{100 * quantile:.0f} % of the errors are below"
        )
    panel.plot(
        widths, [point.largest for point in measured.points], marker="o", color=_COLOURS[2], label="largest error seen"
    )
    bounds = [point.bound for point in measured.points]
    panel.plot(widths, bounds, color=_EDGE, linestyle="--", label=f"theorem 1 promises for {100 * CONFIDENCE:.0f} %")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("width c")
    panel.set_ylabel("error of the value")
    panel.legend(frameon=False, fontsize=9)
    _plain_numbers(panel, x=True, y=True)
    _plain(panel)
    return figure


def draw_time_limits(points: Sequence[TimePoint]) -> Figure:
    """Draw the win rates of star1ss over the time limit, a line for each game, the published ones as diamonds."""
    figure = Figure(figsize=(7, 4.4), layout="constrained")
    panel = figure.subplots()
    games = list(dict.fromkeys(point.game for point in points))
    for colour, game in zip(_COLOURS * len(games), games, strict=False):
        own = [point for point in points if point.game == game and point.result.counts.score is not None]
        label = f"{game}, against {own[0].opponent if own else 'mcts'}"
        _draw_scores(panel, [point.ms for point in own], [point.result for point in own], colour, label)
        rate = published().figure2["star1ss", "mcts"].get(game)
        if rate is not None:
            panel.plot([published().ms], [rate.percent], marker="D", color=colour, markerfacecolor="none", linestyle="")
    panel.axhline(50, color=_EDGE, linewidth=0.8, linestyle=(0, (4, 3)))
    panel.set_xscale("log")
    panel.set_ylim(0, 100)
    panel.set_xlabel("time limit of a move, ms (diamonds: published)")
    panel.set_ylabel("wins of star1ss, %")
    panel.legend(frameon=False, fontsize=9)
    _plain_numbers(panel, x=True)
    _plain(panel)
    return figure


def _plain(panel: Axes) -> None:
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="y", color="0.9", linewidth=0.8)
    panel.set_axisbelow(True)


def _plain_numbers(panel: Axes, x: bool = False, y: bool = False) -> None:
    """Write 10 and 100 instead of powers of ten."""
    for wanted, axis in ((x, panel.xaxis), (y, panel.yaxis)):
        if wanted:
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            axis.set_minor_formatter(NullFormatter())
