"""``mcms solve``: exact values, of all of Pig or of any position with few enough states below it."""

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcms import Backgammon, HyperSolution, PigSolution, Solution, load, solve
from mcms.cli.numbers import whole
from mcms.cli.output import console, duration, print_json, table
from mcms.cli.states import GAME_HELP, read_state
from mcms.cli.waiting import wait_for
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.games.hyper_backgammon import require_hyper
from mcms.games.pig import Pig
from mcms.solve import MOST_STATES

_SCORES_SHOWN = 10

EXAMPLES = """Examples:

mcms solve pig

mcms solve pig --state '{"scores":[0,0],"turn_total":20,"to_move":0}'

mcms solve "pig(dice=1)" --plot pig.svg --json

mcms solve "random_tree(depth=4)" --most-states 100000

mcms solve "backgammon(variant=hyper)" --file hyper.npz"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    at: Annotated[
        str | None,
        typer.Option("--state", "--at", metavar="JSON", help="Solve this state: JSON, @file, or - for stdin."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Pig only: draw where to stop, as .svg or .png.", dir_okay=False)
    ] = None,
    most_states: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Give up on a position with more states below it.")
    ] = MOST_STATES,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Hyper-backgammon only: keep all values here, or read them.", dir_okay=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Work out exact values: all of Pig, or any position of another game that is near enough to its end."""
    rules = load(game)
    if plot is not None and not isinstance(rules, Pig):
        raise InvalidOptionError(f"there is no plot of {rules}: expected pig")
    if file is not None:
        require_hyper(rules)
    state = rules.initial_state() if at is None else _unfinished(rules, at)
    solution = wait_for(lambda: _solve(rules, state, most_states, file), f"solving {rules}")
    if plot is not None and isinstance(rules, Pig):
        _save_plot(rules, plot)
    whole_pig = isinstance(solution, PigSolution) and at is None
    if as_json:
        policy = {"stopping_totals": solution.stopping_totals.tolist()} if isinstance(solution, PigSolution) else {}
        print_json(_describe(rules, solution, state) | (policy if whole_pig else {}))
        return
    screen = console()
    _show_state(screen, rules, solution, state)
    if isinstance(solution, PigSolution) and whole_pig:
        _show_stops(screen, solution)
    screen.print(Text(_work(solution), "dim"))
    if plot is not None:
        screen.print(f"plot  {plot}", soft_wrap=True)


def _solve(game: BaseGame[Any], state: Any, most_states: int, file: Path | None) -> Solution[Any]:
    if isinstance(game, Backgammon) and file is not None and file.exists():
        return HyperSolution.load(game, file)
    solution = solve(game, state, most_states=most_states)
    if isinstance(solution, HyperSolution) and file is not None:
        solution.save(file)
    return solution


def _unfinished(game: BaseGame[Any], argument: str) -> Any:
    state = read_state(game, argument)
    if game.turn(state) is Turn.OVER:
        raise GameOverError(f"the game is over ({game.text(state)}): expected a state that is not decided yet")
    return state


def _save_plot(pig: Pig, path: Path) -> None:
    from mcms.plots.pig_surface import plot_stopping_surface  # noqa: PLC0415  Matplotlib takes a second to load

    try:
        plot_stopping_surface(pig, path)
    except OSError as error:
        raise InvalidOptionError(f"cannot write the plot {str(path)!r}: {error.strerror or error}") from error


def _describe(game: BaseGame[Any], solution: Solution[Any], state: Any) -> dict[str, Any]:
    decision = game.turn(state).is_decision
    described: dict[str, Any] = {
        "game": str(game),
        "state": game.to_json(state) if game.has_json else game.text(state),
        "value": solution.value(state),
        "action": str(solution.best_action(state)) if decision else None,
        "actions": {str(action): value for action, value in solution.action_values(state).items()} if decision else {},
        "states": solution.states,
        "sweeps": solution.sweeps,
        "residual": solution.residual,
        "seconds": solution.seconds,
    }
    if isinstance(solution, PigSolution):
        described["win_probability"] = solution.win_probability(state)
    return described


def _show_state(screen: Console, game: BaseGame[Any], solution: Solution[Any], state: Any) -> None:
    screen.print(Text(str(game), "bold"), soft_wrap=True)
    screen.print(game.board(state), soft_wrap=True)
    if game.turn(state).is_decision:
        screen.print(_actions(game, solution, state))
    value = solution.value(state)
    screen.print(f"The exact value is {value:+z.6f} for the first player.")
    if game.win_or_lose:
        screen.print(f"The first player wins with probability {_chance(game, value):.7f}.")


def _actions(game: BaseGame[Any], solution: Solution[Any], state: Any) -> Table:
    best = solution.best_action(state)
    sign = 1 if game.turn(state) is Turn.FIRST else -1
    columns = ("", "action", "value", *(("first wins",) if game.win_or_lose else ()))
    rows = table(*columns, numbers=("value", "first wins"))
    for action, value in sorted(solution.action_values(state).items(), key=lambda item: -sign * item[1]):
        wins = (f"{100 * _chance(game, value):.4f} %",) if game.win_or_lose else ()
        style = "bold green" if action == best else ""
        rows.add_row("best" if action == best else "", str(action), f"{value:+z.4f}", *wins, style=style)
    return rows


def _chance(game: BaseGame[Any], value: float) -> float:
    """Return the first player's chance to win; the ends of the range are a sure loss and a sure win."""
    low, high = game.value_range()
    return (value - low) / (high - low)


def _work(solution: Solution[Any]) -> str:
    states = f"{solution.states:,} states"
    return f"{states}, {solution.sweeps} sweeps in {duration(solution.seconds)}, last change {solution.residual:.1g}"


def _show_stops(screen: Console, solution: PigSolution) -> None:
    """Show, for scores ten apart, the least turn total at which stopping is best."""
    pig = solution.pig
    scores = range(0, pig.goal, math.ceil(pig.goal / _SCORES_SHOWN))
    rows = Table(title="Stop from which turn total on", title_justify="left", title_style="bold", box=None)
    rows.add_column("own ↓  other →", style="bold")
    for other in scores:
        rows.add_column(str(other), justify="right", header_style="bold")
    for own in scores:
        stops = (int(solution.stopping_totals[own, other]) for other in scores)
        rows.add_row(str(own), *("win" if own + stop >= pig.goal else str(stop) for stop in stops))
    screen.print()
    screen.print(rows)
    screen.print('"win": roll until the turn total reaches the goal.\n')
