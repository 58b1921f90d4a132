"""What a chance node costs: the sampled searches against expectimax over all outcomes, by chance nodes a second.

A sampled tree has far fewer chance nodes: equally deep, its search would be over before the cost of a call is. So it is
searched deeper, as deep as an unpruned search of that sample has no more chance nodes than expectimax has. A sampled
tree still has fewer leaves below each chance node and so more of everything else for each of them; the ratio says what
a chance node costs with all that hangs on it.
"""

import dataclasses
import time
from typing import Any

from mcms.algorithms import DepthLimited, Expectimax, depth_limited
from mcms.bench.contestant import SEED, Contestant, Run, searcher
from mcms.bench.race import Contest
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.search import search

_SAMPLED = ("expss", "star1ss")


def chance_node_contest(game: BaseGame[Any], positions: tuple[Any, ...], depth: int) -> Contest:
    """Race expectimax and the sampled searches, with the widths tuned for the game."""
    exact = Expectimax()
    most = _chance_nodes(game, positions, exact, depth)
    contestants = [_counting_chance_nodes(game, exact, depth)]
    for name in _SAMPLED:
        algorithm = depth_limited(name, game)
        deeper = _depth_within(game, positions, Expectimax(chance=algorithm.chance), depth, most)
        contestants.append(_counting_chance_nodes(game, algorithm, deeper))
    return Contest(game=game, positions=positions, contestants=tuple(contestants), baseline=contestants[0].name)


def _depth_within(game: BaseGame[Any], positions: tuple[Any, ...], algorithm: Expectimax, depth: int, most: int) -> int:
    """Return the greatest depth, from the given one on, at which it enters at most ``most`` chance nodes."""
    entered = _chance_nodes(game, positions, algorithm, depth)
    # Where no line is cut off by the depth, no more are entered at the next.
    while entered < (deeper := _chance_nodes(game, positions, algorithm, depth + 1)) <= most:
        entered, depth = deeper, depth + 1
    return depth


def _chance_nodes(game: BaseGame[Any], positions: tuple[Any, ...], algorithm: Expectimax, depth: int) -> int:
    return sum(search(game, state, algorithm, limit=Limit(depth=depth), seed=SEED).chance_nodes for state in positions)


def _counting_chance_nodes(game: BaseGame[Any], algorithm: DepthLimited, depth: int) -> Contestant:
    def run(state: Any) -> Run:
        start = time.perf_counter()
        result = search(game, state, algorithm, limit=Limit(depth=depth), seed=SEED)
        return Run(nodes=result.chance_nodes, seconds=time.perf_counter() - start, value=result.value)

    return dataclasses.replace(searcher(game, algorithm, depth), run=run)
