"""Positions of random play."""

import random
from collections.abc import Iterator
from typing import Any

from mcms import Turn


def decisions_of_play(game: Any, state: Any, seed: int) -> Iterator[Any]:
    """Yield the decisions of a random game that goes on from a state."""
    rng = random.Random(seed)
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            state = game.resolve(state, rng.choice(game.outcomes(state))[0])
        else:
            yield state
            state = game.play(state, rng.choice(game.actions(state)))
