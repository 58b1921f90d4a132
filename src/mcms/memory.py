"""How much memory this process may use: the machine's, or less in a container."""

import functools
import os
from pathlib import Path

_UNKNOWN = 2**32
"""Assumed where the system does not tell."""
_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
"""A container's limit, by control groups of version 2 and 1."""


@functools.cache
def memory_bytes() -> int:
    """Return the machine's memory, or the container's limit if that is less."""
    return min([_machine(), *_container(_LIMITS)])


def _machine() -> int:
    try:
        pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # no such function, or no such names
        return _UNKNOWN
    return pages if pages > 0 else _UNKNOWN


def _container(limits: tuple[Path, ...]) -> list[int]:
    """Return the limits that are set."""
    found = []
    for path in limits:
        try:
            found.append(int(path.read_text()))
        except (OSError, ValueError):  # no such file, or "max"
            continue
    return [limit for limit in found if limit > 0]
