"""What a search sees, as it deepens: the work behind the page's analysis.

One search reports each depth as it finishes; that is one finding, whose numbers all belong to it. What time cut short
is told apart at the end. What is left of the time goes to what that search had no need to find out: the values of moves
of which a bound was enough, and of the rolls that come next, of which it may have sampled some only. These go on from
its table, so that nothing is searched twice, and so do branches of the tree that are opened later. MCTS reports as it
grows its tree, which is shown at the end.
"""

import dataclasses
import math
import time
from collections.abc import Iterator
from typing import Any

from mcms import (
    ActionValue,
    DepthLimited,
    Exact,
    Limit,
    Mcts,
    SearchResult,
    Star2,
    StopToken,
    TreeSearch,
    Turn,
    prove,
)
from mcms.algorithms import Algorithm
from mcms.games.base import BaseGame
from mcms.limit import LARGEST_DEPTH
from mcms.web.linked_searches import LinkedSearches, RecentSearches
from mcms.web.searches import Emit, Work
from mcms.web.windows import Interval, Windows

_SHORTEST = 0.001
_DEEPENING_SHARE, _SETTLING_SHARE = 0.5, 0.2
"""Of the time a search is given; what is left is for the rolls that come next."""
_FINISHED = ("depth", "complete")
_NEXT_LUCK = 20
"""The next chance node is looked for this many decisions ahead."""
_TREE_DEPTH = 6
_TREE_SHARE = 400
"""A node is shown if at least one in this many of the root's visits went through it."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """A position and who is asked about it."""

    game: BaseGame[Any]
    state: Any
    algorithm: Algorithm
    seconds: float
    seed: int


def look(question: Question, recent: RecentSearches) -> Work:
    """Return the work that emits ``progress`` with every finding, and ``tree`` at the end of MCTS."""

    def work(emit: Emit, token: StopToken) -> None:
        if isinstance(question.algorithm, Mcts):
            end = _grow_tree(question, question.algorithm, emit, token)
        else:
            with recent.start(question.game, question.algorithm, question.seed) as searches:
                end = _deepen(question, searches, emit, token)
        emit("done", end)

    return work


def expand(question: Question, recent: RecentSearches, depth: int, asked: Interval = (-math.inf, math.inf)) -> Work:
    """Return the work that emits a ``child`` for each step from a position that was searched to a depth.

    Depth counts decisions: an action costs one, an outcome none. So the children of a decision are searched one less
    deep, those of a chance node as deep as it was, and they agree with the value above them. ``asked`` is the window
    in which alpha-beta comes to the position.
    """
    below = depth if question.game.turn(question.state) is Turn.CHANCE else max(depth - 1, 0)

    def work(emit: Emit, token: StopToken) -> None:
        assert isinstance(question.algorithm, DepthLimited)
        windows = Windows(question.game, question.state, question.algorithm, asked)
        children = list(_children(question))
        with recent.go_on(question.game, question.algorithm, question.seed) as searches:
            for step, probability, state in children:
                place = {"turn": str(question.game.turn(state)), "state": question.game.to_json(state)}
                valued = _valued(searches, state, below, question.seconds / len(children), token)
                alpha_beta = {}
                if valued["finished"]:
                    alpha_beta = windows.ask(state, valued["value"], probability, below, question.seed, token)
                emit("child", {"step": step, "probability": probability, **place, **valued, **alpha_beta})
        emit("done", {})

    return work


def _deepen(question: Question, searches: LinkedSearches, emit: Emit, token: StopToken) -> dict[str, Any]:
    """Emit each finished depth, then its moves with exact values; return how it ended."""
    start = time.monotonic()
    finished: list[SearchResult[Any]] = []

    def show(so_far: SearchResult[Any]) -> None:
        finished.append(so_far)
        emit("progress", _finding(question, so_far))

    limit = Limit(depth=LARGEST_DEPTH, seconds=max(_DEEPENING_SHARE * question.seconds, _SHORTEST))
    result = searches.first(question.state, limit, token, show)
    if result.depth > len(finished) or not finished:  # the very last is not reported on the way, nor its absence
        show(result)
    best = finished[-1]
    if best.depth > 0:
        settled_by = start + (_DEEPENING_SHARE + _SETTLING_SHARE) * question.seconds
        if (entries := _settled(question, best, searches, settled_by, token)) is not None:
            best = dataclasses.replace(best, actions=entries)
            emit("progress", _finding(question, best))
        _fan_out(question, best, searches, start + question.seconds, emit, token)
    unfinished = _unfinished(result, best.depth)
    return {"stop_reason": result.stop_reason, "unfinished": unfinished, "tree_by": _tree_by(question)}


def _tree_by(question: Question) -> str:
    """Say which search shows the tree: where rolls are sampled they do not average to the value above them.

    It has the same evaluation, so that it and the value above it differ by what was sampled alone.
    """
    assert isinstance(question.algorithm, DepthLimited)
    chance = question.algorithm.chance
    if isinstance(chance, Exact) or (chance.draw == "systematic" and _rolls(question) <= chance.width):
        return str(question.algorithm)
    return str(Star2(evaluation=question.algorithm.evaluation))


def _rolls(question: Question) -> int:
    """Return how many outcomes the next chance node has, along the first moves."""
    game, state = question.game, question.state
    for _ in range(_NEXT_LUCK):
        turn = game.turn(state)
        if turn is Turn.CHANCE:
            return len(game.outcomes(state))
        if turn is Turn.OVER:
            break
        state = game.play(state, game.actions(state)[0])
    return 0


def _fan_out(
    question: Question,
    best: SearchResult[Any],
    searches: LinkedSearches,
    deadline: float,
    emit: Emit,
    token: StopToken,
) -> None:
    """Emit what each of the next rolls is worth: at once, or after the best move and any forced ones."""
    place = _next_luck(question.game, question.state, best.action)
    if place is None or token.stopped:
        return
    state, steps = place
    depth = max(best.depth - len(steps), 0)
    outcomes: list[dict[str, Any]] = []
    children = list(_children(dataclasses.replace(question, state=state)))
    for step, probability, after in children:
        seconds = (deadline - time.monotonic()) / (len(children) - len(outcomes))
        valued = _valued(searches, after, depth, seconds, token)
        outcomes.append({"step": step, "probability": probability, **valued})
    emit("fan", {"action": None if best.action is None else str(best.action), "outcomes": outcomes})


def _next_luck(game: BaseGame[Any], state: Any, action: Any) -> tuple[Any, list[Any]] | None:
    """Return the chance node that follows an action, with only forced ones between, and the actions up to it."""
    steps: list[Any] = []
    while game.turn(state) is not Turn.CHANCE:
        actions = game.actions(state) if steps else [action]
        if len(actions) != 1 or len(steps) == _NEXT_LUCK:
            return None
        state = game.play(state, actions[0])
        steps.append(actions[0])
    return state, steps


def _unfinished(result: SearchResult[Any], finished: int) -> dict[str, Any] | None:
    """Say what a depth found that time cut short, if it found anything."""
    searched = [entry for entry in result.actions if entry.depth > finished]
    if not searched:
        return None
    return {
        "depth": searched[0].depth,
        "value": result.value,
        "action": str(result.action),
        "searched": len(searched),
        "actions": len(result.actions),
    }


def _settled(
    question: Question, found: SearchResult[Any], searches: LinkedSearches, deadline: float, token: StopToken
) -> tuple[ActionValue[Any], ...] | None:
    """Value the moves that were only bounded, best first, as far as the time allows."""
    entries, changed = list(found.actions), False
    for number, entry in enumerate(entries):
        left = deadline - time.monotonic()
        if entry.value is not None or left <= _SHORTEST or token.stopped:
            continue
        state = question.game.play(question.state, entry.action)
        valued = _valued(searches, state, found.depth - 1, left, token)
        if valued["finished"]:
            value = valued["value"]
            entries[number] = dataclasses.replace(entry, value=value, lower=value, upper=value, depth=found.depth)
            changed = True
    if not changed:
        return None
    sign = 1 if question.game.turn(question.state) is Turn.FIRST else -1
    rest = sorted(entries[1:], key=lambda entry: (entry.value is None, -sign * (entry.value or 0.0)))
    return (entries[0], *rest)


def _grow_tree(question: Question, algorithm: Mcts, emit: Emit, token: StopToken) -> dict[str, Any]:
    tree = TreeSearch(question.game, question.state, algorithm, seed=question.seed)

    def show(so_far: SearchResult[Any]) -> None:
        emit("progress", _finding(question, so_far))

    result = tree.search(limit=Limit(seconds=question.seconds), stop=token, on_progress=show)
    show(result)
    visits = tree.view(depth=0).visits
    least = max(1, visits // _TREE_SHARE)
    emit("tree", {"least_visits": least, "root": tree.view(depth=_TREE_DEPTH, min_visits=least).to_json()})
    _show_fan(question, tree, result.action, emit)
    return {"stop_reason": result.stop_reason, "unfinished": None, "tree_by": None}


def _show_fan(question: Question, tree: TreeSearch[Any], action: Any, emit: Emit) -> None:
    """Emit what the simulations say of each roll that comes next."""
    place = _next_luck(question.game, question.state, action)
    if place is None:
        return
    _, steps = place
    node = tree.view(depth=len(steps) + 1)
    for step in steps:
        reached = [child for child in node.children if child.step == step]
        if not reached:  # by no simulation yet
            return
        node = reached[0]
    outcomes = [
        {"step": str(child.step), "probability": child.probability, "value": child.mean, "finished": True}
        for child in node.children
        if child.mean is not None
    ]
    if outcomes:
        emit("fan", {"action": None if action is None else str(action), "outcomes": outcomes})


def _finding(question: Question, result: SearchResult[Any]) -> dict[str, Any]:
    return result.to_json() | {
        "algorithm": str(question.algorithm),
        "nodes_per_second": result.nodes / result.seconds if result.seconds > 0 else None,
    }


def _children(question: Question) -> Iterator[tuple[str, float | None, Any]]:
    game, state = question.game, question.state
    for action in game.actions(state):
        yield action, None, game.play(state, action)
    for outcome, probability in game.outcomes(state):
        yield outcome, probability, game.resolve(state, outcome)


def _valued(searches: LinkedSearches, state: Any, depth: int, seconds: float, token: StopToken) -> dict[str, Any]:
    """Value a state by a search ``depth`` decisions deep; at depth 0 by its estimate, or the mean of its outcomes'."""
    game = searches.game
    if game.turn(state) is Turn.OVER:
        return {"value": game.utility(state), "depth": 0, "finished": True}
    if depth == 0:
        proof = prove(game, state, searches.algorithm, depth=0, seed=searches.seed, stop=token)
        return {"value": proof.lower, "depth": 0, "finished": True}
    result = searches.further(state, Limit(depth=depth, seconds=max(seconds, _SHORTEST)), token)
    return {"value": result.value, "depth": result.depth, "finished": result.stop_reason in _FINISHED}
