"""What a chance node costs: the sampled searches against expectimax over all outcomes, by chance nodes a second.

Both go equally deep. A sampled tree has fewer leaves below each chance node and so more of everything else for each of
them; the ratio says what a chance node costs with all that hangs on it.
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
    algorithms = (Expectimax(), *(depth_limited(name, game) for name in _SAMPLED))
    contestants = tuple(_counting_chance_nodes(game, algorithm, depth) for algorithm in algorithms)
    return Contest(game=game, positions=positions, contestants=contestants, baseline=contestants[0].name)


def _counting_chance_nodes(game: BaseGame[Any], algorithm: DepthLimited, depth: int) -> Contestant:
    def run(state: Any) -> Run:
        start = time.perf_counter()
        result = search(game, state, algorithm, limit=Limit(depth=depth), seed=SEED)
        return Run(nodes=result.chance_nodes, seconds=time.perf_counter() - start, value=result.value)

    return dataclasses.replace(searcher(game, algorithm, depth), run=run)
