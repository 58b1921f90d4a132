"""MCTS that keeps its tree: to look into it, and to continue the search as the game proceeds."""

import dataclasses
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from mcms import _core
from mcms._core import StopToken
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.exclusive import Exclusive
from mcms.game import Game, Turn
from mcms.interrupt import in_main_thread
from mcms.limit import LARGEST_DEPTH, LARGEST_SIMULATIONS, Limit
from mcms.mcts import Mcts
from mcms.notebook import count, number, table, text
from mcms.result import SearchResult, result_of
from mcms.search import CheckedRun, checked_limit, shown_by
from mcms.validation import whole_number

StateT = TypeVar("StateT")

_TURNS = tuple(Turn)


@dataclasses.dataclass(frozen=True, kw_only=True)
class TreeNode:
    """A node of a search tree and, so far as they were asked for, those below it.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> tree = mcms.TreeSearch(pig, state, "mcts", seed=1)
    >>> found = tree.search(limit=mcms.Limit(simulations=1000))
    >>> root = tree.view(depth=1)
    >>> root.turn, root.visits, [child.step for child in root.children]
    (<Turn.FIRST: 'first'>, 1000, ['roll', 'stop'])
    """

    step: Any
    """The action or outcome that leads here, by name or as the object of a game in Python; ``None`` at the root."""
    probability: float | None
    """The probability of the outcome that leads here; ``None`` after an action."""
    turn: Turn
    """Whose turn it is here."""
    visits: int
    """Simulations that came here: the one that added the node, and those of its children. A node that ends the game,
    and one that found the tree full, count more."""
    mean: float | None
    """The mean of the simulations' values, for the first player; ``None`` without any."""
    children: tuple["TreeNode", ...]
    """The children that a simulation has met, in the game's order."""

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain JSON values; actions and outcomes by their texts."""
        return {
            "step": None if self.step is None else str(self.step),
            "probability": self.probability,
            "turn": self.turn,
            "visits": self.visits,
            "mean": self.mean,
            "children": [child.to_json() for child in self.children],
        }

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the node, and a table of its children."""
        head = f"{self.turn}, {self.visits:,} visits, mean {number(self.mean)}"
        rows = (
            (child.step, child.probability and f"{child.probability:.4f}", count(child.visits), number(child.mean))
            for child in self.children
        )
        return f"<p>{head}</p>{table(('step', 'probability', 'visits', 'mean'), rows)}"


class TreeSearch(Generic[StateT]):
    """A search by MCTS that keeps its tree.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> tree = TreeSearch(pig, state, "mcts", seed=1)
    >>> tree.search(limit=mcms.Limit(simulations=20_000)).action
    'roll'
    >>> [(child.step, child.turn) for child in tree.view(depth=1).children]
    [('roll', <Turn.CHANCE: 'chance'>), ('stop', <Turn.SECOND: 'second'>)]
    >>> tree.advance("roll", "8")
    >>> tree.view().visits > 10
    True
    """

    def __init__(
        self, game: Game[StateT, Any, Any], state: StateT, algorithm: Mcts | str = "mcts", *, seed: int = 0
    ) -> None:
        """Start from a state; ``algorithm`` is an ``Mcts`` or ``mcts`` or ``dpw`` with options."""
        run = CheckedRun(game, state, algorithm, seed)
        if not isinstance(run.algorithm, Mcts):
            raise InvalidOptionError(f"{run.algorithm} keeps no tree: expected Mcts, mcts or dpw")
        self.game = run.game
        """The game with the evaluation that the search asks for."""
        self.algorithm = run.algorithm
        self._core = run.game.core.tree_search(state, run.algorithm.request(), seed)
        self._exclusive = Exclusive("the tree")

    def __repr__(self) -> str:
        return f"<TreeSearch of {self.game} by {self.algorithm}: {self.nodes:,} nodes>"

    def _repr_html_(self) -> str:
        return f"<p>{text(repr(self))}</p>{self.view(depth=1)._repr_html_()}"

    @property
    def state(self) -> StateT:
        """The state at the root."""
        state: StateT = self.game.state_of(self._core.root)
        return state

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return self._core.nodes

    @property
    def node_bytes(self) -> int:
        """Memory of the tree, with the places of actions and outcomes that no simulation has met yet."""
        return self._core.bytes

    def search(
        self,
        *,
        limit: Limit,
        stop: StopToken | None = None,
        on_progress: Callable[[SearchResult[Any]], bool | None] | None = None,
    ) -> SearchResult[Any]:
        """Continue simulating, and return what all simulations so far say; the limit is this call's."""
        turn = self.game.turn(self.state)
        if turn is Turn.OVER:
            raise GameOverError(f"the game is over in {self.state!r}: expected a state with a move to find")
        limits = checked_limit(limit, self.algorithm)
        with self._exclusive.use():
            show = shown_by(on_progress, turn)
            return result_of(self._core.search(limits, stop, in_main_thread(), show), turn)

    def advance(self, *steps: Any) -> None:
        """Follow actions and outcomes of the game, and keep the part of the tree that lies below them.

        All at once is faster than one by one: only what is kept in the end is copied.
        """
        with self._exclusive.use():
            self._core.advance(list(steps))

    def view(self, *, depth: int = 2, min_visits: int = 1) -> TreeNode:
        """Return the tree down to ``depth`` steps below the root, without nodes that have fewer visits."""
        whole_number("depth", depth, 0, LARGEST_DEPTH)
        whole_number("min_visits", min_visits, 1, LARGEST_SIMULATIONS)
        with self._exclusive.use():
            return _node(self._core.view(depth, min_visits))


def _node(report: _core.TreeReport) -> TreeNode:
    return TreeNode(
        step=report.step,
        probability=report.probability,
        turn=_TURNS[report.turn],
        visits=report.visits,
        mean=report.mean,
        children=tuple(map(_node, report.children)),
    )
