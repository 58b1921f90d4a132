"""What is assumed before the first pair: one pair, spread evenly over the five scores.

This is Perks' prior for a multinomial with five cells. It keeps the estimated variance above 0 when all pairs seen
are alike, and it vanishes as pairs come in. The interval, the SPRT and the ratings share it, so they agree on what
few pairs can tell.
"""

import dataclasses

import numpy as np
from numpy.typing import NDArray

from mcms.stats.pairs import PAIR_SCORES, PairCounts

Floats = NDArray[np.float64]

PRIOR_PAIRS = 1.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class SmoothedPairs:
    """Pair counts with the prior's, as arrays: one row of five counts a match, any number of matches."""

    counts: Floats

    @classmethod
    def of(cls, pentanomials: Floats, weight: float | Floats = PRIOR_PAIRS) -> "SmoothedPairs":
        """Add ``weight`` pairs of the prior to each row."""
        return cls(counts=pentanomials + weight / len(PAIR_SCORES))

    @property
    def total(self) -> Floats:
        """Pairs in each row, the prior's too."""
        total: Floats = self.counts.sum(axis=-1)
        return total

    @property
    def shares(self) -> Floats:
        """How often each score came up, of 1."""
        return self.counts / self.total[..., None]

    @property
    def mean(self) -> Floats:
        """Mean score per game."""
        return self.shares @ PAIR_SCORES

    def second_moment_about(self, center: Floats) -> Floats:
        """Return the mean squared distance of a pair's score per game from ``center``."""
        deviations = PAIR_SCORES - center[..., None]
        moment: Floats = (self.shares * deviations**2).sum(axis=-1)
        return moment


def pentanomial_array(counts: PairCounts) -> Floats:
    """Return the five counts as a row."""
    return np.array(counts.pentanomial, dtype=np.float64)
