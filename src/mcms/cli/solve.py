"""``mcms solve``: the exact value of a game, where it is small enough to work out every state."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mcms import load
from mcms.cli.output import console, duration, print_json, table
from mcms.cli.states import read_state
from mcms.cli.waiting import wait_for
from mcms.exceptions import GameOverError, InvalidOptionError, UnknownNameError
from mcms.game import Turn
from mcms.games.pig import Pig

if TYPE_CHECKING:
    from mcms.games.pig_solver import PigSolution

_SCORES_SHOWN = 10

EXAMPLES = """Examples:

mcms solve pig

mcms solve pig --at '{"scores":[0,0],"turn_total":20,"to_move":0}'

mcms solve "pig(dice=1)" --plot pig.svg --json"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="pig, or with options pig(goal=50,dice=1).")],
    at: Annotated[
        str | None, typer.Option(metavar="JSON", help="Show this state only: JSON, @file, or - for stdin.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw where to stop, as .svg or .png.", dir_okay=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Work out the exact value of every state of a game, and the best action there."""
    pig = load(game)
    if not isinstance(pig, Pig):
        raise UnknownNameError(f"there is no solver for {pig}: expected pig")
    state = pig.initial_state() if at is None else _unfinished(pig, at)
    solution = wait_for(lambda: _solve(pig), f"solving {pig}")
    if plot is not None:
        _save_plot(pig, plot)
    if as_json:
        policy = {"stopping_totals": solution.stopping_totals.tolist()} if at is None else {}
        print_json(_describe(pig, solution, state) | policy)
        return
    screen = console()
    _show_state(screen, pig, solution, state)
    if at is None:
        _show_stops(screen, pig, solution)
    work = f"{solution.sweeps} sweeps in {duration(solution.seconds)}, last change {solution.residual:.1g}"
    screen.print(Text(work, "dim"))
    if plot is not None:
        screen.print(f"plot  {plot}", soft_wrap=True)


def _solve(pig: Pig) -> "PigSolution":
    from mcms.games.pig_solver import solve_pig  # noqa: PLC0415  NumPy, which no other command needs

    return solve_pig(pig)


def _unfinished(pig: Pig, argument: str) -> Any:
    state = read_state(pig, argument)
    if pig.turn(state) is Turn.OVER:
        raise GameOverError(f"the game is over ({pig.text(state)}): expected a state that is not decided yet")
    return state


def _save_plot(pig: Pig, path: Path) -> None:
    from mcms.plots.pig_surface import plot_stopping_surface  # noqa: PLC0415  Matplotlib takes a second to load

    try:
        plot_stopping_surface(pig, path)
    except OSError as error:
        raise InvalidOptionError(f"cannot write the plot {str(path)!r}: {error.strerror or error}") from error


def _describe(pig: Pig, solution: "PigSolution", state: Any) -> dict[str, Any]:
    decision = pig.turn(state).is_decision
    return {
        "game": str(pig),
        "state": pig.to_json(state),
        "value": solution.value(state),
        "win_probability": solution.win_probability(state),
        "action": solution.best_action(state) if decision else None,
        "actions": solution.action_values(state) if decision else {},
        "sweeps": solution.sweeps,
        "residual": solution.residual,
        "seconds": solution.seconds,
    }


def _show_state(screen: Console, pig: Pig, solution: "PigSolution", state: Any) -> None:
    screen.print(Text(str(pig), "bold"))
    screen.print(pig.text(state))
    if pig.turn(state).is_decision:
        screen.print(_actions(pig, solution, state))
    screen.print(f"The mover wins with probability {solution.win_probability(state):.7f}.")


def _actions(pig: Pig, solution: "PigSolution", state: Any) -> Table:
    best = solution.best_action(state)
    sign = 1 if pig.turn(state) is Turn.FIRST else -1
    rows = table("", "action", "value", "mover wins", numbers=("value", "mover wins"))
    for action, value in sorted(solution.action_values(state).items(), key=lambda item: -sign * item[1]):
        style = "bold green" if action == best else ""
        # A value of 100 is a sure win of the first player, -100 of the second.
        rows.add_row("best" if action == best else "", action, f"{value:+.4f}", _chance((sign * value + 100) / 200),
                     style=style)  # fmt: skip
    return rows


def _chance(probability: float) -> str:
    return f"{100 * probability:.4f} %"


def _show_stops(screen: Console, pig: Pig, solution: "PigSolution") -> None:
    """Show, for scores ten apart, the least turn total at which stopping is best."""
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
