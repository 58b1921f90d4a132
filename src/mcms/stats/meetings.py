"""Who met whom, as the ratings need it: merged results, a row for each two players, and that all are connected."""

from collections.abc import Mapping, Sequence
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from mcms.exceptions import DisconnectedPlayersError, InvalidOptionError


class Countable(Protocol):
    """Results of pairs that add up: wins or points."""

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        ...

    def __add__(self, other: object) -> Self:
        """Return all pairs of both."""
        ...

    def reversed(self) -> Self:
        """Return the same pairs as the opponent sees them."""
        ...


T = TypeVar("T", bound=Countable)


def merged(results: Mapping[tuple[str, str], T]) -> dict[tuple[str, str], T]:
    """Return each two players that met once, in order: the same results give the same bits however written."""
    found: dict[tuple[str, str], T] = {}
    for (a, b), counts in results.items():
        if a == b:
            raise InvalidOptionError(f"the match ({a!r}, {b!r}) is of a player with itself: expected two players")
        if counts.pairs > 0:
            key, seen = ((a, b), counts) if a < b else ((b, a), counts.reversed())
            found[key] = found[key] + seen if key in found else seen
    if not found:
        raise InvalidOptionError("results has no pair of games: expected at least one")
    return dict(sorted(found.items()))


def names_and_sides(met: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """Return the players, and a row for each two that met with +1 for the first and -1 for the second."""
    names = tuple(sorted({name for key in met for name in key}))
    index = {name: position for position, name in enumerate(names)}
    sides = np.zeros((len(met), len(names)))
    for row, (a, b) in enumerate(met):
        sides[row, index[a]], sides[row, index[b]] = 1.0, -1.0
    return names, sides


def check_connected(met: Sequence[tuple[str, str]]) -> None:
    """Raise unless a chain of matches connects any two players."""
    group_of: dict[str, set[str]] = {}
    for a, b in met:
        group = group_of.get(a, {a}) | group_of.get(b, {b})
        for name in group:
            group_of[name] = group
    groups = sorted({tuple(sorted(group)) for group in group_of.values()})
    if len(groups) > 1:
        listed = "), (".join(", ".join(group) for group in groups)
        raise DisconnectedPlayersError(
            f"no match connects the groups ({listed}): expected a chain of matches between any two players"
        )
