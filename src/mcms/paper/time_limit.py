"""The effect of the time limit, which the paper leaves as future work: star1ss against mcts from 1 to 200 ms."""

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mcms.arena.match import pairing
from mcms.arena.standings import PairingResult
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.published import published
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.wording import game_title, percent, result_numbers
from mcms.plots.files import new_figure
from mcms.plots.panels import COLOURS, level, line_with_band, plain, plain_numbers

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclasses.dataclass(frozen=True, kw_only=True)
class TimePoint:
    """A game at a time limit."""

    game: str
    ms: float
    opponent: str
    result: PairingResult


class TimeExperiment(Experiment[tuple[TimePoint, ...]]):
    """From the shortest limit to the longest."""

    name: ClassVar[str] = "time"
    says: ClassVar[str] = "star1ss against MCTS from 1 to 200 ms a move, which the paper leaves as future work"

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all matches take."""
        limits = [setting.scale.timed(ms) for ms in setting.scale.time_limits]
        seconds = sum(setting.match_seconds(game, limit) for game in setting.games for limit in limits)
        return seconds * setting.scale.time_matches

    def run(self, setting: Setting) -> tuple[TimePoint, ...]:
        """Play star1ss against the better of mcts and dpw in each game at each limit."""
        wanted = [(game, ms) for game in setting.games for ms in setting.scale.time_limits]
        pairings = [
            pairing(
                game,
                "star1ss",
                setting.choice.better(game),
                matches=setting.scale.time_matches,
                limit=setting.scale.timed(ms),
                seed=setting.seed,
            )
            for game, ms in wanted
        ]
        results = setting.runner.play(pairings, "time limits")
        return tuple(
            TimePoint(game=str(game), ms=ms, opponent=setting.choice.better(game), result=result)
            for (game, ms), result in zip(wanted, results, strict=True)
        )

    def sections(self, measured: tuple[TimePoint, ...]) -> Sequence[Section]:
        """Show the effect of the time limit."""
        return [time_section(measured)]


def time_section(points: Sequence[TimePoint]) -> Section:
    """Show the effect of the time limit."""
    return Section(
        title="The effect of the time limit",
        parts=[
            "star1ss against the better of mcts and dpw, with more and more time. The paper leaves this as future work "
            f"and measures one point, {published().ms:g} ms on a machine of 2013.",
            FigureData(
                name="time_limit",
                words="Win rate of star1ss against MCTS over the time limit, a line for each game",
                figure=draw_time_limits(points),
            ),
            TableData(
                name="time_limit",
                columns=["game", "ms", "opponent", "matches", "score, %", "95 %"],
                rows=[_time_row(point) for point in points],
                numbers=[_time_numbers(point) for point in points],
            ),
        ],
    )


def _time_row(point: TimePoint) -> list[str]:
    counts = point.result.counts
    score, interval = percent(point.result)
    return [point.game, f"{point.ms:g}", point.opponent, str(counts.pairs), score, interval]


def _time_numbers(point: TimePoint) -> dict[str, Any]:
    where = {"game": point.game, "ms": point.ms, "opponent": point.opponent}
    return where | result_numbers(point.result)


def draw_time_limits(points: Sequence[TimePoint]) -> "Figure":
    """Draw the win rates of star1ss over the time limit, a line for each game, the published ones as diamonds."""
    figure = new_figure(7, 4.4)
    panel = figure.subplots()
    games = list(dict.fromkeys(point.game for point in points))
    for colour, game in zip(COLOURS * len(games), games, strict=False):
        own = [point for point in points if point.game == game and point.result.counts.score is not None]
        label = f"{game_title(game)}, against {own[0].opponent if own else 'mcts'}"
        scores = [100 * (point.result.counts.score or 0.0) for point in own]
        ends = [(100 * point.result.interval.low, 100 * point.result.interval.high) for point in own]
        line_with_band(panel, [point.ms for point in own], scores, ends, colour, label)
        rate = published().figure2["star1ss", "mcts"].get(game)
        if rate is not None:
            panel.plot([published().ms], [rate.percent], marker="D", color=colour, markerfacecolor="none", linestyle="")
    level(panel, 50)
    panel.set_xscale("log")
    panel.set_ylim(0, 100)
    panel.set_xlabel("time limit of a move, ms (diamonds: published)")
    panel.set_ylabel("wins of star1ss, %")
    panel.legend(frameon=False, fontsize=9)
    plain_numbers(panel, x=True)
    plain(panel)
    return figure
