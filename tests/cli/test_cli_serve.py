"""``mcms serve`` as a command; what it serves is tested in tests/web and tests/e2e."""

import socket
from pathlib import Path

import pytest

from tests.cli.process import RunMcms
from tests.patience import PATIENCE
from tests.web.server import running


def test_help_says_where_it_listens(mcms: RunMcms) -> None:
    outcome = mcms("serve", "--help")
    assert outcome.returncode == 0
    assert "127.0.0.1" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--port", "99999"], "port is 99999"),
        (["--host", "example.com"], "host is 'example.com'"),
        (["--port", "0", "--max-ms", "0"], "max-ms is 0"),
        (["--port", "0", "--searches", "0"], "searches is 0"),
        (["--port", "0", "--results", "nowhere"], "there is no 'nowhere'"),
        (["--port", "0", "--data", "/dev/null/x"], "cannot keep games"),
    ],
)
def test_bad_input_is_one_sentence(mcms: RunMcms, tmp_path: Path, arguments: list[str], says: str) -> None:
    outcome = mcms("serve", "--data", str(tmp_path), *arguments)
    assert outcome.returncode == 2
    assert says in outcome.stderr
    assert outcome.stderr.count("\n") == 1


def test_a_port_that_is_taken(mcms: RunMcms, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        outcome = mcms("serve", "--port", str(server.port), "--data", str(tmp_path))
    assert outcome.returncode == 2
    assert "cannot listen" in outcome.stderr


def test_it_listens_on_this_machine_alone(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert server.address.startswith("http://127.0.0.1:")
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE):
            pass
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", server.port), timeout=PATIENCE)
