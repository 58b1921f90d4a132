"""Results of the same search in two forms of one game: equal but for the time and the last bits of sums."""

import dataclasses
from typing import Any

from mcms import SearchResult

_DIGITS = 9


def rounded(result: SearchResult[Any]) -> SearchResult[Any]:
    """Return the result without its time and without last bits: forms of a game may add up leaves in other orders."""
    actions = tuple(_round_fields(entry, ("value", "lower", "upper")) for entry in result.actions)
    # A limit may fall among leaves that one form evaluates at once and the other one by one.
    leaves = 0 if result.stop_reason == "nodes" else result.leaves
    return dataclasses.replace(_round_fields(result, ("value",)), actions=actions, leaves=leaves, seconds=0.0)


def answer(result: SearchResult[Any]) -> tuple[Any, ...]:
    """Return what was found, without what it took, which bounds by the rules change."""
    plain = rounded(result)
    return plain.action, plain.value, plain.depth


def _round_fields(record: Any, names: tuple[str, ...]) -> Any:
    values = {name: getattr(record, name) for name in names}
    return dataclasses.replace(
        record, **{name: None if value is None else round(value, _DIGITS) + 0.0 for name, value in values.items()}
    )
