"""``mcms analyse``: review a game that was played, from a transcript or a file of records."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress
from rich.text import Text

from mcms.analysis import Review, Unit, review, review_page
from mcms.analysis.judge import DEFAULT_NODES
from mcms.analysis.page import written
from mcms.arena.records import Records, is_records
from mcms.arena.session import Session, replay
from mcms.arena.summary import session_of
from mcms.cli.numbers import whole
from mcms.cli.output import console, print_json, table
from mcms.exceptions import InvalidOptionError
from mcms.validation import whole_number

_SHOWN = 10

EXAMPLES = """Examples:

mcms analyse game.jsonl

mcms analyse game.jsonl --nodes 200000 --html review.html

mcms analyse results.db --game 3 --json"""


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript, or a file of records with --game.")],
    game: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Which game of a file of records.")
    ] = None,
    nodes: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Nodes for each position that cannot be solved exactly.")
    ] = DEFAULT_NODES,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the review as a page too.", dir_okay=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Review a game: what each decision gave away, the worst ones first, and luck apart from skill."""
    whole_number("nodes", nodes, 1, 10**12)
    session = _session(file, game)
    found = _review(session, nodes, quiet=as_json)
    if html is not None:
        try:
            html.write_text(review_page(found, f"Review of {file.name}"), encoding="utf-8")
        except OSError as error:
            raise InvalidOptionError(f"cannot write the page {str(html)!r}: {error.strerror or error}") from error
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)


def _session(file: Path, game: int | None) -> Session:
    if not is_records(file):
        if game is not None:
            raise InvalidOptionError(f"game is {game}: expected it with a file of records, which {str(file)!r} is not")
        return replay(file)
    if game is None:
        raise InvalidOptionError(f"{str(file)!r} has many games: expected one of them with --game")
    with Records(file, read_only=True) as records:
        stored = records.game(game)
    if stored is None:
        raise InvalidOptionError(f"{str(file)!r} has no game {game}: expected the number of one of its games")
    return session_of(stored)


def _review(session: Session, nodes: int, *, quiet: bool) -> Review:
    if quiet:
        return review(session, nodes=nodes)
    with Progress(console=console(), transient=True) as bar:
        task = bar.add_task("reviewing", total=max(len(session.events), 1))
        return review(session, nodes=nodes, on_progress=lambda done, _: bar.update(task, completed=done))


def _show(found: Review) -> None:
    screen = console()
    screen.print(Text(found.game, "bold"), soft_wrap=True)
    players = table("player", "decisions", "gave away", "luck", "rating", numbers=("decisions", "gave away", "luck"))
    for one in found.players:
        totals = (written(one.gave_away, found.unit), written(one.luck, found.unit, sign=True))
        players.add_row(str(one.player), str(one.decisions), *totals, one.rating)
    screen.print(players)
    if found.worst:
        worst = table("step", "player", "played", "best", "gave away", "values", numbers=("step", "gave away"))
        for step in found.worst[:_SHOWN]:
            sure = "exact" if step.depth is None else f"depth {step.depth}"
            given = written(step.gave_away or 0.0, found.unit)
            worst.add_row(str(step.number + 1), str(step.player), step.name, step.best or "", given, sure)
        screen.print(worst)
    else:
        screen.print("No decision gave anything away.")
    unit = "Percent of a win" if found.unit is Unit.PERCENT else "Points"
    screen.print(Text(f"Judged by {', then '.join(found.judged_by)}. {unit}.", "dim"), soft_wrap=True)
