"""What stands before the app: whom it answers, how much it reads, and which headers its answers carry.

A page on the open web can send requests to this machine, and by a name that points here even read the answers (DNS
rebinding). So the Host must be an address or a name that was allowed, and a request that says it comes from a page
must come from this one.
"""

import asyncio
import ipaddress
import json
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from mcms.web.visitors import new_cookie

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
BODY_SECONDS = 20.0
_SAME_SITE = (None, "same-origin", "none")


class Guard:
    """An ASGI middleware that refuses strangers and large bodies, and adds the headers."""

    def __init__(self, app: ASGIApp, *, names: Iterable[str] = (), body_bytes: int) -> None:
        self._app = app
        self._names = {"localhost", *(name.lower() for name in names)}
        self._body_bytes = body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(headers)
        if refusal is not None:
            await _refuse(_with_headers(send, scope), *refusal)
            return
        await self._app(scope, _bounded(receive, self._body_bytes), _with_headers(send, scope))

    def _refusal(self, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return 421, f"host is {host[:100]!r}: expected an address, localhost or a name given with --allow-host"
        origin = headers.get("origin")
        if origin is not None and urlsplit_or_empty(origin) != host.lower():
            return 403, f"origin is {origin[:100]!r}: expected the page of this server"
        if headers.get("sec-fetch-site") not in _SAME_SITE and headers.get("sec-fetch-mode") != "navigate":
            return 403, "the request comes from another site: expected the page of this server"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._body_bytes:
            return 413, f"the request has {length[:20]} bytes: expected at most {self._body_bytes}"
        return None

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self._names or is_address(name)


def is_address(name: str) -> bool:
    """Say whether a host is an IP address, which no foreign name server can redirect.

    >>> is_address("127.0.0.1"), is_address("::1"), is_address("evil.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def urlsplit_or_empty(origin: str) -> str:
    """Return the host and port of an origin, the empty text if it has none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


class BodyTooLargeError(HTTPException):
    """A body without a stated length turned out too large."""

    def __init__(self, most: int) -> None:
        super().__init__(413, f"the request is too large: expected at most {most} bytes")


class BodyTooSlowError(HTTPException):
    """A body did not arrive in time."""

    def __init__(self) -> None:
        super().__init__(408, f"the request did not arrive: expected all of it within {BODY_SECONDS:.0f} s")


def _bounded(receive: Receive, most: int) -> Receive:
    read, complete = 0, False
    deadline = time.monotonic() + BODY_SECONDS

    async def bounded() -> Message:
        nonlocal read, complete
        if complete:  # what follows is that the visitor leaves, whenever he does
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), deadline - time.monotonic())
        except TimeoutError:
            raise BodyTooSlowError from None
        complete = not message.get("more_body", False)
        read += len(message.get("body", b""))
        if read > most:
            raise BodyTooLargeError(most)
        return message

    return bounded


def _with_headers(send: Send, scope: Scope) -> Send:
    caching = "no-store" if scope["path"].startswith("/api/") else "no-cache"
    cookie = new_cookie(scope)
    wanted = HEADERS | {"cache-control": caching} | ({} if cookie is None else {"set-cookie": cookie})
    added = [(name.encode(), value.encode()) for name, value in wanted.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            names = {name for name, _ in own}
            message["headers"] = [*own, *(header for header in added if header[0] not in names)]
        await send(message)

    return sending


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body: Any = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
