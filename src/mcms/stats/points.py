"""Points of pairs: by how much each pair was won, for games where that is what people count.

A pair's value is the mean of its two games' points for the player asked about, so the luck that the two share is in
the variance between pairs. As with wins (:mod:`mcms.stats.prior`), one pair is assumed before the first: spread evenly
over five values from the largest margin of any game lost to the same won. It keeps pairs that are all alike from
giving an interval without width, and vanishes as pairs come in. With n pairs x and m the mean of all n + 1

    interval = m ± t · √(variance / (n + 2)),     t of n degrees of freedom,

    LLR = n (p1 - p0) (2 x̄ - p0 - p1) / (2 variance),     the SPRT's log-likelihood ratio for normal means.
"""

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

from mcms.exceptions import InvalidOptionError
from mcms.extras import require_extra
from mcms.stats.interval import Interval, check_confidence
from mcms.stats.sprt_bounds import SprtBounds, SprtDecision, check_rates, decision_at, wald_bounds
from mcms.validation import number, whole_number

_PRIOR_SHARE = (1.0 + 0.25 + 0.25 + 1.0) / 5
"""Mean square of five values spread evenly from -1 to 1."""
LARGEST_POINTS = 1e9


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairPoints:
    """What pairs of games brought one of the two players, in points per game.

    >>> points = PairPoints.of([(2, -1), (1, 1), (-1, -1)])
    >>> points.pairs, points.per_game, points.largest
    (3, 0.16666666666666666, 2.0)
    """

    pairs: int = 0
    """How many pairs were played."""
    total: float = 0.0
    """Sum over pairs of the mean of a pair's two games."""
    squares: float = 0.0
    """Sum of the squares of these means."""
    largest: float = 0.0
    """The largest margin of any game."""

    def __post_init__(self) -> None:
        whole_number("pairs", self.pairs, 0, 2**50)

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> "PairPoints":
        """Add up pairs given as the player's points in the two games."""
        counted = cls()
        for first, second in pairs:
            for value in (first, second):
                number("points", value, -LARGEST_POINTS, LARGEST_POINTS)
            mean = (first + second) / 2
            margin = float(max(abs(first), abs(second)))
            counted += cls(pairs=1, total=mean, squares=mean * mean, largest=margin)
        return counted

    def __add__(self, other: object) -> "PairPoints":
        if not isinstance(other, PairPoints):
            return NotImplemented
        return PairPoints(
            pairs=self.pairs + other.pairs,
            total=self.total + other.total,
            squares=self.squares + other.squares,
            largest=max(self.largest, other.largest),
        )

    def reversed(self) -> "PairPoints":
        """Return the same pairs as the opponent sees them."""
        return dataclasses.replace(self, total=-self.total)

    @property
    def per_game(self) -> float | None:
        """Points per game; ``None`` before the first pair."""
        return self.total / self.pairs if self.pairs else None

    @property
    def margin(self) -> float:
        """The margin that the prior reaches to: the largest seen, and 1 where every game was a draw."""
        return self.largest or 1.0

    @property
    def mean(self) -> float:
        """Mean of all pairs and the prior's, which is a draw."""
        return self.total / (self.pairs + 1)

    def variance_about(self, center: float) -> float:
        """Return the mean squared distance of a pair from a value, the prior's pair included."""
        spread = self.squares - 2 * center * self.total + self.pairs * center * center
        prior = self.margin**2 * _PRIOR_SHARE + center * center
        return (max(spread, 0.0) + prior) / (self.pairs + 1)


def points_interval(points: PairPoints, confidence: float = 0.95) -> Interval:
    """Return where the expected points per game lie, from the variance between pairs.

    Parameters
    ----------
    points
        The points of the pairs played. Without any pair, the interval has no ends.
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> interval = points_interval(PairPoints.of([(2, -1), (1, 1), (-1, -1)] * 40))
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.012, 0.319)

    """
    require_extra("scipy", "this statistic")
    from scipy import special  # noqa: PLC0415  slow to import, and few need it

    check_confidence(confidence)
    observed = points.per_game
    if observed is None:
        return Interval(-math.inf, math.inf, confidence)
    error = math.sqrt(points.variance_about(points.mean) / (points.pairs + 2))
    half_width = float(special.stdtrit(points.pairs, (1.0 + confidence) / 2.0)) * error
    return Interval(min(points.mean - half_width, observed), max(points.mean + half_width, observed), confidence)


@dataclasses.dataclass(frozen=True, kw_only=True)
class PointsSprt:
    """A test of H0 "the player wins ``points0`` a game" against H1 "it wins ``points1``".

    >>> test = PointsSprt(points0=0, points1=0.2)
    >>> test.decision(PairPoints.of([(2, -1), (1, 1), (-1, -1)] * 10))
    <SprtDecision.UNDECIDED: 'undecided'>
    >>> test.decision(PairPoints.of([(2, -1), (1, 1), (-1, 0)] * 100))
    <SprtDecision.ACCEPT_H1: 'accept_h1'>
    """

    points0: float
    """Points a game under H0."""
    points1: float
    """Points a game under H1."""
    alpha: float = 0.05
    """How often H1 may be accepted where H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 is true."""

    def __post_init__(self) -> None:
        number("points0", self.points0, -LARGEST_POINTS, LARGEST_POINTS)
        number("points1", self.points1, -LARGEST_POINTS, LARGEST_POINTS)
        if not self.points0 < self.points1:
            raise InvalidOptionError(f"points1 is {self.points1!r}: expected more than points0, {self.points0!r}")
        check_rates(self.alpha, self.beta)

    @property
    def bounds(self) -> SprtBounds:
        """Wald's bounds of the log-likelihood ratio: H0 is accepted at the lower, H1 at the upper."""
        return wald_bounds(self.alpha, self.beta)

    @property
    def hypotheses(self) -> str:
        """Both hypotheses in words."""
        return f"{self.points0:+g} against {self.points1:+g} points a game"

    def log_likelihood_ratio(self, points: PairPoints) -> float:
        """Return by how much H1 explains the pairs better than H0; 0 before the first pair."""
        if points.per_game is None:
            return 0.0
        variance = points.variance_about(points.mean)
        gap, center = self.points1 - self.points0, (self.points0 + self.points1) / 2
        return points.pairs * gap * (points.per_game - center) / variance

    def decision(self, points: PairPoints) -> SprtDecision:
        """Return which hypothesis is accepted, if the pairs are enough for either."""
        return decision_at(self.log_likelihood_ratio(points), self.bounds)


def points_json(points: PairPoints) -> dict[str, Any]:
    """Return points per game and their interval as plain JSON values."""
    if points.per_game is None:
        return {"points_per_game": None, "points_interval": None}
    interval = points_interval(points)
    return {"points_per_game": points.per_game, "points_interval": [interval.low, interval.high]}
