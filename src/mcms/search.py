"""The one front door of all searches: :func:`search`; and :func:`prove` for a bound of a value."""

import dataclasses
import math
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from mcms import _core
from mcms._core import StopToken
from mcms.algorithms import Algorithm, DepthLimited, algorithm
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import Game, Turn
from mcms.games.base import LARGEST_SEED, BaseGame
from mcms.games.custom import CustomGame, as_core_game
from mcms.games.learnt import seen_by
from mcms.interrupt import in_main_thread
from mcms.limit import LARGEST_DEPTH, Limit
from mcms.mcts import Mcts
from mcms.memory import memory_bytes
from mcms.result import SearchResult, result_of
from mcms.validation import whole_number

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Hashable)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Proof:
    """What one search of a given depth proved of a state's value.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> proof = prove(pig, pig.initial_state(), "star1", depth=4, alpha=0, beta=1)
    >>> proof.lower >= 1
    True
    """

    lower: float
    """The value is at least this."""
    upper: float
    """The value is at most this."""
    nodes: int
    """Decision and finished states entered."""
    leaves: int
    """States evaluated, by utility or estimate."""


def search(
    game: Game[StateT, ActionT, Any],
    state: StateT,
    algorithm: Algorithm | str,
    *,
    limit: Limit,
    seed: int = 0,
    stop: StopToken | None = None,
    on_progress: Callable[[SearchResult[ActionT]], bool | None] | None = None,
) -> SearchResult[ActionT]:
    """Find the best action in a state of a built-in game or any other object that is a :class:`mcms.Game`.

    Ctrl-C raises ``KeyboardInterrupt`` as usual.

    Parameters
    ----------
    game
        The rules.
    state
        The position to search: a decision, or a chance node, which has a value but no best action.
    algorithm
        An object such as ``Star2(chance=Sampled(18))`` or one of the short names, which come with the options the paper
        tuned for the game: ``"mcms"``, ``"star2ss"``, ``"star2ss(width=5)"``, ``"mcts"``. Its option
        ``evaluation`` says what positions are valued by: ``"star2(evaluation=learnt)"``.
    limit
        When to stop.
    seed
        Draws the samples of a sampled search and the simulations of MCTS.
    stop
        Ends the search from another thread.
    on_progress
        Given the result so far after each depth that is finished, by MCTS about ten times a second. The search stops if
        it returns False. It is called in the thread that called ``search``.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [0, 0], "turn_total": 30, "to_move": 0})
    >>> mcms.search(pig, state, "star1", limit=mcms.Limit(depth=4)).action
    'stop'

    """
    run = CheckedRun(game, state, algorithm, seed)
    limits = checked_limit(limit, run.algorithm)
    if isinstance(run.algorithm, Mcts):
        tree = run.game.core.tree_search(state, run.algorithm.request(), seed)
        report = tree.search(limits, stop, in_main_thread(), shown_by(on_progress, run.turn))
    else:
        show = shown_by(on_progress, run.turn)
        report = run.game.core.search(
            state, run.algorithm.request(seed), limits, stop, in_main_thread(), run.algorithm.table_bytes, show
        )
    return result_of(report, run.turn)


def shown_by(
    on_progress: Callable[[SearchResult[Any]], bool | None] | None, turn: Turn
) -> Callable[[_core.Report], bool | None] | None:
    """Return what the core calls with its reports so far, to hand them on in the form users read."""
    if on_progress is None:
        return None
    return lambda so_far: on_progress(result_of(so_far, turn))


def prove(
    game: Game[StateT, Any, Any],
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

    Parameters
    ----------
    game, state
        As for :func:`search`.
    algorithm
        A search by depth, as an object or by name.
    depth
        Decisions on a line of play.
    alpha, beta
        The window: where the value lies outside it, it is enough to prove that.
    seed, stop
        As for :func:`search`.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [90, 0], "turn_total": 0, "to_move": 0})
    >>> mcms.prove(pig, state, "star2", depth=4, alpha=0, beta=1).lower >= 1
    True

    """
    run = CheckedRun(game, state, algorithm, seed)
    if not isinstance(run.algorithm, DepthLimited):
        raise InvalidOptionError(f"{run.algorithm} proves no bounds: expected Expectimax, Star1 or Star2")
    whole_number("depth", depth, 0, LARGEST_DEPTH)
    for name, bound in (("alpha", alpha), ("beta", beta)):
        if isinstance(bound, bool) or not isinstance(bound, int | float) or math.isnan(bound):
            raise InvalidOptionError(f"{name} is {bound!r}: expected a number")
    if not alpha < beta:
        raise InvalidOptionError(f"the window is ({alpha!r}, {beta!r}): expected alpha below beta")
    proof = run.game.core.prove(
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


def searcher(chosen: Algorithm, limit: Limit) -> _core.Searcher:
    """Return an algorithm with its limit for a built-in game, which gives each of its searches a seed of its own."""
    _check_memory(chosen)
    _require_no_batch(chosen)
    limits = checked_limit(limit, chosen)
    if isinstance(chosen, Mcts):
        return _core.Searcher(chosen.request(), limits)
    return _core.Searcher(chosen.request(seed=0), limits, chosen.table_bytes, chosen.keep)


def checked_limit(limit: Limit, chosen: Algorithm) -> _core.Limits:
    """Return the limit for the core, if it is one that the algorithm can keep to."""
    if not isinstance(limit, Limit):
        raise InvalidOptionError(f"limit is {limit!r}: expected a Limit")
    return limit.for_algorithm(chosen)


class CheckedRun:
    """The arguments every search has, checked; the game is the one that the search sees."""

    def __init__(self, game: Game[StateT, Any, Any], state: StateT, wanted: Algorithm | str, seed: int) -> None:
        loaded = as_core_game(game)
        self.turn = loaded.turn(state)
        if self.turn is Turn.OVER:
            raise GameOverError(f"the game is over in {state!r}: expected a state with a move to find")
        self.algorithm = algorithm(wanted, loaded) if isinstance(wanted, str) else wanted
        if not isinstance(self.algorithm, DepthLimited | Mcts):
            raise InvalidOptionError(
                f"algorithm is {wanted!r}: expected Expectimax, Star1, Star2, Mcts or a short name"
            )
        whole_number("seed", seed, 0, LARGEST_SEED)
        _check_memory(self.algorithm)
        self.game: BaseGame[Any] = seen_by(self.algorithm, loaded)
        if isinstance(self.game, CustomGame) and self.algorithm.threads > 1:
            raise InvalidOptionError(
                f"threads is {self.algorithm.threads}: expected 1 for {self.game}, whose rules are in Python, "
                "which runs one thread at a time"
            )
        if not isinstance(self.game, CustomGame):
            _require_no_batch(self.algorithm)


def _require_no_batch(chosen: Algorithm) -> None:
    """Refuse what only games in Python can do: a built-in estimate is no call that many states could share."""
    if isinstance(chosen, Mcts) and chosen.batch > 1:
        raise InvalidOptionError(f"batch is {chosen.batch}: expected 1 for a game whose rules are not in Python")


def _check_memory(chosen: Algorithm) -> None:
    """Refuse more than half of this machine's memory."""
    most = memory_bytes() // 2
    if isinstance(chosen, Mcts):
        name, value, unit = "max_nodes", chosen.max_nodes, _core.mcts_node_bytes
    else:
        name, value, unit = "table_mb", chosen.table_mb, 2**20
    if value * unit > most:
        raise InvalidOptionError(f"{name} is {value}: expected at most {most // unit}, half of this machine's memory")
