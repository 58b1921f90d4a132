"""What the games so far say: each pairing's score with its interval, and when an SPRT has seen enough.

Games end in any order, but matches count in theirs: an SPRT decides after the first match in the pairing's order that
lets it, whatever else is already known. So the answer is the same with any number of workers.
"""

import dataclasses
from collections.abc import Iterator

from mcms.arena.match import LEGS, Pairing, Slot
from mcms.stats import Interval, PairCounts, Sprt, SprtDecision, elo_interval, paired_interval, wilson_interval


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairingResult:
    """How a pairing stands, for player A."""

    pairing: Pairing
    counts: PairCounts
    decision: SprtDecision | None = None
    """What the SPRT says; ``None`` without one."""

    @property
    def interval(self) -> Interval:
        """The score's interval, which respects that two games of a match share their luck."""
        return paired_interval(self.counts)

    @property
    def wilson(self) -> Interval:
        """Wilson's interval for comparison, as if all games were independent."""
        return wilson_interval(self.counts)

    @property
    def elo(self) -> Interval:
        """The interval in Elo."""
        return elo_interval(self.counts)


class Standing:
    """One pairing in progress."""

    def __init__(self, pairing: Pairing, scores: dict[Slot, float], sprt: Sprt | None = None) -> None:
        self.pairing = pairing
        self._sprt = sprt
        self._scores = dict(scores)
        self._counts = PairCounts()  # of all complete matches; of those the SPRT saw, if there is one
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

    def add(self, slot: Slot, score_a: float) -> None:
        """Learn how a game ended."""
        self._scores[slot] = score_a
        self._learn(slot.match)

    def result(self) -> PairingResult:
        """Return how the pairing stands: what the SPRT saw, or all matches that are complete."""
        return PairingResult(pairing=self.pairing, counts=self._counts, decision=self._decision)

    def _learn(self, match: int) -> None:
        if self._sprt is None:
            self._count(match)
            return
        while self._decision is SprtDecision.UNDECIDED and self._count(self._counted):
            self._counted += 1
            self._decision = self._sprt.decision(self._counts)

    def _count(self, match: int) -> bool:
        """Count a match if it is complete, and say whether it was."""
        first, second = (self._scores.get(Slot(match=match, leg=leg)) for leg in LEGS)
        if first is None or second is None:
            return False
        self._counts += PairCounts.of([(first, second)])
        return True
