"""What the games so far say: each pairing's score with its interval, and when an SPRT has seen enough.

Games end in any order, but matches count in theirs: an SPRT decides after the first match in the pairing's order that
lets it, whatever else is already known. So the answer is the same with any number of workers.
"""

import dataclasses
from collections.abc import Iterator

from mcms.arena.match import LEGS, Pairing, Slot
from mcms.arena.records import GameScore
from mcms.scoring import ScoreBy, score_by
from mcms.stats import (
    Interval,
    PairCounts,
    PairPoints,
    PointsSprt,
    Sprt,
    SprtDecision,
    elo_interval,
    paired_interval,
    points_interval,
    wilson_interval,
)

AnySprt = Sprt | PointsSprt


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairingResult:
    """How a pairing stands, for player A.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing, play_pairings
    >>> (result,) = play_pairings([pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=5, seed=1)])
    >>> result.counts.games, result.interval.low < result.counts.score < result.interval.high
    (10, True)
    """

    pairing: Pairing
    """Who met."""
    counts: PairCounts
    """How many pairs of games ended how."""
    points: PairPoints = dataclasses.field(default_factory=PairPoints)
    """By how much they were won."""
    decision: SprtDecision | None = None
    """What the SPRT says; ``None`` without one."""
    recorded: int = dataclasses.field(default=0, compare=False)
    """Games that the records had before."""
    played: int = dataclasses.field(default=0, compare=False)
    """Games played by this run."""

    @property
    def interval(self) -> Interval:
        """The score's interval, which respects that two games of a match share their luck."""
        return paired_interval(self.counts)

    @property
    def wilson(self) -> Interval:
        """Wilson's interval for comparison, as if all games were independent."""
        return wilson_interval(self.counts)

    @property
    def points_interval(self) -> Interval:
        """The interval of the points per game."""
        return points_interval(self.points)

    def is_ahead(self, by: ScoreBy | None = None) -> bool:
        """Say whether A did at least as well as B, by wins or points as told, or else as suits the game."""
        if (by or score_by(self.pairing.game)) is ScoreBy.POINTS:
            return (self.points.per_game or 0.0) >= 0.0
        return self.counts.score is None or self.counts.score >= 0.5

    @property
    def elo(self) -> Interval:
        """The interval in Elo."""
        return elo_interval(self.counts)


class Standing:
    """One pairing in progress."""

    def __init__(self, pairing: Pairing, scores: dict[Slot, GameScore], sprt: AnySprt | None = None) -> None:
        self.pairing = pairing
        self._sprt = sprt
        self._scores = dict(scores)
        self._recorded = len(scores)
        self._counts = PairCounts()  # of all complete matches; of those the SPRT saw, if there is one
        self._points = PairPoints()  # of the same
        self._counted = 0  # matches the SPRT saw, in their order
        self._decision = None if sprt is None else SprtDecision.UNDECIDED
        for match in sorted({slot.match for slot in scores}):
            self._learn(match)

    @property
    def is_settled(self) -> bool:
        """Whether no more games are needed."""
        decided = self._decision not in (None, SprtDecision.UNDECIDED)
        return decided or len(self._scores) == 2 * self.pairing.matches

    @property
    def games_left(self) -> int:
        """How many games are to be played at most."""
        return 0 if self.is_settled else 2 * self.pairing.matches - len(self._scores)

    def open_slots(self) -> Iterator[Slot]:
        """Return the games to play, as long as they are needed."""
        for slot in self.pairing.slots():
            if self.is_settled:
                return
            if slot not in self._scores:
                yield slot

    @property
    def recorded(self) -> int:
        """How many games were known at the start."""
        return self._recorded

    @property
    def played(self) -> int:
        """How many games have been added since."""
        return len(self._scores) - self._recorded

    def add(self, slot: Slot, score: GameScore) -> None:
        """Add how a game ended for player A."""
        self._scores[slot] = score
        self._learn(slot.match)

    def result(self) -> PairingResult:
        """Return how the pairing stands: what the SPRT saw, or all matches that are complete."""
        return PairingResult(
            pairing=self.pairing,
            counts=self._counts,
            points=self._points,
            decision=self._decision,
            recorded=self.recorded,
            played=self.played,
        )

    def _learn(self, match: int) -> None:
        if self._sprt is None:
            self._count(match)
            return
        while self._decision is SprtDecision.UNDECIDED and self._count(self._counted):
            self._counted += 1
            self._decision = (
                self._sprt.decision(self._points)
                if isinstance(self._sprt, PointsSprt)
                else self._sprt.decision(self._counts)
            )

    def _count(self, match: int) -> bool:
        """Count a match if it is complete, and say whether it was."""
        first, second = (self._scores.get(Slot(match=match, leg=leg)) for leg in LEGS)
        if first is None or second is None:
            return False
        self._counts += PairCounts.of([(first.score, second.score)])
        self._points += PairPoints.of([(first.points, second.points)])
        return True
