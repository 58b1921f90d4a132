"""The server as a user runs it: a process of its own, on any free port."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE

_ADDRESS = re.compile(r"http://\S+/")


class Server:
    """A running ``mcms serve``."""

    def __init__(self, data: Path, *options: str) -> None:
        self._command = [sys.executable, "-m", "mcms", "serve", "--data", str(data), *options]
        self._cwd = data
        self.start(0)

    def start(self, port: int) -> None:
        self._process = subprocess.Popen(
            [*self._command, "--port", str(port)], stdout=subprocess.PIPE, text=True, cwd=self._cwd
        )
        assert self._process.stdout is not None
        found = _ADDRESS.search(self._process.stdout.readline())
        assert found is not None
        self.address = found.group()

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut would: SIGKILL, no goodbye."""
        self._process.kill()
        self._process.wait(timeout=PATIENCE)

    def restart(self) -> None:
        self.kill()
        self.start(self.port)


@contextmanager
def running(data: Path, *options: str) -> Iterator[Server]:
    server = Server(data, *options)
    try:
        yield server
    finally:
        server.kill()
