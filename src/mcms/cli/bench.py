"""``mcms bench``: nodes per second of every algorithm in every game, side by side with other people's code."""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from mcms.bench import BenchReport, ContestResult, Plan, Settings, plan
from mcms.bench.depths import DepthReached
from mcms.bench.openspiel import PYTHON_LOOP
from mcms.bench.plan import PAPER_SEARCHES
from mcms.cli.errors import CommandFailedError
from mcms.cli.numbers import whole
from mcms.cli.output import console, count, duration, print_json, progress_console, table
from mcms.spec import split_list

DEFAULT_ROUNDS = 7
QUICK_ROUNDS = 3

_OPENSPIEL_NOTE = (
    "OpenSpiel: its own C++ walk of all lines, without search; and expectimax in Python over its C++ states."
)

EXAMPLES = """Examples:

mcms bench

mcms bench --games pig --algorithms exp,star2 --rounds 15

mcms bench --games "pig(dice=1),random_tree" --json

mcms bench --quick"""


def run(
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=whole, help=f"Rounds of each race. Default: {DEFAULT_ROUNDS}, quick {QUICK_ROUNDS}."
        ),
    ] = None,
    games: Annotated[str | None, typer.Option(metavar="LIST", help="Games, separated by commas. Default: all.")] = None,
    algorithms: Annotated[
        str | None, typer.Option(metavar="LIST", help="Algorithms, separated by commas. Default: all.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Search little: everything runs, the figures mean little.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Race the algorithms against hand-written C++ and OpenSpiel: nodes per second, and what pruning saves."""
    settings = Settings(
        rounds=rounds if rounds is not None else QUICK_ROUNDS if quick else DEFAULT_ROUNDS,
        quick=quick,
        games=_split(games),
        algorithms=_split(algorithms) or PAPER_SEARCHES,
    )
    report = _measure(plan(settings))
    if as_json:
        print_json(report.to_json())
    else:
        show(console(), report)
    if report.disagreements:
        raise CommandFailedError(f"wrong values: {', '.join(report.disagreements)}")


def _split(text: str | None) -> tuple[str, ...]:
    return () if text is None else tuple(split_list(text))


def _measure(planned: Plan) -> BenchReport:
    screen = progress_console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("measuring", total=planned.turns)

        def after_turn(what: str) -> None:
            progress.update(task, advance=1, description=what)

        return planned.run(after_turn)


def show(screen: Console, report: BenchReport) -> None:
    """Print the figures for a person."""
    for contest in report.speed:
        screen.print(Text(f"Speed in {contest.game}, {len(contest.positions)} positions", "bold"))
        screen.print(_speed(contest))
    for contest in report.compiled:
        screen.print(Text(f"Compiled by Numba: {contest.game}, {len(contest.positions)} positions", "bold"))
        screen.print(_speed(contest))
    for contest in report.pruning:
        screen.print(Text(f"Pruning in {contest.game}, {len(contest.positions)} positions", "bold"))
        screen.print(_pruning(contest))
    for contest in report.chance_nodes:
        screen.print(Text(f"Chance nodes in {contest.game}, {len(contest.positions)} positions", "bold"))
        screen.print(_chance_nodes(contest))
    if report.depths:
        screen.print(Text(f"Depth reached in {duration(report.depths[0].seconds)}", "bold"))
        screen.print(_depths(report.depths))
    screen.print(Text("Random playouts", "bold"))
    screen.print(_playouts(report.playouts, "games/s"))
    screen.print(Text("MCTS with full random rollouts", "bold"))
    screen.print(_playouts(report.simulations, "simulations/s"))
    screen.print(_playouts(report.growth, "simulations/s"))
    for measured in report.memory:
        screen.print(
            f"Memory a simulation in {measured.game}: {measured.own_bytes:.0f} bytes, "
            f"OpenSpiel {measured.openspiel_bytes:.0f}."
        )
    screen.print(
        "Ratio: nodes/s (playouts: games/s, MCTS: simulations/s) compared with the first row in the same round, "
        f"median and range of {report.rounds} rounds."
    )
    if any(entry.name == PYTHON_LOOP for contest in report.speed for entry in contest.entries):
        screen.print(_OPENSPIEL_NOTE)
    if not report.disagreements:
        screen.print("All contestants found the right values.")


def _speed(contest: ContestResult) -> Table:
    rows = table("", "depth", "nodes", "nodes/s", "ratio", "range", numbers=("depth", "nodes", "nodes/s", "ratio"))
    for entry in contest.entries:
        low, high = entry.speed_ratio_range
        baseline = entry.name == contest.baseline
        rows.add_row(
            entry.name,
            str(entry.depth),
            count(entry.nodes),
            count(entry.nodes_per_second),
            "1" if baseline else f"{entry.speed_ratio:.3g}",
            "" if baseline else f"{low:.3g}–{high:.3g}",
            style="dim" if baseline else "",
        )
    return rows


def _chance_nodes(contest: ContestResult) -> Table:
    columns = ("depth", "chance nodes", "ns each", "of exp", "range")
    rows = table("", *columns, numbers=columns)
    for entry in contest.entries:
        low, high = entry.speed_ratio_range
        rows.add_row(
            entry.name,
            str(entry.depth),
            count(entry.nodes),
            f"{1e9 / entry.nodes_per_second:.1f}",
            f"{1 / entry.speed_ratio:.3g}",
            f"{1 / high:.3g}–{1 / low:.3g}",
        )
    return rows


def _depths(depths: tuple[DepthReached, ...]) -> Table:
    rows = table("game", "", "depth", numbers=("depth",))
    for reached in depths:
        rows.add_row(reached.game, reached.algorithm, f"{reached.depth:.2f}")
    return rows


def _pruning(contest: ContestResult) -> Table:
    columns = ("depth", "nodes", "of exp", "time", "of exp")
    rows = table("", *columns, numbers=columns)
    for entry in contest.entries:
        rows.add_row(
            entry.name,
            str(entry.depth),
            f"{entry.nodes:,}",
            f"{entry.nodes_ratio:.3f}",
            duration(entry.seconds),
            f"{entry.seconds_ratio:.3f}",
        )
    return rows


def _playouts(contests: tuple[ContestResult, ...], unit: str) -> Table:
    columns = (unit, "ratio", "range")
    rows = table("game", "", *columns, numbers=columns)
    for contest in contests:
        for entry in contest.entries:
            low, high = entry.speed_ratio_range
            alone = len(contest.entries) == 1
            compared = ("", "") if alone else (f"{entry.speed_ratio:.3g}", f"{low:.3g}–{high:.3g}")
            rows.add_row(contest.game, entry.name, count(entry.nodes_per_second), *compared)
    return rows
