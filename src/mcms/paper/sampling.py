"""When sampling pays: sampled searches against their classic twins at equal work, and what depth is worth.

A sampled search buys depth with noise. Whether that is a good bargain is asked in three ways that depend on no
machine, since limits are nodes and depths: who wins with the same number of nodes, what one more level of depth is
worth, and what the noise costs at the same depth.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from mcms import load
from mcms.arena.game_play import play_game
from mcms.arena.match import pairing
from mcms.arena.player import player
from mcms.arena.schedule import Plays
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.experiment import Experiment, Setting, decisions_per_game, move_seconds
from mcms.paper.published import published
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.savings import Saving, savings, savings_section
from mcms.paper.scale import Scale
from mcms.paper.twins import TWINS
from mcms.paper.wording import game_title, percent, result_numbers
from mcms.plots.panels import COLOURS, level, line_with_band, one_legend, panels, plain, plain_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POORLY_EVALUATED = {"ewn": "ewn(evaluation=stones)"}
"""Games again with a poor evaluation, as the paper says its own was in EinStein würfelt nicht!."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class EqualWork:
    """A sampled search against its classic twin with the same number of nodes a move."""

    names: tuple[str, str]
    game: str
    nodes: int
    result: PairingResult


@dataclasses.dataclass(frozen=True, kw_only=True)
class Level:
    """What a level of depth is worth and what sampling costs there, both in matches of star2."""

    game: str
    depth: int
    deeper: PairingResult
    """One level more against this depth."""
    sampled: PairingResult
    """star2ss of this depth against star2 of this depth."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sampling:
    """The experiment."""

    work: tuple[EqualWork, ...]
    levels: tuple[Level, ...]

    def claims(self) -> tuple["Claim", ...]:
        """Count what comes out of the paper's claim at each number of nodes, with either kind of evaluation."""
        return tuple(
            Claim(nodes=nodes, poorly_evaluated=poorly, points=tuple(self._played(nodes, poorly)))
            for poorly in (False, True)
            for nodes in dict.fromkeys(point.nodes for point in self.work)
        )

    def _played(self, nodes: int, poorly: bool) -> Iterator[EqualWork]:
        left_out = POORLY_EVALUATED if poorly else POORLY_EVALUATED.values()
        return (point for point in self.work if point.nodes == nodes and point.game not in left_out)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """The paper's claim, that every sampled search beats its classic twin in every game, at equal work."""

    nodes: int
    poorly_evaluated: bool
    """Whether games are the variants with a poor evaluation where there is one."""
    points: tuple[EqualWork, ...]

    @property
    def above(self) -> int:
        """How many scores are above one half."""
        return sum((point.result.counts.score or 0.0) > 0.5 for point in self.points)

    @property
    def surely_above(self) -> int:
        """How many are at 95 %."""
        return sum(point.result.interval.low > 0.5 for point in self.points)

    @property
    def surely_below(self) -> int:
        """How many are below one half at 95 %."""
        return sum(point.result.interval.high < 0.5 for point in self.points)


def games_for_sampling(games: Sequence[BaseGame[Any]]) -> list[BaseGame[Any]]:
    """Return the games, each followed by its poorly evaluated variant if it has one."""
    texts = [text for game in games for text in (str(game), POORLY_EVALUATED.get(str(game))) if text]
    return [load(text) for text in texts]


def sampling(games: Sequence[BaseGame[Any]], scale: Scale, *, runner: Plays, seed: int) -> Sampling:
    """Play all twins with equal nodes, and the levels of depth."""
    boards = games_for_sampling(games)
    return Sampling(work=_equal_work(boards, scale, runner, seed), levels=_levels(boards, scale, runner, seed))


def _equal_work(games: Sequence[BaseGame[Any]], scale: Scale, runner: Plays, seed: int) -> tuple[EqualWork, ...]:
    wanted = [(game, names, nodes) for game in games for names in TWINS for nodes in scale.work]
    fresh = derive(seed, "equal work")
    pairings = [
        pairing(game, *names, matches=scale.work_matches, limit=Limit(nodes=nodes), seed=fresh)
        for game, names, nodes in wanted
    ]
    return tuple(
        EqualWork(names=names, game=str(game), nodes=nodes, result=result)
        for (game, names, nodes), result in zip(wanted, runner.play(pairings, "equal work"), strict=True)
    )


def _levels(games: Sequence[BaseGame[Any]], scale: Scale, runner: Plays, seed: int) -> tuple[Level, ...]:
    wanted = [(game, depth) for game in games for depth in range(1, scale.levels + 1)]
    fresh = derive(seed, "levels")
    meeting = partial(pairing, matches=scale.work_matches, seed=fresh)
    deeper = [meeting(game, f"star2@depth={depth + 1}", f"star2@depth={depth}") for game, depth in wanted]
    sampled = [meeting(game, f"star2ss@depth={depth}", f"star2@depth={depth}") for game, depth in wanted]
    results = runner.play([*deeper, *sampled], "levels of depth")
    return tuple(
        Level(game=str(game), depth=depth, deeper=gain, sampled=cost)
        for (game, depth), gain, cost in zip(wanted, results[: len(wanted)], results[len(wanted) :], strict=True)
    )


@dataclasses.dataclass(frozen=True, kw_only=True)
class WhenAndWhat:
    """When sampling pays, and what it saves."""

    sampling: Sampling
    savings: tuple[Saving, ...]
    limit: Limit


class SamplingExperiment(Experiment[WhenAndWhat]):
    """Why sampling wins or loses."""

    name: ClassVar[str] = "sampling"
    says: ClassVar[str] = (
        "why: sampled searches against their classic twins with equal nodes, what a level of depth is worth, what a "
        "sample costs and saves"
    )

    def estimate_seconds(self, setting: Setting) -> float:
        """Return what twins at equal work take, and what levels of depth do: about what a game of the deepest takes."""
        return sum(_seconds(game, setting.scale) for game in games_for_sampling(setting.games))

    def run(self, setting: Setting) -> WhenAndWhat:
        """Play all twins, and search with them."""
        limit = setting.scale.timed(setting.scale.ms)
        return WhenAndWhat(
            sampling=sampling(setting.games, setting.scale, runner=setting.runner, seed=setting.seed),
            savings=savings(setting.games, limit, runner=setting.runner),
            limit=limit,
        )

    def sections(self, measured: WhenAndWhat) -> Sequence[Section]:
        """Show when sampling pays, then what it saves."""
        return [sampling_section(measured.sampling), savings_section(measured.savings, measured.limit)]


def _seconds(game: BaseGame[Any], scale: Scale) -> float:
    moves = 2 * decisions_per_game(game) * len(TWINS) * scale.work_matches
    at_equal_work = moves * sum(move_seconds(Limit(nodes=nodes)) for nodes in scale.work)
    deepest = player("star2", game, Limit(depth=scale.levels + 1))
    played = play_game(game, (deepest, deepest), seed=0)
    return at_equal_work + 2 * scale.work_matches * sum(clock.seconds for clock in played.clocks)


def sampling_section(measured: Sampling) -> Section:
    """Show when sampling pays, whatever the machine: at equal work, and against the worth of depth."""
    return Section(
        title="When sampling pays",
        parts=[
            "Each sampled search against its classic twin with the same number of nodes a move, so that neither the "
            "machine nor the cost of a node plays a part. Dotted lines are the published scores. A sampled search wins "
            "clearly where its twin cannot finish a level that matters and it can; with more nodes both finish it, and "
            "less is left to gain.",
            FigureData(
                name="equal_work",
                words="Win rates of sampled searches against their classic twins over the nodes of a move",
                figure=draw_equal_work(measured.work),
            ),
            "The paper's claim is that every sampled search beats its classic twin in every game. So much of it comes "
            "out at equal work, with the plain evaluations and with the poor one of EinStein würfelt nicht! that "
            "counts stones only:",
            TableData(
                name="claim_at_equal_work",
                columns=["evaluations", "nodes", "comparisons", "above 50 %", "surely above", "surely below"],
                rows=[_claim_row(claim) for claim in measured.claims()],
                numbers=[_claim_numbers(claim) for claim in measured.claims()],
            ),
            TableData(
                name="equal_work",
                columns=["pairing", "game", "nodes", "matches", "score, %", "95 %"],
                rows=[_work_row(point) for point in measured.work],
                numbers=[_work_numbers(point) for point in measured.work],
            ),
            "What depth is worth: star2 with one more level against star2 of a depth. And what sampling costs: star2ss "
            "against star2 of the same depth. Sampling pays where the levels that it adds are worth more than it "
            "costs.",
            TableData(
                name="levels",
                columns=["game", "depth", "one more level, %", "95 %", "sampled at this depth, %", "95 %"],
                rows=[_level_row(level) for level in measured.levels],
                numbers=[_level_numbers(level) for level in measured.levels],
            ),
        ],
    )


def _claim_row(claim: Claim) -> list[str]:
    counts = (len(claim.points), claim.above, claim.surely_above, claim.surely_below)
    return ["poor in EWN" if claim.poorly_evaluated else "plain", f"{claim.nodes:,}", *map(str, counts)]


def _claim_numbers(claim: Claim) -> dict[str, Any]:
    return {
        "poorly_evaluated": claim.poorly_evaluated,
        "nodes": claim.nodes,
        "comparisons": len(claim.points),
        "above": claim.above,
        "surely_above": claim.surely_above,
        "surely_below": claim.surely_below,
    }


def _work_row(point: EqualWork) -> list[str]:
    names, matches = " – ".join(point.names), str(point.result.counts.pairs)
    return [names, point.game, f"{point.nodes:,}", matches, *percent(point.result)]


def _work_numbers(point: EqualWork) -> dict[str, Any]:
    where = {"left": point.names[0], "right": point.names[1], "game": point.game, "nodes": point.nodes}
    return where | result_numbers(point.result)


def _level_row(level: Level) -> list[str]:
    return [level.game, str(level.depth), *percent(level.deeper), *percent(level.sampled)]


def _level_numbers(level: Level) -> dict[str, Any]:
    measured = {"deeper": level.deeper, "sampled": level.sampled}
    numbers = {
        f"{name}_{key}": value for name, result in measured.items() for key, value in result_numbers(result).items()
    }
    return {"game": level.game, "depth": level.depth} | numbers


def draw_equal_work(points: Sequence[EqualWork]) -> "Figure":
    """Draw the win rates of sampled searches over the nodes of a move, a panel for each game."""
    games = list(dict.fromkeys(point.game for point in points))
    figure, drawn = panels(len(games), columns=3, size=(3.7, 3.3))
    for panel, game in zip(drawn, games, strict=True):
        _draw_work(panel, [point for point in points if point.game == game], game)
    one_legend(figure, drawn[0])
    return figure


def _draw_work(panel: "Axes", points: Sequence[EqualWork], game: str) -> None:
    for colour, names in zip(COLOURS, dict.fromkeys(point.names for point in points), strict=False):
        own = [point for point in points if point.names == names]
        scores = [100 * (point.result.counts.score or 0.0) for point in own]
        ends = [(100 * point.result.interval.low, 100 * point.result.interval.high) for point in own]
        line_with_band(panel, [point.nodes for point in own], scores, ends, colour, " – ".join(names))
        rate = published().rate(names, game.partition("(")[0])
        if rate is not None:
            level(panel, rate.percent, color=colour, linestyle=":", linewidth=1)
    level(panel, 50)
    panel.set_xscale("log")
    panel.set_ylim(0, 100)
    panel.set_title(game_title(game), fontsize=11)
    panel.set_xlabel("nodes a move (dotted: published)")
    panel.set_ylabel("wins of the sampled search, %")
    plain_numbers(panel, x=True)
    plain(panel)
