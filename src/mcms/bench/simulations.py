"""Contests of MCTS with full random rollouts: simulations per second and memory, against OpenSpiel's C++ ``MCTSBot``.

A row of the table says for a game, by its text form, which OpenSpiel state its start is.
"""

import importlib
import importlib.util
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from mcms.bench.contestant import SEED, Contestant, Run, half_range
from mcms.bench.openspiel_playouts import SAME_RULES, SpielGame
from mcms.bench.race import Contest
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.mcts import Mcts
from mcms.search import search
from mcms.tree_search import TreeSearch

NAME = "OpenSpiel C++ MCTSBot"
_EXPLORATION = 2.0
"""Of half the range of values, in both packages."""
_ENOUGH_MB = 4000
_ENOUGH_NODES = 20_000_000
_SHARE = 5
"""The small trees are measured for about this part of the large one's simulations: they are the more regular."""
_TOLERANCE = 0.25
"""Of half the range: few simulations, and rules that differ in a detail, so this finds blunders only."""


def _pig(pyspiel: Any) -> Any:
    return pyspiel.load_game("pig", {"players": 2, "winscore": 100, "horizon": 100_000}).new_initial_state()


_SPIEL: Mapping[str, SpielGame] = {"pig(dice=1)": SpielGame(start=_pig, unit=100.0), **SAME_RULES}


@dataclass(frozen=True, kw_only=True)
class Memory:
    """What a simulation leaves behind in memory."""

    game: str
    simulations: int
    own_bytes: float
    """Bytes of the tree's nodes a simulation."""
    openspiel_bytes: float
    """Growth of an OpenSpiel process a simulation."""


def simulation_contest(game: BaseGame[Any], simulations: int) -> Contest:
    """Race MCTS, with one thread and two, against OpenSpiel where it has the game."""
    own = tuple(_own(game, replace(_algorithm(game), threads=threads), simulations) for threads in (1, 2))
    contestants = _openspiel(game, simulations) + own
    return Contest(game=game, positions=(_start(game),), contestants=contestants, baseline=contestants[0].name)


def growth_contest(game: BaseGame[Any], few: int, many: int) -> Contest:
    """Race many simulations in one tree against as many in small trees: what a large tree costs."""

    def small_trees(state: Any) -> Run:
        runs = [small.run(state) for _ in range(max(1, many // (few * _SHARE)))]
        return Run(nodes=sum(run.nodes for run in runs), seconds=sum(run.seconds for run in runs), value=runs[0].value)

    small, large = (
        _own(game, replace(_algorithm(game), max_nodes=_ENOUGH_NODES), simulations) for simulations in (few, many)
    )
    contestants = (
        replace(small, name=f"{few:,} simulations in a tree", run=small_trees),
        replace(large, name=f"{many:,} simulations in a tree"),
    )
    return Contest(game=game, positions=(_start(game),), contestants=contestants, baseline=contestants[0].name)


def _start(game: BaseGame[Any]) -> Any:
    """Return the first decision; where a game starts with luck, OpenSpiel's bot cannot be asked."""
    state = game.initial_state(0)
    while game.turn(state) is Turn.CHANCE:
        state = game.resolve(state, game.outcomes(state)[0][0])
    return state


def _algorithm(game: BaseGame[Any]) -> Mcts:
    return Mcts(exploration=_EXPLORATION * half_range(game), rollout_moves=None, skip_forced=False)


def _own(game: BaseGame[Any], algorithm: Mcts, simulations: int) -> Contestant:
    def run(state: Any) -> Run:
        start = time.perf_counter()
        result = search(game, state, algorithm, limit=Limit(simulations=simulations), seed=SEED)
        return Run(nodes=simulations, seconds=time.perf_counter() - start, value=result.value)

    return Contestant(
        name="mcts" if algorithm.threads == 1 else f"mcts(threads={algorithm.threads})",
        depth=0,
        run=run,
        expected_value=lambda state: _value(game, state, simulations),
        tolerance=_TOLERANCE * half_range(game),
    )


@cache
def _value(game: BaseGame[Any], state: Any, simulations: int) -> float:
    return search(game, state, _algorithm(game), limit=Limit(simulations=simulations), seed=SEED + 1).value


def _openspiel(game: BaseGame[Any], simulations: int) -> tuple[Contestant, ...]:
    if not has_openspiel(game):
        return ()
    pyspiel: Any = importlib.import_module("pyspiel")
    spiel = _SPIEL[str(game)]

    def run(state: Any) -> Run:
        start = spiel.start(pyspiel)
        bot = _bot(pyspiel, start, simulations, _EXPLORATION * half_range(game) / spiel.unit)
        begin = time.perf_counter()
        root = bot.mcts_search(start)
        seconds = time.perf_counter() - begin
        return Run(nodes=simulations, seconds=seconds, value=spiel.unit * root.total_reward / root.explore_count)

    return (
        Contestant(
            name=NAME,
            depth=0,
            run=run,
            expected_value=lambda state: _value(game, state, simulations),
            tolerance=_TOLERANCE * half_range(game),
        ),
    )


def has_openspiel(game: BaseGame[Any]) -> bool:
    """Say whether OpenSpiel is installed and has the game."""
    return str(game) in _SPIEL and importlib.util.find_spec("pyspiel") is not None


def _bot(pyspiel: Any, start: Any, simulations: int, exploration: float) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    return pyspiel.MCTSBot(start.get_game(), evaluator, exploration, simulations, _ENOUGH_MB, False, SEED, False)


def memory(game: BaseGame[Any], simulations: int) -> Memory:
    """Measure both; OpenSpiel in a process of its own, where nothing else grows."""
    tree = TreeSearch(game, _start(game), _algorithm(game), seed=SEED)
    tree.search(limit=Limit(simulations=simulations))
    program = f"from mcms.bench.simulations import print_growth; print_growth({str(game)!r}, {simulations})"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    return Memory(
        game=str(game),
        simulations=simulations,
        own_bytes=tree.node_bytes / simulations,
        openspiel_bytes=int(printed) / simulations,
    )


def print_growth(game: str, simulations: int) -> None:
    """Print by how many bytes this process grows in an OpenSpiel search."""
    pyspiel: Any = importlib.import_module("pyspiel")
    start = _SPIEL[game].start(pyspiel)
    _bot(pyspiel, start, 10, _EXPLORATION).mcts_search(start)  # whatever is loaded at first use
    before = _resident()
    root = _bot(pyspiel, start, simulations, _EXPLORATION).mcts_search(start)
    print(_resident() - before)
    del root


def _resident() -> int:
    with open("/proc/self/status", encoding="ascii") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("VmRSS"))
