"""Shared test settings."""

import os
import signal

from hypothesis import HealthCheck, settings

# Searches of random trees take a varying, small time each; what matters is how many trees are tried.
settings.register_profile(
    "mcms", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("mcms")

# A shell that starts the tests in the background has them ignore Ctrl-C, and every process they start with them.
signal.signal(signal.SIGINT, signal.default_int_handler)
