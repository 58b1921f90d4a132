"""What a search sees, as it deepens: the work behind the page's analysis.

Searches by depth are run to depth 1, 2, 3, … within the time; MCTS is run in slices on a tree that stays, which is
shown at the end.
"""

import dataclasses
import itertools
import time
from collections.abc import Iterator
from typing import Any

from mcms import Limit, Mcts, SearchResult, StopToken, TreeSearch, Turn, search
from mcms.algorithms import Algorithm
from mcms.games.native import NativeGame
from mcms.limit import LARGEST_DEPTH
from mcms.web.searches import Emit, Work

_SHORTEST_SLICE, _LONGEST_SLICE, _GROWTH = 0.03, 0.4, 1.3
_TREE_DEPTH = 6
_TREE_SHARE = 400
"""A node is shown if it has at least one in so many of the root's visits."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """A position and who is asked about it."""

    game: NativeGame[Any]
    state: Any
    algorithm: Algorithm
    seconds: float
    seed: int


def look(question: Question) -> Work:
    """Return the work that emits ``progress`` with every finding, and ``tree`` at the end of MCTS."""

    def work(emit: Emit, token: StopToken) -> None:
        if isinstance(question.algorithm, Mcts):
            _grow_tree(question, question.algorithm, emit, token)
        else:
            _deepen(question, emit, token)
        emit("done", {})

    return work


def expand(question: Question, depth: int) -> Work:
    """Return the work that emits a ``child`` for each step from the position, valued by a search of ``depth``."""

    def work(emit: Emit, token: StopToken) -> None:
        children = list(_children(question))
        for step, probability, state in children:
            child = dataclasses.replace(question, state=state, seconds=question.seconds / len(children))
            emit("child", {"step": step, "probability": probability, **_valued(child, depth, token)})
        emit("done", {})

    return work


def steps_of(game: NativeGame[Any], state: Any, names: tuple[str, ...]) -> list[dict[str, str]]:
    """Return a line of play with who makes each of its steps."""
    steps = []
    for name in names:
        by = game.turn(state)
        steps.append({"by": str(by), "name": name})
        state = game.resolve(state, name) if by is Turn.CHANCE else game.play(state, name)
    return steps


def _deepen(question: Question, emit: Emit, token: StopToken) -> None:
    work = _Work()
    best: SearchResult | None = None
    for depth in range(1, LARGEST_DEPTH + 1):
        limit = Limit(depth=depth, seconds=max(question.seconds - work.elapsed, 0.001))
        result = search(question.game, question.state, question.algorithm, limit=limit, seed=question.seed, stop=token)
        work.add(result)
        # Each search begins at depth 1, so one that runs out of time may not come as deep as the one before.
        if best is None or result.depth >= best.depth:
            best = result
        emit("progress", _finding(question, dataclasses.replace(best, stop_reason=result.stop_reason), work))
        if result.stop_reason != "depth":
            return


def _grow_tree(question: Question, algorithm: Mcts, emit: Emit, token: StopToken) -> None:
    tree = TreeSearch(question.game, question.state, algorithm, seed=question.seed)
    work, reason = _Work(), "seconds"
    for seconds in _slices():
        left = question.seconds - work.elapsed
        if left <= 0 or reason != "seconds":
            break
        result = tree.search(limit=Limit(seconds=min(seconds, left)), stop=token)
        reason = result.stop_reason
        work.add(result)
        emit("progress", _finding(question, result, work))
    visits = tree.view(depth=0).visits
    least = max(1, visits // _TREE_SHARE)
    emit("tree", {"least_visits": least, "root": tree.view(depth=_TREE_DEPTH, min_visits=least).to_json()})


def _slices() -> Iterator[float]:
    return (min(_SHORTEST_SLICE * _GROWTH**number, _LONGEST_SLICE) for number in itertools.count())


class _Work:
    """What the parts of one search have done together."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self.nodes = 0
        self.simulations = 0
        self.seconds = 0.0
        self.depth = 0

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._start

    def add(self, part: SearchResult) -> None:
        self.nodes += part.nodes
        self.simulations += part.simulations or 0
        self.seconds += part.seconds
        self.depth = max(self.depth, part.depth)


def _finding(question: Question, result: SearchResult, work: _Work) -> dict[str, Any]:
    tree = isinstance(question.algorithm, Mcts)
    return result.to_json() | {
        "algorithm": str(question.algorithm),
        "depth": work.depth,
        "line": steps_of(question.game, question.state, result.principal_variation),
        "simulations": work.simulations if tree else None,
        "total_nodes": work.nodes,
        "total_seconds": work.seconds,
        "nodes_per_second": work.nodes / work.seconds if work.seconds > 0 else None,
    }


def _children(question: Question) -> Iterator[tuple[str, float | None, Any]]:
    game, state = question.game, question.state
    for action in game.actions(state):
        yield action, None, game.play(state, action)
    for outcome, probability in game.outcomes(state):
        yield outcome, probability, game.resolve(state, outcome)


def _valued(child: Question, depth: int, token: StopToken) -> dict[str, Any]:
    turn = child.game.turn(child.state)
    found: dict[str, Any] = {"turn": str(turn), "state": child.game.to_json(child.state)}
    if turn is Turn.OVER:
        return found | {"value": child.game.utility(child.state), "depth": 0}
    limit = Limit(depth=depth, seconds=max(child.seconds, 0.001))
    result = search(child.game, child.state, child.algorithm, limit=limit, seed=child.seed, stop=token)
    return found | {"value": result.value, "depth": result.depth}
