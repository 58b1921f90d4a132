"""How docstrings, which are written for ``help()``, become pages: examples are code, roles are names."""

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:func|class|meth|mod|attr|data|exc):`~?([^`]+)`")
_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)(?:\n?^>>> .*\n?(?:^(?!\s*$).*\n?)*)*", re.MULTILINE)


class PlainDocstrings(griffe.Extension):
    """Rewrites every docstring as it is read."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence examples outside a section of their own, and name what roles point at."""
        if obj.docstring is None:
            return
        text = _ROLE.sub(r"`\1`", obj.docstring.value)
        if "Examples\n---" not in text:
            text = _EXAMPLE.sub(lambda example: f"```python\n{example[0].rstrip()}\n```\n", text)
        obj.docstring.value = text
