"""``mcms paper``: the paper's evaluation, rerun at any scale, with a report that puts both numbers side by side."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from mcms import load
from mcms.cli.arena import Cluster, Seed, Workers
from mcms.cli.numbers import decimal, whole
from mcms.cli.output import console, progress_console
from mcms.cli.playing import playing
from mcms.exceptions import InvalidOptionError
from mcms.limit import parse_limit
from mcms.paper.evaluation import Evaluation
from mcms.paper.experiment import Setting
from mcms.paper.experiments import EXPERIMENTS, experiments
from mcms.paper.pace_fit import GAMES, pace_of_2013
from mcms.paper.program import AS_HERE, AS_PUBLISHED
from mcms.paper.published import published
from mcms.paper.scale import Scale, scale
from mcms.spec import split_list, split_option
from mcms.validation import positive_number, whole_number

EXAMPLES = """Examples:

mcms paper all

mcms paper figure2 --scale laptop --out results

mcms paper figure2 --pace nodes=1000

mcms paper pace,alternatives --scale laptop --out pace

mcms paper table1 --ms 20 --states 200 --runs 20

mcms paper table1 --game "pig(goal=40,dice=1)"

mcms paper all --scale paper --cluster auto --out paper"""

_WHAT = ", ".join(EXPERIMENTS)


def run(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=f"all, or one of {_WHAT}; several with commas.")] = "all",
    scale_name: Annotated[
        str, typer.Option("--scale", metavar="NAME", help="quick (minutes), laptop (hours) or paper (a cluster).")
    ] = "quick",
    ms: Annotated[float | None, typer.Option(metavar="T", parser=decimal, help="Thinking time of a move.")] = None,
    processor_time: Annotated[
        bool,
        typer.Option("--processor-time", help="Count processor time, which does not pass while other programs run."),
    ] = False,
    pace: Annotated[
        str | None,
        typer.Option(
            metavar="PACE",
            help="Limit moves by nodes, with the paper's number of matches: nodes=1000, or 2013, the pace found.",
        ),
    ] = None,
    decide: Annotated[
        float | None,
        typer.Option(
            metavar="ELO", parser=decimal, help="End a pairing of figure 2 once an SPRT of −ELO against +ELO decides."
        ),
    ] = None,
    paces: Annotated[
        str | None, typer.Option(metavar="LIST", help="Nodes a move to try when looking for the pace of 2013.")
    ] = None,
    matches: Annotated[
        str | None, typer.Option(metavar="N", help="Matches of each pairing of figure 2: 500, or pig=5000,ra=300.")
    ] = None,
    states: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="States of table 1.")] = None,
    runs: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="Searches of each state.")] = None,
    games: Annotated[
        str | None, typer.Option(metavar="LIST", help="Games of figure 2, comma-separated. Default: the paper's four.")
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="The solved game of table 1 and theorem 1.")] = "pig",
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", file_okay=False, help="Where records and report go; the same command resumes."),
    ] = Path("paper-results"),
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Start without asking, however long it takes.")] = False,
) -> None:
    """Rerun the paper's table 1, figure 2, tuning and theorem 1, and write a report."""
    base = scale(scale_name) if pace is None else scale(scale_name).at_pace(_paces(pace))
    if paces is not None:
        listed = tuple(whole_number("paces", whole(n), 1, 10**9) for n in split_list(paces))
        base = dataclasses.replace(base, paces=listed)
    chosen = _scaled(dataclasses.replace(base, processor_time=processor_time), ms, matches, states, runs, decide)
    named = split_list(games) if games else GAMES.values() if chosen.nodes else published().matches
    wanted = experiments(what)
    boards = [load(name) for name in named]
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidOptionError(f"out is {str(out)!r}: expected a folder that can be made ({error})") from error
    with playing(out / "records.db", workers, cluster) as runner:
        setting = Setting(
            games=boards,
            solved_game=load(game),
            scale=chosen,
            seed=seed,
            runner=runner,
            program=AS_HERE if chosen.nodes is None else AS_PUBLISHED,
        )
        evaluation = Evaluation(experiments=wanted, setting=setting)
        _announce(evaluation, yes)
        report = evaluation.run()
    page = report.write(out)
    console().print(f"The report is in {page}.", soft_wrap=True)


def _paces(text: str) -> dict[str, int]:
    """Read ``nodes=1000`` or ``2013``."""
    if text == "2013":
        return pace_of_2013()
    limit = parse_limit(text)
    if limit.nodes is None or str(limit) != f"nodes={limit.nodes}":
        raise InvalidOptionError(f"pace is {text!r}: expected nodes=N or 2013")
    return dict.fromkeys(published().matches, limit.nodes)


def _scaled(
    base: Scale, ms: float | None, matches: str | None, states: int | None, runs: int | None, decide: float | None
) -> Scale:
    changes: dict[str, Any] = {}
    if ms is not None:
        changes["ms"] = positive_number("ms", ms)
    if matches is not None:
        wanted = _matches(matches, base.matches)
        changes["matches"] = changes["fresh_matches"] = wanted
        changes["alternative_matches"] = {game: min(n, wanted[game]) for game, n in base.alternative_matches.items()}
        changes["pace_matches"] = {game: min(few, wanted[game]) for game, few in base.pace_matches.items()}
        changes["fresh_choice_matches"] = min(base.fresh_choice_matches, max(wanted.values()))
        changes["choice_matches"] = min(base.choice_matches, max(wanted.values()))
    if states is not None:
        changes["states"] = whole_number("states", states, 2, 10**6)
    if runs is not None:
        changes["runs"] = whole_number("runs", runs, 2, 10**6)
    if decide is not None:
        changes["decide_elo"] = positive_number("decide", decide)
    return dataclasses.replace(base, **changes)


def _matches(text: str, games: Mapping[str, int]) -> dict[str, int]:
    """Read ``500``, for all games, or ``pig=5000,ra=300``."""
    if "=" not in text:
        return dict.fromkeys(games, _number_of_matches(text))
    found = dict(games)
    for part in split_list(text):
        option = split_option(part)
        if option is None or option[0] not in games:
            raise InvalidOptionError(f"matches is {text!r}: expected numbers for games among {', '.join(games)}")
        found[option[0]] = _number_of_matches(option[1])
    return found


def _number_of_matches(text: str) -> int:
    return whole_number("matches", whole(text), 1, 10**6)


def _announce(evaluation: Evaluation, yes: bool) -> None:
    """Say how long it will take, and ask before hours of work."""
    seconds, chosen = evaluation.estimate_seconds(), evaluation.setting.scale
    screen = progress_console()
    pace = chosen.time_words if chosen.nodes is None else "moves by nodes"
    names = ", ".join(experiment.name for experiment in evaluation.experiments)
    screen.print(f"{names} at scale {chosen.name}, {pace}: about {_long(seconds)}.")
    if seconds > _ASK_FROM and screen.is_terminal and not yes:
        typer.confirm("Start?", abort=True, err=True)


_ASK_FROM = 15 * 60.0


def _long(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    if seconds < 5400:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"
