"""The sequential probability ratio test on pairs: play until one of two strengths is refuted.

It decides between "elo0 stronger" and "elo1 stronger" with error rates of about alpha and beta, and on average needs
far fewer games than a match of a length fixed beforehand. The ratio is the generalized one used for chess engines:
the five probabilities of a pair's score are unknown, so each hypothesis is given those that explain the counts best
among all with its mean,

    LLR = n Σ q_i log(p1_i / p0_i),    p_i = q_i / (1 + θ (x_i - s)),    θ such that Σ p_i x_i = s,

where q are the observed shares with Perks' prior and s is the score that the hypothesis expects. The prior keeps a
first few pairs that are alike from deciding the test.
"""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from mcms.exceptions import InvalidOptionError
from mcms.stats.intervals import score
from mcms.stats.pairs import PAIR_SCORES, PairCounts
from mcms.stats.prior import SmoothedPairs, pentanomial_array
from mcms.stats.sprt_bounds import SprtBounds, SprtDecision, check_rates, decision_at, wald_bounds
from mcms.validation import number

LARGEST_ELO = 2000.0

_HALVINGS = 40
"""θ to 12 digits, which is the likelihood to all its digits: it is flat at θ."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sprt:
    """A test of H0 "the player is ``elo0`` stronger" against H1 "it is ``elo1`` stronger" (logistic Elo).

    ``alpha`` is how often H1 may be accepted where H0 is true, ``beta`` how often H0 where H1 is true. Ask for the
    decision after any pair, and stop at the first that is made.

    >>> test = Sprt(elo0=0, elo1=20)
    >>> test.decision(PairCounts(two_losses=20, win_and_loss=50, two_wins=30))
    <SprtDecision.UNDECIDED: 'undecided'>
    >>> test.decision(PairCounts(two_losses=200, win_and_loss=500, two_wins=300))
    <SprtDecision.ACCEPT_H1: 'accept_h1'>
    """

    elo0: float
    """The difference in strength under H0."""
    elo1: float
    """The difference in strength under H1."""
    alpha: float = 0.05
    """How often H1 may be accepted where H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 is true."""

    def __post_init__(self) -> None:
        number("elo0", self.elo0, -LARGEST_ELO, LARGEST_ELO)
        number("elo1", self.elo1, -LARGEST_ELO, LARGEST_ELO)
        if not self.elo0 < self.elo1:
            raise InvalidOptionError(f"elo1 is {self.elo1!r}: expected more than elo0, which is {self.elo0!r}")
        check_rates(self.alpha, self.beta)

    @property
    def bounds(self) -> SprtBounds:
        """Wald's bounds of the log-likelihood ratio: H0 is accepted at the lower, H1 at the upper.

        >>> [round(bound, 3) for bound in Sprt(elo0=0, elo1=20).bounds]
        [-2.944, 2.944]
        """
        return wald_bounds(self.alpha, self.beta)

    @property
    def hypotheses(self) -> str:
        """Both hypotheses in words."""
        return f"{self.elo0:+g} against {self.elo1:+g} Elo"

    def log_likelihood_ratio(self, counts: PairCounts) -> float:
        """Return by how much H1 explains the pairs better than H0; 0 before the first pair."""
        return float(self.log_likelihood_ratios(pentanomial_array(counts)))

    def log_likelihood_ratios(self, pentanomials: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log-likelihood ratio of each row of five pair counts."""
        shares = SmoothedPairs.of(pentanomials).shares
        ratio = _best_fit(shares, score(self.elo1)) - _best_fit(shares, score(self.elo0))
        ratios: NDArray[np.float64] = pentanomials.sum(axis=-1) * ratio
        return ratios

    def decision(self, counts: PairCounts) -> SprtDecision:
        """Return which hypothesis is accepted, if the pairs are enough for either."""
        return decision_at(self.log_likelihood_ratio(counts), self.bounds)


def _best_fit(shares: NDArray[np.float64], mean: float) -> NDArray[np.float64]:
    """Return Σ q_i log(p_i / q_i) for the probabilities p of the given mean that explain shares q best."""
    deviations = PAIR_SCORES - mean
    low = np.full(shares.shape[:-1], -1.0 / deviations[-1])
    high = np.full(shares.shape[:-1], -1.0 / deviations[0])
    for _ in range(_HALVINGS):
        theta = (low + high) / 2.0
        too_small = (shares * deviations / (1.0 + theta[..., None] * deviations)).sum(axis=-1) > 0.0
        low, high = np.where(too_small, theta, low), np.where(too_small, high, theta)
    theta = (low + high) / 2.0
    fit: NDArray[np.float64] = -(shares * np.log1p(theta[..., None] * deviations)).sum(axis=-1)
    return fit
