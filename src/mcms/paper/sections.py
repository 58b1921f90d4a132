"""What the report says of each experiment. Every number comes from the results or from the published data."""

from collections.abc import Container, Iterator, Sequence
from typing import Any

from mcms.arena.standings import PairingResult
from mcms.limit import Limit
from mcms.paper.figure2 import Agreement, Bar, Choice
from mcms.paper.published import WinRate, published
from mcms.paper.reasons import Reason
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.sampling import TWINS, Claim, EqualWork, Level, Sampling
from mcms.paper.savings import Saving
from mcms.paper.table1 import Table1
from mcms.paper.theorem1 import CONFIDENCE, QUANTILES, Theorem1
from mcms.paper.time_limit import TimePoint
from mcms.paper.tuning import TunedAlgorithm
from mcms.paper.without_luck import WithoutLuck
from mcms.plots.paper_figures import draw_equal_work, draw_figure2, draw_theorem1, draw_time_limits
from mcms.stats import Mean

_MEASURES = {"mse": "MSE", "variance": "variance", "abs_bias": "|bias|", "regret": "regret"}


def table1_section(measured: Table1) -> Section:
    """Compare the estimators with the paper's."""
    rows: list[list[str]] = []
    numbers: list[dict[str, Any]] = []
    for name, found in measured.rows.items():
        paper = published().table1[name] if measured.game == "pig" else None
        cells: list[str] = [name]
        row: dict[str, Any] = {"algorithm": name}
        for measure in _MEASURES:
            mean: Mean = getattr(found, measure)
            cells += [_with_error(mean), f"{getattr(paper, measure):g}" if paper else "–"]
            row |= {
                measure: mean.value,
                f"{measure}_standard_error": mean.standard_error,
                f"{measure}_published": getattr(paper, measure) if paper else None,
            }
        rows.append(cells)
        numbers.append(row)
    columns = ["algorithm", *(f"{word}{mark}" for word in _MEASURES.values() for mark in ("", ", published"))]
    words = (
        f"Each algorithm searched {measured.states} states of {measured.game} {measured.runs} times, {measured.limit} "
        "a search; ± is the standard error over the states. The truth is the solved game's. Per state, over its runs, "
        "MSE = variance + bias²; the table has the means over the states."
    )
    return Section(
        title="Table 1: the algorithms as estimators",
        parts=[words, TableData(name="table1", columns=columns, rows=rows, numbers=numbers)],
    )


def _with_error(mean: Mean) -> str:
    error = "" if mean.standard_error is None else f" ± {mean.standard_error:.2g}"
    return f"{mean.value:.3g}{error}"


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
        _published(rate),
        f"{100 * (counts.score or 0):.2f}",
        f"{100 * interval.low:.2f}–{100 * interval.high:.2f}",
        str(bar.agreement) if bar.published_direction else "published undecided",
    ]


def _published(rate: WinRate | None) -> str:
    return f"{rate.percent:.2f} ± {rate.half_width:.2f}" if rate else "–"


def _bar_numbers(bar: Bar) -> dict[str, Any]:
    rate = bar.published
    return {
        "left": bar.names[0],
        "right": bar.names[1],
        "players": bar.result.pairing.title,
        "game": bar.game,
        **_result_numbers(bar.result),
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
            "error over the matches. “Perfect” is what a left player who gave away nothing would score: no search can "
            "come out above it.",
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
        _with_error(score),
        f"{100 * found.perfect:.1f}",
        *_percent(found.bar.result),
        _published(found.bar.published),
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
    } | _result_numbers(found.bar.result)


def sampling_section(measured: Sampling) -> Section:
    """Show when sampling pays, whatever the machine: at equal work, and against the worth of depth."""
    return Section(
        title="When sampling pays",
        parts=[
            "Each sampled search against its classic twin with the same number of nodes a move, so that neither the "
            "machine nor the cost of a node plays a part. Dotted lines are the published scores. A sampled search wins "
            "clearly where its twin cannot finish a level that matters and it can; with more nodes both finish it, and "
            "the noise of the sample is left.",
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
            "against star2 of the same depth. Sampling can only pay where the first is worth more than the second "
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
    return [names, point.game, f"{point.nodes:,}", matches, *_percent(point.result)]


def _work_numbers(point: EqualWork) -> dict[str, Any]:
    where = {"left": point.names[0], "right": point.names[1], "game": point.game, "nodes": point.nodes}
    return where | _result_numbers(point.result)


def _level_row(level: Level) -> list[str]:
    return [level.game, str(level.depth), *_percent(level.deeper), *_percent(level.sampled)]


def _level_numbers(level: Level) -> dict[str, Any]:
    measured = {"deeper": level.deeper, "sampled": level.sampled}
    numbers = {
        f"{name}_{key}": value for name, result in measured.items() for key, value in _result_numbers(result).items()
    }
    return {"game": level.game, "depth": level.depth} | numbers


def savings_section(measured: Sequence[Saving], limit: Limit) -> Section:
    """Show what sampling saves and costs, which decides who wins."""
    return Section(
        title="What sampling saves",
        parts=[
            "A sampled search wins where it sees much further than its classic twin for the noise that it takes in "
            "return. That depends on how many distinct outcomes its sample leaves out, since a chance node here lists "
            "equal outcomes once, and on what a node costs: the classic searches evaluate all outcomes below a leaf in "
            f"one go, which a sample cannot. Depth and million nodes a second are those of {limit} a move.",
            TableData(
                name="savings",
                columns=["pairing", "game", "width", "distinct outcomes", "depth", "M nodes/s"],
                rows=[_saving_row(saving) for saving in measured],
                numbers=[_saving_numbers(saving) for saving in measured],
            ),
        ],
    )


def _saving_row(saving: Saving) -> list[str]:
    twin, classic = saving.twin, saving.classic
    return [
        f"{twin.name} – {classic.name}",
        saving.game,
        str(saving.width),
        f"{saving.sampled:.1f} of {saving.outcomes:.1f}",
        f"{twin.depth:.1f} – {classic.depth:.1f}",
        f"{twin.nodes_per_second / 1e6:.0f} – {classic.nodes_per_second / 1e6:.0f}",
    ]


def _saving_numbers(saving: Saving) -> dict[str, Any]:
    return {
        "game": saving.game,
        "sampled": saving.twin.name,
        "classic": saving.classic.name,
        "width": saving.width,
        "outcomes": saving.outcomes,
        "distinct_in_sample": saving.sampled,
        "sampled_depth": saving.twin.depth,
        "classic_depth": saving.classic.depth,
        "sampled_nodes_per_second": saving.twin.nodes_per_second,
        "classic_nodes_per_second": saving.classic.nodes_per_second,
    }


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
    score, interval = _percent(point.result)
    return [point.game, f"{point.ms:g}", point.opponent, str(counts.pairs), score, interval]


def _time_numbers(point: TimePoint) -> dict[str, Any]:
    where = {"game": point.game, "ms": point.ms, "opponent": point.opponent}
    return where | _result_numbers(point.result)


def _result_numbers(result: PairingResult) -> dict[str, Any]:
    return result.counts.to_json() | {"low": result.interval.low, "high": result.interval.high}


def _percent(result: PairingResult) -> tuple[str, str]:
    """Write the score and its interval in percent."""
    interval = result.interval
    return f"{100 * (result.counts.score or 0):.1f}", f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"


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
                words="Errors of sampled expectimax over the width, and the bound of theorem 1",
                figure=draw_theorem1(measured),
            ),
            TableData(name="theorem1", columns=columns, rows=rows, numbers=numbers),
        ],
    )


def tuning_section(tuned: Sequence[TunedAlgorithm]) -> Section:
    """Show the champions beside the published options."""
    return Section(
        title="Tuning",
        parts=[
            "Elimination as in the paper: options meet head to head, winners go on. The last columns are the "
            "champion's score against the published options on fresh seeds; only they are a claim.",
            TableData(
                name="tuning",
                columns=["algorithm", "game", "published", "champion", "against published, %", "95 %"],
                rows=[_tuned_row(found) for found in tuned],
                numbers=[_tuned_numbers(found) for found in tuned],
            ),
        ],
    )


def _tuned_row(found: TunedAlgorithm) -> list[str]:
    validation = found.tuning.validation
    validated = ("is the default", "") if validation is None else _percent(validation)
    return [found.algorithm, found.game, _options(found.published), found.tuning.champion.label, *validated]


def _tuned_numbers(found: TunedAlgorithm) -> dict[str, Any]:
    validation = found.tuning.validation
    return {
        "algorithm": found.algorithm,
        "game": found.game,
        "published": _options(found.published),
        "champion": found.tuning.champion.label,
        "validation_score": None if validation is None else validation.counts.score,
        "validation_low": None if validation is None else validation.interval.low,
        "validation_high": None if validation is None else validation.interval.high,
        "validation_matches": None if validation is None else validation.counts.pairs,
    }


def _options(options: dict[str, float] | None) -> str:
    return "–" if options is None else ", ".join(f"{name}={value:g}" for name, value in options.items())
