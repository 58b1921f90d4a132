"""States of games that are given as function tables: the bytes of a NumPy structured dtype, with fields to read.

A state class is made for each game, so that a state of one game is none of another's. States are equal if their bytes
are, which is why padding is always zero.
"""

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from mcms import _core
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.validation import json_object

_SIZES = (
    (16, _core.TableState16, _core.TableGame16),
    (64, _core.TableState64, _core.TableGame64),
    (512, _core.TableState512, _core.TableGame512),
)
MOST_STATE_BYTES = _SIZES[-1][0]
_NUMBERS = "biuf"


def checked_layout(state: Any) -> np.dtype[Any]:
    """Return the dtype of a state if it is a structure of numbers that is small enough."""
    try:
        layout: np.dtype[Any] = np.dtype(state)
    except TypeError as error:
        raise InvalidOptionError(f"state is {state!r}: expected a NumPy structured dtype ({error})") from None
    if layout.names is None or layout.hasobject:
        raise InvalidOptionError(f"state is {layout!r}: expected a structured dtype, such as [('score', 'i4', 2)]")
    if not 1 <= layout.itemsize <= MOST_STATE_BYTES:
        raise InvalidOptionError(f"state has {layout.itemsize} bytes: expected 1 to {MOST_STATE_BYTES}")
    _check_fields(layout)
    return layout


def _check_fields(layout: np.dtype[Any]) -> None:
    for name in layout.names or ():
        field = layout[name].base
        if name == "data" or name.startswith("_"):
            raise InvalidOptionError(f"state has a field {name!r}: expected a name other than data that starts no _")
        if field.names is not None:
            _check_fields(field)
        elif field.kind not in _NUMBERS or not field.isnative:
            raise InvalidOptionError(f"the field {name!r} of state is {field!r}: expected numbers or booleans")


def core_classes(layout: np.dtype[Any]) -> tuple[type[Any], type[Any]]:
    """Return the core's classes of states and games for states of this size."""
    return next((state, game) for size, state, game in _SIZES if layout.itemsize <= size)


def learner_class(layout: np.dtype[Any]) -> Any:
    """Return the core's class that learns games with states of this size."""
    return getattr(_core, f"TableLearning{_size_class(layout)}")


def with_networks(layout: np.dtype[Any]) -> Any:
    """Return the core's function that gives such a game learnt estimates."""
    return getattr(_core, f"learnt_table_game{_size_class(layout)}")


def _size_class(layout: np.dtype[Any]) -> int:
    return next(size for size, _, _ in _SIZES if layout.itemsize <= size)


class TableState:
    """What the state classes of all such games share; each also derives from one of the core's."""

    __slots__ = ()

    data: bytes
    _layout: np.dtype[Any]
    _game: Any

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as plain numbers and lists."""
        plain: dict[str, Any] = _plain(self._record())
        return plain

    def _record(self) -> Any:
        return np.frombuffer(self.data, self._layout, count=1)[0]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.data == self.data

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in self.as_dict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._game, self.data)


def _restored(game: Any, data: bytes) -> Any:
    return game.state_type(data)


def state_class(name: str, layout: np.dtype[Any], core_state: type[Any]) -> type[Any]:
    """Make the class of a game's states, with a read-only property for each field."""
    body: dict[str, Any] = {"__slots__": (), "_layout": layout, "__doc__": f"A state of {name}."}
    for field in layout.names or ():
        body[field] = property(functools.partial(_field, field))
    return type(f"{''.join(part.capitalize() for part in name.split('_'))}State", (TableState, core_state), body)


def _field(name: str, state: TableState) -> Any:
    return _frozen(_plain(state._record()[name]))


def _plain(value: Any) -> Any:
    """Return a NumPy value as numbers, lists and dicts."""
    if isinstance(value, np.void):
        return {name: _plain(value[name]) for name in value.dtype.names or ()}
    if isinstance(value, np.ndarray):
        return [_plain(item) for item in value]
    return value.item()


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def record_of(layout: np.dtype[Any], data: Any) -> npt.NDArray[Any]:
    """Return one record with the fields of a JSON object; anything that does not fit raises ``InvalidStateError``."""
    record = np.zeros(1, layout)
    _fill(record, layout, data, "the state")
    return record


def _fill(target: npt.NDArray[Any], layout: np.dtype[Any], data: Any, name: str) -> None:
    """Write a JSON value into a one-element array, field by field and item by item."""
    names = layout.names
    if names is not None:
        fields = json_object(data, set(names), set(), InvalidStateError, name)
        for field in names:
            _fill_field(target[field], layout[field], fields[field], field)
        return
    target[0] = _number(layout, data, name)


def _fill_field(target: npt.NDArray[Any], layout: np.dtype[Any], data: Any, name: str) -> None:
    if layout.subdtype is None:
        _fill(target, layout, data, name)
        return
    items = target.reshape(-1)
    flat = _flat(data, layout.shape, name)
    for i, item in enumerate(flat):
        _fill(items[i : i + 1], layout.base, item, name)


def _flat(data: Any, shape: tuple[int, ...], name: str) -> list[Any]:
    """Return the items of nested lists of a shape, in order."""
    if not shape:
        return [data]
    if not isinstance(data, list | tuple) or len(data) != shape[0]:
        raise InvalidStateError(f"{name} is {data!r}: expected a list of {shape[0]}")
    return [item for part in data for item in _flat(part, shape[1:], name)]


def _number(kind: np.dtype[Any], value: Any, name: str) -> Any:
    if kind.kind == "b":
        if not isinstance(value, bool):
            raise InvalidStateError(f"{name} is {value!r}: expected true or false")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float if kind.kind == "f" else int):
        raise InvalidStateError(f"{name} is {value!r}: expected a {'number' if kind.kind == 'f' else 'whole number'}")
    if kind.kind != "f" and not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
        limits = np.iinfo(kind)
        raise InvalidStateError(f"{name} is {value!r}: expected a number from {limits.min} to {limits.max}")
    return value
