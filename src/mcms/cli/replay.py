"""``mcms replay``: a game that was written down, move by move."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from mcms.arena.session import Session, replay
from mcms.cli.output import console, print_json
from mcms.game import Turn

EXAMPLES = """Examples:

mcms replay game.jsonl

mcms replay game.jsonl --boards

mcms replay game.jsonl --json"""


def run(
    transcript: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript that mcms play wrote.")],
    boards: Annotated[bool, typer.Option("--boards", help="Show the board before every action.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the moves and the last state as JSON.")] = False,
) -> None:
    """Show a game from its transcript, with moves that were taken back left out."""
    show_session(replay(transcript), boards=boards, as_json=as_json)


def show_session(session: Session, *, boards: bool, as_json: bool) -> None:
    """Show a game from its start to where it stands."""
    game = session.game
    if as_json:
        moves = [event.to_json() for event in session.events]
        over = session.turn is Turn.OVER
        print_json(
            {
                "game": str(game),
                "seed": session.seed,
                "moves": moves,
                "state": game.to_json(session.state) if game.has_json else game.text(session.state),
                "result": game.utility(session.state) if over else None,
            }
        )
        return
    screen = console()
    screen.print(Text(f"{game}, seed {session.seed}", "bold"), soft_wrap=True)
    for state, event in zip(session.states, session.events, strict=False):
        if boards and event.by is not Turn.CHANCE:
            screen.print(game.board(state), soft_wrap=True)
        value = f"  (value {event.notes['value']:+z.2f})" if "value" in event.notes else ""
        screen.print(f"  {event.by!s:6}  {event.name}{value}", soft_wrap=True)
    screen.print(game.board(session.state), soft_wrap=True)
