"""What ``help()`` says of a dataclass's fields, from the place where each is declared.

A field's meaning is written once, in its metadata (:mod:`mcms.options`) or as a text below it, and ``help()`` shows
neither. So the docstring of a public class gets a section with all its fields, put together when it is first read.
The documentation's site uses :func:`field_meanings` too.
"""

import dataclasses
import inspect
from collections.abc import Iterable
from typing import Any


def document_fields(things: Iterable[Any]) -> None:
    """Let the docstrings of those things that are dataclasses describe their fields."""
    for thing in things:
        if isinstance(thing, type) and dataclasses.is_dataclass(thing) and dataclasses.fields(thing):
            text = thing.__dict__.get("__doc__")
            if isinstance(text, str):  # python -OO leaves none
                thing.__doc__ = _DocWithFields(text)  # type: ignore[assignment]  # read as a text


class _DocWithFields:
    """A docstring that is completed when it is first read: finding the meanings means parsing source."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._complete: dict[type[Any], str] = {}

    def __get__(self, instance: object, owner: type[Any]) -> str:
        if owner not in self._complete:
            self._complete[owner] = _with_fields(self._text, owner)
        return self._complete[owner]


def _with_fields(text: str, cls: type[Any]) -> str:
    """Return a docstring with a section of fields, before the examples."""
    prose, start, examples = inspect.cleandoc(text).partition("\n>>> ")
    sections = [prose.strip(), "\n".join(["Attributes", "----------", *_entries(cls)])]
    if examples:
        sections.append(f"Examples\n--------\n{start.strip()} {examples.strip()}")
    return "\n\n".join(sections) + "\n"


def _entries(cls: type[Any]) -> list[str]:
    meanings = field_meanings(cls)
    lines = []
    for field in dataclasses.fields(cls):
        default = "" if field.default is dataclasses.MISSING else f", default {field.default!r}"
        lines.append(f"{field.name} : {inspect.formatannotation(field.type)}{default}")
        lines += [f"    {line}" for line in meanings.get(field.name, "").splitlines()]
    return lines


def field_meanings(cls: type[Any]) -> dict[str, str]:
    """Return what the fields of a dataclass mean, for those that say so.

    >>> import mcms
    >>> field_meanings(mcms.Pig)["goal"]
    'Points that win.'
    >>> field_meanings(mcms.SearchResult)["leaves"]
    'States evaluated, by utility or estimate.'
    """
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if dataclasses.is_dataclass(base):
            found |= _texts_below(base)
    found |= {
        field.name: _sentence(field.metadata["meaning"])
        for field in dataclasses.fields(cls)
        if "meaning" in field.metadata
    }
    return {field.name: found[field.name] for field in dataclasses.fields(cls) if field.name in found}


def _sentence(meaning: str) -> str:
    return meaning[0].upper() + meaning[1:] + "."


def _texts_below(cls: type[Any]) -> dict[str, str]:
    """Return the texts that stand below fields in the source of a class."""
    import ast  # noqa: PLC0415  only whoever asks for help needs it

    try:
        (tree,) = ast.parse(inspect.cleandoc("\n" + inspect.getsource(cls))).body
    except (OSError, TypeError):  # no source, as at a prompt
        return {}
    assert isinstance(tree, ast.ClassDef)
    texts = {}
    for statement, below in zip(tree.body, tree.body[1:], strict=False):
        match statement, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                texts[name] = inspect.cleandoc(text)
    return texts
