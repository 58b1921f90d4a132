"""An OpenSpiel game searched by us as a contestant, and the least that a search in Python would have to do.

The tree is OpenSpiel's own, whose Pig may stop with nothing to bank, so these two compare with each other only. Leaves
are taken for draws: an estimate in Python costs what it costs, and the loop has none.
"""

import time
from typing import TYPE_CHECKING, Any

from mcms._core import PigState
from mcms.bench.contestant import Contestant, Run
from mcms.search import prove

if TYPE_CHECKING:
    from mcms.bench.openspiel import OpenSpielPig

BARE_LOOP = "Python loop without search, OpenSpiel's rules"
ADAPTED = "exp, OpenSpiel's rules"


def adapted(bridge: "OpenSpielPig", depth: int) -> tuple[Contestant, ...]:
    """Enter both. The loop's value is the number of its nodes, which the search has to agree with."""
    from mcms.openspiel import load  # noqa: PLC0415  an extra

    game = load(bridge.game)

    def loop(position: PigState) -> Run:
        state = bridge.state(position)
        start = time.perf_counter()
        nodes = _walk(state, depth)
        return Run(nodes=nodes, seconds=time.perf_counter() - start, value=float(nodes))

    def search(position: PigState) -> Run:
        root = game.state(bridge.state(position))
        start = time.perf_counter()
        proof = prove(game, root, "exp", depth=depth)
        return Run(nodes=proof.nodes, seconds=time.perf_counter() - start, value=proof.lower)

    return (
        Contestant(
            name=BARE_LOOP,
            depth=depth,
            run=loop,
            expected_value=lambda position: float(
                prove(game, game.state(bridge.state(position)), "exp", depth=depth).nodes
            ),
        ),
        Contestant(
            name=ADAPTED,
            depth=depth,
            run=search,
            expected_value=lambda position: _value(bridge.state(position), depth),
        ),
    )


def _walk(state: Any, depth: int) -> int:
    """Visit every node, and do nothing there but what cannot be left out: clone, apply, list, ask for the end."""
    if state.is_terminal():
        return 1
    if state.is_chance_node():
        left, nodes = depth, 0
    elif depth == 0:
        return 1
    else:
        left, nodes = depth - 1, 1
    for step in state.legal_actions():
        child = state.clone()
        child.apply_action(step)
        nodes += _walk(child, left)
    return nodes


def _value(state: Any, depth: int) -> float:
    """Return the value by its definition."""
    if state.is_terminal():
        return float(state.player_return(0))
    if state.is_chance_node():
        parts = (p * _value(state.child(outcome), depth) for outcome, p in state.chance_outcomes())
        return float(sum(parts))
    if depth == 0:
        return 0.0
    values = [_value(state.child(action), depth - 1) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)
