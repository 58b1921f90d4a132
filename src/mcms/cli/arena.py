"""What the commands that play matches share: their options, the progress of play, and how results are shown."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcms.arena import PairingResult
from mcms.arena.identity import game_text
from mcms.arena.standings import AnySprt
from mcms.arena.summary import statistics_json
from mcms.cli.numbers import decimal, whole
from mcms.cli.output import table
from mcms.cli.playing import percent
from mcms.exceptions import InvalidOptionError
from mcms.game import AnyGame
from mcms.scoring import ScoreBy, parse_score_by, score_by
from mcms.stats import (
    PairCounts,
    PairPoints,
    PointsSprt,
    Sprt,
    SprtDecision,
    elo,
    paired_interval,
    points_interval,
)

Matches = Annotated[
    int, typer.Option(metavar="N", parser=whole, help="Matches, of two games each with the seats swapped.")
]
Seed = Annotated[int, typer.Option(metavar="N", parser=whole, help="Draws the luck and the players' own randomness.")]
Ms = Annotated[
    float | None,
    typer.Option(metavar="T", parser=decimal, help="Searches without a limit of their own think T ms a move."),
]
Nodes = Annotated[int | None, typer.Option(metavar="N", parser=whole, help="Limit such searches to N nodes a move.")]
Depth = Annotated[
    int | None, typer.Option(metavar="N", parser=whole, help="Limit such searches to a depth of N decisions.")
]
Simulations = Annotated[
    int | None, typer.Option(metavar="N", parser=whole, help="Limit mcts and dpw to N simulations a move.")
]
Workers = Annotated[
    int | None, typer.Option(metavar="N", parser=whole, help="Games played at once. Default: all cores.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", dir_okay=False, help="Keep every game in this SQLite file; the same command resumes."),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, or auto (needs mcms\\[cluster])."),
]
Score = Annotated[
    str | None,
    typer.Option(metavar="KIND", help="What counts: wins, or points (utility). Default: what the game is about."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_PERIOD = 0.2
"""Seconds between two looks at the score: the interval takes longer to work out than a cheap game."""

_POINTS = ("0", "½", "1", "1½", "2")

VERDICTS = {
    SprtDecision.ACCEPT_H0: "H0 accepted",
    SprtDecision.ACCEPT_H1: "H1 accepted",
    SprtDecision.UNDECIDED: "undecided",
}


def chosen_score(text: str | None, game: AnyGame) -> ScoreBy:
    """Return what results are about: as asked for, or as the game says."""
    return score_by(game) if text is None else parse_score_by(text)


def parse_sprt(text: str | None, by: ScoreBy = ScoreBy.WINS) -> AnySprt | None:
    """Read ``0,10``: the Elo differences of the two hypotheses, or ``0,0.1``: points a game."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*", text)
    if match is None:
        raise InvalidOptionError(
            f"sprt is {text!r}: expected two Elo differences, as in 0,10, or points a game, as in 0,0.1"
        )
    if by is ScoreBy.POINTS:
        return PointsSprt(points0=float(match[1]), points1=float(match[2]))
    return Sprt(elo0=float(match[1]), elo1=float(match[2]))


def score_columns(by: ScoreBy) -> tuple[str, ...]:
    """Return the heads of :func:`score_cells`."""
    return ("won", "drawn", "lost", "score" if by is ScoreBy.WINS else "points", "95 %")


def results_table(results: Sequence[PairingResult], by: ScoreBy = ScoreBy.WINS) -> Table:
    """Return the pairings with scores for player A."""
    columns = score_columns(by)
    rows = table("pairing", *columns, numbers=columns)
    for result in results:
        rows.add_row(result.pairing.title, *score_cells(result.counts, result.points, by))
    return rows


def score_cells(counts: PairCounts, points: PairPoints, by: ScoreBy) -> tuple[str, ...]:
    """Return a row's games and score."""
    games = (str(counts.wins), str(counts.draws), str(counts.losses))
    if counts.score is None or points.per_game is None:
        return games
    if by is ScoreBy.POINTS:
        interval = points_interval(points)
        return (*games, f"{points.per_game:+z.3f}", f"{interval.low:+z.3f} to {interval.high:+z.3f}")
    interval = paired_interval(counts)
    return (*games, f"{100 * counts.score:.1f} %", f"{100 * interval.low:.1f}–{100 * interval.high:.1f}")


def print_result(screen: Console, result: PairingResult, source: Path | None = None) -> None:
    """Say all there is to say of one pairing, and how much of it a file already had."""
    counts = result.counts
    screen.print(Text(f"{result.pairing.title} in {game_text(result.pairing.game)}", "bold"), soft_wrap=True)
    if counts.score is None:
        screen.print("  no match is complete")
        return
    by_points = ", ".join(f"{n} × {points}" for n, points in zip(counts.pentanomial, _POINTS, strict=True) if n)
    screen.print(f"  score    {percent(counts.score, result.interval)}")
    screen.print(f"  Elo      {elo(counts.score):+z.0f} ({result.elo.low:+z.0f} to {result.elo.high:+z.0f})")
    screen.print(f"  points   {points_text(result)} a game")
    screen.print(f"  games    {counts.wins} won, {counts.draws} drawn, {counts.losses} lost")
    screen.print(f"  matches  {counts.pairs}: {by_points} points of 2", soft_wrap=True)
    low, high = 100 * result.wilson.low, 100 * result.wilson.high
    screen.print(f"  Wilson   {low:.1f}–{high:.1f}, as if all games were independent")
    print_source(screen, [result], source)


def print_source(screen: Console, results: Sequence[PairingResult], source: Path | None) -> None:
    """Say how many games a file already had."""
    if source is not None:
        recorded, played = (sum(getattr(result, name) for result in results) for name in ("recorded", "played"))
        screen.print(f"{recorded} games were in {source}, {played} were played now.", soft_wrap=True)


def points_text(result: PairingResult) -> str:
    """Write the points per game with their interval."""
    interval = result.points_interval
    return f"{result.points.per_game or 0.0:+z.3f} ({interval.low:+z.3f} to {interval.high:+z.3f})"


def result_json(result: PairingResult) -> dict[str, Any]:
    """Return all numbers of a pairing."""
    pairing = result.pairing
    return {
        "game": game_text(pairing.game),
        "a": pairing.a.name,
        "b": pairing.b.name,
        "seed": pairing.seed,
        **statistics_json(result.counts, result.points),
        "sprt": None if result.decision is None else str(result.decision),
    }


def print_sprt(screen: Console, sprt: AnySprt, result: PairingResult) -> None:
    """Say what the test found."""
    if isinstance(sprt, PointsSprt):
        ratio = sprt.log_likelihood_ratio(result.points)
    else:
        ratio = sprt.log_likelihood_ratio(result.counts)
    lower, upper = sprt.bounds
    verdict = VERDICTS[result.decision or SprtDecision.UNDECIDED]
    screen.print(
        f"SPRT of {sprt.hypotheses}: {verdict} after {result.counts.pairs} matches "
        f"(log-likelihood ratio {ratio:.2f}, bounds {lower:.2f} and {upper:.2f})."
    )
