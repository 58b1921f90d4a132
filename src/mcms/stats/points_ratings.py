"""Ratings of many players in points per game, from their matches.

The model is a difference: a player wins θ_own - θ_opponent points a game. θ is found by least squares over all pairs,
with the prior of :mod:`mcms.stats.points` for each two players that met. As in :mod:`mcms.stats.ratings` the
covariance is the sandwich, here of the spread of pairs about their fitted values.
"""

import dataclasses
from collections.abc import Mapping

import numpy as np

from mcms.extras import require_extra
from mcms.stats.interval import check_confidence
from mcms.stats.meetings import check_connected, merged, names_and_sides
from mcms.stats.points import PairPoints


@dataclasses.dataclass(frozen=True, kw_only=True)
class PointsRating:
    """A player's strength in points per game above the mean of all players.

    >>> from mcms.stats import PairPoints
    >>> best, worst = points_ratings({("a", "b"): PairPoints.of([(2.0, 1.0), (1.0, -1.0), (2.0, -1.0)])})
    >>> best.name, best.games, best.low < best.points < best.high
    ('a', 6, True)
    """

    name: str
    """The player."""
    points: float
    """Its strength."""
    low: float
    """The lower end of the strength's interval."""
    high: float
    """The upper end."""
    games: int
    """How many games it played."""
    per_game: float
    """Points per game over all its games, whoever the opponents were."""


def points_ratings(results: Mapping[tuple[str, str], PairPoints], confidence: float = 0.95) -> tuple[PointsRating, ...]:
    """Rate players by the points of their matches, the strongest first.

    Parameters
    ----------
    results
        For (a, b) the points of their pairs as a sees them; (b, a) may be given too and adds to it.
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> results = {("a", "b"): PairPoints.of([(2, -1), (1, 1), (-1, 0)] * 50)}
    >>> [(rating.name, round(rating.points, 3)) for rating in points_ratings(results)]
    [('a', 0.166), ('b', -0.166)]

    """
    require_extra("scipy", "this statistic")
    from scipy import special  # noqa: PLC0415  slow to import, and few need it

    check_confidence(confidence)
    met = merged(results)
    check_connected(list(met))
    names, sides = names_and_sides(list(met))
    weights = np.array([points.pairs + 1.0 for points in met.values()])
    information = sides.T @ (weights[:, None] * sides)
    # Nothing is known of all strengths together; the constant makes it invertible and their sum 0.
    inverse = np.linalg.inv(information + np.trace(information) / len(names) ** 2)
    strengths = inverse @ (sides.T @ np.array([points.total for points in met.values()]))
    fitted = sides @ strengths
    spread = [points.variance_about(float(lead)) for points, lead in zip(met.values(), fitted, strict=True)]
    covariance = inverse @ (sides.T @ ((weights * np.array(spread))[:, None] * sides)) @ inverse
    tail = float(-special.ndtri((1.0 - confidence) / 2.0))
    rated = []
    for index, name in enumerate(names):
        played = _of(name, met)
        assert played.per_game is not None  # a player without games is in no match
        center, error = float(strengths[index]), tail * max(0.0, float(covariance[index, index])) ** 0.5
        rated.append(
            PointsRating(
                name=name,
                points=center,
                low=center - error,
                high=center + error,
                games=2 * played.pairs,
                per_game=played.per_game,
            )
        )
    return tuple(sorted(rated, key=lambda rating: (-round(rating.points, 9), rating.name)))


def _of(name: str, met: Mapping[tuple[str, str], PairPoints]) -> PairPoints:
    played = PairPoints()
    for (a, b), points in met.items():
        if name in (a, b):
            played += points if name == a else points.reversed()
    return played
