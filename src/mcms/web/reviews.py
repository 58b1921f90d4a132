"""Reviews for the page: of a visitor's game, a transcript or a recorded game, with progress as they come along."""

from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent

from mcms import StopToken
from mcms.analysis import review, review_page
from mcms.arena.session import Session
from mcms.exceptions import InvalidOptionError, StoppedError
from mcms.web import models
from mcms.web.events import Visitor, sent
from mcms.web.games import Games
from mcms.web.limits import RefusedError, WebLimits
from mcms.web.results import Shelf
from mcms.web.searches import Emit, SearchQueue, Work
from mcms.web.transcripts import TranscriptReader


def add_review_routes(api: APIRouter, games: Games, queue: SearchQueue, limits: WebLimits, shelf: Shelf | None) -> None:
    """Add the route."""
    reader = TranscriptReader(limits)

    def session_of(body: models.ReviewOrder) -> Session:
        if body.game is not None:
            return games.get(body.game).session
        if body.text is not None:
            return reader.session(body.text)
        if body.result is None or body.number is None:
            raise InvalidOptionError("nothing to review: expected a game, a text, or a result with a number")
        if shelf is None:
            raise RefusedError(404, "there are no results on show: expected a server started with --results")
        return shelf.session(body.result, body.number)

    def work_of(body: models.ReviewOrder, visitor: Visitor) -> Work:
        queue.require_room(visitor)
        nodes = limits.checked_nodes(body.nodes)
        return _reviewing(lambda: session_of(body), nodes)

    @api.post("/reviews", response_class=EventSourceResponse)
    async def read_review(work: Annotated[Work, Depends(work_of)], visitor: Visitor) -> AsyncIterator[ServerSentEvent]:
        """Review a game. Events: ``queued``, ``started``, ``progress``, then ``done`` with the review and its page."""
        async with aclosing(sent(queue.follow(work, visitor=visitor))) as events:
            async for event in events:
                yield event


def _reviewing(read: Callable[[], Session], nodes: int) -> Work:
    def work(emit: Emit, token: StopToken) -> None:
        def progress(done: int, total: int) -> None:
            emit("progress", {"done": done, "total": total})

        try:
            session = read()
            found = review(session, nodes=nodes, stop=token, on_progress=progress)
        except RefusedError as error:
            emit("error", {"error": error.sentence})
        except StoppedError:
            emit("error", {"error": "the review was stopped"})
        else:
            emit("done", {"review": found.to_json(), "page": review_page(found, f"Review of {session.game}")})

    return work
