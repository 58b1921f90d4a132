"""``mcms paper``: the paper's evaluation, rerun at any scale, with a report that puts both numbers side by side."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from mcms import load
from mcms.cli.arena import Cluster, Seed, Workers
from mcms.cli.numbers import decimal, whole
from mcms.cli.output import console, progress_console
from mcms.cli.playing import playing
from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.games.native import NativeGame
from mcms.paper.duration import estimate_seconds
from mcms.paper.evaluation import Evaluation, Experiment
from mcms.paper.published import published
from mcms.paper.scale import Scale, scale
from mcms.spec import split_list
from mcms.validation import positive_number, whole_number

EXAMPLES = """Examples:

mcms paper all

mcms paper figure2 --scale laptop --out results

mcms paper table1 --ms 20 --states 200 --runs 20

mcms paper table1 --game "pig(goal=40,dice=1)"

mcms paper all --scale paper --cluster auto --out paper"""

_WHAT = ", ".join(Experiment)


def run(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"all, or one of {_WHAT}; several with commas.")] = "all",
    scale_name: Annotated[
        str, typer.Option("--scale", metavar="NAME", help="quick (minutes), laptop (hours) or paper (a cluster).")
    ] = "quick",
    ms: Annotated[float | None, typer.Option(metavar="T", parser=decimal, help="Thinking time of a move.")] = None,
    matches: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Matches of each pairing of figure 2.")
    ] = None,
    states: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="States of table 1.")] = None,
    runs: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="Searches of each state.")] = None,
    games: Annotated[
        str | None, typer.Option(metavar="LIST", help="Games of figure 2, with commas. Default: the paper's four.")
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="The solved game of table 1 and theorem 1.")] = "pig",
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", file_okay=False, help="Where records and report go; again goes on there.")
    ] = Path("paper-results"),
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Start without asking, however long it takes.")] = False,
) -> None:
    """Rerun the paper's table 1, figure 2, tuning and theorem 1, and write a report."""
    chosen = _scaled(scale(scale_name), ms, matches, states, runs)
    experiments = _experiments(what)
    boards = [load(name) for name in (split_list(games) if games else published().matches)]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidOptionError(f"out is {str(out)!r}: expected a folder that can be made ({error})") from error
    with playing(out / "records.db", workers, cluster) as runner:
        _announce(experiments, boards, chosen, runner.workers, yes)
        report = Evaluation(
            experiments=experiments, games=boards, solved_game=load(game), scale=chosen, seed=seed, runner=runner
        ).run()
    page = report.write(out)
    console().print(f"The report is in {page}.", soft_wrap=True)


def _experiments(what: str) -> list[Experiment]:
    if what == "all":
        return list(Experiment)
    wanted = [name.strip() for name in what.split(",")]
    for name in wanted:
        if name not in list(Experiment):
            raise UnknownNameError(f"unknown experiment {name!r}: expected all or some of {_WHAT}")
    return [experiment for experiment in Experiment if experiment in wanted]


def _scaled(base: Scale, ms: float | None, matches: int | None, states: int | None, runs: int | None) -> Scale:
    changes: dict[str, Any] = {}
    if ms is not None:
        changes["ms"] = positive_number("ms", ms)
    if matches is not None:
        whole_number("matches", matches, 1, 10**6)
        changes["matches"] = dict.fromkeys(base.matches, matches)
    if states is not None:
        changes["states"] = whole_number("states", states, 2, 10**6)
    if runs is not None:
        changes["runs"] = whole_number("runs", runs, 2, 10**6)
    return dataclasses.replace(base, **changes)


def _announce(
    experiments: Sequence[Experiment], games: Sequence[NativeGame[Any]], chosen: Scale, workers: int, yes: bool
) -> None:
    """Say how long it will take, and ask before hours of work."""
    seconds = estimate_seconds(experiments, games, chosen, workers)
    screen = progress_console()
    screen.print(f"{', '.join(experiments)} at scale {chosen.name}, {chosen.ms:g} ms a move: about {_long(seconds)}.")
    if seconds > _ASK_FROM and screen.is_terminal and not yes:
        typer.confirm("Start?", abort=True, err=True)


_ASK_FROM = 15 * 60.0


def _long(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"
