"""RandomTree: a synthetic game whose tree is drawn from a hash, for tests and benchmarks of searches."""

import dataclasses
from typing import Any, ClassVar

from mcms import _core
from mcms._core import RandomTreeState
from mcms.exceptions import InvalidStateError
from mcms.games.base import LARGEST_SEED, BaseGame, CoreGame
from mcms.options import option
from mcms.validation import json_object, number, truth, whole_number

LARGEST_BRANCHING = 16
LARGEST_DEPTH = 100
LONGEST_CHANCE_CHAIN = 4


@dataclasses.dataclass(frozen=True, kw_only=True)
class RandomTree(BaseGame[RandomTreeState]):
    """A random game tree of a chosen shape; the seed of ``initial_state`` picks the tree.

    >>> tree = RandomTree(depth=2, branching=2, chance_root=True)
    >>> root = tree.initial_state(seed=7)
    >>> str(tree.turn(root)), len(tree.outcomes(root))
    ('chance', 3)
    """

    name: ClassVar[str] = "random_tree"
    title: ClassVar[str] = "RandomTree: a synthetic tree of any shape"
    state_type: ClassVar[type[Any]] = RandomTreeState
    win_or_lose: ClassVar[bool] = False

    depth: int = option(6, "decisions on a line of play")
    branching: int = option(3, "actions of a decision (at most, if ragged)")
    outcomes_per_node: int = option(3, "outcomes of a chance node (at most, if ragged)")
    ragged: bool = option(False, "whether both counts vary from node to node")
    uneven: bool = option(True, "whether the outcomes of a node have different probabilities")
    chance: float = option(1.0, "share of actions that are followed by a chance node")
    chance_chain: float = option(0.0, "share of outcomes that are followed by another chance node")
    chance_root: bool = option(False, "whether chance moves before the first decision")
    alternate: bool = option(True, "whether the players take turns; otherwise the mover is drawn")
    extreme: float = option(0.0, "share of leaf values that are exactly -100 or 100")
    early_end: float = option(0.0, "share of states in which the game ends before its depth")
    merge: int | None = option(None, "this many distinct states on each level, which gives transpositions")
    bounded: float = option(0.0, "share of states whose value the game bounds before it is searched")

    def __post_init__(self) -> None:
        whole_number("depth", self.depth, 1, LARGEST_DEPTH)
        whole_number("branching", self.branching, 1, LARGEST_BRANCHING)
        whole_number("outcomes_per_node", self.outcomes_per_node, 1, LARGEST_BRANCHING)
        for name in ("ragged", "uneven", "chance_root", "alternate"):
            truth(name, getattr(self, name))
        for name in ("chance", "chance_chain", "extreme", "early_end", "bounded"):
            number(name, getattr(self, name), 0, 1)
        if self.merge is not None:
            whole_number("merge", self.merge, 1, 1_000_000)

    def _make_core(self) -> CoreGame[RandomTreeState]:
        return _core.RandomTree(
            depth=self.depth,
            branching=self.branching,
            outcomes=self.outcomes_per_node,
            ragged=self.ragged,
            uneven=self.uneven,
            chance=self.chance,
            chance_chain=self.chance_chain,
            chance_root=self.chance_root,
            alternate=self.alternate,
            extreme=self.extreme,
            early_end=self.early_end,
            merge=self.merge,
            bounded=self.bounded,
        )

    def to_json(self, state: RandomTreeState) -> dict[str, Any]:
        """Return ``{"id": …, "height": …, "chain": …, "mover": …}``."""
        self.check_state(state)
        return {"id": state.id, "height": state.height, "chain": state.chain, "mover": state.mover}

    def from_json(self, data: Any) -> RandomTreeState:
        """Return the state of a JSON object; numbers out of range raise ``InvalidStateError``."""
        error = InvalidStateError
        data = json_object(data, {"id", "height", "chain", "mover"}, set(), error)
        return RandomTreeState(
            id=whole_number("id", data["id"], 0, LARGEST_SEED, error),
            height=whole_number("height", data["height"], 0, self.depth, error),
            chain=whole_number("chain", data["chain"], 0, LONGEST_CHANCE_CHAIN, error),
            mover=whole_number("mover", data["mover"], 0, 1, error),
        )

    def text(self, state: RandomTreeState) -> str:
        """Show the hash and whose turn it is."""
        return f"node {state.id:016x}, {state.height} decisions left, turn: {self.turn(state)}"
