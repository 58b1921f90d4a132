"""The ladder of backgammon players, in points a game with the luck taken out: ``python benchmarks/ladder.py``.

Everyone meets the same opponent in matches of two games with the same dice and the seats swapped. The luck of both
sides' rolls, by searches with the learnt evaluation, is subtracted, which changes no mean and makes intervals
narrower. Games are kept in a file as they end, so that the same command goes on where it stopped; run it with nothing
else on the machine, since some players have so many milliseconds a move:

    python benchmarks/ladder.py --out ladder.db --workers 2
    python benchmarks/ladder.py --out ladder.db --against gnubg:2 --players gnubg:0 mcms@1000ms
"""

import argparse
from collections.abc import Mapping

import mcms
from mcms.arena import Pairing, Runner, pairing
from mcms.arena.luck_adjustment import search_value, without_luck
from mcms.stats import PairPoints, points_interval

LADDER: Mapping[str, int] = {
    "random": 100,
    "pubeval": 400,
    "exp@depth=1": 400,
    "star2@depth=2": 400,
    "star2(candidates=8)@depth=3": 300,
    "mcms@10ms": 300,
    "mcms@100ms": 200,
    "mcms@1000ms": 100,
    "gnubg:0": 400,
    "gnubg:1": 300,
    "gnubg:2": 200,
}
"""Players and how many matches each has: the slower, the fewer."""
GAME = "backgammon(evaluation=learnt)"


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play what the file lacks, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs="+", default=tuple(LADDER), metavar="PLAYER")
    parser.add_argument("--against", default="gnubg:0", metavar="PLAYER", help="whom everyone meets")
    parser.add_argument("--matches", type=int, help="of each player; otherwise the more, the faster a player is")
    parser.add_argument("--without-luck", type=int, default=1, metavar="DEPTH", help="of the searches that tell luck")
    parser.add_argument("--seed", type=int, default=20261125)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", default=":memory:", help="a file that keeps the games")
    args = parser.parse_args(arguments)
    game = mcms.load(GAME)
    value = search_value(game, args.without_luck)
    print(f"| player | points a game against {args.against}, 95 % | with the luck | matches |\n|---|---|---|---|")
    with Runner(args.out, workers=args.workers) as runner:
        for name in args.players:
            if name == args.against:
                print(f"| `{name}` | 0 | 0 | – |", flush=True)
                continue
            matches = args.matches or LADDER.get(name, 100)
            meeting = pairing(game, name, args.against, matches=matches, seed=args.seed)
            (result,) = runner.play([meeting])
            print(row(meeting, result.points, without_luck(meeting, runner.records, value)), flush=True)


def row(meeting: Pairing, points: PairPoints, adjusted: PairPoints) -> str:
    """Return a player's line of the table."""
    return f"| `{meeting.a.name}` | {shown(adjusted)} | {shown(points)} | {adjusted.pairs} |"


def shown(points: PairPoints) -> str:
    """Return points a game with their interval."""
    interval = points_interval(points)
    return f"{points.per_game or 0.0:+z.3f} ({interval.low:+z.3f} to {interval.high:+z.3f})"


if __name__ == "__main__":
    main()
