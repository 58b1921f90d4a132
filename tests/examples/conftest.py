"""The examples are imported by their names, as from their own folder; processes that play them inherit the path."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
