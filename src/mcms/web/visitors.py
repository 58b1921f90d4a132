"""Who a request comes from, so that each visitor gets a fair share: a cookie that says nothing of him, or his address.

The cookie is a random word. It is no secret and opens nothing; a browser that keeps none shares with its address.
"""

import re
import secrets

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

COOKIE = "mcms_visitor"
_WORD = re.compile(r"[A-Za-z0-9_-]{22}")
_YEAR = 31_536_000


def visitor_of(scope: Scope) -> str:
    """Return a name for the visitor of a request."""
    word = _word(scope)
    client = scope.get("client")
    return word if word is not None else f"address {client[0] if client else 'unknown'}"


def new_cookie(scope: Scope) -> str | None:
    """Return the header that makes a visitor known, unless he is."""
    if _word(scope) is not None:
        return None
    return f"{COOKIE}={secrets.token_urlsafe(16)}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Strict"


def _word(scope: Scope) -> str | None:
    word = cookie_parser(Headers(scope=scope).get("cookie", "")).get(COOKIE, "")
    return word if _WORD.fullmatch(word) else None
