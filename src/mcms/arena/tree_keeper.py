"""An MCTS that follows a game: what it learnt of the positions that came about is kept for its next search."""

import dataclasses
import time
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from mcms._core import StopToken
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.mcts import Mcts
from mcms.result import SearchResult
from mcms.tree_search import TreeSearch

StateT = TypeVar("StateT")

_LEAST_SECONDS = 1e-6
"""What is left of a time limit that following the game used up; the search answers with what it has."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class KeptSearch:
    """What a search found, and what it started from."""

    result: SearchResult[Any]
    carried_over: int
    """Simulations through the position that earlier searches had made."""


class TreeKeeper(Generic[StateT]):
    """Searches the positions of a game one after the other, with one tree as long as the game only goes on.

    A search that does not continue the line of the last one (a move was taken back, a new game) starts from an
    empty tree. Under limits of simulations or nodes, answers are a function of the seed and the searches before.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> keeper = TreeKeeper(pig, "mcts", seed=1)
    >>> keeper.search(state, [], limit=mcms.Limit(simulations=5000)).carried_over
    0
    >>> state = pig.resolve(pig.play(state, "roll"), "8")
    >>> keeper.search(state, ["roll", "8"], limit=mcms.Limit(simulations=5000)).carried_over > 100
    True
    """

    def __init__(self, game: BaseGame[StateT], algorithm: Mcts | str = "mcts", *, seed: int = 0) -> None:
        self.game = game
        self.algorithm = algorithm
        self.seed = seed
        self._tree: TreeSearch[StateT] | None = None
        self._history: tuple[str, ...] = ()

    def search(
        self, state: StateT, history: Sequence[str], *, limit: Limit, stop: StopToken | None = None
    ) -> KeptSearch:
        """Search a state that all the actions and outcomes of ``history`` led to, from the start of the game.

        Finding the state in the tree counts as part of a limit's seconds.
        """
        start = time.perf_counter()
        tree = self._followed(state, tuple(history))
        carried_over = tree.view(depth=0).visits
        if limit.seconds is not None:
            left = limit.seconds - (time.perf_counter() - start)
            limit = dataclasses.replace(limit, seconds=max(left, _LEAST_SECONDS))
        return KeptSearch(result=tree.search(limit=limit, stop=stop), carried_over=carried_over)

    def forget(self) -> None:
        """Drop the tree; the next search starts anew."""
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
            tree = TreeSearch(self.game, state, self.algorithm, seed=self.seed)
        self._tree, self._history = tree, history
        return tree
