"""How experiments are run in tests: by what is scripted."""

from collections.abc import Callable, Sequence

from mcms.arena import Pairing, PairingResult


class Scripted:
    """Plays nothing: a function says how pairings end."""

    def __init__(self, end: Callable[[Sequence[Pairing], str], Sequence[PairingResult]]) -> None:
        self._end = end

    def play(self, pairings: Sequence[Pairing], title: str = "") -> Sequence[PairingResult]:
        return self._end(pairings, title)
