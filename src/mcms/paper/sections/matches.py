"""What the report says of figure 2, with and without luck, and of the time limit."""

from collections.abc import Container, Iterator, Sequence
from typing import Any

from mcms.paper.figure2 import Agreement, Bar, Choice
from mcms.paper.published import published
from mcms.paper.reasons import Reason
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.sampling import TWINS
from mcms.paper.sections.wording import percent, published_rate, result_numbers, with_error
from mcms.paper.time_limit import TimePoint
from mcms.paper.without_luck import WithoutLuck
from mcms.plots.paper_figures import draw_figure2, draw_time_limits
from mcms.stats import Mean


def figure2_section(bars: Sequence[Bar], choice: Choice, reasons: Sequence[Reason]) -> Section:
    """Compare the win rates with the paper's, and say of each whether its direction came out."""
    compared = [bar for bar in bars if bar.published_direction != 0]
    counts = {kind: sum(bar.agreement is kind for bar in compared) for kind in Agreement}
    twins = [bar for bar in bars if bar.names in TWINS]
    better = sum(bar.result.interval.low > 0.5 for bar in twins)
    above = sum((bar.result.counts.score or 0) > 0.5 for bar in twins)
    chosen = ", ".join(f"{choice.better(game)} in {game}" for game in choice.results)
    words = [
        f"Comparisons that the paper decides at 95 %: {len(compared)}. Here they come out as published: "
        f"{counts[Agreement.AGREES]}; the other way round: {counts[Agreement.DISAGREES]}; undecided at 95 %: "
        f"{counts[Agreement.UNDECIDED]}.",
        f"The paper's main claim, that a sampled search beats its classic twin, is measured {len(twins)} times. "
        f"Scores above 50 %: {above}, surely so: {better}.",
        f"The better of mcts and dpw by matches, which “mcts” stands for: {chosen}.",
        "Intervals are 95 % and respect that the two games of a match share their luck.",
    ]
    parts: list[str | TableData | FigureData] = [*words]
    parts.append(
        FigureData(
            name="figure2",
            words="Win rates of seven pairings in each game, published and measured, with 95 % error bars",
            figure=draw_figure2(bars),
        )
    )
    parts.append(
        TableData(
            name="figure2",
            columns=["pairing", "game", "matches", "published", "measured", "95 %", "direction"],
            rows=[_bar_row(bar) for bar in bars],
            numbers=[_bar_numbers(bar) for bar in bars],
        )
    )
    missing = {(bar.names, bar.game) for bar in compared if bar.agreement is not Agreement.AGREES}
    parts += explanations(missing, reasons)
    return Section(title="Figure 2: who wins", parts=parts)


def explanations(missing: Container[tuple[tuple[str, ...], str]], reasons: Sequence[Reason]) -> Iterator[str]:
    """Say why what is missing did not come out as published, as far as it is known."""
    for reason in reasons:
        concerned = [" – ".join(names) for names in reason.pairings if (names, reason.game) in missing]
        if concerned:
            yield f"Why not as published in {reason.game} ({', '.join(concerned)}): {reason.why}"


def _bar_row(bar: Bar) -> list[str]:
    counts, interval, rate = bar.result.counts, bar.result.interval, bar.published
    return [
        " – ".join(bar.names),
        bar.game,
        str(counts.pairs),
        published_rate(rate),
        f"{100 * (counts.score or 0):.2f}",
        f"{100 * interval.low:.2f}–{100 * interval.high:.2f}",
        _said(bar, bar.agreement),
    ]


def _said(bar: Bar, agreement: Agreement) -> str:
    return str(agreement) if bar.published_direction else "published undecided"


def _bar_numbers(bar: Bar) -> dict[str, Any]:
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


def without_luck_section(measured: Sequence[WithoutLuck]) -> Section:
    """Compare the pairings of a solved game with the luck taken out."""
    return Section(
        title=f"Figure 2 without luck: {measured[0].bar.game}",
        parts=[
            "In a solved game every decision of a match can be weighed: by how much value it gave away. Luck takes as "
            "much as it gives, so what the right player gave away less what the left one did is what the left one is "
            "expected to gain. This is the score of the same games with most of the noise taken out; ± is a standard "
            "error over the matches, and the direction is decided by it at 95 %. “Perfect” is about what a left player "
            "who gave away nothing would score: there is no more than that to win.",
            TableData(
                name="without_luck",
                columns=[
                    "pairing",
                    "given away a game",
                    "without luck, %",
                    "perfect, %",
                    "by wins, %",
                    "95 %",
                    "published",
                    "direction without luck",
                ],
                rows=[_without_luck_row(found) for found in measured],
                numbers=[_without_luck_numbers(found) for found in measured],
            ),
        ],
    )


def _without_luck_row(found: WithoutLuck) -> list[str]:
    left, right = found.given_away
    score = Mean(100 * found.score.value, found.score.standard_error and 100 * found.score.standard_error)
    return [
        " – ".join(found.bar.names),
        f"{left:.2f} – {right:.2f}",
        with_error(score),
        f"{100 * found.perfect:.1f}",
        *percent(found.bar.result),
        published_rate(found.bar.published),
        _said(found.bar, found.agreement),
    ]


def _without_luck_numbers(found: WithoutLuck) -> dict[str, Any]:
    left, right = found.given_away
    return {
        "left": found.bar.names[0],
        "right": found.bar.names[1],
        "left_given_away": left,
        "right_given_away": right,
        "score_without_luck": found.score.value,
        "standard_error": found.score.standard_error,
        "perfect": found.perfect,
        "agreement": str(found.agreement),
    } | result_numbers(found.bar.result)


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
