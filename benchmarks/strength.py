"""How strong `mcms` is at equal time: matches against MCTS, DPW and Star2 without what `mcms` adds.

The same command resumes. Time is processor time, so that a busy machine slows both sides alike; with `--wall` it is
the time of the clock, for a machine with nothing else to do:

    python benchmarks/strength.py --ms 10 --matches pig=200,ewn=500,cant_stop=300,ra=80 --out strength.db
    python benchmarks/strength.py --ms 3 --pieces --matches pig=60,ra=80 --out strength.db

`--pieces` lets `mcms` meet itself with one piece taken out at a time. Scores count wins; Pig's, and with
`--without-luck DEPTH` everybody's, have the luck of both sides taken out, by the exact solution in Pig and elsewhere by
Star2 to that depth with the learnt evaluation. Intervals are 95 %, over matches of two games with the seats swapped and
the same luck. `--csv` adds the rows to a file, from which `pictures.py` draws.
"""

import argparse
import csv
import dataclasses
from pathlib import Path
from typing import Any

import mcms
from mcms.arena import Pairing, Records, Runner, pairing
from mcms.arena.luck_adjustment import search_value, without_luck

OPPONENTS = ("mcts", "dpw", "star2(rule_bounds=false)")
MATCHES = "pig=200,ewn=500,cant_stop=300,ra=80"
MCMS = {
    "width": "8",
    "draw": "systematic",
    "luck": "depth",
    "exact_below": "1",
    "control": "estimate",
    "thrifty": "true",
    "table_bounds": "true",
    "table_mb": "64",
    "candidates": "8",
    "evaluation": "best",
}
"""What `mcms` is, as options of star2ss."""
WITHOUT: dict[str, dict[str, str]] = {
    "systematic draws": {"draw": "independent"},
    "luck by depth": {"luck": "state"},
    "exact leaves": {"exact_below": "0"},
    "control": {"control": "none"},
    "thrift": {"thrifty": "false"},
    "stored bounds": {"table_bounds": "false"},
    "the learnt evaluation": {"evaluation": "own"},
    "sampling": {"width": "1000000"},
}
"""A piece, and the options that take it out."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Row:
    """What a pairing came to, in per cent for the first player."""

    game: str
    player: str
    opponent: str
    ms: float
    clock: str
    seed: int
    matches: int
    luck: str
    score: float
    low: float
    high: float

    def line(self) -> str:
        """Return the row as a line of a table."""
        taken_out = "" if self.luck == "counted" else " without luck"
        found = f"{self.score:.1f} ({self.low:.1f}–{self.high:.1f}){taken_out}"
        return f"| {self.game} | {self.player} – {self.opponent} | {self.matches} | {found} |"


def without(piece: str) -> str:
    """Return the text of `mcms` without a piece."""
    options = {name: value for name, value in (MCMS | WITHOUT[piece]).items() if value != "none"}
    return f"star2ss({','.join(f'{name}={value}' for name, value in options.items())})"


def played(meeting: Pairing, runner: Runner, depth: int | None) -> dict[str, Any]:
    """Play a pairing, and return its score with its interval."""
    (result,) = runner.play([meeting])
    if meeting.game.name == "pig":
        value, luck = mcms.solve(meeting.game).value, "taken out by the solution"
    elif depth is not None:
        value, luck = search_value(mcms.load(f"{meeting.game.name}(evaluation=learnt)"), depth), f"by star2@{depth=}"
    else:
        low, high = result.interval.low, result.interval.high
        return {"luck": "counted", "score": 100 * (result.counts.score or 0), "low": 100 * low, "high": 100 * high}
    points = without_luck(meeting, runner.records, value)
    # From points between -100 and 100 to a score between 0 and 100.
    half_width = 1.96 * (points.variance_about(points.mean) / points.pairs) ** 0.5 / 2
    rate = 50 + points.mean / 2
    return {"luck": luck, "score": rate, "low": rate - half_width, "high": rate + half_width}


def keep(row: Row, path: Path) -> None:
    """Add a row to a file; what was measured anew takes the place of what it was."""
    new = {name: f"{value:.6g}" if isinstance(value, float) else str(value) for name, value in vars(row).items()}
    rows: list[dict[str, str]] = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    same = ("game", "player", "opponent", "ms", "clock", "seed")
    rows = [known for known in rows if any(known[name] != new[name] for name in same)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(new), lineterminator="\n")
        writer.writeheader()
        writer.writerows([*rows, new])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ms", type=float, default=10.0, help="time for each move")
    parser.add_argument("--wall", action="store_true", help="by the clock, not by processor time")
    parser.add_argument("--player", default="mcms", help="who meets the opponents")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS)
    parser.add_argument("--pieces", nargs="*", choices=WITHOUT, help="meet mcms without a piece instead; all or some")
    parser.add_argument("--matches", default=MATCHES, help="of each game, GAME=N,…")
    parser.add_argument("--without-luck", type=int, metavar="DEPTH", help="take the luck out in all games")
    parser.add_argument("--seed", type=int, default=20261118)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--out", default=":memory:", help="a file that keeps the games")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="add the rows to a file")
    args = parser.parse_args()
    opponents = {name: name for name in args.opponents}
    if args.pieces is not None:
        opponents = {f"without {piece}": without(piece) for piece in args.pieces or WITHOUT}
    limit = mcms.Limit(**{"seconds" if args.wall else "cpu_seconds": args.ms / 1000})
    with Runner(Records(args.out), workers=args.workers) as runner:
        for name, matches in (entry.split("=") for entry in args.matches.split(",")):
            game = mcms.load(name)
            for shown, opponent in opponents.items():
                meeting = pairing(game, args.player, opponent, matches=int(matches), limit=limit, seed=args.seed)
                row = Row(
                    game=name,
                    player=args.player,
                    opponent=shown,
                    ms=args.ms,
                    clock="wall" if args.wall else "processor",
                    seed=args.seed,
                    matches=int(matches),
                    **played(meeting, runner, args.without_luck),
                )
                print(row.line(), flush=True)
                if args.csv:
                    keep(row, args.csv)


if __name__ == "__main__":
    main()
