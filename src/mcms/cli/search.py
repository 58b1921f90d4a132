"""``mcms search``: the best action in a state, and all that the search found out on the way."""

from collections import deque
from pathlib import Path
from typing import Annotated, Any

import typer

from mcms import Limit, SearchResult, StopToken, algorithm, load, search
from mcms.cli.numbers import DEFAULT_MS, decimal, limit_of, whole
from mcms.cli.output import console, print_json
from mcms.cli.search_report import SearchReport, show
from mcms.cli.search_states import search_states
from mcms.cli.states import GAME_HELP, read_state
from mcms.cli.waiting import interrupt_stops, wait_for
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import Turn
from mcms.games.base import LARGEST_SEED, BaseGame
from mcms.validation import whole_number

EXAMPLES = """Examples:

mcms search ewn --states positions.jsonl --nodes 100000 --out answers.jsonl

mcms search pig

mcms search pig --state '{"scores":[50,40],"turn_total":12,"to_move":0}'

mcms search "pig(goal=50)" --algorithm "star2ss(width=5)" --ms 200 --json

mcms search pig --algorithm star1 --depth 6 --state @state.json

mcms search pig --algorithm "mcts(threads=2)" --simulations 100000

mcms search ewn --algorithm "star2(threads=2)" --depth 7

mcms search ra --algorithm "star2(evaluation=learnt)" --depth 4

mcms search "my_module:MyGame(size=3)" --depth 4"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    state: Annotated[
        str | None,
        typer.Option(metavar="JSON", help="The state: JSON, @file, or - for stdin. Default: the start of the game."),
    ] = None,
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help="An algorithm: mcms, or with options star2ss(width=5).")
    ] = "mcms",
    depth: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Stop after searching N decisions deep.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="Stop after N nodes.")] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Stop after N simulations of mcts or dpw.")
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(
            metavar="T", parser=decimal, help=f"Stop after T milliseconds. Without any limit: {DEFAULT_MS:.0f}."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Draws the samples, and the start if there is no state.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    states: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            dir_okay=False,
            help="Search every state of this file, a line of JSON each, and print a line of JSON for each.",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="With --states: how many at once.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="With --states: search on a Ray cluster.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", dir_okay=False, help="With --states: write the lines here; the same command resumes."
        ),
    ] = None,
) -> None:
    """Find the best action in a state. Ctrl-C stops the search and shows what it found so far."""
    limit = limit_of(depth, nodes, simulations, ms)
    if states is not None:
        if state is not None:
            raise InvalidOptionError("both --state and --states are given: expected one of them")
        search_states(load(game), states, algorithm, limit, seed=seed, workers=workers, cluster=cluster, out=out)
        return
    if workers is not None or cluster is not None or out is not None:
        raise InvalidOptionError("--workers, --cluster and --out are for many states: expected --states FILE with them")
    report = _search(load(game), state, algorithm, limit, seed)
    if as_json:
        print_json(report.to_json())
    else:
        show(console(), report)


def _search(game: BaseGame[Any], state_argument: str | None, name: str, limit: Limit, seed: int) -> SearchReport:
    whole_number("seed", seed, 0, LARGEST_SEED)
    wanted = algorithm(name, game)
    state = game.initial_state(seed) if state_argument is None else read_state(game, state_argument)
    if game.turn(state) is Turn.OVER:
        raise GameOverError(f"the game is over ({game.text(state)}): expected a state with a move to find")
    token = StopToken()
    so_far: deque[SearchResult[Any]] = deque(maxlen=1)

    def doing() -> str:
        found = f" – {_in_words(so_far[-1])}" if so_far else ""
        return f"searching {game} with {wanted}{found}; Ctrl-C shows the best so far"

    with interrupt_stops(token):
        result = wait_for(
            lambda: search(game, state, wanted, limit=limit, seed=seed, stop=token, on_progress=so_far.append), doing
        )
    return SearchReport(game=game, state=state, algorithm=wanted, seed=seed, result=result)


def _in_words(result: SearchResult[Any]) -> str:
    line = " ".join(str(step) for step in result.principal_variation[:6])
    if result.simulations is not None:
        return f"{result.simulations:,} simulations: {result.value:+z.2f}, {line}"
    return f"depth {result.depth}: {result.value:+z.2f}, {result.nodes:,} nodes, {line}"
