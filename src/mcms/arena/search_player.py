"""A player that searches: an algorithm with a limit for each move."""

import dataclasses
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcms._core import StopToken
from mcms.algorithms import Algorithm
from mcms.game import AnyGame
from mcms.limit import Limit
from mcms.result import SearchResult
from mcms.search import search

_thread = threading.local()


class GameStopped(Exception):  # noqa: N818  nothing is wrong
    """Whoever runs the game wants no more of it."""


@contextmanager
def stopped_by(token: StopToken) -> Iterator[None]:
    """Let a token end the searches of this thread's players, and with them the game."""
    _thread.token = token
    try:
        yield
    finally:
        _thread.token = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class SearchPlayer:
    """Plays what a search finds best.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> engine = SearchPlayer(algorithm=mcms.Star1(), limit=mcms.Limit(depth=2), label="star1")
    >>> engine.name, engine.choose(pig, pig.initial_state(), seed=1)
    ('star1@depth=2', 'roll')
    """

    algorithm: Algorithm
    limit: Limit
    label: str
    """The algorithm as it was asked for."""

    def __post_init__(self) -> None:
        self.limit.for_algorithm(self.algorithm)  # refused now, not at the first move

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return f"{self.label}@{self.limit}"

    @property
    def cores(self) -> int:
        """How many cores a search keeps busy."""
        return int(getattr(self.algorithm, "threads", 1))

    @property
    def is_timed(self) -> bool:
        """Whether its strength depends on how much of a core it gets."""
        return self.limit.seconds is not None

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return the best action found."""
        return self.search(game, state, seed).action

    def search(self, game: AnyGame, state: Any, seed: int) -> SearchResult:
        """Return all that the search found; :func:`stopped_by` may end it."""
        token = getattr(_thread, "token", None)
        result = search(game, state, self.algorithm, limit=self.limit, seed=seed, stop=token)
        if result.stop_reason == "stopped":
            raise GameStopped
        return result
