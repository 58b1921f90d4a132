"""Results of pairs: two games on one seed with the seats swapped, counted by what each pair brought.

A pair scores 0, ½, 1, 1½ or 2 points for the player asked about. The intervals, the SPRT and the ratings need only
these five counts (*pentanomial*, as in tests of chess engines). A point can be a win and a loss or two draws,
which is kept apart so that the games' wins and draws stay exact.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from mcms.exceptions import InvalidOptionError
from mcms.validation import whole_number

PAIR_SCORES: NDArray[np.float64] = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Mean score per game of the five kinds of pair, in the order of :attr:`PairCounts.pentanomial`."""
PAIR_SCORES.flags.writeable = False

LARGEST_COUNT = 2**50
"""Up to here counts and their sums are exact as floats."""

_FIELD_OF_SCORES = {
    (0.0, 0.0): "two_losses",
    (0.0, 0.5): "loss_and_draw",
    (0.5, 0.5): "two_draws",
    (0.0, 1.0): "win_and_loss",
    (0.5, 1.0): "win_and_draw",
    (1.0, 1.0): "two_wins",
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairCounts:
    """How many pairs of games ended how, for one of the two players.

    >>> counts = PairCounts.of([(1, 1), (1, 0), (0.5, 0.5), (0, 1)])
    >>> counts.pentanomial
    (0, 0, 3, 0, 1)
    >>> counts.wins, counts.draws, counts.losses, counts.score
    (4, 2, 2, 0.625)
    >>> counts.reversed().score
    0.375
    """

    two_losses: int = 0
    """Pairs with both games lost."""
    loss_and_draw: int = 0
    """Pairs with a loss and a draw."""
    two_draws: int = 0
    """Pairs with both games drawn."""
    win_and_loss: int = 0
    """Pairs with a win and a loss."""
    win_and_draw: int = 0
    """Pairs with a win and a draw."""
    two_wins: int = 0
    """Pairs with both games won."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            whole_number(field.name, getattr(self, field.name), 0, LARGEST_COUNT)

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Self:
        """Count pairs given as the player's scores in the two games: 1 a win, 0.5 a draw, 0 a loss."""
        return cls(**Counter(_field_of(pair) for pair in pairs))

    def __add__(self, other: object) -> "PairCounts":
        if not isinstance(other, PairCounts):
            return NotImplemented
        names = [field.name for field in dataclasses.fields(self)]
        return PairCounts(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def reversed(self) -> "PairCounts":
        """Return the same pairs as the opponent sees them."""
        return PairCounts(
            two_losses=self.two_wins,
            loss_and_draw=self.win_and_draw,
            two_draws=self.two_draws,
            win_and_loss=self.win_and_loss,
            win_and_draw=self.loss_and_draw,
            two_wins=self.two_losses,
        )

    @property
    def pentanomial(self) -> tuple[int, int, int, int, int]:
        """How many pairs scored 0, ½, 1, 1½ and 2 points."""
        one_point = self.two_draws + self.win_and_loss
        return self.two_losses, self.loss_and_draw, one_point, self.win_and_draw, self.two_wins

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return sum(self.pentanomial)

    @property
    def games(self) -> int:
        """How many games were played, two a pair."""
        return 2 * self.pairs

    @property
    def wins(self) -> int:
        """Games won."""
        return 2 * self.two_wins + self.win_and_draw + self.win_and_loss

    @property
    def draws(self) -> int:
        """Games drawn."""
        return 2 * self.two_draws + self.win_and_draw + self.loss_and_draw

    @property
    def losses(self) -> int:
        """Games lost."""
        return 2 * self.two_losses + self.loss_and_draw + self.win_and_loss

    @property
    def points(self) -> float:
        """Wins and half the draws."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game, from 0 to 1; ``None`` before the first pair."""
        return self.points / self.games if self.games else None

    def to_json(self) -> dict[str, Any]:
        """Return the counts and the score as plain JSON values."""
        return {
            "matches": self.pairs,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "pentanomial": list(self.pentanomial),
            "score": self.score,
        }


def _field_of(pair: tuple[float, float]) -> str:
    try:
        first, second = sorted(pair)
        return _FIELD_OF_SCORES[first, second]
    except (KeyError, TypeError, ValueError):
        raise InvalidOptionError(f"the pair is {pair!r}: expected two game scores, each 0, 0.5 or 1") from None
