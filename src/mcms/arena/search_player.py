"""A player that searches: an algorithm with a limit for each move."""

import dataclasses
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from mcms._core import Searcher, StopToken
from mcms.algorithms import Algorithm, DepthLimited
from mcms.game import AnyGame
from mcms.limit import Limit
from mcms.result import SearchResult
from mcms.search import search, searcher
from mcms.table_search import TableSearch

_thread = threading.local()


class GameStopped(Exception):  # noqa: N818  nothing is wrong
    """Whoever runs the game wants it to end now."""


@contextmanager
def stopped_by(token: StopToken) -> Iterator[None]:
    """Let a token end the searches of this thread's players, and with them the game."""
    _thread.token = token
    try:
        yield
    finally:
        _thread.token = None


def stop_token() -> StopToken | None:
    """Return what may end the searches of this thread's players."""
    return getattr(_thread, "token", None)


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
    """What searches."""
    limit: Limit
    """When each of its searches stops."""
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
        return self.algorithm.threads

    @property
    def is_timed(self) -> bool:
        """Whether its strength depends on how much of a core it gets."""
        return self.limit.seconds is not None

    @cached_property
    def in_core(self) -> Searcher:
        """The player as the core knows it."""
        return searcher(self.algorithm, self.limit)

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return the best action found."""
        return self.search(game, state, seed).action

    def search(self, game: AnyGame, state: Any, seed: int) -> SearchResult[Any]:
        """Return all that the search found; :func:`stopped_by` may end it."""
        return _not_stopped(search(game, state, self.algorithm, limit=self.limit, seed=seed, stop=stop_token()))

    def for_one_game(self) -> "SearchPlayer | TableKeeper":
        """Return who plays a game from its start to its end: the player, or one that keeps a table for it."""
        chosen = self.algorithm
        if isinstance(chosen, DepthLimited) and chosen.keep:
            return TableKeeper(name=self.name, algorithm=chosen, limit=self.limit)
        return self


@dataclasses.dataclass(kw_only=True)
class TableKeeper:
    """Plays one game with one table, which it keeps from move to move, and with the seed of its first move."""

    name: str
    algorithm: DepthLimited
    limit: Limit
    _search: TableSearch[Any] | None = None

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return the best action found."""
        if self._search is None:
            self._search = TableSearch(game, self.algorithm, seed=seed)
        return _not_stopped(self._search.search(state, limit=self.limit, stop=stop_token())).action


def _not_stopped(result: SearchResult[Any]) -> SearchResult[Any]:
    if result.stop_reason == "stopped":
        raise GameStopped
    return result
