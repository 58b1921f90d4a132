"""The walk-through of docs/arena.md, Many machines: two ``ray start`` nodes that want a token, and what refuses one."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until

pytest.importorskip("ray")
pytestmark = pytest.mark.slow

RAY = [sys.executable, "-m", "ray.scripts.scripts"]
MATCH = [sys.executable, "-m", "mcms", "match", "pig(goal=30)", "optimal", "hold:10", "--matches", "20", "--seed", "1"]
SMALL = ["--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats", "--block"]


@dataclass
class TwoMachines:
    """A cluster of two nodes, its address, and the environment of who may use it."""

    address: str
    environment: dict[str, str]

    def mcms_match(self, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Play on the cluster; an empty text takes a variable away."""
        merged = {name: text for name, text in (self.environment | environment).items() if text}
        return subprocess.run(
            [*MATCH, "--cluster", self.address],
            check=False,
            capture_output=True,
            text=True,
            env=merged,
            timeout=PATIENCE,
        )


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def machines() -> Iterator[TwoMachines]:
    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # sockets are in it, whose paths have to be short
    (folder / "ray").mkdir()
    environment = {name: text for name, text in os.environ.items() if not name.startswith("RAY_")} | {
        "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_TMPDIR": str(folder),
        "HOME": str(folder),
    }  # fmt: skip
    port = free_port()
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> None:
        log = folder / f"{len(started)}.log"
        with log.open("w") as out:
            started.append(
                subprocess.Popen([*RAY, "start", *options, *SMALL], stdout=out, stderr=out, env=environment, text=True)
            )
        wait_until(lambda: "Ray runtime started" in log.read_text(), "Ray started", started[-1])

    try:
        start("--head", f"--port={port}", "--include-dashboard=false")
        start(f"--address=127.0.0.1:{port}")
        yield TwoMachines(f"127.0.0.1:{port}", environment)
    finally:
        for process in reversed(started):
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def test_with_the_token_the_games_are_those_played_anywhere(machines: TwoMachines) -> None:
    there = machines.mcms_match()
    here = subprocess.run(MATCH, check=True, capture_output=True, text=True, timeout=PATIENCE)
    assert (there.returncode, there.stdout) == (0, here.stdout)
    assert "token" not in there.stderr


@pytest.mark.parametrize(
    "environment",
    [{"RAY_AUTH_TOKEN": "0" * 64}, {"RAY_AUTH_TOKEN": ""}, {"RAY_AUTH_TOKEN": "", "RAY_AUTH_MODE": ""}],
    ids=["wrong", "missing", "not asked for"],
)
def test_a_token_that_is_refused_is_one_sentence(machines: TwoMachines, environment: dict[str, str]) -> None:
    refused = machines.mcms_match(**environment)
    assert refused.returncode == 2
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert line.startswith(f"mcms: cluster is '{machines.address}', which wants a token")
    assert "in RAY_AUTH_TOKEN or ~/.ray/auth_token, see docs/arena.md" in line
