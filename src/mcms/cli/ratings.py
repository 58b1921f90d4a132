"""Ratings on the screen, in Elo or points."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from mcms.cli.output import table
from mcms.scoring import ScoreBy
from mcms.stats import PointsRating, Rating, points_ratings, ratings


def ratings_of(results: Mapping[tuple[str, str], Any], by: ScoreBy) -> Sequence[Rating] | Sequence[PointsRating]:
    """Rate players by their counts of wins, or by their points."""
    return points_ratings(results) if by is ScoreBy.POINTS else ratings(results)


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
            f"{rating.points:+z.3f}",
            f"{rating.low:+z.3f} to {rating.high:+z.3f}",
            str(rating.games),
            f"{rating.per_game:+z.3f}",
        )
    return rows


def _elo_table(rated: Sequence[Rating]) -> Table:
    columns = ("Elo", "95 %", "games", "score")
    rows = table("player", *columns, numbers=columns)
    for rating in rated:
        rows.add_row(
            rating.name,
            f"{rating.elo:+z.0f}",
            f"{rating.low:+z.0f} to {rating.high:+z.0f}",
            str(rating.games),
            f"{100 * rating.score:.1f} %",
        )
    return rows
