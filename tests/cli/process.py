"""The command as a user runs it: a process of its own, with its exit code and both streams."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from mcms.cli import main

COMMAND = (sys.executable, "-m", "mcms")

Outcome = subprocess.CompletedProcess[str]
RunMcms = Callable[..., Outcome]

# Forked from a process that has imported what commands import, which takes them most of their time. What is about
# starting, signals or terminals runs COMMAND instead.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["mcms.cli.app", "mcms.arena", "mcms.stats", "scipy.stats"])


def run_forked(arguments: tuple[str, ...], stdin: str, folder: Path, streams: Path, timeout: float) -> Outcome:
    """Run the command in a folder; its streams are files of another one."""
    (streams / "in").write_text(stdin)
    process = _FORKS.Process(target=_command, args=(arguments, folder, streams))
    process.start()
    process.join(timeout)
    if process.exitcode is None:
        process.kill()
        raise subprocess.TimeoutExpired(arguments, timeout)
    out, err = ((streams / name).read_text() for name in ("out", "err"))
    return subprocess.CompletedProcess(arguments, process.exitcode, out, err)


def _command(arguments: tuple[str, ...], folder: Path, streams: Path) -> None:
    os.chdir(folder)
    for number, (name, flags) in enumerate((("in", os.O_RDONLY), ("out", os.O_WRONLY), ("err", os.O_WRONLY))):
        opened = os.open(streams / name, flags | os.O_CREAT | (os.O_TRUNC if flags else 0))
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = os.fdopen(0, closefd=False)
    main(list(arguments))
