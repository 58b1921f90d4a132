"""The Royal Game of Ur solved from its rules alone, by value iteration in NumPy: nothing here comes from mcms.

A position is seen by the player about to throw, as (own places, the other's places), since the board is the same for
both. A place is the number of steps made: 0 to begin with, 15 at home.
"""

import itertools
from typing import Any

import numpy as np

CHANCES = np.array([1, 4, 6, 4, 1]) / 16

Side = tuple[int, ...]


def value_of_the_start(pieces: int) -> float:
    """Return the value for who begins: the chance to win less the chance to lose."""
    positions = {position: number for number, position in enumerate(_positions(pieces))}
    won = len(positions)
    successors = np.empty((won, 5, pieces), int)
    signs = np.empty((won, 5, pieces))
    for (own, other), number in positions.items():
        for throw in range(5):
            options = list(_options(own, other, throw)) or [(-1, (other, own))]
            options += [options[0]] * (pieces - len(options))
            signs[number, throw] = [sign for sign, _ in options]
            successors[number, throw] = [positions.get(after, won) for _, after in options]
    return float(_fixed_point(successors, signs)[positions[(0,) * pieces, (0,) * pieces]])


def _positions(pieces: int) -> Any:
    sides = [side for side in itertools.combinations_with_replacement(range(16), pieces) if _may_stand(side)]
    going_on = [side for side in sides if side != (15,) * pieces]
    return ((own, other) for own in going_on for other in going_on if not set(own) & set(other) & set(range(5, 13)))


def _may_stand(side: Side) -> bool:
    return all(side.count(square) < 2 for square in range(1, 15))


def _options(own: Side, other: Side, throw: int) -> Any:
    """Yield what a player can do: 1 and the position if the same player throws next or has won, else -1."""
    for place in set(own) if throw else ():
        to = place + throw
        moved = tuple(sorted((*own[: own.index(place)], *own[own.index(place) + 1 :], to)))
        if to > 15 or not _may_stand(moved) or (to == 8 and 8 in other):
            continue
        sent_back = 5 <= to <= 12 and to in other
        rest = tuple(sorted(0 if sent_back and square == to else square for square in other))
        if to in (4, 8, 14) or set(moved) == {15}:
            yield 1, (moved, rest)
        else:
            yield -1, (rest, moved)


def _fixed_point(successors: Any, signs: Any) -> Any:
    """Iterate until nothing changes any more; the last value is that of having won."""
    values = np.zeros(len(successors) + 1)
    values[-1] = 1.0
    while True:
        new = (signs * values[successors]).max(axis=2) @ CHANCES
        change = np.abs(new - values[:-1]).max()
        values[:-1] = new
        if change < 1e-13:
            return values
