"""Errors about a user's functions: which one, where, and Numba's reason in a sentence."""

import dis
import re
from collections.abc import Callable
from typing import Any

from mcms.exceptions import CompilationError

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_HEADINGS = ("Failed in", "During:", "File ", "- Of which", "There are", "- Resolution failure", "<source")


def wrong_source(name: str, function: Callable[..., Any], error: Exception) -> CompilationError:
    """Return the error for a function that Numba cannot compile."""
    code = function.__code__
    if isinstance(error, KeyError):  # Numba's way to say that a record lacks a field
        named = (each.positions for each in dis.get_instructions(code) if each.argval == error.args[0])
        lines = [positions.lineno for positions in named if positions is not None]
        place = f"{code.co_filename}, line {next(filter(None, lines), code.co_firstlineno)}"
        return CompilationError(f"{name} ({place}) cannot be compiled: a state has no field {error}")
    text = _COLOURS.sub("", str(error))
    return CompilationError(f"{name} ({_place(function, text)}) cannot be compiled: {_reason(text)}")


def wrong_return(name: str, function: Callable[..., Any], returned: str, expected: str) -> CompilationError:
    """Return the error for a function whose return value has the wrong type."""
    return CompilationError(f"{name} ({_place(function, '')}) returns {returned}: expected {expected}")


def _place(function: Callable[..., Any], text: str) -> str:
    """Return the file and the line that Numba complains about, or else that of the function."""
    code = function.__code__
    lines = [int(match["line"]) for match in _PLACE.finditer(text) if match["file"] in code.co_filename]
    return f"{code.co_filename}, line {lines[-1] if lines else code.co_firstlineno}"


def _reason(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if line and not line.startswith(_HEADINGS)]
    return telling[0].rstrip(".:") if telling else text.strip()
