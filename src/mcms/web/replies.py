"""The opponent's move, searched once for every tab that waits for it.

Two tabs of one game ask for the same move. The first to ask starts the search, the others follow it, and it is stopped
when the last of them has left.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from mcms.web.games import Games, Table
from mcms.web.limits import RefusedError
from mcms.web.searches import SearchQueue, Update

GONE = Update("gone", {"error": "the game has gone on without this search"})


class Replies:
    """The searches for the opponents' moves that are under way."""

    def __init__(self, games: Games, queue: SearchQueue) -> None:
        self._games = games
        self._queue = queue
        self._shared: dict[tuple[str, int], _Shared] = {}

    async def follow(self, table: Table, visitor: str) -> AsyncGenerator[Update]:
        """Yield the updates of the search in this position, all from its start, then the ``view`` after its move."""
        place = (table.kept.id, len(table.kept.lines))
        shared = self._shared.get(place)
        if shared is None:
            shared = self._shared[place] = _Shared()
            shared.task = asyncio.create_task(self._think(shared, table, visitor))
        shared.followers += 1
        try:
            async for update in shared.updates():
                yield update
        finally:
            shared.followers -= 1
            if shared.followers == 0:
                self._shared.pop(place, None)
                shared.task.cancel()

    async def _think(self, shared: "_Shared", table: Table, visitor: str) -> None:
        game = table.kept.id
        token = self._games.start_thinking(game)
        try:
            async for update in self._queue.follow(self._games.choosing(table), token, visitor):
                if update.name == "chosen":
                    played = self._games.is_thinking(game, token)
                    shared.add(await self._played(table, update.data) if played else GONE)
                else:
                    shared.add(update)
        finally:
            self._games.stop_thinking(game, token)
            shared.end()

    async def _played(self, before: Table, chosen: dict[str, Any]) -> Update:
        try:
            after = await asyncio.to_thread(self._games.reply, before, chosen["action"], chosen["notes"])
        except RefusedError:
            return GONE
        return Update("view", after.view(len(before.session.events)))


class _Shared:
    """Updates of one search that several follow; whoever comes late hears what was said before."""

    def __init__(self) -> None:
        self.followers = 0
        self.task: asyncio.Task[None]
        self._said: list[Update] = []
        self._ended = False
        self._news = asyncio.Event()

    def add(self, update: Update) -> None:
        self._said.append(update)
        self._wake()

    def end(self) -> None:
        self._ended = True
        self._wake()

    async def updates(self) -> AsyncGenerator[Update]:
        heard = 0
        while True:
            news = self._news
            while heard < len(self._said):
                yield self._said[heard]
                heard += 1
            if self._ended:
                return
            if news is self._news:
                await news.wait()

    def _wake(self) -> None:
        self._news.set()
        self._news = asyncio.Event()
