"""Positions to search: the same at every run, of any game, without the game's help."""

import random
from typing import Any

from mcms.game import Turn
from mcms.games.base import BaseGame

_GAMES = 4
_DECISIONS_BETWEEN = 3


def positions_of(game: BaseGame[Any]) -> tuple[Any, ...]:
    """Return decisions from the start and from ever later in random games, one a game."""
    return tuple(_decision_after(game, number, number * _DECISIONS_BETWEEN) for number in range(_GAMES))


def _decision_after(game: BaseGame[Any], seed: int, decisions: int) -> Any:
    """Play a number of decisions at random; of a game that ends sooner, return the last decision."""
    draw = random.Random(seed)
    state = last = game.initial_state(seed)
    while (turn := game.turn(state)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            outcomes, probabilities = zip(*game.outcomes(state), strict=True)
            state = game.resolve(state, draw.choices(outcomes, probabilities)[0])
            continue
        last = state
        if decisions == 0:
            break
        decisions -= 1
        state = game.play(state, draw.choice(game.actions(state)))
    return last
