"""Draws the pictures of docs/mcms.md: ``python benchmarks/pictures.py``, from what `strength.py --csv` has measured.

docs/images/mcms-strength.svg   scores of mcms at 10 ms a move
docs/images/mcms-pieces.svg     scores of mcms against itself without one piece
docs/images/mcms-walk.svg       how three of five outcomes are drawn
"""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mcms.paper.wording import game_title
from mcms.plots.files import new_figure, save_figure
from mcms.plots.panels import COLOURS, level, panels, plain, points_with_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOCS = Path(__file__).parent.parent / "docs"
MEASURED = DOCS / "strength" / "strength.csv"
GAMES = ("pig", "ewn", "cant_stop", "ra")
OPPONENTS = {
    "mcts": "MCTS, as published",
    "dpw": "DPW, as published",
    "star2(rule_bounds=false)": "Star2, exact",
    "same evaluation": "MCTS, same\nevaluation, tuned",
}
WIDTH = 3
PROBABILITIES = (0.5, 0.2, 0.1, 0.1, 0.1)
START = 0.11
"""Of the walk in the picture; it may be anything below a step."""

Row = dict[str, str]


def main() -> None:
    with MEASURED.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    images = DOCS / "images"
    against = [row for row in rows if row["player"] == "mcms" and row["ms"] == "10"]
    draw_scores([{**row, "opponent": _opponent(row["opponent"])} for row in against], images / "mcms-strength.svg")
    pieces = [row for row in rows if row["opponent"].startswith("without ")]
    draw_scores(pieces, images / "mcms-pieces.svg")
    draw_walk(images / "mcms-walk.svg")


def _opponent(text: str) -> str:
    tuned = "evaluation=learnt" in text and text.startswith("mcts")
    return OPPONENTS["same evaluation"] if tuned else OPPONENTS.get(text, text)


def draw_scores(rows: Sequence[Row], path: Path) -> None:
    """Draw a panel for each game, a line for each opponent."""
    names = list(dict.fromkeys(row["opponent"] for row in rows))
    games = [game for game in GAMES if any(row["game"] == game for row in rows)]
    figure, drawn = panels(len(games), columns=4, size=(2.7, 0.45 + 0.36 * len(names)))
    for panel, game in zip(drawn, games, strict=True):
        _draw_game(panel, [row for row in rows if row["game"] == game], names)
        panel.set_title(game_title(game), fontsize=11)
        panel.set_xlabel("score of mcms, %")
    save_figure(figure, path)


def _draw_game(panel: "Axes", rows: Sequence[Row], names: Sequence[str]) -> None:
    points_with_bars(
        panel,
        [names.index(row["opponent"]) for row in rows],
        [float(row["score"]) for row in rows],
        [(float(row["low"]), float(row["high"])) for row in rows],
        marker="o",
        markersize=4.5,
        color=COLOURS[0],
    )
    level(panel, 50, across=False)
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.5, -0.5)
    plain(panel, grid="x")


def draw_walk(path: Path) -> None:
    """Draw outcomes as lengths, those kept for certain apart, and where the walk through the others stops."""
    kept, step = _kept_and_step()
    figure = new_figure(7.2, 1.9)
    panel = figure.subplots()
    left = 0.0
    for number, probability in enumerate(PROBABILITIES):
        colour = COLOURS[2] if number < kept else COLOURS[5]
        panel.barh(0, probability, left=left, height=0.5, color=colour, edgecolor="white", linewidth=2)
        panel.text(left + probability / 2, 0, f"{probability:g}", ha="center", va="center", fontsize=11)
        left += probability
    begin = sum(PROBABILITIES[:kept])
    panel.text(begin / 2, 0.38, "kept, with its own weight", ha="center", fontsize=10)
    panel.text((1 + begin) / 2, 0.38, "the others: one walk in equal steps", ha="center", fontsize=10)
    stops = [begin + START + i * step for i in range(WIDTH - kept)]
    for stop in stops:
        panel.annotate("", (stop, -0.25), (stop, -0.6), arrowprops={"arrowstyle": "->", "color": COLOURS[1], "lw": 1.8})
    panel.annotate("", (begin, -0.42), (stops[0], -0.42), arrowprops={"arrowstyle": "<->", "color": "0.4"})
    panel.text((begin + stops[0]) / 2, -0.75, "random\nstart", ha="center", va="top", fontsize=9, color="0.3")
    panel.annotate("", (stops[0], -0.42), (stops[1], -0.42), arrowprops={"arrowstyle": "<->", "color": "0.4"})
    middle = (stops[0] + stops[1]) / 2
    panel.text(middle, -0.75, f"step {step:g}: what each\nstop weighs", ha="center", va="top", fontsize=9, color="0.3")
    panel.set_xlim(0, 1)
    panel.set_ylim(-1.3, 0.6)
    panel.set_axis_off()
    save_figure(figure, path)


def _kept_and_step() -> tuple[int, float]:
    """Return how many outcomes are at least as likely as the threshold, and the threshold itself."""
    for kept in range(WIDTH):
        step = sum(PROBABILITIES[kept:]) / (WIDTH - kept)
        if PROBABILITIES[kept] < step:
            return kept, step
    raise AssertionError("as many outcomes as the width")


if __name__ == "__main__":
    main()
