"""How numbers are written in the report, for people and for CSV files."""

from typing import Any

from mcms.arena.standings import PairingResult
from mcms.paper.published import WinRate
from mcms.stats import Mean

_TITLES = {"pig": "Pig", "ewn": "EinStein würfelt nicht!", "cant_stop": "Can't Stop", "ra": "Ra"}


def game_title(text: str) -> str:
    """Return what a person calls a game, with its options in a second line."""
    name, bracket, options = text.partition("(")
    return _TITLES.get(name, name) + (f"\n({options}" if bracket else "")


def with_error(mean: Mean) -> str:
    """Write a mean and its standard error."""
    error = "" if mean.standard_error is None else f" ± {mean.standard_error:.2g}"
    return f"{mean.value:.3g}{error}"


def percent(result: PairingResult) -> tuple[str, str]:
    """Write the score and its interval in percent."""
    interval = result.interval
    return f"{100 * (result.counts.score or 0):.1f}", f"{100 * interval.low:.1f}–{100 * interval.high:.1f}"


def published_rate(rate: WinRate | None) -> str:
    """Write a published win rate in percent."""
    return f"{rate.percent:.2f} ± {rate.half_width:.2f}" if rate else "–"


def result_numbers(result: PairingResult) -> dict[str, Any]:
    """Return a score, what it is made of, and its interval, in full."""
    return result.counts.to_json() | {"low": result.interval.low, "high": result.interval.high}
