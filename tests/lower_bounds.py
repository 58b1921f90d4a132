"""Print the oldest versions that pyproject.toml allows, as pip reads constraints: `lower_bounds.py base cli arena`."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def lower_bounds(*parts: str) -> Iterator[str]:
    """Yield a line for each requirement of the base install (``base``) or of an extra."""
    project = tomllib.loads(PROJECT.read_text())["project"]
    for part in parts:
        for requirement in project["dependencies"] if part == "base" else project["optional-dependencies"][part]:
            found = re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement)
            assert found, f"{requirement} has no lower bound"
            yield f"{found[1]}=={found[2]}"


if __name__ == "__main__":
    print(*lower_bounds(*sys.argv[1:]), sep="\n")
