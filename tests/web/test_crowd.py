"""Fifty visitors at once, on a server that runs two searches at a time."""

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.patience import PATIENCE
from tests.web.server import running

VISITORS = 50
MS = 500
ATTEMPTS = 3
"""Whatever else the machine does may delay an answer; a server that is late is so every time."""


async def visit(client: httpx2.AsyncClient) -> dict[str, Any]:
    """Start a game as the second player and let the opponent move; return what the visitor saw."""
    order = {"game": "ewn", "opponent": "star2ss", "ms": MS, "seat": "second"}
    game = (await client.post("api/games", json=order)).json()
    seen: dict[str, Any] = {"queued": [], "view": None}
    async with client.stream("POST", f"api/games/{game['id']}/reply") as answer:
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data = json.loads(line.removeprefix("data: "))
                seen[f"{name} at"] = time.monotonic()
                if name == "queued":
                    seen["queued"].append(data["ahead"])
                else:
                    seen[name] = data
    return seen


async def crowd(address: str) -> list[dict[str, Any]]:
    """Return what visitors saw, each with cookies of his own: those of one visitor wait behind everybody else's."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            # Loading certificates, which nobody needs here, would take longer than an answer.
            await stack.enter_async_context(httpx2.AsyncClient(base_url=address, timeout=PATIENCE, verify=False))
            for _ in range(VISITORS)
        ]
        return await asyncio.gather(*map(visit, clients))


@pytest.mark.timing
def test_all_are_answered_in_their_time(tmp_path: Path) -> None:
    with running(tmp_path, "--searches", "2") as server:
        for _ in range(ATTEMPTS):
            seen = asyncio.run(crowd(server.address))
            check_answers(seen)
            thinking = [visitor["view at"] - visitor["started at"] for visitor in seen]
            if max(thinking) < 2 * MS / 1000:
                return
    raise AssertionError(f"a visitor's opponent thought {max(thinking):.2f} s: expected less than {2 * MS / 1000} s")


def check_answers(seen: list[dict[str, Any]]) -> None:
    assert all(visitor["view"]["events"] for visitor in seen)
    waited = [visitor for visitor in seen if visitor["queued"]]
    assert len(waited) >= VISITORS - 10
    for visitor in waited:
        assert visitor["queued"] == sorted(visitor["queued"], reverse=True)
        assert visitor["started"]["waited_ms"] > 0
