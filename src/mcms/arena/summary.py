"""What recorded games say: each pairing's score with its interval, and a game played again."""

import dataclasses
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from mcms.arena.luck import start_seed
from mcms.arena.match import LEGS, GameRecord, Slot
from mcms.arena.records import StoredGame, StoredPairing
from mcms.arena.session import Session
from mcms.registry import load
from mcms.stats import Interval, PairCounts, PairPoints, elo, elo_interval, paired_interval, wilson_interval
from mcms.stats.points import points_json

_LETTERS = 6
"""How many letters of a digest tell codes apart."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class PairingSummary:
    """A recorded pairing and how its complete matches ended, for player A."""

    pairing: StoredPairing
    counts: PairCounts
    points: PairPoints = dataclasses.field(default_factory=PairPoints)

    def to_json(self) -> dict[str, Any]:
        """Return it as one flat object."""
        pairing, counts = self.pairing, self.counts
        return {
            "game": pairing.game,
            "a": pairing.a,
            "b": pairing.b,
            "seed": pairing.seed,
            "version": pairing.version,
            "machine": pairing.machine,
            "command": pairing.command,
            "started": pairing.started,
            **statistics_json(counts, self.points),
        }


def statistics_json(counts: PairCounts, points: PairPoints) -> dict[str, Any]:
    """Return all that matches say, as plain JSON values: what a match and a file of records print alike."""
    played = counts.score is not None
    return {
        **counts.to_json(),
        "interval": _ends(paired_interval(counts)) if played else None,
        "wilson": _ends(wilson_interval(counts)) if played else None,
        "elo": _finite(elo(counts.score)) if counts.score is not None else None,
        "elo_interval": _ends(elo_interval(counts)) if played else None,
        **points_json(points),
    }


def _ends(interval: Interval) -> list[float | None]:
    return [_finite(interval.low), _finite(interval.high)]


def _finite(value: float) -> float | None:
    """Return a number that JSON knows; it has no infinite Elo."""
    return value if math.isfinite(value) else None


def summaries_of(games: Iterable[StoredGame]) -> list[PairingSummary]:
    """Count the games of each pairing, in the order in which pairings appear.

    Games and players whose code has changed in between are told apart by the first letters of its digest.
    """
    known: dict[StoredPairing, dict[Slot, GameRecord]] = defaultdict(dict)
    for stored in games:
        known[stored.pairing][stored.record.slot] = stored.record
    shown = _told_apart(list(known))
    return [_summary(pairing, records) for pairing, records in zip(shown, known.values(), strict=True)]


def told_apart(games: Iterable[StoredGame]) -> list[StoredGame]:
    """Return the games with the names by which :func:`summaries_of` tells players and games apart."""
    listed = list(games)
    pairings = list(dict.fromkeys(stored.pairing for stored in listed))
    shown = dict(zip(pairings, _told_apart(pairings), strict=True))
    return [dataclasses.replace(stored, pairing=shown[stored.pairing]) for stored in listed]


def _told_apart(pairings: Sequence[StoredPairing]) -> list[StoredPairing]:
    """Return the pairings with the digest after every name that stands for more than one code."""
    codes: dict[str, set[str]] = defaultdict(set)
    for pairing in pairings:
        for name, code in (
            (pairing.game, pairing.game_code), (pairing.a, pairing.a_code), (pairing.b, pairing.b_code),
        ):  # fmt: skip
            codes[name].add(code)

    def named(name: str, code: str) -> str:
        return f"{name} #{code[:_LETTERS]}" if len(codes[name]) > 1 else name

    return [
        dataclasses.replace(
            pairing,
            game=named(pairing.game, pairing.game_code),
            a=named(pairing.a, pairing.a_code),
            b=named(pairing.b, pairing.b_code),
        )
        for pairing in pairings
    ]


def _summary(pairing: StoredPairing, records: dict[Slot, GameRecord]) -> PairingSummary:
    matches = sorted({slot.match for slot in records})
    both = (tuple(records.get(Slot(match=match, leg=leg)) for leg in LEGS) for match in matches)
    complete = [(first, second) for first, second in both if first is not None and second is not None]
    return PairingSummary(
        pairing=pairing,
        counts=PairCounts.of((first.score_a, second.score_a) for first, second in complete),
        points=PairPoints.of((first.points_a, second.points_a) for first, second in complete),
    )


def session_of(stored: StoredGame) -> Session:
    """Play a recorded game again."""
    game, seed = load(stored.pairing.game), stored.record.seed
    session = Session(game, seed=seed, start=game.initial_state(start_seed(seed)))
    for move in stored.record.played.moves:
        session.advance(move)
    return session
