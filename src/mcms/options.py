"""Options of games and algorithms: dataclass fields that carry their meaning with them.

The command line and the pages describe an option from the field itself, so there is one place to write it.
"""

import dataclasses
from typing import Any, TypeVar

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class OptionInfo:
    """One option, for a person or a form."""

    name: str
    type: str
    default: Any
    meaning: str


def option(default: T, meaning: str) -> T:
    """Declare a field of a frozen dataclass with its default and what it means.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Rules:
    ...     goal: int = option(100, "points that win")
    >>> options_of(Rules)
    (OptionInfo(name='goal', type='int', default=100, meaning='points that win'),)
    """
    field: T = dataclasses.field(default=default, metadata={"meaning": meaning})
    return field


def options_of(cls: type[Any]) -> tuple[OptionInfo, ...]:
    """List the fields of a dataclass that were declared as options."""
    return tuple(
        OptionInfo(
            name=field.name,
            type=field.type.__name__ if isinstance(field.type, type) else str(field.type),
            default=None if field.default is dataclasses.MISSING else field.default,
            meaning=field.metadata["meaning"],
        )
        for field in dataclasses.fields(cls)
        if "meaning" in field.metadata
    )
