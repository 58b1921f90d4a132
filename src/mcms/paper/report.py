"""Writes a report: one page of HTML with everything inline, the same in Markdown, figures, CSV, and a manifest.

A report is a list of sections made of paragraphs, tables and figures; both forms are written from the same list.
"""

import csv
import dataclasses
import html
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcms.plots.files import save_figure, svg_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --line: #d9dee5; --page: #fff; --good: #2c7a4b;
  --bad: #b3372f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --line: #39414c; --page: #14181d;
  --good: #63c08a; --bad: #ef857c; } figure { background: #fff; border-radius: 6px; } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 66rem;
  margin: 2.5rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; } h2 { margin-top: 2.6rem; font-size: 1.25rem; }
p, li { max-width: 46rem; } figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; display: block; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; margin: 1rem 0; }
th, td { padding: .3rem .55rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { font-weight: 600; white-space: normal; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
.agrees { color: var(--good); } .disagrees { color: var(--bad); }
"""


@dataclasses.dataclass(frozen=True, kw_only=True)
class TableData:
    """A table: what a person sees, and the same numbers in full for a CSV file."""

    name: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[dict[str, Any]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class FigureData:
    """A figure and what it shows, in words."""

    name: str
    words: str
    figure: "Figure"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the report."""

    title: str
    parts: Sequence[str | TableData | FigureData]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    sections: Sequence[Section]
    manifest: dict[str, Any]

    def write(self, folder: Path) -> Path:
        """Write all files into a folder, and return the path of the page."""
        for name in ("figures", "csv"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for part in (part for section in self.sections for part in section.parts):
            if isinstance(part, FigureData):
                for suffix in ("png", "svg"):
                    save_figure(part.figure, folder / "figures" / f"{part.name}.{suffix}")
            elif isinstance(part, TableData):
                _write_csv(part, folder / "csv" / f"{part.name}.csv")
        (folder / "manifest.json").write_text(json.dumps(self.manifest, indent=2) + "\n", encoding="utf-8")
        (folder / "report.md").write_text(markdown(self), encoding="utf-8")
        page = folder / "report.html"
        page.write_text(web_page(self), encoding="utf-8")
        return page


def _write_csv(table: TableData, path: Path) -> None:
    columns = list(dict.fromkeys(name for row in table.numbers for name in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(table.numbers)


def markdown(report: Report) -> str:
    """Write the report in Markdown; figures are links."""
    lines = [f"# {report.title}", ""]
    for section in report.sections:
        lines += [f"## {section.title}", ""]
        for part in section.parts:
            if isinstance(part, str):
                lines += [part, ""]
            elif isinstance(part, FigureData):
                lines += [f"![{part.words}](figures/{part.name}.png)", ""]
            else:
                rows = [part.columns, ["---", *("---:" for _ in part.columns[1:])], *part.rows]
                cells = ([cell.replace("|", "\\|") for cell in row] for row in rows)
                lines += [*(f"| {' | '.join(row)} |" for row in cells), ""]
    return "\n".join(lines)


def web_page(report: Report) -> str:
    """Write the report as one page that needs nothing else."""
    body = "\n".join(_section(section) for section in report.sections)
    title = html.escape(report.title)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n<style>{_STYLE}</style>\n'
        f"<h1>{title}</h1>\n{body}\n</html>\n"
    )


def _section(section: Section) -> str:
    return f"<h2>{html.escape(section.title)}</h2>\n" + "\n".join(map(_part, section.parts))


def _part(part: str | TableData | FigureData) -> str:
    if isinstance(part, str):
        return f"<p>{html.escape(part)}</p>"
    if isinstance(part, FigureData):
        return f'<figure role="img" aria-label="{html.escape(part.words)}">{_inline_svg(part)}</figure>'
    head = "".join(f"<th>{html.escape(column)}</th>" for column in part.columns)
    rows = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in part.rows)
    return f'<div class="scroll"><table>\n<tr>{head}</tr>\n{rows}\n</table></div>'


def _cell(text: str) -> str:
    mark = f' class="{text}"' if text in ("agrees", "disagrees") else ""
    return f"<td{mark}>{html.escape(text)}</td>"


def _inline_svg(part: FigureData) -> str:
    """Return the drawing without the head of a file; names in it are made its own among several on a page."""
    drawing = svg_text(part.figure)
    drawing = drawing[drawing.index("<svg") :]
    for mark in ('id="', 'href="#', "url(#"):
        drawing = drawing.replace(mark, f"{mark}{part.name}-")
    return drawing
