"""What a finished game counts for: who won, and by how many points.

A utility above the game's ``draw_value`` is a win of the first player, below it one of the second. It is 0 unless the
game has an attribute ``draw_value`` that says otherwise; the value range has nothing to do with it. Points are the
utility less the draw value. What matches of a game are about, wins or points, an attribute ``score_by`` says; without
one it is wins.
"""

import math
from enum import StrEnum
from typing import Any, Literal

from mcms.exceptions import ContractError, InvalidOptionError


class ScoreBy(StrEnum):
    """What a match counts."""

    WINS = "wins"
    POINTS = "points"


ScoreName = Literal["wins", "points"]


def draw_value(game: Any) -> float:
    """Return the utility that is a draw; raise if it cannot be one.

    >>> import mcms
    >>> draw_value(mcms.load("pig"))
    0.0
    """
    value = getattr(game, "draw_value", 0.0)
    low, high = game.value_range()
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ContractError(f"draw_value is {value!r:.200}: expected the utility that is a draw")
    if not low < value < high:
        raise ContractError(
            f"draw_value is {value:g} and value_range ({low:g}, {high:g}): expected a draw between the two, by an "
            f"attribute of the game such as draw_value = {(low + high) / 2:g}"
        )
    return float(value)


def points(game: Any, utility: float | None) -> float:
    """Return by how much the first player won; a game given up as endless is a draw."""
    return 0.0 if utility is None else utility - draw_value(game)


def score(points: float) -> float:
    """Return 1 for a win, ½ for a draw, 0 for a loss."""
    return 0.5 if points == 0 else float(points > 0)


def score_by(game: Any) -> ScoreBy:
    """Return what matches of a game are about."""
    return parse_score_by(getattr(game, "score_by", ScoreBy.WINS), "score_by")


def parse_score_by(text: Any, name: str = "score") -> ScoreBy:
    """Read ``wins`` or ``points``."""
    try:
        return ScoreBy(text)
    except ValueError:
        raise InvalidOptionError(f"{name} is {text!r:.80}: expected {' or '.join(ScoreBy)}") from None
