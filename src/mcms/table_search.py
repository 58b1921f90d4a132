"""Searches by depth that share a table: what one of them proved still holds for the next."""

import dataclasses
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from mcms import _core
from mcms._core import StopToken
from mcms.algorithms import DepthLimited, depth_limited
from mcms.exceptions import InvalidOptionError
from mcms.exclusive import Exclusive
from mcms.game import Game
from mcms.games.base import BaseGame
from mcms.games.custom import as_core_game
from mcms.games.learnt import seen_by
from mcms.interrupt import in_main_thread
from mcms.limit import Limit
from mcms.result import SearchResult, result_of
from mcms.search import CheckedRun, checked_limit, shown_by

StateT = TypeVar("StateT")


class TableSearch(Generic[StateT]):
    """Searches positions of a game by depth, and keeps its table from one to the next.

    The value of a state at a depth is a function of the game, the options and the seed, which are the same for all
    searches here. So each finds the value and the action that it would find with an empty table. Memory is that of one
    table: entries of older searches make way for new ones.

    >>> import mcms
    >>> ewn = mcms.load("ewn")
    >>> state = ewn.resolve(ewn.initial_state(seed=1), "4")
    >>> table = TableSearch(ewn, "mcms", seed=1)
    >>> first = table.search(state, limit=mcms.Limit(depth=4))
    >>> again = table.search(state, limit=mcms.Limit(depth=4))
    >>> (again.action, again.value) == (first.action, first.value), again.nodes < first.nodes / 10
    (True, True)
    """

    def __init__(self, game: Game[StateT, Any, Any], algorithm: DepthLimited | str = "mcms", *, seed: int = 0) -> None:
        loaded = as_core_game(game)
        self.algorithm = depth_limited(algorithm, loaded) if isinstance(algorithm, str) else algorithm
        if not isinstance(self.algorithm, DepthLimited):
            raise InvalidOptionError(f"{algorithm} keeps no table: expected a search by depth")
        if not self.algorithm.can_keep:
            raise InvalidOptionError(f"{algorithm} keeps no table: expected samples that stay the same")
        self.game: BaseGame[StateT] = seen_by(self.algorithm, loaded)
        """The game with the evaluation that the search asks for."""
        self.seed = seed
        self._table: _core.Table | None = None
        self._exclusive = Exclusive("the table")

    def search(
        self,
        state: StateT,
        *,
        limit: Limit,
        stop: StopToken | None = None,
        on_progress: Callable[[SearchResult[Any]], bool | None] | None = None,
        by_bounds: bool = False,
    ) -> SearchResult[Any]:
        """Search a state as :func:`mcms.search` does, with what earlier searches have learnt.

        Where the algorithm uses its table to order moves only, ``by_bounds`` lets what is stored answer this search
        all the same: it finds the same value and action with fewer nodes.
        """
        run = CheckedRun(self.game, state, self.algorithm, self.seed)
        limits = checked_limit(limit, self.algorithm)
        with self._exclusive.use():
            if self._table is None:
                self._table = _core.Table(self.algorithm.table_bytes)
            report = self.game.core.search_on(
                state,
                self._asked(by_bounds).request(self.seed),
                limits,
                stop,
                in_main_thread(),
                self._table,
                shown_by(on_progress, run.turn),
            )
        return result_of(report, run.turn)

    def _asked(self, by_bounds: bool) -> DepthLimited:
        if not by_bounds or self.algorithm.table_bounds:
            return self.algorithm
        return dataclasses.replace(self.algorithm, table_bounds=True)

    def forget(self) -> None:
        """Drop the table; the next search starts from an empty one."""
        with self._exclusive.use():
            self._table = None
