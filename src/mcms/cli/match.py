"""``mcms match``: two players meet in swapped-seat matches, and how sure their difference is."""

from typing import Annotated

import typer

from mcms import load
from mcms.arena import pairing
from mcms.arena.luck_adjustment import search_value
from mcms.arena.luck_adjustment import without_luck as points_without_luck
from mcms.cli.arena import (
    AsJson,
    Cluster,
    Depth,
    Matches,
    Ms,
    Nodes,
    Out,
    Score,
    Seed,
    Simulations,
    Workers,
    chosen_score,
    parse_sprt,
    print_result,
    print_sprt,
    result_json,
)
from mcms.cli.numbers import limit_of, whole
from mcms.cli.output import console, print_json
from mcms.cli.playing import playing
from mcms.stats import points_interval
from mcms.stats.points import points_json

EXAMPLES = """Examples:

mcms match pig hold:20 hold:23 --matches 5000

mcms match ewn star1ss mcts --ms 50 --matches 200 --out results.db

mcms match pig "star2ss(width=18)@20ms" optimal --sprt 0,10

mcms match ewn exp@depth=3 "mcts(exploration=100)@simulations=2000" --matches 100 --json

mcms match backgammon mcms@100ms gnubg:0 --matches 200 --without-luck 1"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game: pig, or with options pig(goal=50,dice=1).")],
    a: Annotated[str, typer.Argument(metavar="A", help="A player: star2ss, mcts@50ms, hold:20, random, human.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Its opponent.")],
    matches: Matches = 100,
    ms: Ms = None,
    nodes: Nodes = None,
    depth: Depth = None,
    simulations: Simulations = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="E0,E1",
            help="Stop as soon as it is clear whether A is E0 or E1 Elo (or points a game) stronger.",
        ),
    ] = None,
    score: Score = None,
    seed: Seed = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    out: Out = None,
    without_luck: Annotated[
        int | None,
        typer.Option(
            metavar="DEPTH", parser=whole, help="Also give points without the luck, by searches of this depth."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let two players meet. A match is two games with the seats swapped and the same luck in both.

    Searches without any limit think for a second a move.
    """
    rules = load(game)
    by = chosen_score(score, rules)
    test = parse_sprt(sprt, by)
    limit = limit_of(depth, nodes, simulations, ms)
    meeting = pairing(rules, a, b, matches=matches, limit=limit, seed=seed)
    value = None if without_luck is None else search_value(rules, without_luck)
    with playing(out, workers, cluster, test) as runner:
        (result,) = runner.play([meeting])
        adjusted = None if value is None else points_without_luck(meeting, runner.records, value)
    if as_json:
        counted = {"games_recorded": result.recorded, "games_played": result.played}
        without = {} if adjusted is None else {"without_luck": points_json(adjusted)}
        print_json(result_json(result) | without | counted)
        return
    screen = console()
    print_result(screen, result, out)
    if adjusted is not None and adjusted.per_game is not None:
        interval = points_interval(adjusted)
        spread = f"({interval.low:+z.4f} to {interval.high:+z.4f})"
        screen.print(f"  without luck  {adjusted.per_game:+z.4f} {spread} points a game", soft_wrap=True)
    if test is not None:
        print_sprt(screen, test, result)
