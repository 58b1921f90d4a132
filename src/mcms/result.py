"""What a search reports: :class:`SearchResult`."""

import dataclasses
from collections.abc import Hashable
from typing import Any, Generic, Literal, TypeVar, cast, get_args

from mcms import _core
from mcms.extras import require_extra
from mcms.game import Turn
from mcms.notebook import count, number, table, text

ActionT_co = TypeVar("ActionT_co", bound=Hashable, covariant=True)

StopReason = Literal["depth", "nodes", "seconds", "simulations", "stopped", "complete", "forced", "stack"]
"""Why a search ended: see :attr:`SearchResult.stop_reason`."""
STOP_REASONS: tuple[StopReason, ...] = get_args(StopReason)

_EXACT = 1e-9
"""Bounds closer than this are one value; sums of probabilities round at about 1e-14."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionValue(Generic[ActionT_co]):
    """What a search found out about one action at the root, for the first player.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> result = mcms.search(pig, state, "star1", limit=mcms.Limit(depth=4))
    >>> [(entry.action, entry.value is None, entry.upper < result.value) for entry in result.actions]
    [('roll', False, False), ('stop', True, True)]
    """

    action: ActionT_co
    """Its name, or of a game in Python the game's own object."""
    value: float | None
    """The value if it is known exactly, or the mean of MCTS's simulations; a pruned action has only bounds."""
    lower: float
    """The least the action can be worth, as far as is proved."""
    upper: float
    """The most it can be worth. MCTS proves nothing, so its bounds are the game's range."""
    depth: int
    """The search depth this is of; 0 if there was no time for the action."""
    visits: int | None = None
    """Simulations of MCTS that chose the action, a reused tree's among them; ``None`` for searches by depth."""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; the action by its text."""
        return _plain(self) | {"action": str(self.action)}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cuts:
    """How often something made further search pointless.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> result = mcms.search(pig, pig.initial_state(), "star2", limit=mcms.Limit(depth=6))
    >>> result.cuts.alpha + result.cuts.beta > 0
    True
    """

    alpha: int
    """Chance nodes left because at best they were worth no more than alpha."""
    beta: int
    """Chance nodes left because at worst they were worth no less than beta."""
    probe: int
    """How many of both were already left in Star2's probing phase."""
    table: int
    """States answered by the transposition table."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class SearchResult(Generic[ActionT_co]):
    """What a search found. Values are the first player's.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> result = mcms.search(pig, state, "star2", limit=mcms.Limit(depth=4))
    >>> result.action, result.depth, result.stop_reason
    ('roll', 4, 'depth')
    >>> result.principal_variation[:3]
    ('roll', 'one', 'roll')
    """

    action: ActionT_co | None
    """The best action: its name, or of a game in Python its own object; ``None`` if the root is a chance node."""
    value: float
    """The value of the state, as far as the search could tell."""
    depth: int
    """The last depth searched to its end; for MCTS the most decisions of a simulation inside the tree."""
    nodes: int
    """Decision and finished states entered, those of rollouts too."""
    leaves: int
    """States evaluated, by utility or estimate."""
    chance_nodes: int
    """Chance nodes entered."""
    cuts: Cuts
    """How often pruning saved work."""
    seconds: float
    """How long the search took."""
    stop_reason: StopReason
    """``depth``, ``nodes``, ``seconds``, ``simulations``, ``stopped`` (by a token), ``complete``: every line was
    followed to the end of the game, ``forced``: there is one action, and MCTS looked only briefly, or ``stack``: the
    next depth has lines too long for the stack of this thread."""
    actions: tuple[ActionValue[ActionT_co], ...]
    """Every action at the root, best first."""
    principal_variation: tuple[Any, ...]
    """The expected line: best actions, and the likeliest outcome wherever chance decides; of MCTS the most visited
    of both after the first."""
    simulations: int | None = None
    """Simulations of MCTS in this search; ``None`` for searches by depth."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON values; actions and outcomes by their texts."""
        return _plain(self) | {
            "action": None if self.action is None else str(self.action),
            "cuts": dataclasses.asdict(self.cuts),
            "actions": [entry.to_json() for entry in self.actions],
            "principal_variation": [str(step) for step in self.principal_variation],
        }

    def to_pandas(self) -> Any:
        """Return the actions as a ``pandas.DataFrame``, a row each, best first. pandas is an extra.

        >>> import mcms
        >>> pig = mcms.load("pig")
        >>> frame = mcms.search(pig, pig.initial_state(), "exp", limit=mcms.Limit(depth=2)).to_pandas()
        >>> list(frame.columns)
        ['action', 'value', 'lower', 'upper', 'depth', 'visits']
        """
        require_extra("pandas", "to_pandas")
        import pandas as pd  # noqa: PLC0415

        columns = [field.name for field in dataclasses.fields(ActionValue)]
        return pd.DataFrame(
            [{name: getattr(entry, name) for name in columns} for entry in self.actions], columns=columns
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the best action, its value, and a table of all of them."""
        best = "chance" if self.action is None else text(self.action)
        head = f"<b>{best}</b>, value {self.value:+.3f} for the first player"
        work = f"depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3g} s, ended by {self.stop_reason}"
        rows = (
            (entry.action, number(entry.value), number(entry.lower), number(entry.upper), count(entry.visits))
            for entry in self.actions
        )
        names = ("action", "value", "lower", "upper", "visits")
        return f"<p>{head}<br><small>{work}</small></p>{table(names, rows)}"


def _plain(record: ActionValue[Any] | SearchResult[Any]) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def result_of(report: _core.Report, turn: Turn) -> SearchResult[Any]:
    """Return a report of the core in the form users read."""
    counters = report.counters
    return SearchResult(
        action=report.action,
        value=report.value,
        depth=report.depth,
        nodes=counters.nodes,
        leaves=counters.leaves,
        chance_nodes=counters.chance_nodes,
        cuts=Cuts(
            alpha=counters.alpha_cuts,
            beta=counters.beta_cuts,
            probe=counters.probe_cuts,
            table=counters.table_cuts,
        ),
        seconds=report.seconds,
        stop_reason=cast("StopReason", report.stop_reason),
        actions=_ranked(report, turn),
        principal_variation=tuple(report.principal_variation),
        simulations=report.simulations,
    )


def _ranked(report: _core.Report, turn: Turn) -> tuple[ActionValue[Any], ...]:
    actions = [
        ActionValue(
            action=entry.action,
            value=entry.lower if entry.upper - entry.lower <= _EXACT else entry.mean,
            lower=entry.lower,
            upper=entry.upper,
            depth=entry.depth,
            visits=entry.visits,
        )
        for entry in report.actions
    ]

    def rank(entry: ActionValue[Any]) -> tuple[bool, int, int, float]:
        bound = entry.upper if turn is Turn.FIRST else entry.lower
        promise = bound if entry.visits is None or entry.value is None else entry.value
        return (
            entry.action is not report.action and entry.action != report.action,
            -entry.depth,
            -(entry.visits or 0),
            -promise if turn is Turn.FIRST else promise,
        )

    return tuple(sorted(actions, key=rank))
