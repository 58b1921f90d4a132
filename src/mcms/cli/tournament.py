"""``mcms tournament``: many players meet as a file says; their ratings with intervals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from mcms.arena import PairingResult
from mcms.arena.schedule import Elimination, eliminate
from mcms.arena.tournament import Schedule, Tournament, read_tournament
from mcms.cli.arena import Arena, AsJson, Cluster, Out, Workers, open_records, result_json, results_table
from mcms.cli.output import console, print_json, table
from mcms.stats import Rating, ratings

EXAMPLES = """A file, with limits for all players (limit) or one (after an @):

game = "pig"

schedule = "round-robin"   # or gauntlet (the first against all), elimination, pairing

players = ["star2ss", "mcts", "exp@depth=3", "hold:23"]

limit = "20ms"

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
    with open_records(out) as records:
        arena = Arena(records, workers, cluster, tournament.sprt)
        if tournament.schedule is Schedule.ELIMINATION:
            _show_elimination(_eliminate(tournament, arena), as_json)
        else:
            _show_ratings(arena.meet(tournament.pairings(), str(tournament.game)), as_json)


def _eliminate(tournament: Tournament, arena: Arena) -> Elimination:
    return eliminate(
        tournament.game, tournament.players, matches=tournament.matches, seed=tournament.seed, meet=arena.meet
    )


def _show_ratings(results: Sequence[PairingResult], as_json: bool) -> None:
    rated = ratings({(result.pairing.a.name, result.pairing.b.name): result.counts for result in results})
    if as_json:
        print_json({"pairings": [result_json(result) for result in results], "ratings": [_json(r) for r in rated]})
        return
    screen = console()
    screen.print(results_table(results))
    screen.print(ratings_table(rated))
    screen.print("Elo compared with the mean of all players; scores of a pairing are its first player's.")


def ratings_table(rated: Sequence[Rating]) -> Table:
    """Return the players by strength."""
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


def _json(rating: Rating) -> dict[str, Any]:
    return {name: getattr(rating, name) for name in ("name", "elo", "low", "high", "games", "score")}


def _show_elimination(elimination: Elimination, as_json: bool) -> None:
    if as_json:
        print_json(elimination_json(elimination))
        return
    screen = console()
    print_rounds(screen, elimination)
    screen.print(f"Champion: {elimination.champion.name}")


def print_rounds(screen: Console, elimination: Elimination) -> None:
    """Show who met whom in each round."""
    for number, played in enumerate(elimination.rounds, 1):
        screen.print(f"Round {number}")
        screen.print(results_table(played.results))


def elimination_json(elimination: Elimination) -> dict[str, Any]:
    """Return all rounds and the champion."""
    return {
        "rounds": [[result_json(result) for result in played.results] for played in elimination.rounds],
        "champion": elimination.champion.name,
    }
