"""What a search reports: :class:`SearchResult`."""

import dataclasses
from typing import Any

from mcms import _core
from mcms.game import Turn

_EXACT = 1e-9
"""Bounds closer than this are one value; sums of probabilities round at about 1e-14."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionValue:
    """What a search found out about one action at the root, for the first player."""

    action: Any
    """Its name, or of a game in Python the game's own object."""
    value: float | None
    """The value if it is known exactly, or the mean of MCTS's simulations; a pruned action has only bounds."""
    lower: float
    upper: float
    """What is proved; MCTS proves nothing, so these are the game's range."""
    depth: int
    """The search depth this is of; 0 if there was no time for the action."""
    visits: int | None = None
    """Simulations of MCTS that chose the action, a reused tree's among them; ``None`` for searches by depth."""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; the action by its text."""
        return _plain(self) | {"action": str(self.action)}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cuts:
    """How often something made further search pointless."""

    alpha: int
    """Chance nodes left because at best they were worth no more than alpha."""
    beta: int
    """Chance nodes left because at worst they were worth no less than beta."""
    probe: int
    """Of both, those already in Star2's probing phase."""
    table: int
    """States answered by the transposition table."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class SearchResult:
    """What a search found. Values are the first player's."""

    action: Any
    """The best action: its name, or of a game in Python its own object; ``None`` if the root is a chance node."""
    value: float
    depth: int
    """The last depth searched to its end; for MCTS the most decisions of a simulation inside the tree."""
    nodes: int
    """Decision and finished states entered, those of rollouts too."""
    leaves: int
    """States evaluated, by utility or estimate."""
    chance_nodes: int
    cuts: Cuts
    seconds: float
    stop_reason: str
    """``depth``, ``nodes``, ``seconds``, ``simulations``, ``stopped`` (by a token), ``complete``: every line was
    followed to the end of the game, ``forced``: there is one action, and MCTS looked only briefly, or ``stack``: the
    next depth has lines too long for the stack of this thread."""
    actions: tuple[ActionValue, ...]
    """Every action at the root, best first."""
    principal_variation: tuple[Any, ...]
    """The expected line: best actions, and the likeliest outcome wherever chance decides; of MCTS the most visited
    of both after the first."""
    simulations: int | None = None
    """Of MCTS, in this search."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON values; actions and outcomes by their texts."""
        return _plain(self) | {
            "action": None if self.action is None else str(self.action),
            "cuts": dataclasses.asdict(self.cuts),
            "actions": [entry.to_json() for entry in self.actions],
            "principal_variation": [str(step) for step in self.principal_variation],
        }


def _plain(record: ActionValue | SearchResult) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def result_of(report: _core.Report, turn: Turn) -> SearchResult:
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
        stop_reason=report.stop_reason,
        actions=_ranked(report, turn),
        principal_variation=tuple(report.principal_variation),
        simulations=report.simulations,
    )


def _ranked(report: _core.Report, turn: Turn) -> tuple[ActionValue, ...]:
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

    def rank(entry: ActionValue) -> tuple[bool, int, int, float]:
        bound = entry.upper if turn is Turn.FIRST else entry.lower
        promise = bound if entry.visits is None or entry.value is None else entry.value
        return (
            entry.action is not report.action and entry.action != report.action,
            -entry.depth,
            -(entry.visits or 0),
            -promise if turn is Turn.FIRST else promise,
        )

    return tuple(sorted(actions, key=rank))
