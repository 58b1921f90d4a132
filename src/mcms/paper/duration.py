"""How long an evaluation will take, from a few games played with little thought."""

from collections.abc import Sequence
from typing import Any

from mcms.algorithms import PAPER_NAMES
from mcms.arena.game_play import play_game
from mcms.arena.player import player
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.evaluation import Experiment
from mcms.paper.published import published
from mcms.paper.sampling import TWINS, games_for_sampling
from mcms.paper.scale import Scale
from mcms.paper.tuning import grid_of
from mcms.tuning import candidates

_GAMES = 4
_THOUGHT = Limit(nodes=300)
_NODE_SECONDS = 20e-9  # sampled or not, on average; and what a move takes besides
_MOVE_SECONDS = 30e-6


def decisions_per_game(game: NativeGame[Any]) -> float:
    """Return how many decisions a game takes, about."""
    engine = player("star1", game, _THOUGHT)
    played = (play_game(game, (engine, engine), seed=seed) for seed in range(_GAMES))
    return sum(clock.decisions for each in played for clock in each.clocks) / _GAMES


def estimate_seconds(
    experiments: Sequence[Experiment], games: Sequence[NativeGame[Any]], scale: Scale, workers: int
) -> float:
    """Return how long the experiments take with so many games at once."""
    match_ms = {game.name: 2 * decisions_per_game(game) * scale.ms for game in games}
    total = 0.0
    for game in games:
        of_a_match = match_ms[game.name]
        if Experiment.FIGURE2 in experiments:
            pairings = len(published().figure2)
            total += of_a_match * (pairings * scale.matches_in(game.name) + scale.choice_matches)
        if Experiment.TIME in experiments:
            total += of_a_match / scale.ms * sum(scale.time_limits) * scale.time_matches
        if Experiment.TUNING in experiments:
            total += of_a_match * scale.tuning_matches * _tuning_pairings(scale)
    if Experiment.SAMPLING in experiments:
        total += sum(1000 * _sampling_seconds(game, scale) for game in games_for_sampling(games))
    if Experiment.TABLE1 in experiments:
        total += scale.states * scale.runs * len(PAPER_NAMES) * scale.ms
    return total / 1000 / workers


def _sampling_seconds(game: NativeGame[Any], scale: Scale) -> float:
    """Return what twins at equal work take, and what levels of depth do: about what a game of the deepest takes."""
    moves = 2 * decisions_per_game(game) * len(TWINS) * scale.work_matches
    at_equal_work = moves * sum(nodes * _NODE_SECONDS + _MOVE_SECONDS for nodes in scale.work)
    deepest = player("star2", game, Limit(depth=scale.levels + 1))
    played = play_game(game, (deepest, deepest), seed=0)
    return at_equal_work + 2 * scale.work_matches * sum(clock.seconds for clock in played.clocks)


def _tuning_pairings(scale: Scale) -> int:
    """Return the pairings of all eliminations, one less than candidates, and their validations."""
    return sum(len(candidates(name, grid_of(name, scale.tuning_points))) for name in published().tuning)
