"""How experiments are run in tests: here and now, kept in a records file."""

from collections.abc import Sequence
from typing import Any

from mcms.arena import Records, play_pairings
from mcms.arena.executor import executor_for
from mcms.arena.match import Pairing
from mcms.arena.schedule import Meet
from mcms.arena.standings import PairingResult
from mcms.paper.estimates import Estimates, Estimation, Measure, estimate_states


def meet_into(records: Records) -> Meet:
    """Play pairings."""

    def meet(pairings: Sequence[Pairing], title: str) -> tuple[PairingResult, ...]:
        return play_pairings(pairings, records=records)

    return meet


def measure_into(records: Records) -> Measure:
    """Search states."""

    def measure(estimations: Sequence[Estimation], states: Sequence[Any], runs: int, title: str) -> list[Estimates]:
        return estimate_states(estimations, states, runs, records=records, executor=executor_for(estimations))

    return measure
