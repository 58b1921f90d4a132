"""Checks of single values at the boundary, each with a sentence that says what was expected."""

import math
from typing import Any

from mcms.exceptions import InvalidOptionError, McmsError


def whole_number(name: str, value: Any, low: int, high: int, error: type[McmsError] = InvalidOptionError) -> int:
    """Return ``value`` if it is a whole number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise error(f"{name} is {value!r}: expected a whole number from {low} to {high}")
    return value


def number(name: str, value: Any, low: float, high: float) -> float:
    """Return ``value`` as a float if it is a number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise InvalidOptionError(f"{name} is {value!r}: expected a number from {low:g} to {high:g}")
    return float(value)


def positive_number(name: str, value: Any) -> float:
    """Return ``value`` as a float if it is a finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise InvalidOptionError(f"{name} is {value!r}: expected a number above 0")
    return float(value)


def truth(name: str, value: Any, error: type[McmsError] = InvalidOptionError) -> bool:
    """Return ``value`` if it is ``True`` or ``False``."""
    if not isinstance(value, bool):
        raise error(f"{name} is {value!r}: expected true or false")
    return value


def choice(name: str, value: Any, allowed: tuple[str, ...]) -> str:
    """Return ``value`` if it is one of the texts allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise InvalidOptionError(f"{name} is {value!r}: expected {' or '.join(allowed)}")
    return value


def json_object(
    value: Any, required: set[str], optional: set[str], error: type[McmsError], name: str = "the state"
) -> dict[str, Any]:
    """Return ``value`` if it is an object with the required keys, at most some optional ones, and no others."""
    if not isinstance(value, dict):
        raise error(f"{name} is {value!r}: expected an object with {', '.join(sorted(required))}")
    if missing := sorted(required - value.keys()):
        raise error(f"{name} lacks {', '.join(missing)}")
    if unknown := sorted(str(key) for key in value.keys() - required - optional):
        allowed = ", ".join(sorted(required | optional))
        raise error(f"{name} has the unknown key {unknown[0]!r}: expected {allowed}")
    return value
