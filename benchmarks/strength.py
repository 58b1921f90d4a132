"""How strong `mcms` is at equal time: matches against MCTS, DPW and Star2 without what `mcms` adds.

The same command resumes. Time is processor time, so that a busy machine slows both sides alike; with `--wall` it is
the time of the clock, for a machine with nothing else to do:

    python benchmarks/strength.py --ms 10 --matches pig=200,ewn=500,cant_stop=300,ra=80 --out strength.db

Scores count wins; Pig's, and with `--without-luck DEPTH` everybody's, have the luck of both sides taken out, by the
exact solution in Pig and elsewhere by Star2 to that depth with the learnt evaluation. Intervals are 95 %, over matches
of two games with the seats swapped and the same luck. No piece of `mcms` was chosen by these pairings.
"""

import argparse

import mcms
from mcms.arena import Pairing, Records, Runner, pairing
from mcms.arena.luck_adjustment import search_value, without_luck

OPPONENTS = ("mcts", "dpw", "star2(rule_bounds=false)")
MATCHES = "pig=200,ewn=500,cant_stop=300,ra=80"


def score(meeting: Pairing, runner: Runner, depth: int | None) -> str:
    """Return the score of A in per cent, with its interval."""
    (result,) = runner.play([meeting])
    if meeting.game.name == "pig":
        value = mcms.solve(meeting.game).value
    elif depth is not None:
        value = search_value(mcms.load(f"{meeting.game.name}(evaluation=learnt)"), depth)
    else:
        interval = result.interval
        return f"{100 * (result.counts.score or 0):.1f} ({100 * interval.low:.1f}–{100 * interval.high:.1f})"
    points = without_luck(meeting, runner.records, value)
    # From points between -100 and 100 to a score between 0 and 100.
    half_width = 1.96 * (points.variance_about(points.mean) / points.pairs) ** 0.5 / 2
    rate = 50 + points.mean / 2
    return f"{rate:.2f} ({rate - half_width:.2f}–{rate + half_width:.2f}) without luck"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ms", type=float, default=10.0, help="time for each move")
    parser.add_argument("--wall", action="store_true", help="by the clock, not by processor time")
    parser.add_argument("--player", default="mcms", help="who meets the opponents")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS)
    parser.add_argument("--matches", default=MATCHES, help="of each game, GAME=N,…")
    parser.add_argument("--without-luck", type=int, metavar="DEPTH", help="take the luck out in all games")
    parser.add_argument("--seed", type=int, default=20261118)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", default=":memory:", help="a file that keeps the games")
    args = parser.parse_args()
    limit = mcms.Limit(**{"seconds" if args.wall else "cpu_seconds": args.ms / 1000})
    with Runner(Records(args.out), workers=args.workers) as runner:
        for name, matches in (entry.split("=") for entry in args.matches.split(",")):
            game = mcms.load(name)
            for opponent in args.opponents:
                meeting = pairing(game, args.player, opponent, matches=int(matches), limit=limit, seed=args.seed)
                found = score(meeting, runner, args.without_luck)
                print(f"| {name} | {args.player} – {opponent} | {matches} | {found} |", flush=True)


if __name__ == "__main__":
    main()
