"""Searches that continue from each other: what one of them proved is not searched again, now or later.

What is proved of a state at a depth follows from the game, the options and the seed. So the searches of one question
share a table, and so may the one for a branch of its tree, which a visitor opens minutes later; whoever asked first.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mcms import BaseGame, DepthLimited, Limit, SearchResult, StopToken, TableSearch, search

Key = tuple[str, str, int]


class LinkedSearches:
    """Searches of one game by one algorithm with one seed."""

    def __init__(self, game: BaseGame[Any], algorithm: DepthLimited, seed: int) -> None:
        self.game = game
        self.algorithm = algorithm
        self.seed = seed
        # Samples that are drawn afresh at each visit have nothing that would still be true the next time.
        self._table = TableSearch(game, algorithm, seed=seed) if algorithm.can_keep else None

    @property
    def key(self) -> Key:
        """What its table is true of."""
        return (str(self.game), str(self.algorithm), self.seed)

    def first(
        self,
        state: Any,
        limit: Limit,
        stop: StopToken,
        on_progress: Callable[[SearchResult[Any]], None] | None = None,
    ) -> SearchResult[Any]:
        """Search as the algorithm does by itself, with its nodes and cuts."""
        if self._table is None:
            return search(
                self.game, state, self.algorithm, limit=limit, seed=self.seed, stop=stop, on_progress=on_progress
            )
        return self._table.search(state, limit=limit, stop=stop, on_progress=on_progress)

    def further(self, state: Any, limit: Limit, stop: StopToken) -> SearchResult[Any]:
        """Find the same value and action as the algorithm by itself, but search only what is not yet known."""
        if self._table is None:
            return search(self.game, state, self.algorithm, limit=limit, seed=self.seed, stop=stop)
        return self._table.search(state, limit=limit, stop=stop, by_bounds=True)


class RecentSearches:
    """The tables of a few searches that have ended; the one not used for longest goes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Key, LinkedSearches] = {}
        self._lock = threading.Lock()

    @contextmanager
    def start(self, game: BaseGame[Any], algorithm: DepthLimited, seed: int) -> Iterator[LinkedSearches]:
        """Begin with an empty table, so that nodes and cuts depend on nobody else, and keep it afterwards."""
        with self._used(LinkedSearches(game, algorithm, seed)) as searches:
            yield searches

    @contextmanager
    def go_on(self, game: BaseGame[Any], algorithm: DepthLimited, seed: int) -> Iterator[LinkedSearches]:
        """Continue from a search that has ended, if its table is still here; nobody else can use it meanwhile."""
        searches = LinkedSearches(game, algorithm, seed)
        with self._lock:
            searches = self._kept.pop(searches.key, searches)
        with self._used(searches) as used:
            yield used

    @contextmanager
    def _used(self, searches: LinkedSearches) -> Iterator[LinkedSearches]:
        try:
            yield searches
        finally:
            with self._lock:
                self._kept.pop(searches.key, None)
                self._kept[searches.key] = searches
                while len(self._kept) > self._most:
                    del self._kept[next(iter(self._kept))]
