"""What notebooks show of results, states, trees and solutions: small tables, and text as it stands."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any


def table(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table; cells are text, not markup."""
    head = "".join(f"<th>{text(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def text(value: object) -> str:
    """Return anything as text of a page; ``None`` is empty."""
    from html import escape  # noqa: PLC0415  only notebooks need its tables

    return "" if value is None else escape(str(value))


def number(value: float | None) -> str:
    """Return a value as tables have it."""
    return "" if value is None else f"{value:+.3f}"


def count(value: int | None) -> str:
    """Return a count as tables have it."""
    return "" if value is None else f"{value:,}"


def show_states(state_type: type[Any], text_of: Callable[[Any], str] | None = None) -> None:
    """Let notebooks show the states of a class of the core: as a person reads them, or else their fields."""

    def _repr_html_(state: Any) -> str:
        if text_of is not None:
            return f"<pre>{text(text_of(state))}</pre>"
        return table(("field", "value"), state.as_dict().items())

    state_type._repr_html_ = _repr_html_
