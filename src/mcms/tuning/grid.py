"""The options to try: every combination of a few values for each."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from mcms.algorithms import algorithm_options
from mcms.exceptions import InvalidOptionError
from mcms.spec import format_spec, parse_spec, parse_value, require_options, split_list, split_option

MOST_CANDIDATES = 4096


def parse_grid(texts: Sequence[str]) -> dict[str, list[Any]]:
    """Read ``option=value,value,…``, one text an option.

    Parameters
    ----------
    texts
        The texts.

    Examples
    --------
    >>> parse_grid(["width=5,10", "table_bounds=true,false"])
    {'width': [5, 10], 'table_bounds': [True, False]}

    """
    grid: dict[str, list[Any]] = {}
    for text in texts:
        option = split_option(text)
        values = split_list(option[1]) if option else []
        if option is None or not all(values):
            raise InvalidOptionError(f"grid is {text!r}: expected something like width=5,10,20")
        name = option[0]
        if name in grid:
            raise InvalidOptionError(f"grid gives {name} twice: expected each option once")
        grid[name] = [parse_value(value) for value in values]
    return grid


def candidates(name: str, grid: Mapping[str, Sequence[Any]]) -> list[str]:
    """Return the texts of all combinations of options.

    Parameters
    ----------
    name
        The name of an algorithm, with options that stay as they are.
    grid
        The values of each option.

    Examples
    --------
    >>> candidates("star1ss", {"width": [5, 10]})
    ['star1ss(width=5)', 'star1ss(width=10)']

    """
    spec = parse_spec(name)
    known = [option.name for option in algorithm_options(spec.name)]
    require_options(spec.name, spec.options | dict(grid), known)
    combinations = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    if not 2 <= len(combinations) <= MOST_CANDIDATES:
        raise InvalidOptionError(f"the grid has {len(combinations)} points: expected from 2 to {MOST_CANDIDATES}")
    return [format_spec(spec.name, spec.options | options) for options in combinations]
