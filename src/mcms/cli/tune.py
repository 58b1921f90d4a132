"""``mcms tune``: the best options of an algorithm in a game, by the paper's elimination, validated on fresh seeds."""

from typing import Annotated

import typer

from mcms import load
from mcms.cli.arena import (
    AsJson,
    Cluster,
    Depth,
    Matches,
    Ms,
    Nodes,
    Out,
    Seed,
    Simulations,
    Workers,
    result_json,
)
from mcms.cli.numbers import limit_of, whole
from mcms.cli.output import console, print_json
from mcms.cli.playing import percent, playing
from mcms.cli.tournament import elimination_json, print_rounds
from mcms.tuning import Tuning, parse_grid, tune
from mcms.tuning.tune import PAPER_MATCHES

EXAMPLES = """Examples:

mcms tune pig star2ss --grid width=5,10,20,40 --ms 20 --matches 100

mcms tune ewn mcts --grid exploration=50,100,200 --grid rollout_moves=0,100 --ms 10 --out tuning.db"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game: pig, or with options pig(goal=50,dice=1).")],
    algorithm: Annotated[str, typer.Argument(metavar="ALGORITHM", help="The algorithm: star2ss, mcts, dpw.")],
    grid: Annotated[
        list[str], typer.Option(metavar="OPTION=V,V,…", help="Values of an option to try; once for each option.")
    ],
    matches: Matches = PAPER_MATCHES,
    validate: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole,
            help="Matches between the champion and the default options; by default as many as --matches.",
        ),
    ] = None,
    ms: Ms = None,
    nodes: Nodes = None,
    depth: Depth = None,
    simulations: Simulations = None,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Find the best options of an algorithm: head to head, winners advance, the champion is validated.

    Without a limit they think for a second a move.
    """
    rules, values = load(game), parse_grid(grid)
    limit = limit_of(depth, nodes, simulations, ms)
    with playing(out, workers, cluster) as runner:
        found = tune(
            rules,
            algorithm,
            values,
            limit=limit,
            runner=runner,
            matches=matches,
            validation_matches=validate,
            seed=seed,
        )
    if as_json:
        validation = None if found.validation is None else result_json(found.validation)
        print_json(elimination_json(found.elimination) | {"default": found.default.name, "validation": validation})
    else:
        _show(found)


def _show(found: Tuning) -> None:
    screen = console()
    print_rounds(screen, found.elimination)
    screen.print(f"Champion: {found.champion.name}")
    if found.validation is None:
        screen.print("It is the default, so there is nothing to validate.")
        return
    counts, interval = found.validation.counts, found.validation.interval
    assert counts.score is not None
    better = "better" if interval.low > 0.5 else "worse" if interval.high < 0.5 else "not surely different"
    screen.print(
        f"On fresh seeds it scores {percent(counts.score, interval)} in {counts.games} games against the default "
        f"{found.default.algorithm}: {better}."
    )
