"""What the report says of when sampling pays, and what it saves."""

from collections.abc import Sequence
from typing import Any

from mcms.limit import Limit
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.sampling import Claim, EqualWork, Level, Sampling
from mcms.paper.savings import Saving
from mcms.paper.sections.wording import percent, result_numbers
from mcms.plots.paper_figures import draw_equal_work


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
