"""OpenSpiel games that the tests of this folder use."""

import random
from typing import Any

import pyspiel

LUCKY = ("backgammon", "banqi", "einstein_wurfelt_nicht", "maedn", "pig", "yacht")
"""All its games of two players with luck and perfect information; a test holds the list against its registry."""
LUCKLESS = ("tic_tac_toe", "connect_four")

EWN = "einstein_wurfelt_nicht"


def random_step(state: Any, rng: random.Random) -> int:
    """Draw an outcome or a legal action."""
    if state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, probabilities)[0])
    return int(rng.choice(state.legal_actions()))


def after_random_steps(name: str, steps: int, seed: int = 0) -> Any:
    """Return a state of OpenSpiel's after so many random steps."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(steps):
        state.apply_action(random_step(state, rng))
    return state


def facts(state: Any) -> tuple[Any, ...]:
    """Return all that a search can see of a state."""
    if state.is_terminal():
        return "over", state.returns()
    luck = state.chance_outcomes() if state.is_chance_node() else None
    return state.current_player(), state.legal_actions(), luck
