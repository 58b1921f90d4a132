"""What sequential tests share, whatever they count: Wald's bounds and what they decide."""

import math
from enum import StrEnum
from typing import NamedTuple

from mcms.exceptions import InvalidOptionError


class SprtDecision(StrEnum):
    """What the pairs so far allow to say.

    >>> from mcms.stats import PairCounts, Sprt
    >>> Sprt(elo0=0, elo1=50).decision(PairCounts(two_wins=80, two_losses=20))
    <SprtDecision.ACCEPT_H1: 'accept_h1'>
    """

    ACCEPT_H0 = "accept_h0"
    """The player is no stronger than H0 says."""
    ACCEPT_H1 = "accept_h1"
    """The player is as strong as H1 says."""
    UNDECIDED = "undecided"
    """More pairs are needed."""


class SprtBounds(NamedTuple):
    """The test continues while the log-likelihood ratio lies between these."""

    lower: float
    upper: float


def check_rates(alpha: float, beta: float) -> None:
    """Raise unless both are error rates."""
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0.0 < rate < 0.5:
            raise InvalidOptionError(f"{name} is {rate!r}: expected an error rate between 0 and 0.5")


def wald_bounds(alpha: float, beta: float) -> SprtBounds:
    """Return the bounds at which a test with these error rates ends."""
    return SprtBounds(lower=math.log(beta) - math.log1p(-alpha), upper=math.log1p(-beta) - math.log(alpha))


def decision_at(ratio: float, bounds: SprtBounds) -> SprtDecision:
    """Return what a log-likelihood ratio decides."""
    if ratio <= bounds.lower:
        return SprtDecision.ACCEPT_H0
    return SprtDecision.ACCEPT_H1 if ratio >= bounds.upper else SprtDecision.UNDECIDED
