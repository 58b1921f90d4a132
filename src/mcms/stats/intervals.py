"""Confidence intervals of a score, and scores as Elo differences.

:func:`paired_interval` is the one to use. With the pairs' five outcomes drawn independently with unknown
probabilities q, the posterior of q is Dirichlet(counts + 1/5) (Perks' prior, one pair in total). The score Σ x q has

    mean m = Σ x (count + 1/5) / (n + 1),    variance = Σ (x - m)² (count + 1/5) / (n + 1) / (n + 2),

and the interval is taken from the Beta distribution with that mean and variance. So the luck that a pair's two games
share is in the variance, nothing leaves [0, 1], and pairs that are all alike still give a width.
"""

import math

import numpy as np
from numpy.typing import NDArray

from mcms.extras import require_extra
from mcms.stats.interval import Interval, check_confidence
from mcms.stats.pairs import PAIR_SCORES, PairCounts
from mcms.stats.prior import SmoothedPairs, pentanomial_array
from mcms.validation import number

ELO_PER_LOGIT = 400.0 / math.log(10.0)
"""Elo's scale: 400 Elo are odds of 10 to 1."""


def paired_interval(counts: PairCounts, confidence: float = 0.95) -> Interval:
    """Return where the expected score per game lies, from the variance between pairs.

    Parameters
    ----------
    counts
        The pairs played. Without any, the interval is all of [0, 1].
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> luck_decides = PairCounts(win_and_loss=90, two_wins=10)
    >>> interval = paired_interval(luck_decides)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.52, 0.579)
    >>> all_won = paired_interval(PairCounts(two_wins=20))
    >>> round(all_won.low, 3), all_won.high
    (0.898, 1.0)

    """
    check_confidence(confidence)
    if counts.pairs == 0:
        return Interval(0.0, 1.0, confidence)
    low, high = paired_limits(pentanomial_array(counts), confidence)
    return Interval(float(low), float(high), confidence)


def paired_limits(
    pentanomials: NDArray[np.float64], confidence: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the ends of :func:`paired_interval` for each row of five counts; every row has a pair."""
    require_extra("scipy", "this statistic")
    from scipy import special  # noqa: PLC0415  slow to import, and few need it

    smoothed = SmoothedPairs.of(pentanomials)
    mean = smoothed.mean
    variance = smoothed.second_moment_about(mean) / (smoothed.total + 1.0)
    concentration = mean * (1.0 - mean) / variance - 1.0
    a, b = mean * concentration, (1.0 - mean) * concentration
    tail = (1.0 - confidence) / 2.0
    observed = pentanomials @ PAIR_SCORES / pentanomials.sum(axis=-1)
    # The prior keeps the quantiles off 0 and 1, but a player that won everything may well score 1.
    return (
        np.minimum(special.betaincinv(a, b, tail), observed),
        np.maximum(special.betainccinv(a, b, tail), observed),
    )


def wilson_interval(counts: PairCounts, confidence: float = 0.95) -> Interval:
    """Return Wilson's interval, which takes all games for independent and a draw for half a win.

    For comparison with publications that use it. It is too wide where a pair's luck cancels, as swapped seats are
    meant to do, and too narrow where both games of a pair tend to go to the same player.

    Parameters
    ----------
    counts
        The pairs played. Without any, the interval is all of [0, 1].
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> interval = wilson_interval(PairCounts(win_and_loss=90, two_wins=10))
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.481, 0.617)

    """
    require_extra("scipy", "this statistic")
    from scipy import special  # noqa: PLC0415  slow to import, and few need it

    check_confidence(confidence)
    mean = counts.score
    if mean is None:
        return Interval(0.0, 1.0, confidence)
    z_squared_share = float(special.ndtri((1.0 - confidence) / 2.0)) ** 2 / counts.games
    center = (mean + z_squared_share / 2.0) / (1.0 + z_squared_share)
    spread = mean * (1.0 - mean) * z_squared_share + z_squared_share**2 / 4.0
    half_width = math.sqrt(spread) / (1.0 + z_squared_share)
    return Interval(max(0.0, center - half_width), min(1.0, center + half_width), confidence)


def elo(score: float) -> float:
    """Return the Elo difference at which a player scores this much.

    Parameters
    ----------
    score
        Points per game, from 0 (which gives -∞) to 1 (which gives ∞).

    Examples
    --------
    >>> round(elo(0.64), 1)
    100.0

    """
    number("score", score, 0.0, 1.0)
    if score in (0.0, 1.0):
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_LOGIT * (math.log(score) - math.log1p(-score))


def score(elo: float) -> float:
    """Return the score per game expected of a player this many Elo stronger.

    Parameters
    ----------
    elo
        The difference in strength; negative for a weaker player.

    Examples
    --------
    >>> round(score(100), 4)
    0.6401

    """
    number("elo", elo, -math.inf, math.inf)
    # The side that does not overflow; 1 / (1 + 10^(-elo/400)) either way.
    odds_against = math.exp(-abs(elo) / ELO_PER_LOGIT)
    return 1.0 / (1.0 + odds_against) if elo >= 0 else odds_against / (1.0 + odds_against)


def elo_interval(counts: PairCounts, confidence: float = 0.95) -> Interval:
    """Return :func:`paired_interval` as Elo differences; an end is infinite where the score's end is 0 or 1.

    Parameters
    ----------
    counts
        The pairs played.
    confidence
        How often such an interval is to hold the truth.

    Examples
    --------
    >>> interval = elo_interval(PairCounts(win_and_loss=90, two_wins=10))
    >>> round(interval.low, 1), round(interval.high, 1)
    (13.7, 55.5)

    """
    interval = paired_interval(counts, confidence)
    return Interval(elo(interval.low), elo(interval.high), confidence)
