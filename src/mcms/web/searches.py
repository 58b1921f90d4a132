"""The queue of searches: a few run at a time, each in a thread; the rest wait and are told how many are ahead of them.

Visitors take turns: whoever waits with many searches waits for one of them as long as everybody else does, and may take
at most half of the places that others leave.

Whoever follows a search gets a stream of updates. Leaving the stream stops the search, and its place is free once its
thread has ended.
"""

import asyncio
import dataclasses
import logging
import time
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from mcms import McmsError, StopToken
from mcms.web.limits import RefusedError

_log = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True)
class Update:
    """One message about a search."""

    name: str
    data: dict[str, Any]


Emit = Callable[[str, dict[str, Any]], None]
"""Sends an update from the thread of a search."""
Work = Callable[[Emit, StopToken], None]
"""A search: it emits what it finds, and ends soon after the token is stopped."""


class SearchQueue:
    """Runs searches, ``running`` at a time, while at most ``waiting`` others wait.

    >>> async def example():
    ...     queue = SearchQueue(running=1, waiting=5)
    ...     return [update.name async for update in queue.follow(lambda emit, token: emit("found", {}))]
    >>> asyncio.run(example())
    ['started', 'found']
    """

    def __init__(self, *, running: int, waiting: int) -> None:
        self._most_waiting = waiting
        self._free = running
        self._running: set[_Ticket] = set()
        self._waiting: list[_Ticket] = []
        self._round = 0
        self._next_round: dict[str, int] = {}
        self._threads = ThreadPoolExecutor(running, thread_name_prefix="search")

    @property
    def counts(self) -> dict[str, int]:
        """How many searches run and wait."""
        return {"running": len(self._running), "waiting": len(self._waiting)}

    def require_room(self, visitor: str = "") -> None:
        """Refuse if no further search of a visitor may wait."""
        own = sum(ticket.visitor == visitor for ticket in self._waiting)
        free = self._most_waiting - len(self._waiting)
        if free <= 0:
            sentence = f"{len(self._waiting)} searches are waiting: expected fewer than {self._most_waiting}, try later"
            raise RefusedError(429, sentence)
        if own > free:
            raise RefusedError(429, f"{own} searches of yours are waiting: expected fewer, since others come too")

    async def follow(self, work: Work, token: StopToken | None = None, visitor: str = "") -> AsyncGenerator[Update]:
        """Run a search when its turn comes, and yield its updates; the first are its places in the queue."""
        ticket = _Ticket(work, token or StopToken(), visitor)
        try:
            self.require_room(visitor)
        except RefusedError as error:
            yield Update("error", {"error": error.sentence})
            return
        self._join(ticket)
        self._start()
        try:
            while (update := await ticket.updates.get()) is not None:
                yield update
        finally:
            ticket.token.stop()
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                self._start()

    def close(self) -> None:
        """Stop every search."""
        for ticket in (*self._running, *self._waiting):
            ticket.token.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _join(self, ticket: "_Ticket") -> None:
        """Put a search into the round after its visitor's last one, but into none that has gone by."""
        ticket.round = max(self._round, self._next_round.get(ticket.visitor, 0))
        self._next_round = {name: number for name, number in self._next_round.items() if number > self._round}
        self._next_round[ticket.visitor] = ticket.round + 1
        self._waiting.append(ticket)
        self._waiting.sort(key=lambda waiting: waiting.round)  # stable: within a round, who came first

    def _start(self) -> None:
        """Start whatever can start, and tell the others where they are."""
        while self._free and self._waiting:
            self._free -= 1
            ticket = self._waiting.pop(0)
            self._round = ticket.round
            self._running.add(ticket)
            waited = round(1000 * (time.monotonic() - ticket.since))
            ticket.updates.put_nowait(Update("started", {"waited_ms": waited}))
            self._threads.submit(ticket.run).add_done_callback(self._ender(ticket))
        for ahead, ticket in enumerate(self._waiting):
            ticket.place(ahead + len(self._running))

    def _ender(self, ticket: "_Ticket") -> Callable[[Future[None]], None]:
        loop = asyncio.get_running_loop()

        def end() -> None:
            self._free += 1
            self._running.discard(ticket)
            ticket.updates.put_nowait(None)
            self._start()

        return lambda _: _call(loop, end)


class _Ticket:
    """One search in the queue."""

    def __init__(self, work: Work, token: StopToken, visitor: str) -> None:
        self.token = token
        self.visitor = visitor
        self.round = 0
        self.since = time.monotonic()
        self.updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self._ahead: int | None = None
        self._work = work
        self._loop = asyncio.get_running_loop()

    def place(self, ahead: int) -> None:
        """Tell how many are ahead of it, if that has changed."""
        if ahead != self._ahead:
            self._ahead = ahead
            self.updates.put_nowait(Update("queued", {"ahead": ahead}))

    def run(self) -> None:
        """Do the work, in a thread."""
        try:
            self._work(self._emit, self.token)
        except McmsError as error:
            self._emit("error", {"error": str(error)})
        except Exception:
            _log.exception("a search failed")
            self._emit("error", {"error": "the search failed, and the server's log says why"})

    def _emit(self, name: str, data: dict[str, Any]) -> None:
        _call(self._loop, self.updates.put_nowait, Update(name, data))


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: Any) -> None:
    """Call a function in the loop's thread; a loop that has ended has nobody left to hear it."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(function, *arguments)
