"""Compiles the functions of a game with Numba into the C functions of a game table.

A user's function sees a state as a record with fields and, where it makes a new one, changes it in place. Around each
is a function with C's arguments that hands over the record and turns an exception into ``MCMS_FAILED``, since none can
leave compiled code. One more function is put together from the user's: ``leaf_expectation``, all leaves below a chance
node. Nearly all nodes are there, and compiled in one piece they cost no calls.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import carray, cfunc, from_dtype, njit, types
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from mcms.compiled import CHANCE, FIRST, OVER
from mcms.compiled.errors import wrong_return, wrong_source
from mcms.compiled.helpers import BARE, Helpers

FAILED = -(2**31)
OTHER_LUCK = -1

WEIGHTED = np.dtype([("outcome", "u1"), ("probability", "f8")], align=True)
COUNTS = np.dtype([("nodes", "i4"), ("finished", "i4")])

_VOID = types.voidptr
_INT = types.int32
_FLOAT = types.float64


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The parts of a game that are fixed when its functions are compiled."""

    layout: np.dtype[Any]
    max_actions: int
    max_outcomes: int
    fixed_outcomes: npt.NDArray[Any] | None
    """Records of ``WEIGHTED``; ``None`` if they differ from state to state."""
    value_range: tuple[float, float]
    feature_count: int = 0


class Compiler:
    """Compiles the functions of one game."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.record = from_dtype(shape.layout)
        self.state = self.record
        self.own: dict[str, Any] = {}
        self.helpers = Helpers()

    def compile(self, functions: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
        """Return the C functions, by their names in the table."""
        self.own = {name: self._jitted(name, function) for name, function in functions.items()}
        made = {name: getattr(self, f"_{name}")() for name in functions}
        made["leaf_expectation"] = self._leaf_expectation()
        return made

    def _jitted(self, name: str, function: Callable[..., Any]) -> Any:
        """Compile a user's function by itself, so that an error is about nothing else."""
        arguments, expected = self._signatures()[name]
        dispatcher = self.helpers.jitted(function)
        try:
            dispatcher.compile(arguments)
        except (NumbaError, KeyError) as error:
            raise wrong_source(name, function, error) from error
        returned = dispatcher.overloads[arguments].signature.return_type
        if not _fits(returned, expected):
            raise wrong_return(name, function, str(returned), expected)
        return dispatcher

    def _signatures(self) -> dict[str, tuple[tuple[Any, ...], str]]:
        """Return what a user's functions are given and what they return."""
        record = self.record
        listed = (types.Array(types.uint8, 1, "A"), types.Array(_FLOAT, 1, "A"))
        return {
            "initial_state": ((record, types.int64), "nothing"),
            "turn": ((record,), "a whole number"),
            "actions": ((record, types.Array(_INT, 1, "C")), "a whole number"),
            "outcomes": ((record, *listed), "a whole number"),
            "play": ((record, _INT), "nothing"),
            "resolve": ((record, _INT), "nothing"),
            "utility": ((record,), "a number"),
            "estimate": ((record,), "a number"),
            "hash": ((record,), "a whole number"),
            "sample": ((record, _FLOAT), "a whole number"),
            "random_step": ((record, types.int64), "a whole number"),
            "features": ((record, types.Array(types.float32, 1, "C")), "nothing"),
        }

    def _changing(self, name: str, number: Any) -> Any:
        """Make a function that changes a state in place, given a number."""
        change = self.own[name]

        @cfunc(_INT(_VOID, self.state, number))
        def changing(context: Any, state: Any, number: Any) -> Any:
            try:
                change(state, number)
            except Exception:
                return FAILED
            return 0

        return changing

    def _initial_state(self) -> Any:
        return self._changing("initial_state", types.int64)

    def _play(self) -> Any:
        return self._changing("play", _INT)

    def _resolve(self) -> Any:
        return self._changing("resolve", _INT)

    def _turn(self) -> Any:
        turn = self.own["turn"]

        @cfunc(_INT(_VOID, self.state))
        def whose_turn(context: Any, state: Any) -> Any:
            try:
                return _INT(turn(state))
            except Exception:
                return FAILED

        return whose_turn

    def _actions(self) -> Any:
        actions, most = self.own["actions"], self.shape.max_actions

        @cfunc(_INT(_VOID, self.state, types.CPointer(_INT)))
        def list_actions(context: Any, state: Any, out: Any) -> Any:
            try:
                return _INT(actions(state, carray(out, most)))
            except Exception:
                return FAILED

        return list_actions

    def _outcomes(self) -> Any:
        outcomes, most = self.own["outcomes"], self.shape.max_outcomes

        @cfunc(_INT(_VOID, self.state, types.CPointer(from_dtype(WEIGHTED))))
        def list_outcomes(context: Any, state: Any, out: Any) -> Any:
            listed = carray(out, most)
            try:
                return _INT(outcomes(state, listed.outcome, listed.probability))
            except Exception:
                return FAILED

        return list_outcomes

    def _value(self, name: str) -> Any:
        value = self.own[name]

        @cfunc(_FLOAT(_VOID, self.state))
        def value_of(context: Any, state: Any) -> Any:
            try:
                return _FLOAT(value(state))
            except Exception:
                return math.nan

        return value_of

    def _utility(self) -> Any:
        return self._value("utility")

    def _estimate(self) -> Any:
        return self._value("estimate")

    def _features(self) -> Any:
        features, count = self.own["features"], self.shape.feature_count

        @cfunc(_INT(_VOID, self.state, types.CPointer(types.float32)))
        def list_features(context: Any, state: Any, out: Any) -> Any:
            try:
                features(state, carray(out, count))
            except Exception:
                return FAILED
            return 0

        return list_features

    def _hash(self) -> Any:
        own = self.own["hash"]

        @cfunc(_INT(_VOID, self.state, types.CPointer(types.uint64)))
        def hash_of(context: Any, state: Any, out: Any) -> Any:
            try:
                carray(out, 1)[0] = types.uint64(own(state))
            except Exception:
                return FAILED
            return 0

        return hash_of

    def _sample(self) -> Any:
        sample = self.own["sample"]

        @cfunc(_INT(_VOID, self.state, _FLOAT))
        def draw(context: Any, state: Any, uniform: Any) -> Any:
            try:
                return _INT(sample(state, uniform))
            except Exception:
                return FAILED

        return draw

    def _random_step(self) -> Any:
        step = self.own["random_step"]

        @cfunc(_INT(_VOID, self.state, types.int64))
        def random_step(context: Any, state: Any, word: Any) -> Any:
            try:
                return _INT(step(state, word))
            except Exception:
                return FAILED

        return random_step

    def _leaf(self) -> Any:
        """Return a function of a chance state and an outcome: the value of the leaf, and whose turn it is there."""
        turn, resolve, utility, estimate = (self.own[name] for name in ("turn", "resolve", "utility", "estimate"))

        @njit(forceinline=True, **BARE)
        def leaf(state: Any, outcome: Any) -> Any:
            after = local_copy(state)
            resolve(after, _INT(outcome))
            reached = turn(after)
            return (utility(after) if reached == OVER else estimate(after)), reached

        return leaf

    def _mean_below(self) -> Any:
        """Return a function of a chance state: the mean of its leaves, how many there are and how many are finished."""
        leaf, (low, high) = self._leaf(), self.shape.value_range
        listed, most = self._listed_outcomes(), self.shape.max_outcomes
        room = _stack_room(from_dtype(WEIGHTED), most)

        @njit(forceinline=True, **BARE)
        def mean_below(state: Any) -> Any:
            outcomes = listed(state, carray(room(), most))
            total, finished = 0.0, 0
            for i in range(len(outcomes)):
                value, reached = leaf(state, outcomes[i].outcome)
                if reached == CHANCE or not FIRST <= reached <= OVER or not low <= value <= high:
                    return 0.0, OTHER_LUCK, 0
                if not outcomes[i].probability > 0:
                    return 0.0, OTHER_LUCK, 0
                finished += reached == OVER
                total += outcomes[i].probability * value
            return min(max(total, low), high), len(outcomes) or OTHER_LUCK, finished

        return mean_below

    def _listed_outcomes(self) -> Any:
        """Return a function of a chance state and room for a list: the outcomes, none if something is wrong."""
        fixed, most = self.shape.fixed_outcomes, self.shape.max_outcomes
        if fixed is not None:
            return njit(forceinline=True, **BARE)(lambda state, room: fixed)
        outcomes = self.own["outcomes"]

        @njit(forceinline=True, **BARE)
        def listed(state: Any, room: Any) -> Any:
            count = outcomes(state, room.outcome, room.probability)
            if not 1 <= count <= most:
                return room[:0]
            total = 0.0
            for i in range(count):
                total += room[i].probability
            return room[: count if abs(total - 1) < 1e-9 else 0]

        return listed

    def _leaf_expectation(self) -> Any:
        """Make the leaves below a chance node one function.

        Whatever goes wrong in it shows again, and is reported, when the core then continues step by step.
        """
        mean_below = self._mean_below()

        @cfunc(_FLOAT(_VOID, self.state, from_dtype(COUNTS)))
        def leaf_expectation(context: Any, state: Any, counts: Any) -> Any:
            counts.nodes = OTHER_LUCK
            try:
                value, nodes, finished = mean_below(local_copy(state))
            except Exception:
                return 0.0
            counts.nodes, counts.finished = nodes, finished
            return value

        return leaf_expectation


def _fits(returned: Any, expected: str) -> bool:
    if expected == "nothing":
        return bool(returned == types.none)
    whole = isinstance(returned, types.Integer | types.Boolean)
    return whole or (expected == "a number" and isinstance(returned, types.Float))


@intrinsic
def local_copy(typing_context: Any, record: Any) -> Any:
    """Copy a record onto the stack, where LLVM takes it apart into registers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source = arguments[0]
        room = cgutils.alloca_once(builder, context.get_data_type(record))
        room.align = 16
        cgutils.raw_memcpy(builder, room, source, context.get_constant(types.intp, record.size), 1)
        return builder.bitcast(room, context.get_value_type(record))

    return record(record), generate


def _stack_room(item: Any, count: int) -> Any:
    """Return a function that returns a pointer to room on its caller's stack."""

    @intrinsic
    def room(typing_context: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = context.get_constant(types.intp, count)
            block = cgutils.alloca_once(builder, context.get_data_type(item), size=size)
            block.align = 16
            return builder.bitcast(block, context.get_value_type(types.CPointer(item)))

        return types.CPointer(item)(), generate

    return room
