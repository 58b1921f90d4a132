"""Monte Carlo tree search and its options: the paper's mcts, and with widening its dpw."""

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal

from mcms import _core
from mcms import evaluation as evaluations
from mcms.exceptions import InvalidOptionError
from mcms.options import option
from mcms.spec import format_spec
from mcms.validation import choice, number, truth, whole_number

LARGEST_CONSTANT = 1e6
LARGEST_ROLLOUT = 2**31 - 2
LARGEST_THREADS = 256
LARGEST_BATCH = 4096


@dataclasses.dataclass(frozen=True, kw_only=True)
class Progressive:
    """Double progressive widening: the n-th visit to a node may use ⌈constant · n^exponent⌉ children.

    At a decision these are the first actions in the static order, at a chance node the outcomes drawn first.

    >>> print(Mcts(widening=Progressive(constant=5, exponent=0.2)))
    dpw(exploration=50,rollout_moves=0,constant=5,exponent=0.2)
    """

    constant: float = dataclasses.field(metadata={"meaning": "C2: children a node has from the start"})
    exponent: float = dataclasses.field(metadata={"meaning": "α: how fast more of them open with its visits"})

    def __post_init__(self) -> None:
        number("constant", self.constant, 0, LARGEST_CONSTANT)
        if self.constant == 0:
            raise InvalidOptionError(f"constant is {self.constant!r}: expected a number above 0")
        number("exponent", self.exponent, 0, 1)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Mcts:
    """UCT: simulations that grow a tree, chance nodes included, towards what pays.

    >>> print(Mcts(rollout_moves=None, widening=Progressive(constant=5, exponent=0.2)))
    dpw(exploration=50,rollout_moves=none,constant=5,exponent=0.2)
    """

    exploration: float = option(50.0, "C1: weight of the UCB term, in the game's units of value")
    rollout_moves: int | None = option(
        0, "random decisions before the evaluation; 0: none, the leaf itself is evaluated; none: to the end of the game"
    )
    widening: Progressive | None = None
    """How fast nodes open more children; ``None``: all are open at once."""
    final: Literal["visits", "value"] = option(
        "visits", "which action is best: the one with the most visits, or with the best value"
    )
    max_nodes: int = option(
        10_000_000, f"places for nodes, of {_core.mcts_node_bytes} bytes; a full tree is searched on without growing"
    )
    threads: int = option(1, "trees searched side by side, whose root statistics are added up")
    skip_forced: bool = option(True, "look only briefly where there is one action; off: use the whole limit")
    batch: int = option(
        1, "simulations whose estimates a game in Python is asked for together (estimate_many), by virtual loss"
    )
    backup: Literal["mean", "expectimax"] = option(
        "mean",
        "what a node is worth: the mean of its simulations, or what expectimax makes of its children, without rollouts",
    )
    evaluation: str | None = option(None, evaluations.MEANING)

    def __post_init__(self) -> None:
        number("exploration", self.exploration, 0, LARGEST_CONSTANT)
        if self.rollout_moves is not None:
            whole_number("rollout_moves", self.rollout_moves, 0, LARGEST_ROLLOUT)
        if self.widening is not None and not isinstance(self.widening, Progressive):
            raise InvalidOptionError(f"widening is {self.widening!r}: expected None or Progressive(constant, exponent)")
        choice("final", self.final, ("visits", "value"))
        whole_number("max_nodes", self.max_nodes, 1, _core.most_mcts_nodes)
        whole_number("threads", self.threads, 1, LARGEST_THREADS)
        truth("skip_forced", self.skip_forced)
        whole_number("batch", self.batch, 1, LARGEST_BATCH)
        self._check_backup()
        evaluations.check_name(self.evaluation)

    def _check_backup(self) -> None:
        choice("backup", self.backup, ("mean", "expectimax"))
        if self.backup == "mean":
            return
        for name, expected in (("rollout_moves", 0), ("batch", 1)):
            value = getattr(self, name)
            if value != expected:
                raise InvalidOptionError(f"{name} is {value!r}: expected {expected} with backup={self.backup}")

    def __str__(self) -> str:
        """Return the short name with options, which :func:`mcms.algorithm` reads."""
        options: dict[str, Any] = {"exploration": self.exploration, "rollout_moves": self.rollout_moves}
        if self.widening is not None:
            options |= dataclasses.asdict(self.widening)
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.name not in ("exploration", "rollout_moves", "widening") and value != field.default:
                options[field.name] = value
        short = {
            name: str(value).removesuffix(".0") if isinstance(value, float) else value
            for name, value in options.items()
        }
        return format_spec("mcts" if self.widening is None else "dpw", short)

    def request(self) -> _core.MctsOptions:
        """Return what the core is asked to run."""
        return _core.MctsOptions(
            exploration=float(self.exploration),
            rollout_moves=self.rollout_moves,
            constant=None if self.widening is None else float(self.widening.constant),
            exponent=None if self.widening is None else float(self.widening.exponent),
            by_value=self.final == "value",
            max_nodes=self.max_nodes,
            threads=self.threads,
            skip_forced=self.skip_forced,
            batch=self.batch,
            by_expectimax=self.backup == "expectimax",
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class MctsTuning:
    """The options of ``mcts`` and ``dpw`` that depend on the game, as the paper's tuning found them.

    >>> import mcms
    >>> mcms.load("ewn").tuned_mcts
    MctsTuning(exploration=200, rollout_moves=100, constant=4, exponent=0.25)
    """

    exploration: float
    """C1 of :class:`Mcts`."""
    rollout_moves: int | None
    """Random decisions before the evaluation."""
    constant: float
    """C2 of :class:`Progressive`, for ``dpw``."""
    exponent: float
    """α of :class:`Progressive`, for ``dpw``."""


UNTUNED = MctsTuning(exploration=100.0, rollout_moves=0, constant=5.0, exponent=0.25)
"""For an unknown game; one that was not tuned explores with half its own range instead, see :func:`tuning_of`."""


def tuning_of(game: Any) -> MctsTuning:
    """Return what ``mcts`` and ``dpw`` explore with in a game: what it was tuned to, or else half its value range.

    >>> import mcms
    >>> tuning_of(mcms.load("pig")).exploration
    50
    """
    own = getattr(game, "tuned_mcts", None)
    if own is not None:
        if not isinstance(own, MctsTuning):
            raise InvalidOptionError(f"tuned_mcts is {own!r:.200}: expected a mcms.MctsTuning")
        return own
    if game is None:
        return UNTUNED
    low, high = game.value_range()
    return dataclasses.replace(UNTUNED, exploration=(high - low) / 2)


def mcts_of(name: str, options: Mapping[str, Any], tuned: MctsTuning) -> Mcts:
    """Return ``mcts`` or ``dpw`` with these options and the tuned ones where they are missing."""
    chosen = {**dataclasses.asdict(tuned), **options}
    if chosen.get("backup") == "expectimax" and "rollout_moves" not in options:
        chosen["rollout_moves"] = 0  # it has no rollouts, whatever the game was tuned to
    constant, exponent = chosen.pop("constant"), chosen.pop("exponent")
    widening = Progressive(constant=constant, exponent=exponent) if name == "dpw" else None
    return Mcts(widening=widening, **chosen)
