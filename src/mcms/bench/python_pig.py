"""Two-dice Pig written in plain Python: what a game of one's own looks like, and how fast one is searched.

Move order, evaluation and hash are those of the built-in Pig, so that every search gives the same answer for both.
"""

from typing import NamedTuple

from mcms._core import PigState

ONE, DOUBLE_ONE = 0, 1
"""The throws that score nothing; any other is its points, 4 to 12."""

THROWS = (
    (ONE, 10 / 36),
    (8, 5 / 36),
    (7, 4 / 36),
    (9, 4 / 36),
    (6, 3 / 36),
    (10, 3 / 36),
    (5, 2 / 36),
    (11, 2 / 36),
    (4, 1 / 36),
    (12, 1 / 36),
    (DOUBLE_ONE, 1 / 36),
)
"""Likeliest first: the sooner most of the probability is known, the sooner a search can prune."""

_STOP_FIRST_FROM = 21
_WORD = 2**64 - 1


class PlainState(NamedTuple):
    """A position as the player to move sees it."""

    own: int
    other: int
    turn_total: int = 0
    second_moves: bool = False
    rolling: bool = False


class PythonPig:
    """Roll as often as you dare; a 1 loses the turn's points, 1-1 the banked ones too; first to the goal wins."""

    def __init__(self, goal: int = 100) -> None:
        self.goal = goal

    def initial_state(self, seed: int) -> PlainState:
        """Return the start, which involves no luck."""
        return PlainState(0, 0)

    def turn(self, state: PlainState) -> str:
        """Say who is to move; a winning stop passes the turn, so only the other player can have won."""
        if state.other >= self.goal:
            return "over"
        if state.rolling:
            return "chance"
        return "second" if state.second_moves else "first"

    def actions(self, state: PlainState) -> tuple[str, ...]:
        """List ``roll`` and ``stop``, the likely better one first."""
        if state.own + state.turn_total >= self.goal:
            return ("stop",)
        if state.turn_total == 0:
            return ("roll",)
        return ("stop", "roll") if state.turn_total >= _STOP_FIRST_FROM else ("roll", "stop")

    def outcomes(self, state: PlainState) -> tuple[tuple[int, float], ...]:
        """List the throws."""
        return THROWS

    def play(self, state: PlainState, action: str) -> PlainState:
        """Throw the dice, or bank the turn total and pass."""
        own, other, turn_total, second_moves, _ = state
        if action == "roll":
            return PlainState(own, other, turn_total, second_moves, True)
        return PlainState(other, own + turn_total, 0, not second_moves)

    def resolve(self, state: PlainState, outcome: int) -> PlainState:
        """Add the points to the turn total, or lose them and pass."""
        own, other, turn_total, second_moves, _ = state
        if outcome > DOUBLE_ONE:
            return PlainState(own, other, turn_total + outcome, second_moves)
        return PlainState(other, own if outcome == ONE else 0, 0, not second_moves)

    def utility(self, state: PlainState) -> float:
        """Return 100 if the first player has won, or else -100."""
        return 100.0 if state.second_moves else -100.0

    def estimate(self, state: PlainState) -> float:
        """Return the lead, with the turn total counted as if banked."""
        lead = state.own + state.turn_total - state.other
        lead = -99 if lead < -99 else 99 if lead > 99 else lead
        return -lead if state.second_moves else lead

    def value_range(self) -> tuple[float, float]:
        """Return what the loser and the winner get."""
        return -100.0, 100.0

    def hash(self, state: PlainState) -> int:
        """Mix the state's numbers, as the built-in Pig does."""
        own, other, turn_total, second_moves, rolling = state
        word = own | other << 16 | turn_total << 32 | second_moves << 48 | rolling << 49
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31


def plain_state(state: PigState) -> PlainState:
    """Return a state of the built-in Pig as one of this game."""
    return PlainState(state.own, state.other, state.turn_total, state.second_moves, state.rolling)
