"""Numbers on the command line; what is wrong with one is said with the text that was given."""

import typer

_LONGEST = 40


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
