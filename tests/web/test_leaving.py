"""A search stops when its visitor leaves."""

from pathlib import Path

import httpx2

from tests.patience import PATIENCE, wait_until
from tests.web.server import Server, running

LONG = 3_600_000


def wait_until_idle(server: Server) -> None:
    """Wait for all searches to end; their time limit is far longer than this waits."""
    idle = {"running": 0, "waiting": 0}
    wait_until(
        lambda: bool(httpx2.get(f"{server.address}api/status", timeout=PATIENCE).json() == idle),
        "the search of who left stopped",
    )


def test_who_leaves_stops_the_analysis_and_the_opponent(tmp_path: Path) -> None:
    with running(tmp_path, "--max-ms", str(LONG), "--searches", "1") as server:
        order = {"game": "ewn", "opponent": "star1", "ms": LONG, "seat": "second", "seed": 1}
        game = httpx2.post(f"{server.address}api/games", json=order, timeout=PATIENCE).json()
        look = {"game": "ewn", "state": game["start"], "algorithm": "star1", "ms": LONG}
        for path, body in (("searches", look), (f"games/{game['id']}/reply", {})):
            with httpx2.stream("POST", f"{server.address}api/{path}", json=body, timeout=PATIENCE) as answer:
                lines = answer.iter_lines()
                assert next(lines) == "event: started"
                assert httpx2.get(f"{server.address}api/status", timeout=PATIENCE).json()["running"] == 1
            wait_until_idle(server)
        unmoved = httpx2.get(f"{server.address}api/games/{game['id']}", timeout=PATIENCE).json()
        assert unmoved == game


def test_the_latest_request_for_a_reply_counts(tmp_path: Path) -> None:
    with running(tmp_path, "--max-ms", str(LONG), "--searches", "1") as server:
        order = {"game": "ewn", "opponent": "star1", "ms": LONG, "seat": "second", "seed": 1}
        game = httpx2.post(f"{server.address}api/games", json=order, timeout=PATIENCE).json()
        reply = f"{server.address}api/games/{game['id']}/reply"
        with httpx2.stream("POST", reply, timeout=PATIENCE) as first:
            lines = first.iter_lines()
            assert next(lines) == "event: started"
            with httpx2.stream("POST", reply, timeout=PATIENCE) as second:
                newer = second.iter_lines()
                assert next(newer) in ("event: queued", "event: started")
                assert "event: error" in list(lines)
        wait_until_idle(server)
