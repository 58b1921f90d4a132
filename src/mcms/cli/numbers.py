"""Numbers on the command line; what is wrong with one is said with the text that was given."""

import typer

from mcms.limit import Limit
from mcms.validation import positive_number

DEFAULT_MS = 1000.0
_LONGEST = 40


def limit_of(depth: int | None, nodes: int | None, simulations: int | None, ms: float | None) -> Limit:
    """Return the limit of a search from its four options; without any, a second."""
    return optional_limit(depth, nodes, simulations, ms) or Limit(seconds=DEFAULT_MS / 1000)


def optional_limit(depth: int | None, nodes: int | None, simulations: int | None, ms: float | None) -> Limit | None:
    """Return the limit of a search from its four options, if any is given."""
    if ms is None and depth is None and nodes is None and simulations is None:
        return None
    seconds = None if ms is None else positive_number("ms", ms) / 1000
    return Limit(depth=depth, nodes=nodes, simulations=simulations, seconds=seconds)


def whole(text: str) -> int:
    """Read a whole number of any size."""
    try:
        return int(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text[:_LONGEST]!r} is not a whole number") from error


def decimal(text: str) -> float:
    """Read a number; ``nan`` and ``inf`` are numbers here, and refused where they make no sense."""
    try:
        return float(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text[:_LONGEST]!r} is not a number") from error
