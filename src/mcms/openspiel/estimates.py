"""What an unfinished OpenSpiel state is taken to be worth: nothing, random games' mean, or what a heuristic says."""

import dataclasses
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pyspiel

from mcms.arena.seeds import derive
from mcms.exceptions import InvalidOptionError
from mcms.games.base import LARGEST_SEED
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.openspiel.state import SpielState

Heuristic = Callable[[pyspiel.State], float]
"""Guesses what a state is worth to player 0; it must not change the state."""

MOST_ROLLOUTS = 1_000_000


def zero(state: "SpielState") -> float:
    """Expect a draw of every state."""
    return 0.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rollouts:
    """Expects the mean of random games; they are drawn from the state, which is thus always worth the same."""

    games: int
    seed: int

    def __post_init__(self) -> None:
        whole_number("rollouts", self.games, 1, MOST_ROLLOUTS)
        whole_number("seed", self.seed, 0, LARGEST_SEED)

    def __call__(self, state: "SpielState") -> float:
        """Return the mean of the random games."""
        rng = random.Random(derive(self.seed, state.identity))
        return sum(_random_game(state.spiel, rng) for _ in range(self.games)) / self.games


@dataclasses.dataclass(frozen=True)
class Judged:
    """Expects what a heuristic says."""

    heuristic: Heuristic

    def __call__(self, state: "SpielState") -> float:
        """Return what the heuristic says."""
        return self.heuristic(state.spiel)


def estimate_of(wanted: str | Heuristic, rollouts: int, seed: int) -> Callable[["SpielState"], float]:
    """Return the estimate of a name, or of a heuristic."""
    if wanted == "zero":
        return zero
    if wanted == "rollouts":
        return Rollouts(games=rollouts, seed=seed)
    if callable(wanted):
        return Judged(wanted)
    raise InvalidOptionError(f"estimate is {wanted!r:.200}: expected zero, rollouts or a function of a state")


def _random_game(start: pyspiel.State, rng: random.Random) -> float:
    state = start.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return float(state.player_return(0))
