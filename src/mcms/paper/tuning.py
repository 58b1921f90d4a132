"""The paper's tuning: elimination over widths, exploration and rollouts, widening; champions beside the published."""

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar

from mcms.arena.schedule import Plays
from mcms.games.base import BaseGame
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.program import AS_HERE, Program
from mcms.paper.published import published
from mcms.paper.report import Section, TableData
from mcms.paper.scale import Scale
from mcms.paper.wording import percent
from mcms.tuning import Tuning, candidates, tune

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
    """Return the values to try, at most ``points`` of each option, spread over all of them."""
    return {option: _spread(values, points) for option, values in _GRIDS[algorithm].items()}


def _spread(values: tuple[float, ...], most: int) -> tuple[float, ...]:
    if len(values) <= most:
        return values
    return tuple(values[round(i * (len(values) - 1) / (most - 1))] for i in range(most))


class TuningExperiment(Experiment[tuple[TunedAlgorithm, ...]]):
    """Tune every algorithm that has something to tune in every game."""

    name: ClassVar[str] = "tuning"
    says: ClassVar[str] = "the elimination that the paper's options come from; champions are validated on fresh seeds"

    def estimate_seconds(self, setting: Setting) -> float:
        """Return what all eliminations take, one pairing less than candidates, and their validations."""
        points, scale = setting.scale.tuning_points, setting.scale
        pairings = sum(len(candidates(name, grid_of(name, points))) for name in _GRIDS)
        seconds = sum(setting.match_seconds(game, scale.limit_in(game.name)) for game in setting.games)
        return seconds * pairings * scale.tuning_matches

    def run(self, setting: Setting) -> tuple[TunedAlgorithm, ...]:
        """Play all eliminations."""
        return tuple(
            _tune(game, algorithm, setting.scale, setting.runner, setting.seed, setting.program)
            for game in setting.games
            for algorithm in _GRIDS
        )

    def sections(self, measured: tuple[TunedAlgorithm, ...]) -> Sequence[Section]:
        """Show the champions beside the published options."""
        return [tuning_section(measured)]


def _tune(
    game: BaseGame[Any], algorithm: str, scale: Scale, runner: Plays, seed: int, program: Program = AS_HERE
) -> TunedAlgorithm:
    found = tune(
        game,
        program.text(algorithm),
        grid_of(algorithm, scale.tuning_points),
        limit=scale.limit_in(game.name),
        runner=runner,
        title=f"{algorithm} in {game}, ",
        matches=scale.tuning_matches,
        seed=seed,
    )
    return TunedAlgorithm(
        algorithm=algorithm, game=str(game), published=published().tuning[algorithm].get(game.name), tuning=found
    )


def tuning_section(tuned: Sequence[TunedAlgorithm]) -> Section:
    """Show the champions beside the published options."""
    return Section(
        title="Tuning",
        parts=[
            "Elimination as in the paper: options meet head to head, winners go on. The last columns are the "
            "champion's score against the published options on fresh seeds; only they are a claim.",
            TableData(
                name="tuning",
                columns=["algorithm", "game", "published", "champion", "against published, %", "95 %"],
                rows=[_tuned_row(found) for found in tuned],
                numbers=[_tuned_numbers(found) for found in tuned],
            ),
        ],
    )


def _tuned_row(found: TunedAlgorithm) -> list[str]:
    validation = found.tuning.validation
    validated = ("is the default", "") if validation is None else percent(validation)
    return [found.algorithm, found.game, _options(found.published), found.tuning.champion.label, *validated]


def _tuned_numbers(found: TunedAlgorithm) -> dict[str, Any]:
    validation = found.tuning.validation
    return {
        "algorithm": found.algorithm,
        "game": found.game,
        "published": _options(found.published),
        "champion": found.tuning.champion.label,
        "validation_score": None if validation is None else validation.counts.score,
        "validation_low": None if validation is None else validation.interval.low,
        "validation_high": None if validation is None else validation.interval.high,
        "validation_matches": None if validation is None else validation.counts.pairs,
    }


def _options(options: dict[str, float] | None) -> str:
    return "–" if options is None else ", ".join(f"{name}={value:g}" for name, value in options.items())
