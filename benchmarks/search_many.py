"""How near to linear ``search_many`` is: ``python benchmarks/search_many.py`` on a quiet machine.

Searches the same positions with one worker and with all, in turns, and prints the speed-up of the medians with the
processor time each took: where the machine is busy, equal processor times say that nothing is lost in between.
"""

import argparse
import statistics
import time

import mcms
from mcms.arena.executor import cores


def positions(game: mcms.BaseGame, count: int) -> list[object]:
    """Return positions of random games that are somebody's turn."""
    found: list[object] = []
    for seed in range(count):
        state = game.initial_state(seed)
        for step in range(3 + seed % 5):
            turn = game.turn(state)
            if turn is mcms.Turn.OVER:
                break
            if turn is mcms.Turn.CHANCE:
                outcomes = game.outcomes(state)
                state = game.resolve(state, outcomes[(seed + step) % len(outcomes)][0])
            else:
                actions = game.actions(state)
                state = game.play(state, actions[(seed + step) % len(actions)])
        if game.turn(state) in (mcms.Turn.FIRST, mcms.Turn.SECOND):
            found.append(state)
    return found


def main() -> None:
    """Print the speed-up of each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--games", nargs="*", default=["ewn", "cant_stop", "ra"])
    given = parser.parse_args()
    for name in given.games:
        game = mcms.load(name)
        states = positions(game, 200)
        took: dict[int, list[tuple[float, float]]] = {1: [], given.workers: []}
        for _ in range(given.rounds):
            for workers, times in took.items():
                wall, processor = time.perf_counter(), time.process_time()
                mcms.search_many(game, states, "star2", limit=mcms.Limit(nodes=given.nodes), workers=workers)
                times.append((time.perf_counter() - wall, time.process_time() - processor))
        one, all_ = (statistics.median(wall for wall, _ in times) for times in took.values())
        used = [statistics.median(processor for _, processor in times) for times in took.values()]
        print(
            f"{name}: {len(states)} positions, 1 worker {one:.2f} s, {given.workers} workers {all_:.2f} s, "
            f"{one / all_:.2f} × as fast; processor time {used[0]:.2f} s and {used[1]:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
