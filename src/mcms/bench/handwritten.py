"""The hand-written single-purpose searches of ``mcms._reference``, as contestants.

A row of the table says for a game, by its text form, which function that is and how a state becomes its arguments.
"""

import importlib.util
import time
from collections.abc import Callable, Mapping
from typing import Any

from mcms import _core
from mcms._core import CantStopState, EwnState, PigState, RaState
from mcms.algorithms import Expectimax
from mcms.bench.contestant import Contestant, Run, expectimax_value
from mcms.exceptions import MissingExtraError
from mcms.games.base import BaseGame
from mcms.games.cant_stop import CantStop

NAME = "hand-written C++"


def require_references() -> None:
    """Raise unless this build has them, which a wheel does without."""
    if importlib.util.find_spec("mcms._reference") is None:
        raise MissingExtraError(
            "this build has no hand-written searches to race against: expected one made by make bench"
        )


def _pig(state: PigState, depth: int) -> tuple[float, int]:
    from mcms import _reference  # noqa: PLC0415

    return _reference.pig(
        me=state.own,
        other=state.other,
        turn_total=state.turn_total,
        to_move=int(state.second_moves),
        depth=depth,
    )


def _cant_stop(state: CantStopState, depth: int) -> tuple[float, int]:
    from mcms import _reference  # noqa: PLC0415

    rules = CantStop().rules
    markers = rules.markers(state)
    return _reference.cant_stop(
        me=markers[state.second_moves],
        runners=rules.runners(state),
        other=markers[not state.second_moves],
        dice=rules.dice(state),
        to_move=int(state.second_moves),
        depth=depth,
    )


def _ewn(state: EwnState, depth: int) -> tuple[float, int]:
    from mcms import _reference  # noqa: PLC0415

    assert state.die is not None, "the bench searches decisions"
    return _reference.ewn(
        first=[-1 if square is None else square for square in state.first],
        second=[-1 if square is None else square for square in state.second],
        die=state.die,
        to_move=int(state.second_moves),
        depth=depth,
    )


def _ra(state: RaState, depth: int) -> tuple[float, int]:
    from mcms import _reference  # noqa: PLC0415

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


def handwritten(game: BaseGame[Any], depth: int) -> tuple[Contestant, ...]:
    """Enter the hand-written expectimax of this very game, if there is one."""
    search = _REFERENCES.get(str(game))
    if search is None:
        return ()
    require_references()

    def run(state: Any) -> Run:
        start = time.perf_counter()
        value, nodes = search(state, depth)
        return Run(nodes=nodes, seconds=time.perf_counter() - start, value=value)

    return (
        Contestant(
            name=NAME,
            depth=depth,
            run=run,
            expected_value=lambda state: expectimax_value(game, state, Expectimax(), depth),
        ),
    )
