"""Lets plain functions call plain functions: Numba itself wants each of them decorated."""

import types
from collections.abc import Callable, Iterator
from typing import Any

from numba import njit
from numba.core.registry import cpu_target

# Nobody calls the functions from Python or by themselves, and Numba need not prepare for it.
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Helpers:
    """The functions of one game, jitted, each once."""

    def __init__(self) -> None:
        self._jitted: dict[Any, Any] = {}

    def jitted(self, function: Callable[..., Any]) -> Any:
        """Return a function to be compiled, and with it those it calls by a global name or from around it.

        Indices are checked, unlike in what users decorate themselves, which stays as they want it.
        """
        if not isinstance(function, types.FunctionType):
            return function
        if function not in self._jitted:
            names = dict(function.__globals__)
            copy = types.FunctionType(
                function.__code__,
                names,
                function.__name__,
                function.__defaults__,
                tuple(map(self._cell, function.__closure__ or ())),
            )
            copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
            # Known before its own calls are looked at, since it may call itself.
            self._jitted[function] = njit(boundscheck=True, **BARE)(copy)
            for name in _names(function.__code__):
                if _is_unknown_to_numba(names.get(name)):
                    names[name] = self.jitted(names[name])
        return self._jitted[function]

    def _cell(self, cell: Any) -> Any:
        return types.CellType(self.jitted(cell.cell_contents)) if _is_unknown_to_numba(cell.cell_contents) else cell


def _names(code: types.CodeType) -> Iterator[str]:
    """Yield the names that a function and those inside it look up."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _names(inner)


def _is_unknown_to_numba(value: Any) -> bool:
    if not isinstance(value, types.FunctionType):
        return False
    try:
        cpu_target.typing_context.resolve_value_type(value)
    except ValueError:
        return True
    return False
