"""The paper's tuning: elimination over widths, exploration and rollouts, widening; champions beside the published."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from mcms.arena.schedule import Plays
from mcms.games.native import NativeGame
from mcms.paper.published import published
from mcms.paper.scale import Scale
from mcms.tuning import Tuning, tune

_GRIDS: dict[str, dict[str, tuple[float, ...]]] = {
    "expss": {"width": (1, 2, 5, 10, 20, 40, 80, 160)},
    "star1ss": {"width": (1, 2, 5, 10, 20, 40, 80, 160)},
    "star2ss": {"width": (1, 2, 5, 10, 20, 40, 80, 160)},
    "mcts": {"exploration": (10, 25, 50, 100, 200, 400), "rollout_moves": (0, 10, 100)},
    "dpw": {"constant": (1, 2, 5, 10, 25), "exponent": (0.1, 0.2, 0.3)},
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class TunedAlgorithm:
    """An algorithm tuned in a game."""

    algorithm: str
    game: str
    published: dict[str, float] | None
    """Options that the paper found; ``None`` in a game that it does not have."""
    tuning: Tuning


def grid_of(algorithm: str, points: int) -> dict[str, tuple[float, ...]]:
    """Return the values to try, at most so many of each option, spread over all of them."""
    return {option: _spread(values, points) for option, values in _GRIDS[algorithm].items()}


def _spread(values: tuple[float, ...], most: int) -> tuple[float, ...]:
    if len(values) <= most:
        return values
    return tuple(values[round(i * (len(values) - 1) / (most - 1))] for i in range(most))


def tune_all(games: Sequence[NativeGame[Any]], scale: Scale, *, runner: Plays, seed: int) -> tuple[TunedAlgorithm, ...]:
    """Tune every algorithm that has something to tune in every game."""
    return tuple(_tune(game, algorithm, scale, runner, seed) for game in games for algorithm in _GRIDS)


def _tune(game: NativeGame[Any], algorithm: str, scale: Scale, runner: Plays, seed: int) -> TunedAlgorithm:
    found = tune(
        game,
        algorithm,
        grid_of(algorithm, scale.tuning_points),
        limit=scale.limit,
        runner=runner,
        title=f"{algorithm} in {game}, ",
        matches=scale.tuning_matches,
        seed=seed,
    )
    return TunedAlgorithm(
        algorithm=algorithm, game=str(game), published=published().tuning[algorithm].get(game.name), tuning=found
    )
