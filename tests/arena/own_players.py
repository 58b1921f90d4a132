"""Players and games as a user writes them; other processes can import them."""

import dataclasses
import os
import time
from pathlib import Path
from typing import Any

from mcms.game import AnyGame


def first_action(game: AnyGame, state: Any, seed: int) -> Any:
    return game.actions(state)[0]


def last_action(game: AnyGame, state: Any, seed: int) -> Any:
    return game.actions(state)[-1]


def by_seed(game: AnyGame, state: Any, seed: int) -> Any:
    actions = game.actions(state)
    return actions[seed % len(actions)]


def illegal(game: AnyGame, state: Any, seed: int) -> Any:
    return "fly"


class TwoReasonsError(Exception):
    """An error that cannot be unpickled: it is made from two arguments and keeps one."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def raises_lookup_error(game: AnyGame, state: Any, seed: int) -> Any:
    raise LookupError("lost my book")


def raises_two_reasons(game: AnyGame, state: Any, seed: int) -> Any:
    raise TwoReasonsError("one", "other")


@dataclasses.dataclass(frozen=True)
class Named:
    """A class of players with an option."""

    choice: int = 0

    @property
    def name(self) -> str:
        return f"named-{self.choice}"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        return game.actions(state)[self.choice]


@dataclasses.dataclass(frozen=True)
class Killer:
    """Ends the process it plays in: at its first decisions, each of which leaves a file, or always."""

    folder: str
    deaths: int

    @property
    def name(self) -> str:
        return "killer"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        for number in range(self.deaths):
            try:
                (Path(self.folder) / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os._exit(1)
        return game.actions(state)[0]


@dataclasses.dataclass(frozen=True)
class Slow:
    """Takes its time."""

    seconds: float

    @property
    def name(self) -> str:
        return f"slow-{self.seconds:g}"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        time.sleep(self.seconds)
        actions = game.actions(state)
        return actions[seed % len(actions)]


ready_made = Named(1)
no_player = 3


@dataclasses.dataclass(frozen=True)
class Heap:
    """A game in Python: take 1 or 2, after each move chance may take one more; who empties the heap wins."""

    size: int = 9

    def initial_state(self, seed: int) -> tuple[int, str, str]:
        return self.size, "first", "first"

    def turn(self, state: tuple[int, str, str]) -> str:
        return state[1]

    def actions(self, state: tuple[int, str, str]) -> list[int]:
        return [1, 2]

    def outcomes(self, state: tuple[int, str, str]) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def play(self, state: tuple[int, str, str], action: int) -> tuple[int, str, str]:
        left = max(0, state[0] - action)
        return left, "chance" if left else "over", state[1]

    def resolve(self, state: tuple[int, str, str], outcome: int) -> tuple[int, str, str]:
        left = state[0] - outcome
        return left, ("second" if state[2] == "first" else "first") if left else "over", state[2]

    def utility(self, state: tuple[int, str, str]) -> float:
        return 1.0 if state[2] == "first" else -1.0

    def estimate(self, state: tuple[int, str, str]) -> float:
        return 0.0

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def hash(self, state: tuple[int, str, str]) -> int:
        return state[0] * 16 + ["first", "second", "chance", "over"].index(state[1]) * 4 + (state[2] == "first")
