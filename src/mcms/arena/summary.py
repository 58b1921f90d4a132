"""What recorded games say: each pairing's score with its interval, and a game played again."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from mcms.arena.luck import start_seed
from mcms.arena.match import LEGS, Slot
from mcms.arena.records import StoredGame, StoredPairing
from mcms.arena.session import Session
from mcms.registry import load
from mcms.stats import PairCounts, paired_interval


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairingSummary:
    """A recorded pairing and how its complete matches ended, for player A."""

    pairing: StoredPairing
    counts: PairCounts

    def to_json(self) -> dict[str, Any]:
        """Return it as one flat object."""
        pairing, counts = self.pairing, self.counts
        interval = paired_interval(counts) if counts.pairs else None
        return {
            "game": pairing.game,
            "a": pairing.a,
            "b": pairing.b,
            "seed": pairing.seed,
            "version": pairing.version,
            "machine": pairing.machine,
            "command": pairing.command,
            "started": pairing.started,
            **counts.to_json(),
            "interval": None if interval is None else [interval.low, interval.high],
        }


def summaries_of(games: Iterable[StoredGame]) -> list[PairingSummary]:
    """Count the games of each pairing, in the order in which pairings appear."""
    scores: dict[StoredPairing, dict[Slot, float]] = defaultdict(dict)
    for stored in games:
        scores[stored.pairing][stored.record.slot] = stored.record.score_a
    return [PairingSummary(pairing=pairing, counts=_counts(known)) for pairing, known in scores.items()]


def _counts(scores: dict[Slot, float]) -> PairCounts:
    matches = {slot.match for slot in scores}
    both = (tuple(scores.get(Slot(match=match, leg=leg)) for leg in LEGS) for match in matches)
    return PairCounts.of((first, second) for first, second in both if first is not None and second is not None)


def session_of(stored: StoredGame) -> Session:
    """Play a recorded game again."""
    game, seed = load(stored.pairing.game), stored.record.seed
    session = Session(game, seed=seed, start=game.initial_state(start_seed(seed)))
    for move in stored.record.played.moves:
        session.advance(move)
    return session
