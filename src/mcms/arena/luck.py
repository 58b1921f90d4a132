"""The luck of a match: both of its games see the same.

The k-th chance event of a kind draws the same random number in both games, however many events of other kinds came
between. Whose roll it is makes the kind (see :func:`chance_kind`), so the first seat's third roll is the same in
both games even if the second seat rolled more often in one of them.

No player can foresee the luck to come: the start and the players' own randomness are derived apart from it, so what a
game keeps of the seed of its start says nothing about the dice.
"""

from collections import Counter
from typing import Any

from mcms.arena.seeds import derive
from mcms.game import AnyGame, Turn

_WORD = 2.0**64


class Luck:
    """Draws outcomes for one game of a match; games with the same seed draw the same numbers.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> rolling = pig.play(pig.initial_state(), "roll")
    >>> Luck(7).draw(pig, rolling, "first") == Luck(7).draw(pig, rolling, "first")
    True
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn: Counter[str] = Counter()

    def draw(self, game: AnyGame, state: Any, kind: str) -> Any:
        """Return an outcome of a chance node, by the next number of its kind."""
        number = derive(self._seed, "luck", kind, self._drawn[kind]) / _WORD
        self._drawn[kind] += 1
        outcomes = game.outcomes(state)
        for outcome, probability in outcomes:
            number -= probability
            if number < 0:
                return outcome
        return outcomes[-1][0]  # what rounding left of the sum


def start_seed(seed: int) -> int:
    """Return the seed of the start of a match's games."""
    return derive(seed, "start")


def player_seed(seed: int, leg: int, seat: Turn, decision: int) -> int:
    """Return the seed that a player is given for a decision of its own."""
    return derive(seed, "player", leg, seat, decision)


def chance_kind(last_mover: Turn) -> str:
    """Return the kind of a chance event: whose decision it follows, or that of the start."""
    return str(last_mover)
