"""Positions of EinStein würfelt nicht! for the tests, written with the squares of action names."""

import random
from typing import Any

from mcms import Ewn, Turn

EWN = Ewn()
RACE = Ewn(evaluation="race")


def _square(name: str) -> list[int]:
    return [int(name[1]) - 1, "abcde".index(name[0])]


def position(first: dict[int, str], second: dict[int, str], die: int | None = None, to_move: int = 0) -> Any:
    """Return the state with these stones, each at a square such as ``b2``."""
    stones = [[_square(side[n]) if n in side else None for n in range(1, 7)] for side in (first, second)]
    return EWN.from_json({"stones": stones, "die": die, "to_move": to_move})


def decision(first: dict[int, str], second: dict[int, str], die: int, to_move: int = 0) -> Any:
    return position(first, second, die, to_move)


def turned(state: Any) -> Any:
    """Return the same position with the board turned by 180° and the sides exchanged."""
    data = EWN.to_json(state)
    sides = [[None if at is None else [4 - at[0], 4 - at[1]] for at in side] for side in data["stones"]]
    return EWN.from_json({"stones": sides[::-1], "die": data["die"], "to_move": 1 - data["to_move"]})


def random_positions(count: int, seed: int) -> list[Any]:
    """Return decisions of random games, from anywhere in them."""
    rng = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        state = EWN.initial_state(rng.getrandbits(64))
        decisions = []
        while (turn := EWN.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                state = EWN.resolve(state, str(rng.randint(1, 6)))
            else:
                decisions.append(state)
                state = EWN.play(state, rng.choice(EWN.actions(state)))
        found.append(rng.choice(decisions))
    return found
