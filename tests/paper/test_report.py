"""The report's files say the same in every form, and escape what they are given."""

import csv
import json
from pathlib import Path

from matplotlib.figure import Figure

from mcms.paper.report import FigureData, Report, Section, TableData, markdown, web_page


def small_report() -> Report:
    figure = Figure(figsize=(2, 1))
    figure.subplots().plot([0, 1], [1, 0])
    return Report(
        title="Numbers <of> a run",
        sections=[
            Section(
                title="One & only",
                parts=[
                    "a < b",
                    FigureData(name="line", words="A line", figure=figure),
                    TableData(
                        name="table",
                        columns=["name", "|bias|"],
                        rows=[["x", "1.5"], ["y", "agrees"]],
                        numbers=[{"name": "x", "bias": 1.5}, {"name": "y", "bias": None}],
                    ),
                ],
            )
        ],
        manifest={"seed": 1},
    )


def test_all_files_are_written(tmp_path: Path) -> None:
    page = small_report().write(tmp_path / "out")
    assert page == tmp_path / "out" / "report.html"
    assert {path.name for path in page.parent.rglob("*.*")} == {
        "report.html", "report.md", "manifest.json", "line.png", "line.svg", "table.csv",
    }  # fmt: skip
    assert json.loads((page.parent / "manifest.json").read_text()) == {"seed": 1}
    with (page.parent / "csv" / "table.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [{"name": "x", "bias": "1.5"}, {"name": "y", "bias": ""}]


def test_the_same_numbers_give_the_same_files(tmp_path: Path) -> None:
    first, second = (small_report().write(tmp_path / name).parent for name in ("one", "two"))
    for name in ("report.html", "figures/line.svg"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_the_page_needs_nothing_else_and_escapes() -> None:
    page = web_page(small_report())
    assert "Numbers &lt;of&gt; a run" in page
    assert "a &lt; b" in page
    assert '<td class="agrees">agrees</td>' in page
    assert page.count("<svg") == 1
    assert 'id="line-' in page
    assert "<script" not in page
    assert "src=" not in page


def test_markdown_tables_keep_their_columns() -> None:
    text = markdown(small_report())
    assert "| name | \\|bias\\| |" in text
    assert "![A line](figures/line.png)" in text
