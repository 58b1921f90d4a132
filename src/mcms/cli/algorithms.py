"""``mcms algorithms``: the search algorithms and their options."""

import dataclasses
from typing import Annotated

import typer
from rich.text import Text

from mcms.algorithms import DEPTH_LIMITED_NAMES, SHORT_NAMES, algorithm_options, algorithm_title
from mcms.cli.output import console, options_table, print_json, table
from mcms.options import OptionInfo
from mcms.registry import game_classes

EXAMPLES = "Examples:  mcms algorithms  ·  mcms algorithms --json"


def run(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the search algorithms and their options."""
    if as_json:
        print_json({"algorithms": [_describe(name) for name in SHORT_NAMES]})
        return
    screen = console()
    names = table("name", "what it does", "options")
    for name in SHORT_NAMES:
        options = ", ".join(option.name for option in algorithm_options(name))
        names.add_row(Text(name, "bold cyan"), algorithm_title(name), options)
    screen.print(names)
    screen.print(options_table(list(_distinct_options())))
    for game, cls in game_classes().items():
        if cls.tuned_widths:
            screen.print(
                f"Tuned for {game}: {', '.join(f'{name} {width}' for name, width in cls.tuned_widths.items())}"
            )
        if cls.tuned_mcts is not None:
            tuned = dataclasses.asdict(cls.tuned_mcts)
            screen.print(f"Tuned for {game}: mcts, dpw {', '.join(f'{name} {value}' for name, value in tuned.items())}")
    screen.print('Options go in brackets after the name, in quotes for the shell: "star2ss(width=5,table_mb=64)"')


def _describe(name: str) -> dict[str, object]:
    return {
        "name": name,
        "title": algorithm_title(name),
        "options": [dataclasses.asdict(option) for option in algorithm_options(name)],
        "tuned_widths": {
            game: cls.tuned_widths[name] for game, cls in game_classes().items() if name in cls.tuned_widths
        },
        "tuned_mcts": {
            game: dataclasses.asdict(cls.tuned_mcts)
            for game, cls in game_classes().items()
            if cls.tuned_mcts is not None and name not in DEPTH_LIMITED_NAMES
        },
    }


def _distinct_options() -> dict[OptionInfo, None]:
    return dict.fromkeys(option for name in SHORT_NAMES for option in algorithm_options(name))
