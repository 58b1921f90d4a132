"""What of a record does not depend on where and when it was played."""

from collections.abc import Iterable

from mcms.arena import GameExecutor, GameRecord, Pairing
from mcms.arena.executor import Job


def essence(record: GameRecord) -> tuple[object, ...]:
    played = record.played
    decisions = tuple(clock.decisions for clock in played.clocks)
    return record.slot.match, record.slot.leg, record.seed, played.moves, played.utility, played.score, decisions


def jobs_of(*pairings: Pairing) -> list[Job]:
    return [(pairing, slot) for pairing in pairings for slot in pairing.slots()]


def played_by(executor: GameExecutor, jobs: Iterable[Job]) -> list[tuple[object, ...]]:
    """Return the essence of all games, sorted, with the pairing's title in front."""
    batches = executor.run(jobs)
    return sorted((pairing.title, *essence(record)) for finished in batches for pairing, record in finished)
