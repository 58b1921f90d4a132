"""Games in Python that the tests search."""

from typing import Any

from mcms.games.base import BaseGame


class InPython:
    """Any built-in game as a plain Python object, so that both can be searched and compared."""

    def __init__(self, native: BaseGame[Any]) -> None:
        core = native.core
        self.initial_state = native.initial_state
        self.turn = native.turn
        self.actions, self.outcomes = core.actions, core.outcomes
        self.play, self.resolve = core.play, core.resolve
        self.utility, self.estimate = core.utility, core.estimate
        self.value_range, self.hash = core.value_range, core.hash


class Corridor:
    """One action, then so many chance nodes of one outcome each, again and again: long lines of play, no branching."""

    def __init__(self, chance_nodes: int, decisions: int = 10**9) -> None:
        self.chance_nodes = chance_nodes
        self.decisions = decisions

    def initial_state(self, seed: int) -> tuple[int, int]:
        return 0, 0

    def turn(self, state: tuple[int, int]) -> str:
        played, luck_left = state
        if luck_left:
            return "chance"
        return "over" if played == self.decisions else "first"

    def actions(self, state: tuple[int, int]) -> list[str]:
        return ["on"]

    def outcomes(self, state: tuple[int, int]) -> list[tuple[str, float]]:
        return [("on", 1.0)]

    def play(self, state: tuple[int, int], action: str) -> tuple[int, int]:
        return state[0] + 1, self.chance_nodes

    def resolve(self, state: tuple[int, int], outcome: str) -> tuple[int, int]:
        return state[0], state[1] - 1

    def utility(self, state: tuple[int, int]) -> float:
        return 1.0

    def estimate(self, state: tuple[int, int]) -> float:
        return 0.5

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0
