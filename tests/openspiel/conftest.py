"""All of these tests need OpenSpiel, which is an extra."""

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("pyspiel") else ["test_*.py"]
