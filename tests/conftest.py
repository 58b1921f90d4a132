"""Shared test settings."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Searches of random trees take a varying, small time each; what matters is how many trees are tried.
settings.register_profile(
    "mcms", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("mcms")

# A shell that starts the tests in the background has them ignore Ctrl-C, and every process they start with them.
signal.signal(signal.SIGINT, signal.default_int_handler)

CORE = [Path(__file__).parent / folder for folder in ("games", "golden", "property")]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever is in a folder of the core's tests; other files have the mark of their own."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in CORE):
            item.add_marker(pytest.mark.core)
