"""Elo ratings of many players from their matches, with intervals that respect pairs.

The Bradley-Terry model: a player scores 1 / (1 + exp(θ_opponent - θ_own)) a game, a draw is half a win, and θ is
found by maximum likelihood. One drawn-on-average pair a player, Perks' prior, is spread over its matches so that one
that won everything stays finite. Like all priors it pulls ratings together: by about 1 / (pairs + 1) of the score.

The likelihood takes games for independent, which a pair's are not, and the model for true, which it need not be.
The covariance is therefore the sandwich H⁻¹ M H⁻¹: H is the likelihood's information, M the observed spread
of pair scores about their fitted values.
"""

import dataclasses
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.extras import require_extra
from mcms.stats.interval import check_confidence
from mcms.stats.intervals import ELO_PER_LOGIT
from mcms.stats.meetings import check_connected, merged, names_and_sides
from mcms.stats.pairs import PAIR_SCORES, PairCounts
from mcms.stats.prior import PRIOR_PAIRS, SmoothedPairs, pentanomial_array

Results = Mapping[tuple[str, str], PairCounts]

_MOST_STEPS = 1000
_LAST_STEP = 1e-6
"""In logits. Steps square their length from one to the next, so what is left is lost in rounding."""
_LARGEST_STEP = 1.0
"""In logits, between players that met. The likelihood is concave, and Newton steps this short do not overshoot."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rating:
    """A player's strength in Elo above the mean of all players, or above the anchor.

    >>> best, worst = ratings({("a", "b"): PairCounts(two_wins=10, two_losses=5)})
    >>> best.name, best.games, best.low < best.elo < best.high
    ('a', 30, True)
    """

    name: str
    """The player."""
    elo: float
    """Its strength."""
    low: float
    """The lower end of the strength's interval."""
    high: float
    """The upper end."""
    games: int
    """How many games it played."""
    score: float
    """Points per game over all its games, whoever the opponents were."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class RatingDifference:
    """By how much Elo ``first`` is stronger than ``second``.

    >>> found = rating_difference({("a", "b"): PairCounts(two_wins=10, two_losses=5)}, "a", "b")
    >>> found.low < found.elo < found.high
    True
    """

    first: str
    """One player."""
    second: str
    """The other player."""
    elo: float
    """By how much the first is stronger; negative if it is weaker."""
    low: float
    """The lower end of the difference's interval."""
    high: float
    """The upper end."""


def ratings(results: Results, anchor: str | None = None, confidence: float = 0.95) -> tuple[Rating, ...]:
    """Rate players by their matches, the strongest first.

    Parameters
    ----------
    results
        For (a, b) the pairs as a sees them; (b, a) may be given too and adds to it.
    anchor
        The player whose Elo is 0 by definition, and so has no interval. Without one, 0 is the mean of all players.
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> results = {
    ...     ("star2ss", "exp"): PairCounts(two_losses=10, win_and_loss=60, two_wins=30),
    ...     ("exp", "random"): PairCounts(win_and_loss=20, two_wins=80),
    ...     ("star2ss", "random"): PairCounts(win_and_loss=10, two_wins=90),
    ... }
    >>> for rating in ratings(results, anchor="random"):
    ...     print(f"{rating.name:8}{rating.elo:5.0f} [{rating.low:.0f}, {rating.high:.0f}]")
    star2ss   473 [408, 538]
    exp       396 [332, 460]
    random      0 [0, 0]

    """
    check_confidence(confidence)
    fit = _fit(results)
    origin = np.full(len(fit.names), 1.0 / len(fit.names)) if anchor is None else fit.indicator(anchor)
    rated = [_rating(fit, index, origin, confidence) for index in range(len(fit.names))]
    return tuple(sorted(rated, key=lambda rating: (-round(rating.elo, 6), rating.name)))


def rating_difference(results: Results, first: str, second: str, confidence: float = 0.95) -> RatingDifference:
    """Return by how much ``first`` is stronger, from all matches and not only those between the two.

    Two ratings' intervals may overlap while their difference is clear; this is the interval to look at.

    Parameters
    ----------
    results
        As for :func:`ratings`.
    first, second
        The two players to compare.
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> results = {("a", "b"): PairCounts(two_losses=10, win_and_loss=60, two_wins=30)}
    >>> difference = rating_difference(results, "a", "b")
    >>> round(difference.elo), round(difference.low), round(difference.high)
    (70, 27, 112)

    """
    check_confidence(confidence)
    fit = _fit(results)
    if first == second:
        raise InvalidOptionError(f"first and second are both {first!r}: expected two players")
    elo, half_width = fit.contrast(fit.indicator(first) - fit.indicator(second), confidence)
    return RatingDifference(first=first, second=second, elo=elo, low=elo - half_width, high=elo + half_width)


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Matches:
    """The matches as arrays, one row for each two players that met; ``sides`` has +1 and -1 for the two."""

    names: tuple[str, ...]
    counts: tuple[PairCounts, ...]
    sides: NDArray[np.float64]
    smoothed: SmoothedPairs


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Fit:
    """Strengths in logits, up to a common constant, and their covariance."""

    names: tuple[str, ...]
    played: tuple[PairCounts, ...]
    strengths: NDArray[np.float64]
    covariance: NDArray[np.float64]

    def indicator(self, name: str) -> NDArray[np.float64]:
        if name not in self.names:
            raise UnknownNameError(f"{name!r} is not among the players: expected one of {', '.join(self.names)}")
        return np.array([1.0 if name == other else 0.0 for other in self.names])

    def contrast(self, weights: NDArray[np.float64], confidence: float) -> tuple[float, float]:
        """Return a difference of strengths in Elo, and half the width of its interval."""
        require_extra("scipy", "this statistic")
        from scipy import special  # noqa: PLC0415  slow to import, and few need it

        variance = max(0.0, float(weights @ self.covariance @ weights))
        half_width = float(-special.ndtri((1.0 - confidence) / 2.0)) * variance**0.5
        return float(weights @ self.strengths) * ELO_PER_LOGIT, half_width * ELO_PER_LOGIT


def _rating(fit: _Fit, index: int, origin: NDArray[np.float64], confidence: float) -> Rating:
    name, played = fit.names[index], fit.played[index]
    assert played.score is not None  # a player without games is in no match
    elo, half_width = fit.contrast(fit.indicator(name) - origin, confidence)
    low, high = elo - half_width, elo + half_width
    return Rating(name=name, elo=elo, low=low, high=high, games=played.games, score=played.score)


def _fit(results: Results) -> _Fit:
    met = merged(results)
    check_connected(list(met))
    matches = _matches(met)
    strengths = _strengths(matches)
    return _Fit(
        names=matches.names,
        played=_played(matches),
        strengths=strengths,
        covariance=_covariance(matches, strengths),
    )


def _matches(met: Mapping[tuple[str, str], PairCounts]) -> _Matches:
    names, sides = names_and_sides(list(met))
    opponents = np.abs(sides).sum(axis=0)
    # A player's prior is shared by its matches, a match's is what its two players give on average.
    weights = PRIOR_PAIRS * np.abs(sides) @ (1.0 / opponents) / 2.0
    pentanomials = np.array([pentanomial_array(counts) for counts in met.values()])
    return _Matches(
        names=names,
        counts=tuple(met.values()),
        sides=sides,
        smoothed=SmoothedPairs.of(pentanomials, weights[:, None]),
    )


def _expit(leads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / (1 + exp(-lead)) without overflow."""
    expected: NDArray[np.float64] = np.exp(-np.logaddexp(0.0, -leads))
    return expected


def _strengths(matches: _Matches) -> NDArray[np.float64]:
    """Maximise the likelihood by Newton's method; the strengths' sum stays 0."""
    strengths = np.zeros(len(matches.names))
    for _ in range(_MOST_STEPS):
        leads = matches.sides @ strengths
        step = np.linalg.solve(_information(matches, leads), matches.sides.T @ _surplus(matches, leads))
        longest = float(np.abs(matches.sides @ step).max())
        strengths += step * min(1.0, _LARGEST_STEP / longest) if longest > 0.0 else step
        if longest < _LAST_STEP:
            return strengths
    raise AssertionError(f"no maximum of the likelihood after {_MOST_STEPS} steps")


def _surplus(matches: _Matches, leads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points each match brought above what the players' leads in strength make expect.

    Seen from the weaker side, whose score is the smaller number and keeps its digits.
    """
    own, other = matches.smoothed.mean, matches.smoothed.shares @ PAIR_SCORES[::-1]
    per_game = np.where(leads < 0.0, own - _expit(leads), _expit(-leads) - other)
    surplus: NDArray[np.float64] = 2.0 * matches.smoothed.total * per_game
    return surplus


def _information(matches: _Matches, leads: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return H, made invertible by the direction in which nothing is known, that of all strengths together."""
    weights = 2.0 * matches.smoothed.total * _expit(leads) * _expit(-leads)
    players = len(matches.names)
    information: NDArray[np.float64] = matches.sides.T @ (weights[:, None] * matches.sides)
    regular: NDArray[np.float64] = information + np.trace(information) / players**2
    return regular


def _covariance(matches: _Matches, strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    leads = matches.sides @ strengths
    inverse = np.linalg.inv(_information(matches, leads))
    # A pair's score per game counts for two games, hence 2² times its squared distance.
    spread = 4.0 * matches.smoothed.total * matches.smoothed.second_moment_about(_expit(leads))
    covariance: NDArray[np.float64] = inverse @ (matches.sides.T @ (spread[:, None] * matches.sides)) @ inverse
    return covariance


def _played(matches: _Matches) -> tuple[PairCounts, ...]:
    """Return all of each player's pairs, as it sees them."""
    played = [PairCounts() for _ in matches.names]
    for counts, sides in zip(matches.counts, matches.sides, strict=True):
        first, second = int(np.argmax(sides)), int(np.argmin(sides))
        played[first] += counts
        played[second] += counts.reversed()
    return tuple(played)
