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


def test_two_tabs_follow_one_search_for_the_reply(tmp_path: Path) -> None:
    with running(tmp_path, "--searches", "1") as server:
        order = {"game": "ewn", "opponent": "star1", "ms": 3000, "seat": "second", "seed": 1}
        game = httpx2.post(f"{server.address}api/games", json=order, timeout=PATIENCE).json()
        reply = f"{server.address}api/games/{game['id']}/reply"
        with httpx2.stream("POST", reply, timeout=PATIENCE) as first:
            lines = first.iter_lines()
            assert next(lines) == "event: started"
            with httpx2.stream("POST", reply, timeout=PATIENCE) as second:
                assert "event: view" in list(second.iter_lines())
                assert "event: view" in list(lines)
        wait_until_idle(server)


def test_a_move_taken_back_ends_the_search_for_the_reply(tmp_path: Path) -> None:
    with running(tmp_path, "--max-ms", str(LONG), "--searches", "1") as server:
        order = {"game": "ewn", "opponent": "star1", "ms": LONG, "seat": "first", "seed": 1}
        address = f"{server.address}api/games"
        game = httpx2.post(address, json=order, timeout=PATIENCE).json()
        move = {"action": game["actions"][0], "at": len(game["events"])}
        httpx2.post(f"{address}/{game['id']}/moves", json=move, timeout=PATIENCE)
        with httpx2.stream("POST", f"{address}/{game['id']}/reply", timeout=PATIENCE) as reply:
            lines = reply.iter_lines()
            assert next(lines) == "event: started"
            httpx2.post(f"{address}/{game['id']}/undo", timeout=PATIENCE)
            assert "event: gone" in list(lines)
