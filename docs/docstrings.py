"""How docstrings, written for ``help()``, become pages: examples are code, roles are names, options are explained."""

import dataclasses
import re
from importlib import import_module
from typing import Any

import griffe

from mcms.field_docs import field_meanings

_ROLE = re.compile(r":(?:func|class|meth|mod|attr|data|exc):`~?([^`]+)`")
_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)(?:\n?^>>> .*\n?(?:^(?!\s*$).*\n?)*)*", re.MULTILINE)


class PlainDocstrings(griffe.Extension):
    """Rewrites every docstring as it is read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence examples outside a section of their own, and name what roles point at."""
        if obj.docstring is None and obj.is_attribute and obj.parent is not None and obj.parent.is_class:
            _explain_option(obj, obj.parent)
        if obj.docstring is None:
            return
        text = _ROLE.sub(r"`\1`", obj.docstring.value)
        if "Examples\n---" not in text:
            text = _EXAMPLE.sub(lambda example: f"```python\n{example[0].rstrip()}\n```\n", text)
        obj.docstring.value = text


def _explain_option(attribute: griffe.Object, owner: griffe.Object) -> None:
    """Give a field the meaning that its declaration carries, as ``help()`` does."""
    cls = getattr(import_module(owner.module.path), owner.name, None)
    if isinstance(cls, type) and dataclasses.is_dataclass(cls):
        meaning = field_meanings(cls).get(attribute.name)
        if meaning is not None:
            attribute.docstring = griffe.Docstring(meaning, parent=attribute)
