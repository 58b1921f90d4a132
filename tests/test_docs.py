"""The examples in docstrings, README and docs run and print what they say."""

import doctest
import importlib
import importlib.util
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import mcms

ROOT = Path(__file__).parents[1]
# Compiled modules carry no examples; importing __main__ would run the program.
MODULES = [
    info.name for info in pkgutil.walk_packages(mcms.__path__, "mcms.") if not info.name.split(".")[-1].startswith("_")
]
HAS_OPENSPIEL = importlib.util.find_spec("pyspiel") is not None
if not HAS_OPENSPIEL:
    MODULES = [name for name in MODULES if not name.startswith("mcms.openspiel")]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", ["mcms", *MODULES])
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_examples(page: Path) -> None:
    if page.name == "openspiel.md" and not HAS_OPENSPIEL:
        pytest.skip("needs the extra openspiel")
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_public_names_are_documented() -> None:
    for name in mcms.__all__:
        thing = getattr(mcms, name)
        assert isinstance(thing, tuple) or thing.__doc__, name


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples_run(program: Path) -> None:
    result = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout
