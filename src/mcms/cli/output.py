"""What the commands share in printing: consoles, JSON, numbers for people."""

import json
import os
import sys
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from mcms.options import OptionInfo

_WIDE = 10_000
_NARROW = 8


def print_json(value: Any) -> None:
    """Print one JSON value on a line of its own."""
    json.dump(value, sys.stdout, allow_nan=False)
    sys.stdout.write("\n")


def console() -> Console:
    """Return the console of results; text is printed as it is, without markup or guessed colours."""
    # What goes into a file or a pipe has no width, so nothing is cut or folded there.
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDE
    return Console(markup=False, highlight=False, emoji=False, width=width)


def progress_console() -> Console:
    """Return the console of progress: stderr, so that results can be piped."""
    return Console(stderr=True, markup=False, highlight=False, emoji=False)


def table(*columns: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return an empty table; the columns named in ``numbers`` are aligned to the right."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        is_number = column in numbers
        # Numbers keep their width, texts are folded to what is left, and nothing is cut away.
        made.add_column(
            column,
            justify="right" if is_number else "left",
            overflow="fold",
            no_wrap=is_number,
            min_width=None if is_number else min(len(column), _NARROW) or None,
        )
    return made


def count(number: float) -> str:
    """Write a large number in short: ``1,234``, ``56.7 k``, ``12.3 M``."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if number >= size:
            return f"{number / (1e3 if letter == 'k' else size):.1f} {letter}"
    return f"{number:,.0f}"


def duration(seconds: float) -> str:
    """Write a time in the unit that fits."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def options_table(options: list[OptionInfo]) -> Table:
    """Return the options with their defaults and meaning."""
    rows = table("option", "default", "meaning")
    for option in options:
        default = option.default
        plain = str(default).lower() if default is None or isinstance(default, bool) else str(default)
        rows.add_row(option.name, plain, option.meaning)
    return rows
