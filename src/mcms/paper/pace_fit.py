"""The pace of 2013: at how many nodes a move figure 2 comes out as published, found by a rule and not by picking.

A game is played at every pace with few matches. Its distance to the paper at a pace is the sum of squared differences
to its seven published scores. The pace of the game is the one with the least distance. So one number a game is fitted;
to see how much that says, it is also fitted on the three twins alone and judged on the other four comparisons, and the
other way round. Then everything is played afresh at that pace, with other seeds and as many matches as in the paper,
and only that is reported as figure 2.
"""

import dataclasses
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from mcms import load
from mcms.arena.runner import Runner
from mcms.arena.seeds import derive
from mcms.games.base import BaseGame
from mcms.paper.bars import Bar
from mcms.paper.choice import Choice, choose
from mcms.paper.figure2 import bars_of
from mcms.paper.program import AS_PUBLISHED, Program
from mcms.paper.scale import Scale, in_game
from mcms.paper.twins import TWINS

GAMES = {"pig": "pig", "ewn": "ewn(evaluation=stones)", "cant_stop": "cant_stop(merged=false)", "ra": "ra"}
"""The games in the form that comes nearest to the paper. It calls the evaluation of EinStein würfelt nicht! poor;
whether its program merged the throws of Can't Stop that allow the same moves it does not say, and only without that do
its comparisons with MCTS come out. ``mcms paper alternatives`` has the other forms."""
_FEW_NODES = 10_000
"""Up to this many nodes a move all matches are played; beyond, fewer, so that no pace takes much longer than this."""
_FEWEST = 10


@dataclasses.dataclass(frozen=True, kw_only=True)
class AtPace:
    """A game's seven comparisons at a number of nodes a move."""

    nodes: int
    bars: tuple[Bar, ...]
    choice: Choice

    def distance(self, wanted: Callable[[Bar], bool] = lambda _: True) -> float:
        """Return the squared distance to the published scores, in points of percent."""
        return math.fsum(squared_difference(bar) for bar in self.bars if wanted(bar))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fit:
    """A game at every pace, and which one is nearest to the paper."""

    game: str
    paces: tuple[AtPace, ...]

    def nearest(self, wanted: Callable[[Bar], bool] = lambda _: True) -> AtPace:
        """Return the pace with the least distance."""
        return min(self.paces, key=lambda pace: pace.distance(wanted))


def is_twin(bar: Bar) -> bool:
    """Say whether a comparison is one of a sampled search with its classic twin."""
    return bar.names in TWINS


def is_other(bar: Bar) -> bool:
    """Say whether it is one of the other four."""
    return not is_twin(bar)


def squared_difference(bar: Bar) -> float:
    """Return how far a score is from the published one, squared."""
    return 0.0 if bar.published is None else (bar.score - bar.published.percent) ** 2


def root_mean_square(bars: Sequence[Bar]) -> float:
    """Return the typical distance of scores from the published ones, in points of percent."""
    return math.sqrt(math.fsum(map(squared_difference, bars)) / len(bars))


def pace_games(games: Sequence[BaseGame[Any]]) -> list[BaseGame[Any]]:
    """Return the games with the evaluations of :data:`GAMES`, where none was asked for."""
    return [load(GAMES.get(str(game), str(game))) for game in games]


def matches_at(nodes: int, most: int) -> int:
    """Return how many matches are played at a pace: fewer where a move takes long.

    >>> matches_at(700, 150), matches_at(30_000, 150), matches_at(100_000, 150)
    (150, 50, 15)
    """
    return most if nodes <= _FEW_NODES else max(_FEWEST, most * _FEW_NODES // nodes)


def at_pace(
    game: BaseGame[Any],
    nodes: int,
    scale: Scale,
    *,
    matches: int,
    choice_matches: int,
    runner: Runner,
    seed: int,
    program: Program = AS_PUBLISHED,
    title: str = "",
) -> AtPace:
    """Play a game's comparisons at a pace, after mcts and dpw have met."""
    own = dataclasses.replace(
        scale, nodes={game.name: nodes}, matches={game.name: matches}, choice_matches=choice_matches
    )
    title = title or f"{game} at {nodes:,} nodes"
    choice = choose([game], own, runner=runner, seed=seed, program=program)
    bars = bars_of([game], own, choice, runner=runner, seed=seed, program=program, title=title)
    return AtPace(nodes=nodes, bars=bars, choice=choice)


def fit(
    game: BaseGame[Any],
    scale: Scale,
    *,
    runner: Runner,
    seed: int,
    program: Program = AS_PUBLISHED,
    paces: Sequence[int] | None = None,
) -> Fit:
    """Play a game at every pace, those of the scale unless others are given."""
    fresh, most = derive(seed, "pace"), in_game(scale.pace_matches, game.name)
    return Fit(
        game=str(game),
        paces=tuple(
            at_pace(
                game,
                nodes,
                scale,
                matches=matches_at(nodes, most),
                choice_matches=matches_at(nodes, most),
                runner=runner,
                seed=fresh,
                program=program,
            )
            for nodes in paces or scale.paces
        ),
    )


def afresh(
    game: BaseGame[Any],
    nodes: int,
    scale: Scale,
    *,
    matches: Mapping[str, int],
    runner: Runner,
    seed: int,
    program: Program = AS_PUBLISHED,
) -> AtPace:
    """Play a game's comparisons at a pace with seeds that nothing was fitted on, in the matches of its game."""
    played = in_game(matches, game.name)
    return at_pace(
        game,
        nodes,
        scale,
        matches=played,
        choice_matches=min(scale.fresh_choice_matches, played),
        runner=runner,
        seed=derive(seed, "fresh"),
        program=program,
    )


@cache
def pace_of_2013() -> dict[str, int]:
    """Return the pace of each game as it was found so far; ``pace.toml`` says by what."""
    data = tomllib.loads(files("mcms.paper").joinpath("pace.toml").read_text(encoding="utf-8"))
    return {game: int(nodes) for game, nodes in data["nodes"].items()}
