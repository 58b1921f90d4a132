"""Waiting for what a test needs to see, however busy the machine is."""

import subprocess
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 600.0
"""Seconds after which something is taken never to come; nothing on a machine that works takes nearly as long."""


def wait_until(condition: Callable[[], bool], what: str, process: "subprocess.Popen[Any] | None" = None) -> None:
    """Return once the condition holds; fail when the process that should bring it about has ended."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert process is None or process.poll() is None or condition(), f"it ended before {what}"
        assert time.monotonic() < deadline, f"not in {PATIENCE:g} s: {what}"
        time.sleep(0.05)
