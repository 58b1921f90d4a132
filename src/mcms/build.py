"""Which build this is: the version, and the commit and compiler of the core.

The version is typed in ``pyproject.toml`` and nowhere else; CMake writes it into the core together with the rest.
"""

from mcms import _core

VERSION: str = _core.version
COMMIT: str = _core.commit
"""The commit it was built from, with ``+`` if files were changed since; ``unknown`` outside a repository."""
COMPILER: str = _core.compiler


def build() -> str:
    """Return one line that tells builds apart.

    >>> build().startswith(VERSION)
    True
    """
    return f"{VERSION} ({COMMIT}, {COMPILER})"
