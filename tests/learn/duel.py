"""A small game in Python for tests of learning: each turn a player takes a sure 1 or throws for 0 to 3; ten turns."""

from typing import NamedTuple

TURNS = 10


class State(NamedTuple):
    turns: int
    lead: int
    throwing: bool


class Duel:
    """The first player's lead after ten turns decides."""

    def initial_state(self, seed: int) -> State:
        return State(0, 0, False)

    def turn(self, state: State) -> str:
        if state.throwing:
            return "chance"
        return "over" if state.turns == TURNS else ("first", "second")[state.turns % 2]

    def actions(self, state: State) -> list[str]:
        return ["take", "throw"]

    def outcomes(self, state: State) -> tuple[tuple[int, float], ...]:
        return ((0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25))

    def play(self, state: State, action: str) -> State:
        return state._replace(throwing=True) if action == "throw" else self._add(state, 1)

    def resolve(self, state: State, outcome: int) -> State:
        return self._add(state, outcome)

    def _add(self, state: State, points: int) -> State:
        return State(state.turns + 1, state.lead + (points if state.turns % 2 == 0 else -points), False)

    def utility(self, state: State) -> float:
        return float((state.lead > 0) - (state.lead < 0))

    def estimate(self, state: State) -> float:
        return 0.0

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def features(self, state: State) -> list[float]:
        lead = max(-1.0, min(1.0, state.lead / 8))
        return [lead, lead * state.turns / TURNS, state.turns / TURNS, float(state.throwing), float(state.turns % 2)]
