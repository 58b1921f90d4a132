"""The one reader of small texts: ``name(option=value,…)`` of games, algorithms and players, lists, values, limits.

Grids of options (:mod:`mcms.tuning.grid`) and limits (:mod:`mcms.limit`) are put together from the same pieces.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from mcms.exceptions import InvalidOptionError, UnknownNameError

_SPEC = re.compile(r"\s*(?P<name>[\w:.\-]+)\s*(?:\((?P<options>[^()]*)\))?\s*")
_OPTION = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>[^\s=()][^=()]*?)\s*")
_WORDS = {"true": True, "false": False, "none": None}
_LONGEST = 1000


@dataclass(frozen=True)
class Spec:
    """A name with options, as written on a command line."""

    name: str
    options: dict[str, Any] = field(default_factory=dict)


def parse_spec(text: str) -> Spec:
    """Read ``name`` or ``name(option=value,…)``.

    >>> parse_spec("star2ss(width=18, table_bounds=true)")
    Spec(name='star2ss', options={'width': 18, 'table_bounds': True})
    """
    match = _SPEC.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise InvalidOptionError(
            f"{text[:80]!r} is not a name with options: expected something like name or name(option=value)"
        )
    options: dict[str, Any] = {}
    body = match["options"] or ""
    for part in split_list(body) if body.strip() else []:
        option = split_option(part)
        if option is None:
            raise InvalidOptionError(f"{part!r} in {text!r} is not an option: expected option=value")
        name, value = option
        if name in options:
            raise InvalidOptionError(f"{text!r} gives {name} twice: expected each option once")
        options[name] = parse_value(value)
    return Spec(match["name"], options)


def format_spec(name: str, options: dict[str, Any]) -> str:
    """Write what :func:`parse_spec` reads."""
    if not options:
        return name
    return f"{name}({','.join(f'{option}={_text(value)}' for option, value in options.items())})"


def split_list(text: str) -> list[str]:
    """Take a list apart at its commas, but for those in brackets.

    >>> split_list("ewn, pig(goal=50,dice=1)")
    ['ewn', 'pig(goal=50,dice=1)']
    """
    return [part.strip() for part in re.split(r",(?![^()]*\))", text)]


def split_option(text: str) -> tuple[str, str] | None:
    """Take ``option=value`` apart, or return ``None`` if it is none; the value may be a list.

    >>> split_option(" width = 5,10")
    ('width', '5,10')
    """
    match = _OPTION.fullmatch(text)
    return None if match is None else (match["name"], match["value"])


def split_limit(text: str) -> tuple[str, str | None]:
    """Take a player with a limit apart; without ``@`` it has none.

    >>> split_limit("star1@50ms")
    ('star1', '50ms')
    """
    described, at, limit = text.partition("@")
    return described, limit if at else None


def parse_value(text: str) -> Any:
    """Return what an option's text stands for: true, false, none, a number, or the text itself."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def require_known(kind: str, name: str, known: list[str]) -> None:
    """Raise unless ``name`` is one of the known ones."""
    if name not in known:
        raise UnknownNameError(f"unknown {kind} {name!r}: expected one of {', '.join(known)}")


def require_options(owner: str, options: dict[str, Any], known: list[str]) -> None:
    """Raise unless every option is one of the known ones."""
    for option in options:
        if option not in known:
            expected = f"expected one of {', '.join(known)}" if known else "it has none"
            raise InvalidOptionError(f"{owner} has no option {option!r}: {expected}")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
