"""What a search found, for a person and as JSON."""

from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcms import ActionValue, Algorithm, Cuts, SearchResult
from mcms.cli.output import count, duration, table
from mcms.game import Turn
from mcms.games.base import BaseGame

_STOP_REASONS = {
    "depth": "depth limit reached",
    "nodes": "node limit reached",
    "seconds": "time limit reached",
    "complete": "complete: every line was followed to the end of the game",
    "stopped": "stopped by Ctrl-C",
    "simulations": "all simulations made",
    "forced": "one action only: looked at briefly",
}


@dataclass(frozen=True, kw_only=True)
class SearchReport:
    """A search and what it found."""

    game: BaseGame[Any]
    state: Any
    algorithm: Algorithm
    seed: int
    result: SearchResult[Any]

    def to_json(self) -> dict[str, Any]:
        """Return one object: what was asked, then the fields of the result."""
        return {
            "game": str(self.game),
            "state": self.game.to_json(self.state) if self.game.has_json else self.game.text(self.state),
            "algorithm": str(self.algorithm),
            "seed": self.seed,
            **self.result.to_json(),
        }


def show(screen: Console, report: SearchReport) -> None:
    """Print a search for a person."""
    asked = f"{report.game} · {report.algorithm} · seed {report.seed}"
    screen.print(Text(asked, "bold"), soft_wrap=True)
    screen.print(report.game.text(report.state), soft_wrap=True)
    if report.result.actions:
        screen.print(_actions(report))
        if _all_equal(report.result):
            screen.print("All actions have the same value: the search saw nothing that tells them apart.\n")
    else:
        screen.print("a chance node: no action to choose\n")
    screen.print(_summary(report))


def _all_equal(result: SearchResult[Any]) -> bool:
    values = {entry.value for entry in result.actions}
    return len(result.actions) > 1 and len(values) == 1 and None not in values


def _actions(report: SearchReport) -> Table:
    effort = "depth" if report.result.simulations is None else "visits"
    rows = table("", "action", "value", effort, numbers=("value", effort))
    low, high = report.game.value_range()
    for entry in report.result.actions:
        best = entry is report.result.actions[0]
        style = "bold green" if best else ""
        done = entry.depth if entry.visits is None else entry.visits
        shown = f"{done:,}" if done else "–"
        rows.add_row("best" if best else "", str(entry.action), value_text(entry, low, high), shown, style=style)
    return rows


def value_text(entry: ActionValue[Any], low: float, high: float) -> str:
    """Write an action's value, or as much as its bounds tell."""
    if entry.depth == 0:
        return "not searched"
    if entry.value is not None:
        return f"{entry.value:+z.3f}"
    if entry.lower <= low:
        return f"at most {entry.upper:+z.3f}"
    if entry.upper >= high:
        return f"at least {entry.lower:+z.3f}"
    return f"{entry.lower:+z.3f} to {entry.upper:+z.3f}"


def _summary(report: SearchReport) -> Table:
    result = report.result
    low, high = report.game.value_range()
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold")
    rows.add_row("value", f"{result.value:+z.3f} for the first player ({low:+g} to {high:+g})")
    rows.add_row("depth", f"{result.depth}, {_STOP_REASONS[result.stop_reason]}")
    rows.add_row("nodes", _nodes(result))
    rows.add_row(*_effort(result))
    rows.add_row("chance", f"{result.chance_nodes:,} chance nodes, counted apart")
    if result.simulations is None:
        rows.add_row("cuts", _cuts(result.cuts))
    rows.add_row("line", _line(report))
    return rows


def _effort(result: SearchResult[Any]) -> tuple[str, str]:
    if result.simulations is None:
        return "leaves", f"{result.leaves:,} of them"
    speed = f", {count(result.simulations / result.seconds)}/s" if result.seconds > 0 else ""
    return "simulations", f"{result.simulations:,}{speed}"


def _cuts(cuts: Cuts) -> str:
    return f"{cuts.alpha:,} alpha, {cuts.beta:,} beta ({cuts.probe:,} of both by probes), {cuts.table:,} by table"


def _nodes(result: SearchResult[Any]) -> str:
    speed = f", {count(result.nodes / result.seconds)} nodes/s" if result.seconds > 0 else ""
    return f"{result.nodes:,} in {duration(result.seconds)}{speed}"


def _line(report: SearchReport) -> Text:
    """Replay the principal variation, to tell outcomes (in brackets) from actions."""
    line = Text()
    game, state = report.game, report.state
    for step in report.result.principal_variation:
        if game.turn(state) is Turn.CHANCE:
            line.append(f"[{step}] ", "dim")
            state = game.resolve(state, step)
        else:
            line.append(f"{step} ", "bold")
            state = game.play(state, step)
    if "[" in line.plain:
        kind = "likeliest" if report.result.simulations is None else "most visited"
        line.append(f" ([…]: the {kind} outcome)", "dim")
    return line
