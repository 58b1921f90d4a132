"""Figure 2: seven pairings in four games; "mcts" is the better of mcts and dpw, chosen by matches.

At a time limit, as in the paper, or at a number of nodes a move, which depends on no machine. The time-limited form has
an eighth pairing that the paper could not have: ``mcms``, with its learnt evaluations, against the better of mcts and
dpw.
"""

import dataclasses
import math
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mcms.arena.match import pairing
from mcms.arena.schedule import Plays
from mcms.games.base import BaseGame
from mcms.paper.bars import Agreement, Bar, count_agreements
from mcms.paper.choice import Choice
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.program import AS_HERE, Program
from mcms.paper.published import published
from mcms.paper.reasons import Reason, reasons
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.scale import Scale
from mcms.paper.table1 import truth_of
from mcms.paper.twins import TWINS
from mcms.paper.without_luck import WithoutLuck, without_luck, without_luck_section
from mcms.paper.wording import game_title, published_rate, result_numbers
from mcms.plots.panels import COLOURS, PUBLISHED, level, one_legend, panels, plain, points_with_bars
from mcms.stats import Sprt

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BEYOND_THE_PAPER = ("mcms", "mcts")
"""The pairing that the paper could not have."""
_ERROR_OF_A_DIRECTION = 0.025


@dataclasses.dataclass(frozen=True, kw_only=True)
class Figure2:
    """All pairings in all games."""

    bars: tuple[Bar, ...]
    choice: Choice
    without_luck: tuple[WithoutLuck, ...]
    """Those of the solved game again, by what was given away."""
    sprt: Sprt | None
    """The test that ended pairings early, if there was one."""


def bars_of(
    games: Sequence[BaseGame[Any]],
    scale: Scale,
    choice: Choice,
    *,
    runner: Plays,
    seed: int,
    program: Program = AS_HERE,
    title: str = "figure 2",
) -> tuple[Bar, ...]:
    """Play all pairings in all games."""
    beyond = () if scale.nodes else (BEYOND_THE_PAPER,)
    wanted = [(names, game) for names in (*published().figure2, *beyond) for game in games]
    pairings = [
        pairing(
            game,
            program.player(left, game, scale.limit_in(game.name)),
            program.player(choice.better(game) if right == "mcts" else right, game, scale.limit_in(game.name)),
            matches=scale.matches_in(game.name),
            seed=seed,
        )
        for (left, right), game in wanted
    ]
    return tuple(
        Bar(names=names, game=str(game), result=result, published=published().rate(names, game.name))
        for (names, game), result in zip(wanted, runner.play(pairings, title), strict=True)
    )


class Figure2Experiment(Experiment[Figure2]):
    """Seven pairings in four games."""

    name: ClassVar[str] = "figure2"
    says: ClassVar[str] = "seven pairings in four games, with the better of mcts and dpw chosen by matches first"

    def estimate_seconds(self, setting: Setting) -> float:
        """Return how long all matches take, and those that choose."""
        scale, pairings = setting.scale, len(published().figure2) + (not setting.scale.nodes)
        return sum(
            setting.match_seconds(game, scale.limit_in(game.name))
            * (pairings * scale.matches_in(game.name) + scale.choice_matches)
            for game in setting.games
        )

    def run(self, setting: Setting) -> Figure2:
        """Play what the records lack."""
        sprt = None
        if (margin := setting.scale.decide_elo) is not None:
            rate = _ERROR_OF_A_DIRECTION
            sprt = Sprt(elo0=-margin, elo1=margin, alpha=rate, beta=rate)
        bars = bars_of(
            setting.games,
            setting.scale,
            setting.choice,
            runner=setting.runner.with_sprt(sprt),
            seed=setting.seed,
            program=setting.program,
        )
        solved = [bar for bar in bars if bar.game == str(setting.solved_game)]
        # Matches that a test ended are no fixed number of them, and their mean is not unbiased.
        weighed = without_luck(solved, truth_of(setting.solved_game), records=setting.runner.records) if solved else ()
        return Figure2(bars=bars, choice=setting.choice, without_luck=() if sprt else weighed, sprt=sprt)

    def sections(self, measured: Figure2) -> Sequence[Section]:
        """Say which directions came out."""
        sections = [figure2_section(measured.bars, measured.choice, reasons(), sprt=measured.sprt)]
        if measured.without_luck:
            sections.append(without_luck_section(measured.without_luck))
        return sections


def figure2_section(
    bars: Sequence[Bar], choice: Choice, known: Sequence[Reason], *, sprt: Sprt | None = None
) -> Section:
    """Compare the win rates with the paper's, and say of each whether its direction came out."""
    compared = [bar for bar in bars if bar.published_direction != 0]
    missing = {(bar.names, bar.game) for bar in compared if bar.agreement is not Agreement.AGREES}
    return Section(
        title="Figure 2: who wins",
        parts=[
            *_words(bars, choice, sprt),
            FigureData(
                name="figure2",
                words="Win rates of the pairings in each game, published and measured, with 95 % error bars",
                figure=draw_figure2(bars),
            ),
            bars_table("figure2", bars),
            *explanations(missing, known),
        ],
    )


def _words(bars: Sequence[Bar], choice: Choice, sprt: Sprt | None) -> Iterator[str]:
    counts = count_agreements(list(bars))
    twins = [bar for bar in bars if bar.names in TWINS]
    yield (
        f"Comparisons that the paper decides at 95 %: {sum(counts.values())}. Here they come out as published: "
        f"{counts[Agreement.AGREES]}; the other way round: {counts[Agreement.DISAGREES]}; undecided at 95 %: "
        f"{counts[Agreement.UNDECIDED]}."
    )
    yield (
        f"The paper's main claim, that a sampled search beats its classic twin, is measured {len(twins)} times. "
        f"Scores above 50 %: {sum(bar.score > 50 for bar in twins)}, surely so: "
        f"{sum(bar.measured_direction > 0 for bar in twins)}."
    )
    yield choice_words(choice)
    if sprt is None:
        yield "Intervals are 95 % and respect that the two games of a match share their luck."
    else:
        yield (
            f"A pairing ends as soon as a sequential test (SPRT of {sprt.hypotheses}, either error "
            f"{100 * sprt.alpha:g} %) knows the direction, which it is then counted by; “undecided” are those that it "
            "left open after all matches. Scores and intervals of pairings that ended early are a little too extreme."
        )


def choice_words(choice: Choice) -> str:
    """Say which of mcts and dpw was chosen, and by what."""
    chosen = ", ".join(
        f"{choice.better(game)} in {game} ({_better_score(result.counts.score or 0.5):.1f} % in {result.counts.pairs} "
        "matches)"
        for game, result in choice.results.items()
    )
    return f"The better of mcts and dpw by matches, which “mcts” stands for: {chosen}."


def _better_score(score: float) -> float:
    return 100 * max(score, 1 - score)


def bars_table(name: str, bars: Sequence[Bar]) -> TableData:
    """Return all numbers of bars beside the published ones."""
    return TableData(
        name=name,
        columns=["pairing", "game", "matches", "published", "measured", "95 %", "direction"],
        rows=[_bar_row(bar) for bar in bars],
        numbers=[bar_numbers(bar) for bar in bars],
    )


def explanations(missing: Container[tuple[tuple[str, ...], str]], known: Sequence[Reason]) -> Iterator[str]:
    """Say why what is missing did not come out as published, as far as it is known."""
    for reason in known:
        concerned = [" – ".join(names) for names in reason.pairings if (names, reason.game) in missing]
        if concerned:
            yield f"Why not as published in {reason.game} ({', '.join(concerned)}): {reason.why}"


def _bar_row(bar: Bar) -> list[str]:
    return [
        " – ".join(bar.names),
        bar.game,
        str(bar.result.counts.pairs),
        published_rate(bar.published),
        f"{bar.score:.2f}",
        "{:.2f}–{:.2f}".format(*bar.ends),
        said(bar, bar.agreement),
    ]


def said(bar: Bar, agreement: Agreement) -> str:
    """Say whether a direction came out, if there is one published."""
    return str(agreement) if bar.published_direction else "published undecided" if bar.published else "not published"


def bar_numbers(bar: Bar) -> dict[str, Any]:
    """Return a bar in full."""
    rate = bar.published
    return {
        "left": bar.names[0],
        "right": bar.names[1],
        "players": bar.result.pairing.title,
        "game": bar.game,
        **result_numbers(bar.result),
        "published": rate.percent / 100 if rate else None,
        "published_half_width": rate.half_width / 100 if rate else None,
        "agreement": str(bar.agreement),
    }


def draw_figure2(bars: Sequence[Bar]) -> "Figure":
    """Draw the win rates, a panel for each game: what was measured, and below it what was published."""
    games = list(dict.fromkeys(bar.game for bar in bars))
    figure, drawn = panels(len(games), columns=4, size=(2.9, 3.7))
    for panel, game in zip(drawn, games, strict=True):
        _draw_game(panel, [bar for bar in bars if bar.game == game], game)
    one_legend(figure, drawn[0])
    return figure


def _whole_tens(ends: Sequence[float]) -> tuple[float, float]:
    """Return from which to which percent a panel goes: no wider than all bars need, so that short ones show."""
    low, high = min(*ends, 50), max(*ends, 50)
    return max(0.0, 10 * math.floor(low / 10)), min(100.0, 10 * math.ceil(high / 10))


def _draw_game(panel: "Axes", bars: Sequence[Bar], game: str) -> None:
    places = [float(place) for place in range(len(bars))]
    points_with_bars(
        panel,
        [place - 0.14 for place in places],
        [bar.score for bar in bars],
        [bar.ends for bar in bars],
        marker="o",
        markersize=4.5,
        color=COLOURS[0],
        label="measured here, 95 %",
    )
    rates = [
        (place, bar.published, bar.published_ends)
        for place, bar in zip(places, bars, strict=True)
        if bar.published is not None and bar.published_ends is not None
    ]
    points_with_bars(
        panel,
        [place + 0.14 for place, _, _ in rates],
        [rate.percent for _, rate, _ in rates],
        [ends for _, _, ends in rates],
        marker="D",
        markersize=4.5,
        color=PUBLISHED,
        markerfacecolor="white",
        label="published (2013), 95 %",
    )
    level(panel, 50, across=False)
    panel.set_yticks(places, [" – ".join(bar.names) for bar in bars])
    panel.set_ylim(len(bars) - 0.5, -0.5)
    panel.set_xlim(*_whole_tens([end for bar in bars for end in (*bar.ends, *(bar.published_ends or ()))]))
    panel.set_title(game_title(game), fontsize=11)
    panel.set_xlabel("wins of the left player, %")
    plain(panel, grid="x")
