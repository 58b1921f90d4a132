"""``mcms tournament``: many players meet as a file says; their ratings with intervals."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from mcms.arena import PairingResult, Runner
from mcms.arena.schedule import Elimination, eliminate
from mcms.arena.tournament import Schedule, Tournament, read_tournament
from mcms.cli.arena import AsJson, Cluster, Out, Workers, print_source, result_json, results_table
from mcms.cli.output import console, print_json, table
from mcms.cli.playing import playing
from mcms.scoring import ScoreBy
from mcms.stats import PointsRating, Rating, points_ratings, ratings

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
    rated: Sequence[Rating] | Sequence[PointsRating]
    if by is ScoreBy.POINTS:
        rated = points_ratings({pair: result.points for pair, result in zip(names, results, strict=True)})
    else:
        rated = ratings({pair: result.counts for pair, result in zip(names, results, strict=True)})
    if as_json:
        described = [dataclasses.asdict(rating) for rating in rated]
        print_json({"pairings": [result_json(result) for result in results], "ratings": described})
        return
    screen = console()
    screen.print(results_table(results, by))
    print_ratings(screen, rated)
    screen.print("Scores of a pairing are its first player's.")
    print_source(screen, results, source)


def print_ratings(screen: Console, rated: Sequence[Rating] | Sequence[PointsRating]) -> None:
    """Show the players by strength, and what that is compared with."""
    unit = "Points a game" if any(isinstance(rating, PointsRating) for rating in rated) else "Elo"
    screen.print(_ratings_table(rated))
    screen.print(f"{unit} compared with the mean of all players.")


def _ratings_table(rated: Sequence[Rating] | Sequence[PointsRating]) -> Table:
    if any(isinstance(rating, PointsRating) for rating in rated):
        return _points_table([rating for rating in rated if isinstance(rating, PointsRating)])
    return _elo_table([rating for rating in rated if isinstance(rating, Rating)])


def _points_table(rated: Sequence[PointsRating]) -> Table:
    columns = ("points", "95 %", "games", "a game")
    rows = table("player", *columns, numbers=columns)
    for rating in rated:
        rows.add_row(
            rating.name,
            f"{rating.points:+.3f}",
            f"{rating.low:+.3f} to {rating.high:+.3f}",
            str(rating.games),
            f"{rating.per_game:+.3f}",
        )
    return rows


def _elo_table(rated: Sequence[Rating]) -> Table:
    columns = ("Elo", "95 %", "games", "score")
    rows = table("player", *columns, numbers=columns)
    for rating in rated:
        rows.add_row(
            rating.name,
            f"{rating.elo:+.0f}",
            f"{rating.low:+.0f} to {rating.high:+.0f}",
            str(rating.games),
            f"{100 * rating.score:.1f} %",
        )
    return rows


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
