"""What the report says of the tuning."""

from collections.abc import Sequence
from typing import Any

from mcms.paper.report import Section, TableData
from mcms.paper.sections.wording import percent
from mcms.paper.tuning import TunedAlgorithm


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
