"""``mcms tournament``: many players meet as a file says; their ratings with intervals."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from mcms.arena import PairingResult, Runner
from mcms.arena.schedule import Elimination, eliminate
from mcms.arena.tournament import Schedule, Tournament, read_tournament
from mcms.cli.arena import AsJson, Cluster, Out, Workers, print_source, result_json, results_table
from mcms.cli.output import console, print_json
from mcms.cli.playing import playing
from mcms.cli.ratings import print_ratings, ratings_of
from mcms.scoring import ScoreBy

EXAMPLES = """A file, with limits for all players (limit) or one (after an @):

game = "pig"

schedule = "round-robin"   # or gauntlet (the first against all), elimination, pairing

players = ["star2ss", "mcts", "exp@depth=3", "hold:23"]

limit = "20ms"

score = "wins"             # or points

matches = 100

seed = 1

Examples:

mcms tournament pig.toml --out pig.db

mcms tournament pig.toml --json"""


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The tournament, in TOML.", dir_okay=False)],
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Play a tournament: round robin, gauntlet, elimination or one pairing."""
    tournament = read_tournament(file)
    with playing(out, workers, cluster, tournament.sprt) as runner:
        if tournament.schedule is Schedule.ELIMINATION:
            _show_elimination(_eliminate(tournament, runner), tournament.score, out, as_json)
        else:
            results = runner.play(tournament.pairings(), str(tournament.game))
            _show_ratings(results, tournament.score, out, as_json)


def _eliminate(tournament: Tournament, runner: Runner) -> Elimination:
    return eliminate(
        tournament.game,
        tournament.players,
        matches=tournament.matches,
        seed=tournament.seed,
        runner=runner,
        by=tournament.score,
    )


def _show_ratings(results: Sequence[PairingResult], by: ScoreBy, source: Path | None, as_json: bool) -> None:
    names = [(result.pairing.a.name, result.pairing.b.name) for result in results]
    found = [result.points if by is ScoreBy.POINTS else result.counts for result in results]
    rated = ratings_of(dict(zip(names, found, strict=True)), by)
    if as_json:
        described = [dataclasses.asdict(rating) for rating in rated]
        print_json({"pairings": [result_json(result) for result in results], "ratings": described})
        return
    screen = console()
    screen.print(results_table(results, by))
    print_ratings(screen, rated)
    screen.print("Scores of a pairing are its first player's.")
    print_source(screen, results, source)


def _show_elimination(elimination: Elimination, by: ScoreBy, source: Path | None, as_json: bool) -> None:
    if as_json:
        print_json(elimination_json(elimination))
        return
    screen = console()
    print_rounds(screen, elimination, by)
    screen.print(f"Champion: {elimination.champion.name}")
    print_source(screen, [result for played in elimination.rounds for result in played.results], source)


def print_rounds(screen: Console, elimination: Elimination, by: ScoreBy = ScoreBy.WINS) -> None:
    """Show who met whom in each round."""
    for number, played in enumerate(elimination.rounds, 1):
        screen.print(f"Round {number}")
        screen.print(results_table(played.results, by))


def elimination_json(elimination: Elimination) -> dict[str, Any]:
    """Return all rounds and the champion."""
    return {
        "rounds": [[result_json(result) for result in played.results] for played in elimination.rounds],
        "champion": elimination.champion.name,
    }
