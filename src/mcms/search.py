"""The one front door of all searches: :func:`search`, its limits and its result."""

import dataclasses
import functools
import math
import os
from typing import Any, Generic, TypeVar

from mcms import _core
from mcms._core import StopToken
from mcms.algorithms import DepthLimited, algorithm
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import Turn
from mcms.games.native import LARGEST_SEED, NativeGame
from mcms.interrupt import in_main_thread
from mcms.validation import positive_number, whole_number

LARGEST_DEPTH: int = _core.largest_depth
LARGEST_NODES = 2**62
_EXACT = 1e-9
"""Bounds closer than this are one value; sums of probabilities round at about 1e-14."""

StateT = TypeVar("StateT")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limit:
    """When a search stops: any combination, at least one.

    With ``depth`` or ``nodes`` the answer is a function of state, algorithm, limit and seed. ``seconds`` is
    kept to within a few milliseconds, and there is a legal move however small it is.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise InvalidOptionError("no limit given: expected at least one of depth, nodes, seconds")
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LARGEST_DEPTH)
        if self.nodes is not None:
            whole_number("nodes", self.nodes, 1, LARGEST_NODES)
        if self.seconds is not None:
            positive_number("seconds", self.seconds)


@dataclasses.dataclass(frozen=True, kw_only=True)
class ActionValue:
    """What a search proved of one action at the root, for the first player."""

    action: str
    value: float | None
    """The value if it is known exactly; a pruned action has only bounds."""
    lower: float
    upper: float
    depth: int
    """The search depth this is of; 0 if there was no time for the action."""


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

    action: str | None
    """The best action; ``None`` if the root is a chance node."""
    value: float
    depth: int
    """The last depth searched to its end."""
    nodes: int
    """Decision and finished states entered."""
    leaves: int
    """States evaluated, by utility or estimate."""
    chance_nodes: int
    cuts: Cuts
    seconds: float
    stop_reason: str
    """``depth``, ``nodes``, ``seconds``, ``stopped`` (by a token), or ``complete``: every line was followed
    to the end of the game."""
    actions: tuple[ActionValue, ...]
    """Every action at the root, best first."""
    principal_variation: tuple[str, ...]
    """The expected line: best actions, and the likeliest outcome wherever chance decides."""

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain JSON values."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Proof:
    """What one search of a given depth proved of a state's value."""

    lower: float
    upper: float
    nodes: int
    leaves: int


def search(
    game: NativeGame[StateT],
    state: StateT,
    algorithm: DepthLimited | str,
    *,
    limit: Limit,
    seed: int = 0,
    stop: StopToken | None = None,
) -> SearchResult:
    """Find the best action in a state.

    ``algorithm`` is an object such as ``Star2(chance=Sampled(18))`` or one of the paper's names, which come
    with the options the paper tuned for the game: ``"star2ss"``, ``"star2ss(width=5)"``. ``seed`` draws the
    samples of a sampled search. ``stop`` ends the search from another thread; Ctrl-C raises
    ``KeyboardInterrupt`` as usual.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [0, 0], "turn_total": 30, "to_move": 0})
    >>> mcms.search(pig, state, "star1", limit=mcms.Limit(depth=4)).action
    'stop'
    """
    run = _Run(game, state, algorithm, seed)
    if not isinstance(limit, Limit):
        raise InvalidOptionError(f"limit is {limit!r}: expected a Limit")
    report = game.core.search(
        state,
        run.algorithm.request(seed),
        _core.Limits(depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds),
        stop,
        in_main_thread(),
        run.algorithm.table_bytes,
    )
    return _result(report, run.turn)


def prove(
    game: NativeGame[StateT],
    state: StateT,
    algorithm: DepthLimited | str,
    *,
    depth: int,
    alpha: float = -math.inf,
    beta: float = math.inf,
    seed: int = 0,
    stop: StopToken | None = None,
) -> Proof:
    """Bound a state's value at a depth, just tightly enough to compare it with a window.

    The bounds always hold. They are equal, or they prove that the value is at most ``alpha`` or at least
    ``beta``, which a narrow window makes much cheaper than finding the value.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [90, 0], "turn_total": 0, "to_move": 0})
    >>> mcms.prove(pig, state, "star2", depth=4, alpha=0, beta=1).lower >= 1
    True
    """
    run = _Run(game, state, algorithm, seed)
    whole_number("depth", depth, 0, LARGEST_DEPTH)
    for name, bound in (("alpha", alpha), ("beta", beta)):
        if isinstance(bound, bool) or not isinstance(bound, int | float) or math.isnan(bound):
            raise InvalidOptionError(f"{name} is {bound!r}: expected a number")
    if not alpha < beta:
        raise InvalidOptionError(f"the window is ({alpha!r}, {beta!r}): expected alpha below beta")
    proof = game.core.prove(
        state,
        run.algorithm.request(seed),
        depth,
        float(alpha),
        float(beta),
        stop,
        in_main_thread(),
        run.algorithm.table_bytes,
    )
    return Proof(lower=proof.lower, upper=proof.upper, nodes=proof.counters.nodes, leaves=proof.counters.leaves)


class _Run(Generic[StateT]):
    """The arguments every search has, checked."""

    def __init__(self, game: NativeGame[StateT], state: StateT, wanted: DepthLimited | str, seed: int) -> None:
        if not isinstance(game, NativeGame):
            raise InvalidOptionError(f"game is {game!r}: expected a built-in game such as mcms.load('pig')")
        self.turn = game.turn(state)
        if self.turn is Turn.OVER:
            raise GameOverError(f"the game is over in {state!r}: expected a state with a move to find")
        self.algorithm = algorithm(wanted, game) if isinstance(wanted, str) else wanted
        if not isinstance(self.algorithm, DepthLimited):
            raise InvalidOptionError(f"algorithm is {wanted!r}: expected Expectimax, Star1, Star2 or a short name")
        whole_number("seed", seed, 0, LARGEST_SEED)
        most = _memory_mb() // 2
        if self.algorithm.table_mb > most:
            raise InvalidOptionError(
                f"table_mb is {self.algorithm.table_mb}: expected at most {most}, half of this machine's memory"
            )


@functools.cache
def _memory_mb() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20


def _result(report: _core.Report, turn: Turn) -> SearchResult:
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
    )


def _ranked(report: _core.Report, turn: Turn) -> tuple[ActionValue, ...]:
    actions = [
        ActionValue(
            action=entry.action,
            value=entry.lower if entry.upper - entry.lower <= _EXACT else None,
            lower=entry.lower,
            upper=entry.upper,
            depth=entry.depth,
        )
        for entry in report.actions
    ]

    def rank(entry: ActionValue) -> tuple[bool, int, float]:
        promise = entry.upper if turn is Turn.FIRST else -entry.lower
        return entry.action != report.action, -entry.depth, -promise

    return tuple(sorted(actions, key=rank))
