"""One user at a time of what the core changes without Python's lock."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from mcms.exceptions import McmsError


class Exclusive:
    """Keeps other threads waiting, and keeps a game in Python from using the search that is calling it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._user: int | None = None

    @contextmanager
    def use(self) -> Iterator[None]:
        """Have it to oneself for a while."""
        if self._user == threading.get_ident():
            raise McmsError(f"{self._what} is in use: expected no call from within the game's own methods")
        with self._lock:
            self._user = threading.get_ident()
            try:
                yield
            finally:
                self._user = None
