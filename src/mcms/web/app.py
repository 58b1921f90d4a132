"""The server put together: API, pages, errors as one sentence, and the guard before them."""

import contextlib
import json
import logging
from collections.abc import AsyncIterator, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

import mcms
from mcms.web.api import router
from mcms.web.games import Games
from mcms.web.limits import RefusedError, WebLimits
from mcms.web.results import Shelf
from mcms.web.searches import SearchQueue
from mcms.web.security import Guard
from mcms.web.store import GameStore

STATIC = Path(str(files("mcms.web").joinpath("static")))
_LONGEST = 400
_log = logging.getLogger(__name__)


class PlainJson(JSONResponse):
    """JSON in plain characters: a text from outside may hold what UTF-8 cannot write."""

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return json.dumps(content, allow_nan=False).encode("ascii")


def make_app(store: GameStore, limits: WebLimits, names: Iterable[str] = (), shelf: Shelf | None = None) -> ASGIApp:
    """Return the server as an ASGI app; ``names`` are hosts it answers to besides addresses and localhost."""
    queue = SearchQueue(running=limits.searches, waiting=limits.waiting)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        queue.close()
        store.close()

    app = FastAPI(
        title="mcms",
        version=mcms.__version__,
        description="Games against searches, and what the searches see.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        default_response_class=PlainJson,
        lifespan=lifespan,
    )
    app.include_router(router(Games(store, limits), queue, limits, shelf))
    _handle_errors(app)
    return Guard(_Site(app), names=names, body_bytes=limits.body_bytes)


class _Site:
    """The API under ``/api/`` and the pages everywhere else, each with its own answer to wrong methods and paths."""

    def __init__(self, api: ASGIApp) -> None:
        self._api = api
        self._pages = Starlette(
            routes=[Mount("/", StaticFiles(directory=STATIC, html=True))],
            exception_handlers={HTTPException: _page_failed},
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_page = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (self._pages if is_page else self._api)(scope, receive, send)


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(RefusedError)
    async def refused(_: Request, error: RefusedError) -> JSONResponse:
        return _problem(error.status, error.sentence)

    @app.exception_handler(mcms.McmsError)
    async def invalid(_: Request, error: mcms.McmsError) -> JSONResponse:
        return _problem(422, str(error))

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            return _problem(422, "the body is not valid JSON: expected an object")
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return _problem(422, f"{where or 'the body'}: {first['msg']}")

    app.add_exception_handler(HTTPException, _failed)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> JSONResponse:
        _log.exception("a request failed", exc_info=error)
        return _problem(500, "the server failed, and its log says why")


async def _page_failed(request: Request, error: Exception) -> Response:
    """Answer a person with a page that leads back, a program with one sentence."""
    assert isinstance(error, HTTPException)
    if error.status_code != 404 or "text/html" not in request.headers.get("accept", ""):
        return await _failed(request, error)
    return FileResponse(STATIC / "missing.html", 404)


async def _failed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, str(error.detail), error.headers)


def _problem(status: int, sentence: str, headers: Any = None) -> JSONResponse:
    short = sentence if len(sentence) <= _LONGEST else f"{sentence[:_LONGEST]}…"
    return PlainJson({"error": short}, status, headers)
