"""Ctrl-C during long calls of the core."""

import threading


def in_main_thread() -> bool:
    """Say whether the core should poll for signals: only Python's main thread may handle them."""
    return threading.current_thread() is threading.main_thread()
