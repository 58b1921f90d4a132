"""``mcms results``: what a file of records holds: scores, games, rows for other programs, a game move by move."""

import csv
import dataclasses
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from mcms.arena import Records, StoredGame
from mcms.arena.summary import PairingSummary, session_of, summaries_of, told_apart
from mcms.cli.arena import score_cells, score_columns
from mcms.cli.numbers import whole
from mcms.cli.output import console, print_json, table
from mcms.cli.ratings import print_ratings, ratings_of
from mcms.cli.replay import show_session
from mcms.exceptions import InvalidOptionError, RecordsError, UnknownNameError
from mcms.scoring import ScoreBy, parse_score_by

_CLOCK = tuple(f"{seat}_{field}" for seat in ("first", "second") for field in ("decisions", "seconds", "slowest"))
_COLUMNS = (
    *("id", "game", "a", "b", "match", "leg", "first", "second", "seed", "score_a", "utility_first"),
    *_CLOCK,
    *("moves", "a_options", "b_options", "pairing_seed", "version", "machine", "finished"),
    *("game_code", "a_code", "b_code", "build"),
)
"""The columns of a game as one flat row."""

EXAMPLES = """Examples:

mcms results results.db

mcms results results.db --game ewn --player mcts --games

mcms results results.db --elo

mcms results results.db --csv > games.csv

mcms results results.db --replay 17"""


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records that --out wrote.", dir_okay=False)],
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only this game; with any options if none are given.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Only pairings with a player whose name contains this.")
    ] = None,
    games: Annotated[bool, typer.Option("--games", help="List the games.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print a row for each game, as CSV.")] = False,
    replay: Annotated[
        int | None, typer.Option(metavar="ID", parser=whole, help="Show the game with this number move by move.")
    ] = None,
    elo: Annotated[
        bool, typer.Option("--elo", help="Rate the players of each game by all its pairings (by points with --score).")
    ] = False,
    score: Annotated[str, typer.Option(metavar="KIND", help="What counts: wins, or points (utility).")] = ScoreBy.WINS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show what a file of records holds. It is only read."""
    if as_csv + as_json > 1:
        raise InvalidOptionError("both --csv and --json are given: expected one of them")
    if not file.is_file():
        raise RecordsError(f"there is no file {str(file)!r}: expected one that --out wrote")
    with Records(file, read_only=True) as records:
        chosen = records.games(game=game or "", player=player or "")
        if replay is not None:
            _replay(records, replay, as_json)
        elif as_csv:
            _print_csv(chosen)
        elif elo:
            _print_ratings(chosen, parse_score_by(score), as_json)
        elif games:
            _print_games(chosen, as_json)
        else:
            _print_pairings(chosen, parse_score_by(score), as_json)


def row_of(stored: StoredGame) -> dict[str, Any]:
    """Return a game as one flat row."""
    pairing, played = stored.pairing, stored.record.played
    first, second = stored.seats
    slot, record = stored.record.slot, stored.record
    clocks = (part for clock in played.clocks for part in (clock.decisions, clock.seconds, clock.slowest))
    values = (
        *(stored.id, pairing.game, pairing.a, pairing.b, slot.match, slot.leg, first, second),
        *(record.seed, record.score_a, played.utility),
        *clocks,
        *(json.dumps(played.moves, separators=(",", ":")), pairing.a_options, pairing.b_options),
        *(pairing.seed, pairing.version, record.machine, stored.finished),
        *(pairing.game_code, pairing.a_code, pairing.b_code, stored.build),
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _print_csv(games: Iterable[StoredGame]) -> None:
    writer = csv.DictWriter(sys.stdout, _COLUMNS)
    writer.writeheader()
    writer.writerows(map(row_of, games))


def _print_games(games: Iterable[StoredGame], as_json: bool) -> None:
    if as_json:
        print_json([row_of(stored) | {"moves": list(stored.record.played.moves)} for stored in games])
        return
    columns = ("id", "match", "moves", "score", "longest thought")
    rows = table("id", "game", "first", "second", "match", "score", "moves", "longest thought", numbers=columns)
    for stored in told_apart(games):
        played = stored.record.played
        rows.add_row(
            str(stored.id),
            stored.pairing.game,
            *stored.seats,
            str(stored.record.slot.match),
            f"{played.score:g}–{1 - played.score:g}",
            str(len(played.moves)),
            f"{1000 * max(clock.slowest for clock in played.clocks):.1f} ms",
        )
    console().print(rows)


def _print_pairings(games: Iterable[StoredGame], by: ScoreBy, as_json: bool) -> None:
    summaries = summaries_of(games)
    if as_json:
        print_json([summary.to_json() for summary in summaries])
        return
    columns = score_columns(by)
    rows = table("game", "pairing", *columns, numbers=columns)
    for summary in summaries:
        pairing = summary.pairing
        cells = score_cells(summary.counts, summary.points, by)
        rows.add_row(pairing.game, f"{pairing.a} – {pairing.b}", *cells)
    console().print(rows)


def _print_ratings(games: Iterable[StoredGame], by: ScoreBy, as_json: bool) -> None:
    """Rate players by all pairings of a game, whatever their seed and version."""
    by_game: dict[str, list[PairingSummary]] = {}
    for summary in summaries_of(games):
        by_game.setdefault(summary.pairing.game, []).append(summary)
    rated = {game: ratings_of(_added_up(found, by), by) for game, found in by_game.items()}
    if as_json:
        print_json({game: [dataclasses.asdict(rating) for rating in found] for game, found in rated.items()})
        return
    screen = console()
    for game, found in rated.items():
        screen.print(game, soft_wrap=True)
        print_ratings(screen, found)


def _added_up(summaries: Sequence[PairingSummary], by: ScoreBy) -> dict[tuple[str, str], Any]:
    """Return the results of any two players over all their pairings; a player against itself says nothing."""
    totals: dict[tuple[str, str], Any] = {}
    for summary in summaries:
        names = (summary.pairing.a, summary.pairing.b)
        if names[0] != names[1]:
            found = summary.points if by is ScoreBy.POINTS else summary.counts
            totals[names] = totals[names] + found if names in totals else found
    return totals


def _replay(records: Records, wanted: int, as_json: bool) -> None:
    stored = records.game(wanted)
    if stored is None:
        raise RecordsError(f"{records.path!r} has no game {wanted}: expected the number of one, see --games")
    if not as_json:
        first, second = stored.seats
        console().print(f"game {stored.id}: {first} (first) against {second} (second)", soft_wrap=True)
    try:
        session = session_of(stored)
    except (UnknownNameError, InvalidOptionError):  # a game in Python that is not here
        _show_moves(stored, as_json)
    else:
        show_session(session, boards=False, as_json=as_json)


def _show_moves(stored: StoredGame, as_json: bool) -> None:
    """Show a game as it is written down, without the rules."""
    moves = stored.record.played.moves
    if as_json:
        described = {"game": stored.pairing.game, "seed": stored.record.seed, "moves": list(moves)}
        print_json(described | {"state": None, "result": stored.record.played.utility})
    else:
        console().print(f"{stored.pairing.game}: {' '.join(moves)}", soft_wrap=True)
