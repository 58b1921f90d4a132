"""What pruning saves: nodes and processor time of Star1 and Star2 against expectimax, over positions of play.

``python -m mcms.bench.pruning pig ewn cant_stop ra --depth 6 --positions 50``
"""

import argparse
import dataclasses
import math
import time
from collections.abc import Sequence
from typing import Any

from mcms.algorithms import DepthLimited, Expectimax, Star1, Star2
from mcms.arena.game_play import play_game, replayed
from mcms.arena.player import player
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.registry import load
from mcms.search import search

_GAMES = 10
_THOUGHT = Limit(nodes=300)
_SEARCHES: tuple[DepthLimited, ...] = (Expectimax(), Star1(), Star2())


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pruning:
    """What a pruned search needs of what expectimax needs at the same depth."""

    game: str
    algorithm: str
    depth: int
    positions: int
    nodes: float
    seconds: float
    """Processor time."""
    nodes_each: float
    """On average for a position."""
    ms_each: float


def pruning(game: BaseGame[Any], depth: int, positions: int = 50) -> tuple[Pruning, ...]:
    """Search the same positions with each algorithm, with the table off but for the order of moves."""
    states = positions_of_play(game, positions)
    nodes: dict[str, list[int]] = {str(algorithm): [] for algorithm in _SEARCHES}
    seconds: dict[str, list[float]] = {str(algorithm): [] for algorithm in _SEARCHES}
    for state in states:
        for algorithm in _SEARCHES:
            start = time.process_time()
            nodes[str(algorithm)].append(search(game, state, algorithm, limit=Limit(depth=depth)).nodes)
            seconds[str(algorithm)].append(time.process_time() - start)
    whole, *pruned = nodes
    return tuple(
        Pruning(
            game=str(game),
            algorithm=name,
            depth=depth,
            positions=len(states),
            nodes=sum(nodes[name]) / sum(nodes[whole]),
            seconds=math.fsum(seconds[name]) / math.fsum(seconds[whole]),
            nodes_each=sum(nodes[name]) / len(states),
            ms_each=1000 * math.fsum(seconds[name]) / len(states),
        )
        for name in (whole, *pruned)
    )


def positions_of_play(game: BaseGame[Any], count: int) -> list[Any]:
    """Return decisions with a choice, spread evenly over a few games."""
    engine = player("star1", game, _THOUGHT)
    states: list[Any] = []
    for seed in range(_GAMES):
        moves = play_game(game, (engine, engine), seed=seed).moves
        seen = [s for s in replayed(game, moves, seed=seed) if game.turn(s).is_decision and len(game.actions(s)) > 1]
        wanted = min(count * (seed + 1) // _GAMES - count * seed // _GAMES, len(seen))
        states += [seen[(2 * i + 1) * len(seen) // (2 * wanted)] for i in range(wanted)]
    return states


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each game and algorithm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--positions", type=int, default=50)
    given = parser.parse_args(arguments)
    for name in given.games:
        for saved in pruning(load(name), given.depth, given.positions):
            print(
                f"{saved.game}, {saved.algorithm} at depth {saved.depth}, {saved.positions} positions: "
                f"{saved.nodes_each:,.0f} nodes, {saved.nodes:.3f} of exp's; "
                f"{saved.ms_each:.2f} ms, {saved.seconds:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
