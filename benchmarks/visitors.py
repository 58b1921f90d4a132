"""Fifty visitors for 20 seconds, without and with a greedy one: ``python benchmarks/visitors.py`` (with mcms[test]).

Every visitor lets an opponent move again and again, 100 ms each, on a server that runs two searches at a time. What is
measured is how long a search waits for its turn. The bar: no error, and a visitor who keeps 30 searches going does not
raise the median wait of the others by more than half. The two kinds of runs alternate, so that whatever else the
machine does meets both.
"""

import argparse
import asyncio
import json
import math
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx2

VISITORS = 50
GREED = 30
MS = 100


class Crowd:
    """What the visitors of one run saw."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.seconds = seconds
        self.end = math.inf
        self.waits: list[float] = []
        self.errors: list[str] = []

    def client(self) -> httpx2.AsyncClient:
        """Return a browser with a cookie of its own, without certificates, which take long to load."""
        cookies = {"mcms_visitor": secrets.token_urlsafe(16)}
        return httpx2.AsyncClient(base_url=self.address, cookies=cookies, timeout=120, verify=False)

    async def visit(self, browser: httpx2.AsyncClient) -> None:
        """Have one opponent after the other make its first move."""
        async with browser as client:
            while time.monotonic() < self.end:
                order = {"game": "ewn", "opponent": "star2ss", "ms": MS, "seat": "second"}
                made = await client.post("api/games", json=order)
                if made.status_code != 201:
                    self.errors.append(made.text)
                    continue
                await self.reply(client, made.json()["id"])

    async def reply(self, client: httpx2.AsyncClient, game: str) -> None:
        """Follow one reply, and note how long it waited."""
        name = ""
        async with client.stream("POST", f"api/games/{game}/reply") as answer:
            if answer.status_code != 200:
                self.errors.append((await answer.aread()).decode())
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: ") and name == "started":
                    self.waits.append(json.loads(line.removeprefix("data: "))["waited_ms"] / 1000)
                elif line.startswith("data: ") and name == "error":
                    self.errors.append(line)

    async def grab(self, client: httpx2.AsyncClient, state: object) -> None:
        """Ask for one analysis after the other; being refused is what greed is for."""
        order = {"game": "ewn", "state": state, "algorithm": "star2", "ms": 1000}
        while time.monotonic() < self.end:
            async with client.stream("POST", "api/searches", json=order) as answer:
                async for _ in answer.aiter_lines():
                    pass

    async def run(self, greedy: bool) -> None:
        """Let everybody visit at once."""
        async with self.client() as client:
            start = await client.post("api/games", json={"game": "ewn", "opponent": "random", "seat": "first"})
            state = (
                start.json()["start"] if start.json()["start_turn"] != "chance" else start.json()["events"][0]["state"]
            )
            others = [self.visit(self.client()) for _ in range(VISITORS - greedy)]
            self.end = time.monotonic() + self.seconds
            await asyncio.gather(*others, *(self.grab(client, state) for _ in range(GREED * greedy)))


def main() -> None:
    """Print the median wait of both kinds of runs, and how many errors there were."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rounds", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "mcms", "serve", "--data", data, "--port", "0", "--searches", "2"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(data))
        try:
            assert server.stdout is not None
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            medians: dict[bool, list[float]] = {False: [], True: []}
            for _ in range(given.rounds):
                for greedy in (False, True):
                    crowd = Crowd(address, given.seconds)
                    asyncio.run(crowd.run(greedy))
                    medians[greedy].append(statistics.median(crowd.waits))
                    who = "with a greedy one" if greedy else "among themselves"
                    print(
                        f"{VISITORS - greedy} visitors {who}: {len(crowd.waits)} replies, median wait "
                        f"{medians[greedy][-1]:.2f} s, longest {max(crowd.waits):.2f} s, {len(crowd.errors)} errors",
                        flush=True,
                    )
            plain, crowded = statistics.median(medians[False]), statistics.median(medians[True])
            print(f"the greedy one raises the median wait by {100 * (crowded / plain - 1):.0f} %")
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
