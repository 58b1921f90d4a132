"""The command as a user runs it: a process of its own, with its exit code and both streams."""

import subprocess
import sys
from collections.abc import Callable

COMMAND = (sys.executable, "-m", "mcms")

Outcome = subprocess.CompletedProcess[str]
RunMcms = Callable[..., Outcome]
