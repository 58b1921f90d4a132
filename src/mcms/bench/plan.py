"""Which contests ``mcms bench`` runs: the speed of every search, MCTS and playouts in every game; what pruning saves.

A new game takes part by being registered: its positions come from random games, and the depth is as far as
expectimax gets with a fixed number of nodes.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from mcms.algorithms import DEPTH_LIMITED_NAMES, PAPER_NAMES, DepthLimited, Exact, Expectimax, depth_limited
from mcms.bench.chance_nodes import chance_node_contest
from mcms.bench.compiled import compiled_contests
from mcms.bench.contestant import random_player, searcher
from mcms.bench.depths import SECONDS, DepthReached, depths
from mcms.bench.handwritten import handwritten
from mcms.bench.openspiel import openspiel
from mcms.bench.openspiel_playouts import openspiel_playouts
from mcms.bench.positions import positions_of
from mcms.bench.python_game import in_python
from mcms.bench.race import Contest, ContestResult, race
from mcms.bench.simulations import Memory, growth_contest, has_openspiel, memory, simulation_contest
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.registry import game_classes, load_built_in
from mcms.search import search
from mcms.validation import whole_number

MOST_ROUNDS = 1000
_PLAYOUT_STARTS = 2
_GROWTH = ("ewn", "pig(dice=1)")
"""Where the speed of MCTS in a large tree is measured."""
_WIDE_TREE = "random_tree(depth=12,branching=4,outcomes_per_node=4)"
_VARIANTS: Mapping[str, tuple[str, ...]] = {"pig": ("pig", "pig(dice=1)"), "random_tree": (_WIDE_TREE,)}
"""What of a game to measure, where it is not the game with its default options."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class PruningSuite:
    """Fixed positions and a fixed depth, so that node counts can be compared from version to version."""

    depth: int
    quick_depth: int
    states: tuple[Any, ...] = ()
    """JSON forms; empty for the starts drawn by the first seeds."""
    seeds: int = 0


_EWN_START = [
    [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]],
    [[4, 4], [4, 3], [4, 2], [3, 4], [3, 3], [2, 4]],
]

_PRUNING: Mapping[str, PruningSuite] = {
    "pig": PruningSuite(
        depth=6,
        quick_depth=3,
        states=tuple(
            {"scores": scores, "turn_total": turn_total, "to_move": to_move}
            for scores, turn_total, to_move in (
                ([0, 0], 0, 0),
                ([0, 0], 20, 0),
                ([50, 40], 12, 0),
                ([30, 70], 0, 1),
                ([80, 80], 10, 1),
                ([99, 95], 4, 1),
            )
        ),
    ),
    "cant_stop": PruningSuite(
        depth=5,
        quick_depth=3,
        states=tuple(
            {"markers": markers, "runners": runners, "dice": None, "phase": "pre_roll", "to_move": 0}
            for markers, runners in (
                ([[0] * 11, [0] * 11], {}),
                ([[0, 0, 4, 2, 8, 9, 3, 0, 6, 0, 2], [0, 5, 0, 6, 5, 12, 7, 1, 0, 2, 0]], {"6": 10, "7": 11}),
                ([[3, 0, 4, 2, 8, 9, 3, 0, 7, 0, 2], [0, 5, 0, 6, 5, 12, 7, 1, 0, 2, 3]], {"6": 10, "7": 11, "9": 3}),
            )
        ),
    ),
    "ewn": PruningSuite(
        depth=5,
        quick_depth=3,
        states=tuple(
            {"stones": stones, "die": die, "to_move": to_move}
            for stones, die, to_move in (
                (_EWN_START, 4, 0),
                (
                    [[[1, 2], [1, 0], [1, 1], [0, 2], [3, 0], [0, 0]], [[4, 3], [4, 4], None, [3, 4], [3, 3], [2, 4]]],
                    4,
                    1,
                ),
                ([[[1, 1], None, [2, 2], [0, 2], None, None], [[3, 2], None, [1, 2], [4, 2], [3, 4], [2, 4]]], 6, 1),
                ([[None, [2, 1], None, None, [2, 3], None], [None, None, [3, 3], [3, 1], None, [4, 4]]], 3, 0),
            )
        ),
    ),
    _WIDE_TREE: PruningSuite(depth=6, quick_depth=3, seeds=2),
}


PAPER_SEARCHES = tuple(name for name in DEPTH_LIMITED_NAMES if name in PAPER_NAMES)
"""The searches by depth that the paper has."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """What to measure and how thoroughly."""

    rounds: int = 7
    quick: bool = False
    """Much smaller searches: everything runs, but the figures mean little."""
    games: tuple[str, ...] = ()
    """Games by text form; empty for all."""
    algorithms: tuple[str, ...] = PAPER_SEARCHES

    def __post_init__(self) -> None:
        whole_number("rounds", self.rounds, 1, MOST_ROUNDS)


@dataclasses.dataclass(frozen=True, kw_only=True)
class BenchReport:
    """All figures of a run."""

    rounds: int
    speed: tuple[ContestResult, ...]
    """Nodes per second, compared with the fastest outsider there is or else the first algorithm."""
    pruning: tuple[ContestResult, ...]
    """Nodes and time of the exact searches for the same answer, compared with expectimax."""

    playouts: tuple[ContestResult, ...]
    """Random games per second from the starts; ``nodes`` counts games here."""

    simulations: tuple[ContestResult, ...]
    """Simulations per second of MCTS with full random rollouts; ``nodes`` counts simulations here."""
    growth: tuple[ContestResult, ...]
    """Simulations per second in a large tree, compared with small ones."""
    chance_nodes: tuple[ContestResult, ...]
    """Chance nodes per second of sampled searches, compared with expectimax; ``nodes`` counts chance nodes here."""
    depths: tuple[DepthReached, ...]
    """How deep searches get in a fiftieth of a second."""
    compiled: tuple[ContestResult, ...]
    """Nodes per second of a game compiled by Numba, compared with the same game in C++; empty without Numba."""
    memory: tuple[Memory, ...]
    """What a simulation costs in memory, where OpenSpiel has the game."""

    @property
    def disagreements(self) -> tuple[str, ...]:
        """Who found a wrong value, and in which game; empty if all is well."""
        return tuple(
            f"{entry.name} in {contest.game}"
            for contest in (
                self.speed
                + self.compiled
                + self.pruning
                + self.playouts
                + self.simulations
                + self.growth
                + self.chance_nodes
            )
            for entry in contest.entries
            if not entry.agrees
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain JSON values."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plan:
    """Contests ready to run."""

    rounds: int
    speed: tuple[Contest, ...]
    pruning: tuple[Contest, ...]
    playouts: tuple[Contest, ...]
    simulations: tuple[Contest, ...]
    growth: tuple[Contest, ...]
    chance_nodes: tuple[Contest, ...]
    compiled: tuple[Contest, ...]
    tree_size: int
    """Simulations whose memory is measured."""
    thinking_seconds: float
    """How long to search where the depth reached is measured."""

    @property
    def turns(self) -> int:
        """How often a contestant will have its turn."""
        contests = self.speed + self.compiled + self.pruning + self.playouts + self.simulations
        contests += self.growth + self.chance_nodes
        return self.rounds * sum(len(contest.contestants) for contest in contests)

    def run(self, after_turn: Callable[[str], None] = lambda text: None) -> BenchReport:
        """Run everything; ``after_turn`` is told what has just been measured."""

        def measured(contest: Contest) -> ContestResult:
            return race(contest, self.rounds, lambda name: after_turn(f"{name} in {contest.game}"))

        return BenchReport(
            rounds=self.rounds,
            speed=tuple(map(measured, self.speed)),
            compiled=tuple(map(measured, self.compiled)),
            pruning=tuple(map(measured, self.pruning)),
            playouts=tuple(map(measured, self.playouts)),
            simulations=tuple(map(measured, self.simulations)),
            growth=tuple(map(measured, self.growth)),
            chance_nodes=tuple(map(measured, self.chance_nodes)),
            depths=tuple(
                reached
                for contest in self.chance_nodes
                for reached in depths(contest.game, contest.positions, self.rounds, self.thinking_seconds)
            ),
            memory=tuple(
                memory(contest.game, self.tree_size) for contest in self.simulations if has_openspiel(contest.game)
            ),
        )


def plan(settings: Settings) -> Plan:
    """Choose the contests; anything unknown in the settings raises before the first measurement."""
    games = [load_built_in(text) for text in settings.games] or _all_games()
    return Plan(
        rounds=settings.rounds,
        speed=tuple(_speed(game, settings) for game in games),
        pruning=tuple(_pruning(game, settings) for game in games if str(game) in _PRUNING),
        playouts=tuple(_playouts(game, settings) for game in games),
        simulations=tuple(simulation_contest(game, 500 if settings.quick else 60_000) for game in games),
        growth=tuple(
            growth_contest(game, *((100, 2_000) if settings.quick else (10_000, 5_000_000)))
            for game in games
            if str(game) in _GROWTH
        ),
        chance_nodes=tuple(_chance_nodes(game, settings) for game in games if game.tuned_widths),
        compiled=tuple(contest for game in games for contest in _compiled(game, settings)),
        thinking_seconds=0.001 if settings.quick else SECONDS,
        tree_size=20_000 if settings.quick else 200_000,
    )


def _all_games() -> list[BaseGame[Any]]:
    return [load_built_in(text) for name in game_classes() for text in _VARIANTS.get(name, (name,))]


def _speed(game: BaseGame[Any], settings: Settings) -> Contest:
    positions = positions_of(game)
    depth = _depth_within(game, positions, nodes=20_000 if settings.quick else 4_000_000)
    outsiders = handwritten(game, depth) + openspiel(game, depth)
    own = tuple(searcher(game, chosen, depth) for chosen in _algorithms(game, settings))
    contestants = outsiders + own + in_python(game, depth)
    return Contest(game=game, positions=positions, contestants=contestants, baseline=contestants[0].name)


def _chance_nodes(game: BaseGame[Any], settings: Settings) -> Contest:
    positions = positions_of(game)
    return chance_node_contest(
        game, positions, _depth_within(game, positions, nodes=20_000 if settings.quick else 4_000_000)
    )


def _depth_within(game: BaseGame[Any], positions: tuple[Any, ...], nodes: int) -> int:
    """Return the depth that expectimax finishes in every position with this number of nodes."""
    results = [search(game, state, Expectimax(), limit=Limit(nodes=nodes)) for state in positions]
    # A position near the end of its game is searched to the end and sets no bound on the others.
    stopped = [result.depth for result in results if result.stop_reason == "nodes"]
    return max(1, min(stopped or [result.depth for result in results]))


def _algorithms(game: BaseGame[Any], settings: Settings) -> list[DepthLimited]:
    return list(dict.fromkeys(depth_limited(name, game) for name in settings.algorithms))


def _pruning(game: BaseGame[Any], settings: Settings) -> Contest:
    suite = _PRUNING[str(game)]
    depth = suite.quick_depth if settings.quick else suite.depth
    starts = tuple(game.initial_state(seed) for seed in range(suite.seeds))
    chosen = [Expectimax(), *(a for a in _algorithms(game, settings) if isinstance(a.chance, Exact))]
    contestants = tuple(searcher(game, each, depth) for each in dict.fromkeys(chosen))
    return Contest(
        game=game,
        positions=tuple(game.from_json(data) for data in suite.states) + starts,
        contestants=contestants,
        baseline=contestants[0].name,
    )


def _compiled(game: BaseGame[Any], settings: Settings) -> tuple[Contest, ...]:
    return compiled_contests(game, _algorithms(game, settings), depth=3 if settings.quick else 5)


def _playouts(game: BaseGame[Any], settings: Settings) -> Contest:
    games = 100 if settings.quick else 10_000
    contestants = (*openspiel_playouts(game, games), random_player(game, games))
    starts = tuple(game.initial_state(seed) for seed in range(_PLAYOUT_STARTS))
    return Contest(game=game, positions=starts, contestants=contestants, baseline=contestants[0].name)
