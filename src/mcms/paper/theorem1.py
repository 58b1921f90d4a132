"""Theorem 1 measured: how far a sampled value is from the exact one as the width grows, beside the bound.

Both values are of the same depth, so the difference is the sampling's alone. The theorem speaks of independent draws;
beside them stand the other ways of drawing as many outcomes (:class:`mcms.Sampled`), each with what those before it do.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mcms.arena.runner import Runner
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.estimate_records import estimate_states
from mcms.paper.estimates import Estimates, Estimation, search_player
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.scale import Scale
from mcms.plots.files import new_figure
from mcms.plots.panels import COLOURS, EDGE, plain, plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DEPTH = 2
INDEPENDENT = "independent, as in the paper"
DRAWS = {
    INDEPENDENT: "",
    "systematic": ",draw=systematic",
    "and luck by depth": ",draw=systematic,luck=depth",
    "and control variate": ",draw=systematic,luck=depth,control=estimate",
}
"""Ways of drawing, and what tells a search to draw so."""
QUANTILES = (0.5, 0.95)
CONFIDENCE = 0.95
EXACT = 1e-9
"""Errors below this are of rounding."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class WidthPoint:
    """The errors at one width, over states and seeds."""

    width: int
    quantiles: tuple[float, ...]
    """Of the absolute error, in the order of :data:`QUANTILES`."""
    largest: float
    bound: float
    """What the theorem promises for 95 % of the cases."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class DrawErrors:
    """How far off a way of drawing is."""

    draw: str
    """One of :data:`DRAWS`."""
    errors: tuple[float, ...]
    """The root of the mean square error, at each width."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Theorem1:
    """The experiment."""

    game: str
    depth: int
    actions: int
    states: int
    runs: int
    points: tuple[WidthPoint, ...]
    """Of independent draws."""
    draws: tuple[DrawErrors, ...]
    """At the widths of the points."""


def promised_error(*, width: int, actions: int, depth: int, v_max: float, confidence: float) -> float:
    """Return the least λd for which the theorem's bound reaches a confidence.

    >>> round(promised_error(width=1000, actions=2, depth=2, v_max=100, confidence=0.95), 1)
    39.6
    """
    exponent = depth * math.log(2 * width * actions) - math.log(1 - confidence)
    return depth * v_max * math.sqrt(2 * exponent / width)


def theorem1(game: BaseGame[Any], states: Sequence[Any], scale: Scale, *, seed: int, runner: Runner) -> Theorem1:
    """Measure the error of sampled expectimax against exact expectimax."""
    chosen = [state for state in states if game.turn(state) is not Turn.OVER][: scale.theorem_states]
    actions = max(len(game.actions(state)) for state in chosen)
    v_max = max(map(abs, game.value_range()))
    title = "theorem 1"
    (exact,) = estimate_states([_estimation(game, "exp", seed)], chosen, 1, runner=runner, title=title)
    sampled = [
        _estimation(game, f"expss(width={width}{options})", seed)
        for options in DRAWS.values()
        for width in scale.widths
    ]
    found = iter(estimate_states(sampled, chosen, scale.theorem_runs, runner=runner, title=title))
    errors = {draw: [_errors(next(found), exact) for _ in scale.widths] for draw in DRAWS}
    return Theorem1(
        game=str(game),
        depth=DEPTH,
        actions=actions,
        states=len(chosen),
        runs=scale.theorem_runs,
        points=tuple(
            _point(
                of_width,
                width=width,
                bound=promised_error(width=width, actions=actions, depth=DEPTH, v_max=v_max, confidence=CONFIDENCE),
            )
            for width, of_width in zip(scale.widths, errors[INDEPENDENT], strict=True)
        ),
        draws=tuple(
            DrawErrors(draw=draw, errors=tuple(math.sqrt(float(np.mean(np.square(each)))) for each in of_draw))
            for draw, of_draw in errors.items()
        ),
    )


def _estimation(game: BaseGame[Any], algorithm: str, seed: int) -> Estimation:
    return Estimation(game=game, engine=search_player(algorithm, game, Limit(depth=DEPTH)), seed=seed)


def _errors(sampled: Estimates, exact: Estimates) -> list[float]:
    truth = {trial.state: estimate.value for trial, estimate in exact.items()}
    return [abs(estimate.value - truth[trial.state]) for trial, estimate in sampled.items()]


def _point(errors: Sequence[float], *, width: int, bound: float) -> WidthPoint:
    quantiles = tuple(float(quantile) for quantile in np.quantile(errors, QUANTILES))
    return WidthPoint(width=width, quantiles=quantiles, largest=max(errors), bound=bound)


class Theorem1Experiment(Experiment[Theorem1]):
    """The error of sampling."""

    name: ClassVar[str] = "theorem1"
    says: ClassVar[str] = "the error of sampling as the width grows, beside the bound and for each kind of draw"

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all searches take: short ones, but for the widest."""
        searches = len(DRAWS) * len(setting.scale.widths) * setting.scale.theorem_states * setting.scale.theorem_runs
        return 200e-6 * searches

    def run(self, setting: Setting) -> Theorem1:
        """Search the states at all widths."""
        return theorem1(setting.solved_game, setting.states, setting.scale, seed=setting.seed, runner=setting.runner)

    def sections(self, measured: Theorem1) -> Sequence[Section]:
        """Show the error of sampling beside the bound."""
        return [theorem1_section(measured)]


def theorem1_section(measured: Theorem1) -> Section:
    """Show the error of sampling beside the bound."""
    columns = ["width", *(f"{100 * quantile:.0f} % below" for quantile in QUANTILES), "largest", "promised"]
    rows = [
        [str(point.width), *(f"{error:.2f}" for error in (*point.quantiles, point.largest, point.bound))]
        for point in measured.points
    ]
    numbers = [
        {
            "width": point.width,
            **{f"quantile_{q:g}": error for q, error in zip(QUANTILES, point.quantiles, strict=True)},
            "largest": point.largest,
            "bound": point.bound,
        }
        for point in measured.points
    ]
    return Section(
        title="Theorem 1: the error of sampling",
        parts=[
            f"Expectimax of depth {measured.depth} with sampled outcomes against the exact one, in {measured.states} "
            f"states of {measured.game}, {measured.runs} seeds each. The promise holds for {100 * CONFIDENCE:.0f} % of "
            f"the cases with |A| = {measured.actions}; like all bounds of its kind it is far from tight.",
            FigureData(
                name="theorem1",
                words="Errors of sampled expectimax over the width: beside the bound of theorem 1, and by kind of draw",
                figure=draw_theorem1(measured),
            ),
            TableData(name="theorem1", columns=columns, rows=rows, numbers=numbers),
            "The same number of outcomes drawn in other ways, each with what those before it do: the root of the mean "
            "square error. The theorem does not speak of these. Drawn systematically, a width that covers all outcomes "
            "is exact; luck by depth serves comparisons between siblings more than a value by itself.",
            _draws_table(measured),
        ],
    )


def _draws_table(measured: Theorem1) -> TableData:
    widths = [point.width for point in measured.points]
    return TableData(
        name="theorem1_draws",
        columns=["draw", *(f"width {width}" for width in widths)],
        rows=[[draw.draw, *(f"{error:.2f}" for error in draw.errors)] for draw in measured.draws],
        numbers=[
            {"draw": draw.draw, "width": width, "root_mean_square_error": error}
            for draw in measured.draws
            for width, error in zip(widths, draw.errors, strict=True)
        ],
    )


def draw_theorem1(measured: Theorem1) -> "Figure":
    """Draw the errors over the width, beside what the theorem promises and by the kind of draw."""
    figure = new_figure(11, 4.4)
    beside_bound, by_draw = figure.subplots(1, 2)
    _draw_bound(beside_bound, measured)
    _draw_draws(by_draw, measured)
    for panel in (beside_bound, by_draw):
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel("width c")
        panel.legend(frameon=False, fontsize=9)
        plain_numbers(panel, x=True, y=True)
        plain(panel)
    return figure


def _draw_bound(panel: "Axes", measured: Theorem1) -> None:
    widths = [point.width for point in measured.points]
    for index, quantile in enumerate(QUANTILES):
        errors = [point.quantiles[index] for point in measured.points]
        label = f"{100 * quantile:.0f} % of the errors are below"
        panel.plot(widths, errors, marker="o", color=COLOURS[index], label=label)
    largest = [point.largest for point in measured.points]
    panel.plot(widths, largest, marker="s", color=COLOURS[2], label="largest error seen")
    bounds = [point.bound for point in measured.points]
    panel.plot(widths, bounds, color=EDGE, linestyle="--", label=f"theorem 1 promises for {100 * CONFIDENCE:.0f} %")
    panel.set_ylabel("error of the value")
    panel.set_title("independent draws", fontsize=10)


def _draw_draws(panel: "Axes", measured: Theorem1) -> None:
    widths = [point.width for point in measured.points]
    for draw, colour, marker in zip(measured.draws, COLOURS, "osD^", strict=False):
        # An exact value has no place on a logarithmic scale; rounding leaves traces of it.
        shown = [(width, error) for width, error in zip(widths, draw.errors, strict=True) if error > EXACT]
        panel.plot(*zip(*shown, strict=True), marker=marker, color=colour, label=draw.draw)
    panel.set_ylabel("root of the mean square error")
    panel.set_title("by kind of draw; where a line ends, the value is exact", fontsize=10)
