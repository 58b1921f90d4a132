"""A search that follows a game: what it learnt of the positions that may come about is kept for its next search."""

import dataclasses
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from mcms import algorithms
from mcms._core import StopToken
from mcms.algorithms import Algorithm
from mcms.games.base import BaseGame
from mcms.games.learnt import seen_by
from mcms.limit import Limit
from mcms.mcts import Mcts
from mcms.result import SearchResult
from mcms.table_search import TableSearch
from mcms.tree_search import TreeSearch

StateT = TypeVar("StateT")
OnProgress = Callable[[SearchResult[Any]], bool | None]
_Search = Callable[..., SearchResult[Any]]
"""Takes what is left of a search's arguments once it is known where it starts."""

_LEAST_SECONDS = 1e-6
"""What is left of a time limit that following the game used up; the search answers with what it has."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class KeptSearch:
    """What a search found, and what it started from.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> keeper = SearchKeeper(pig, "star2")
    >>> kept = keeper.search(pig.initial_state(), [], limit=mcms.Limit(depth=4))
    >>> kept.result.action, kept.carried_over
    ('roll', None)
    """

    result: SearchResult[Any]
    """What the search found."""
    carried_over: int | None
    """Simulations through the position that earlier searches had made; ``None`` of a search by depth."""


class SearchKeeper(Generic[StateT]):
    """Searches the positions of a game one after the other, with one seed and one memory.

    MCTS keeps its tree as long as the game only moves forward; a search that does not continue the line of the last one
    (a move was taken back, a new game) starts from an empty one. A search by depth keeps its table, which speaks of
    positions and not of lines. Under limits of simulations, nodes or depth, answers are a function of the seed and the
    searches before.

    Parameters
    ----------
    game
        The game.
    algorithm
        An algorithm, or a text that names one.
    seed
        Of all its searches.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> keeper = SearchKeeper(pig, "mcts", seed=1)
    >>> keeper.search(state, [], limit=mcms.Limit(simulations=5000)).carried_over
    0
    >>> state = pig.resolve(pig.play(state, "roll"), "8")
    >>> keeper.search(state, ["roll", "8"], limit=mcms.Limit(simulations=5000)).carried_over > 100
    True

    """

    def __init__(self, game: BaseGame[StateT], algorithm: Algorithm | str = "mcts", *, seed: int = 0) -> None:
        self.algorithm = algorithms.algorithm(algorithm, game) if isinstance(algorithm, str) else algorithm
        self.game: BaseGame[StateT] = seen_by(self.algorithm, game)
        self.seed = seed
        self._memory: _KeptTree[StateT] | _KeptTable[StateT] = (
            _KeptTree(self.game, self.algorithm, seed)
            if isinstance(self.algorithm, Mcts)
            else _KeptTable(TableSearch(self.game, self.algorithm, seed=seed))
        )

    def search(
        self,
        state: StateT,
        history: Sequence[str],
        *,
        limit: Limit,
        stop: StopToken | None = None,
        on_progress: OnProgress | None = None,
    ) -> KeptSearch:
        """Search a state that all the actions and outcomes of ``history`` led to, from the start of the game.

        Finding the state in a tree counts as part of a limit's seconds. ``stop`` and ``on_progress`` are as for
        :func:`mcms.search`.
        """
        start = time.perf_counter()
        search, carried_over = self._memory.search_from(state, tuple(history))
        if limit.seconds is not None:
            left = limit.seconds - (time.perf_counter() - start)
            limit = dataclasses.replace(limit, seconds=max(left, _LEAST_SECONDS))
        return KeptSearch(result=search(limit=limit, stop=stop, on_progress=on_progress), carried_over=carried_over)

    def forget(self) -> None:
        """Drop what was learnt; the next search starts anew."""
        self._memory.forget()


@dataclasses.dataclass
class _KeptTable(Generic[StateT]):
    table: TableSearch[StateT]

    def search_from(self, state: StateT, history: tuple[str, ...]) -> tuple[_Search, None]:
        return partial(self.table.search, state), None

    def forget(self) -> None:
        self.table.forget()


class _KeptTree(Generic[StateT]):
    def __init__(self, game: BaseGame[StateT], mcts: Mcts, seed: int) -> None:
        self._game, self._mcts, self._seed = game, mcts, seed
        self._tree: TreeSearch[StateT] | None = None
        self._history: tuple[str, ...] = ()

    def search_from(self, state: StateT, history: tuple[str, ...]) -> tuple[_Search, int]:
        tree = self._followed(state, history)
        return tree.search, tree.view(depth=0).visits

    def forget(self) -> None:
        self._tree = None

    def _followed(self, state: StateT, history: tuple[str, ...]) -> TreeSearch[StateT]:
        """Return the tree with its root moved on to the state, or a new one."""
        tree, known = self._tree, len(self._history)
        if tree is not None and history[:known] == self._history:
            tree.advance(*history[known:])
        else:
            tree = None
        # The same steps from another start lead elsewhere.
        if tree is None or tree.state != state:
            tree = TreeSearch(self._game, state, self._mcts, seed=self._seed)
        self._tree, self._history = tree, history
        return tree
