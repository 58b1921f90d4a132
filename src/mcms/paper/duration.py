"""How long an evaluation will take, from a few games played with little thought."""

from collections.abc import Sequence
from typing import Any

from mcms.algorithms import SHORT_NAMES
from mcms.arena.game_play import play_game
from mcms.arena.player import player
from mcms.games.native import NativeGame
from mcms.limit import Limit
from mcms.paper.evaluation import Experiment
from mcms.paper.published import published
from mcms.paper.scale import Scale
from mcms.paper.tuning import grid_of
from mcms.tuning import candidates

_GAMES = 4
_THOUGHT = Limit(nodes=300)


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
    if Experiment.TABLE1 in experiments:
        total += scale.states * scale.runs * len(SHORT_NAMES) * scale.ms
    return total / 1000 / workers


def _tuning_pairings(scale: Scale) -> int:
    """Return the pairings of all eliminations, one less than candidates, and their validations."""
    return sum(len(candidates(name, grid_of(name, scale.tuning_points))) for name in published().tuning)
