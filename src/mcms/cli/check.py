"""``mcms check``: whether a game keeps the contract, and what it is like."""

import dataclasses
from typing import Annotated

import typer
from rich.table import Table

from mcms import check_game, load
from mcms.cli.numbers import whole
from mcms.cli.output import console, print_json
from mcms.cli.states import GAME_HELP
from mcms.cli.waiting import wait_for
from mcms.conformance import GameCheck

EXAMPLES = """Examples:

mcms check my_module:MyGame

mcms check "my_module:MyGame(size=5)" --games 1000 --json"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    games: Annotated[int, typer.Option(metavar="N", parser=whole, help="Games to play at random.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole, help="Draws them.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play a game at random, test every state against the contract, and say what the game is like."""
    rules = load(game)
    seen = wait_for(lambda: check_game(rules, games=games, seed=seed), f"checking {game}")
    if as_json:
        print_json({"game": game} | dataclasses.asdict(seen))
    else:
        _show(game, seen)


def _show(game: str, seen: GameCheck) -> None:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold")
    rows.add_row("games", f"{seen.games} at random, {seen.distinct_states:,} distinct states")
    rows.add_row("length", f"{seen.shortest_game} to {seen.longest_game} decisions, {seen.mean_game:.1f} on average")
    rows.add_row("actions", f"{seen.mean_actions:.1f} at a decision, at most {seen.most_actions}")
    rows.add_row("turns", f"{100 * seen.first_player_decisions:.0f} % of decisions are the first player's")
    rows.add_row("chance", f"{seen.chance_nodes:,} chance nodes")
    rows.add_row("result", f"{100 * seen.first_player_wins:.1f} % for the first player, {100 * seen.draws:.1f} % drawn")
    compared = "the same in another process" if seen.hash_elsewhere else "not compared with another process's"
    rows.add_row("hash", compared)
    screen = console()
    screen.print(f"{game} keeps the contract.")
    screen.print(rows)
    for suspicion in seen.suspicions:
        screen.print(f"Look at this: {suspicion}.")
