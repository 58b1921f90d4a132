"""Updates of the queue as server-sent events, and who asks for them."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import Depends, Request
from fastapi.sse import ServerSentEvent

from mcms.web.searches import Update
from mcms.web.visitors import visitor_of


def _visitor(request: Request) -> str:
    return visitor_of(request.scope)


Visitor = Annotated[str, Depends(_visitor)]
"""The visitor of a request."""


async def sent(updates: AsyncGenerator[Update]) -> AsyncGenerator[ServerSentEvent]:
    """Yield each update as an event; whoever leaves ends what makes them."""
    async with aclosing(updates):
        async for update in updates:
            yield ServerSentEvent(event=update.name, raw_data=json.dumps(update.data, allow_nan=False))
