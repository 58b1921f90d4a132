"""What the report says of table 1 and theorem 1."""

from typing import Any

from mcms.paper.published import published
from mcms.paper.report import FigureData, Section, TableData
from mcms.paper.sections.wording import with_error
from mcms.paper.table1 import Table1
from mcms.paper.theorem1 import CONFIDENCE, QUANTILES, Theorem1
from mcms.plots.paper_figures import draw_theorem1
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
            cells += [with_error(mean), f"{getattr(paper, measure):g}" if paper else "–"]
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
