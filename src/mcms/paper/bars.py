"""A bar of figure 2: a pairing in a game, measured and published, and whether both point the same way."""

import dataclasses
from enum import StrEnum

from mcms.arena.standings import PairingResult
from mcms.paper.published import WinRate
from mcms.stats import SprtDecision


class Agreement(StrEnum):
    """Whether a measured direction is the published one, at 95 %."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNDECIDED = "undecided"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Bar:
    """A pairing in a game."""

    names: tuple[str, str]
    """As the paper has them; ``mcts`` stands for the better of mcts and dpw."""
    game: str
    """With its options."""
    result: PairingResult
    published: WinRate | None
    """``None`` in a game or pairing that the paper does not have."""

    @property
    def score(self) -> float:
        """What was measured, in percent."""
        return 100 * (self.result.counts.score or 0.0)

    @property
    def ends(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return 100 * self.result.interval.low, 100 * self.result.interval.high

    @property
    def published_ends(self) -> tuple[float, float] | None:
        """The published 95 % interval."""
        if self.published is None:
            return None
        return self.published.percent - self.published.half_width, self.published.percent + self.published.half_width

    @property
    def published_direction(self) -> int:
        """1: the left player won; -1: the right one; 0: undecided at 95 %, or not played."""
        return 0 if self.published_ends is None else direction(*self.published_ends)

    @property
    def measured_direction(self) -> int:
        """The same of what was measured: by the test that ended the matches, or else by the interval."""
        if self.result.decision is None:
            return direction(*self.ends)
        return {SprtDecision.ACCEPT_H1: 1, SprtDecision.ACCEPT_H0: -1}.get(self.result.decision, 0)

    @property
    def agreement(self) -> Agreement:
        """Say whether the direction is the published one."""
        return agreement(self.published_direction, self.measured_direction)


def direction(low: float, high: float) -> int:
    """Return 1 for an interval above 50 %, -1 for one below, 0 for one that leaves it open."""
    return int(low > 50) - int(high < 50)


def agreement(published: int, measured: int) -> Agreement:
    """Say whether two directions are the same; one that either side leaves open is undecided."""
    if published == 0 or measured == 0:
        return Agreement.UNDECIDED
    return Agreement.AGREES if measured == published else Agreement.DISAGREES


def count_agreements(bars: "list[Bar] | tuple[Bar, ...]") -> dict[Agreement, int]:
    """Count the comparisons that the paper decides by whether they come out."""
    decided = [bar for bar in bars if bar.published_direction != 0]
    return {kind: sum(bar.agreement is kind for bar in decided) for kind in Agreement}
