"""Long work in a thread of its own: the main thread shows that it is under way, and notices Ctrl-C at once."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from mcms import StopToken
from mcms.cli.output import progress_console

T = TypeVar("T")

_PATIENCE = 2.0
"""Seconds without a sign of life that a person takes for normal."""
_TICK = 0.1


def wait_for(work: Callable[[], T], doing: str | Callable[[], str]) -> T:
    """Return what ``work`` returns; on a terminal, a spinner on stderr says what takes so long, and how far it is."""
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # raised again below, in the thread that asked
            errors.append(error)

    # A daemon, so that Ctrl-C need not wait for work that nobody can stop.
    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    _watch(worker, doing if callable(doing) else lambda: doing)
    if errors:
        raise errors[0]
    return results[0]


def _watch(worker: threading.Thread, doing: Callable[[], str]) -> None:
    start = time.monotonic()
    worker.join(_PATIENCE)
    console = progress_console()
    if not worker.is_alive() or not console.is_terminal:
        # In steps: a signal is heard between two waits even where it cannot interrupt one.
        while worker.is_alive():
            worker.join(_TICK)
        return
    with console.status(doing()) as status:
        while worker.is_alive():
            status.update(f"{doing()} ({time.monotonic() - start:.0f} s)")
            worker.join(_TICK)


@contextmanager
def interrupt_stops(token: StopToken) -> Iterator[None]:
    """Let Ctrl-C stop the searches that hold the token, instead of ending the program."""

    def stop(signal_number: int, frame: FrameType | None) -> None:
        token.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
