"""Time to depth with one thread and with several, on positions that take one thread over 0.2 s.

Run on a machine with nothing else to do:

    python benchmarks/threads.py --threads 2 --positions 3

For each game and algorithm the first depth that takes long enough is searched by one thread and by all, in turns, and
the ratio of the shortest times is printed, with how many more nodes the threads entered. Answers are compared, too.
"""

import argparse
import dataclasses
import random
import statistics
from typing import Any

import mcms
from mcms import DepthLimited, Limit, SearchResult, Turn

GAMES = ("pig", "ewn", "cant_stop", "ra")
ALGORITHMS = ("exp", "star1", "star2", "star2(table_bounds=true)", "mcms")


def position(game: Any, seed: int) -> Any:
    """Return a decision with several actions that random play has led to."""
    draw = random.Random(seed)
    while True:
        state = game.initial_state(seed)
        for _ in range(draw.randrange(4, 30)):
            if game.turn(state) is Turn.OVER:
                break
            if game.turn(state) is Turn.CHANCE:
                outcomes, chances = zip(*game.outcomes(state), strict=True)
                state = game.resolve(state, draw.choices(outcomes, chances)[0])
            else:
                state = game.play(state, draw.choice(game.actions(state)))
        if game.turn(state) in (Turn.FIRST, Turn.SECOND) and len(game.actions(state)) > 1:
            return state


def long_enough(game: Any, state: Any, algorithm: DepthLimited, seconds: float) -> SearchResult | None:
    """Search deeper and deeper until a search takes so long; none if the position is decided before."""
    reached = mcms.search(game, state, algorithm, limit=Limit(seconds=seconds))
    for depth in range(max(reached.depth, 1), 200):
        result = mcms.search(game, state, algorithm, limit=Limit(depth=depth, seconds=60 * seconds))
        if result.stop_reason in ("complete", "seconds"):
            return None
        if result.seconds >= seconds:
            return result
    return None


def ratio(game: Any, state: Any, algorithm: DepthLimited, args: argparse.Namespace) -> tuple[float, float] | None:
    """Return how much faster the threads are, and how many times the nodes they enter."""
    alone = long_enough(game, state, algorithm, args.seconds)
    if alone is None:
        return None
    limit = Limit(depth=alone.depth)
    times: dict[int, list[float]] = {1: [], args.threads: []}
    nodes = 0.0
    for _ in range(args.rounds):
        for threads, taken in times.items():
            found = mcms.search(game, state, dataclasses.replace(algorithm, threads=threads), limit=limit)
            taken.append(found.seconds)
            if (found.action, found.value) != (alone.action, alone.value):
                raise SystemExit(f"{game} {algorithm}: {found.action} {found.value} with {threads} threads")
            nodes = found.nodes / alone.nodes
    return min(times[1]) / min(times[args.threads]), nodes


def main() -> None:
    """Print a line for each game and algorithm."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.2)
    args = parser.parse_args()
    for name in GAMES:
        game = mcms.load(name)
        states = [position(game, seed) for seed in range(args.positions)]
        for text in ALGORITHMS:
            algorithm = mcms.algorithm(text, game)
            assert isinstance(algorithm, DepthLimited)
            found = [each for state in states if (each := ratio(game, state, algorithm, args)) is not None]
            if not found:
                print(f"{name:10} {text:26} no position took long enough", flush=True)
                continue
            faster, nodes = zip(*found, strict=True)
            print(
                f"{name:10} {text:26} x {statistics.median(faster):.2f}  (least {min(faster):.2f}, "
                f"nodes x {statistics.median(nodes):.3f}, {len(found)} positions)",
                flush=True,
            )


if __name__ == "__main__":
    main()
