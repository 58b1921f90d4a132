"""A game written in Python as a contestant: what a user's own game costs next to a built-in one."""

import time
from typing import Any

from mcms._core import PigState
from mcms.algorithms import Expectimax
from mcms.bench.contestant import Contestant, Run, expectimax_value
from mcms.bench.python_pig import PythonPig, plain_state
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.search import search

NAME = "exp, Pig in Python"

_SHALLOWER = 2


def in_python(game: BaseGame[Any], depth: int) -> tuple[Contestant, ...]:
    """Enter expectimax over the plain Python version of this very game, if there is one; less deep, to be in time."""
    if str(game) != "pig":
        return ()
    pig, depth = PythonPig(), max(1, depth - _SHALLOWER)

    def run(state: PigState) -> Run:
        root = plain_state(state)
        start = time.perf_counter()
        result = search(pig, root, Expectimax(), limit=Limit(depth=depth))
        return Run(nodes=result.nodes, seconds=time.perf_counter() - start, value=result.value)

    return (
        Contestant(
            name=NAME,
            depth=depth,
            run=run,
            expected_value=lambda state: expectimax_value(game, state, Expectimax(), depth),
        ),
    )
