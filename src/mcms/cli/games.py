"""``mcms games``: the games, their options, and what a state looks like."""

import dataclasses
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from mcms.cli.output import console, options_table, print_json
from mcms.games.base import BaseGame
from mcms.options import OptionInfo, options_of
from mcms.registry import game_classes

EXAMPLES = "Examples:  mcms games  ·  mcms games --json"


def run(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the games, their options, and what a state looks like."""
    described = [_describe(cls) for cls in game_classes().values()]
    if as_json:
        print_json({"games": described})
        return
    screen = console()
    for number, game in enumerate(described):
        if number:
            screen.print()
        _show(screen, game)
    screen.print('\nOptions go in brackets after the name, in quotes for the shell: "pig(goal=50,dice=1)"')


def _describe(cls: type[BaseGame[Any]]) -> dict[str, Any]:
    game = cls()
    return {
        "name": cls.name,
        "title": cls.title,
        "options": [dataclasses.asdict(option) for option in options_of(cls)],
        "state": game.to_json(game.initial_state()),
    }


def _show(screen: Console, game: dict[str, Any]) -> None:
    screen.print(Text(game["name"], "bold cyan"), Text(game["title"]), sep="   ")
    screen.print(options_table([OptionInfo(**option) for option in game["options"]]))
    screen.print(Text("state  ", "bold"), json.dumps(game["state"]), sep="", soft_wrap=True)
