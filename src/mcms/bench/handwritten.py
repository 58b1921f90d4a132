"""The hand-written single-purpose searches of ``mcms._reference``, as contestants.

A row of the table says for a game, by its text form, which function that is and how a state becomes its arguments.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

from mcms import _core, _reference
from mcms._core import CantStopState, EwnState, PigState, RaState
from mcms.algorithms import Expectimax
from mcms.bench.contestant import Contestant, Run, expectimax_value
from mcms.games.cant_stop import CantStop
from mcms.games.native import NativeGame

NAME = "hand-written C++"


def _pig(state: PigState, depth: int) -> tuple[float, int]:
    return _reference.pig(
        me=state.own,
        other=state.other,
        turn_total=state.turn_total,
        to_move=int(state.second_moves),
        depth=depth,
    )


def _cant_stop(state: CantStopState, depth: int) -> tuple[float, int]:
    core = CantStop().core
    markers = core.markers(state)
    return _reference.cant_stop(
        me=markers[state.second_moves],
        runners=core.runners(state),
        other=markers[not state.second_moves],
        dice=core.dice(state),
        to_move=int(state.second_moves),
        depth=depth,
    )


def _ewn(state: EwnState, depth: int) -> tuple[float, int]:
    assert state.die is not None, "the bench searches decisions"
    return _reference.ewn(
        first=[-1 if square is None else square for square in state.first],
        second=[-1 if square is None else square for square in state.second],
        die=state.die,
        to_move=int(state.second_moves),
        depth=depth,
    )


def _ra(state: RaState, depth: int) -> tuple[float, int]:
    position, turn = _reference.RaPosition(), _reference.RaTurn()
    position.bag, position.track = _core.ra_bag(state), _core.ra_auction_track(state)
    position.tiles = _core.ra_tiles(state)
    for name in ("suns", "used_suns", "points", "centre_sun", "epoch", "ra_track"):
        setattr(position, name, getattr(state, name))
    turn.phase = state.phase.value
    for name in ("to_move", "caller", "voluntary", "bid", "unrest_discards", "earthquake_discards"):
        setattr(turn, name, getattr(state, name))
    return _reference.ra(position=position, turn=turn, depth=depth)


_REFERENCES: Mapping[str, Callable[[Any, int], tuple[float, int]]] = {
    "cant_stop": _cant_stop,
    "ewn": _ewn,
    "pig": _pig,
    "ra": _ra,
}


def handwritten(game: NativeGame[Any], depth: int) -> tuple[Contestant, ...]:
    """Enter the hand-written expectimax of this very game, if there is one."""
    reference = _REFERENCES.get(str(game))
    if reference is None:
        return ()

    def run(state: Any) -> Run:
        start = time.perf_counter()
        value, nodes = reference(state, depth)
        return Run(nodes=nodes, seconds=time.perf_counter() - start, value=value)

    return (
        Contestant(
            name=NAME,
            depth=depth,
            run=run,
            expected_value=lambda state: expectimax_value(game, state, Expectimax(), depth),
        ),
    )
