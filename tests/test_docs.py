"""The examples in docstrings, README and docs run and print what they say."""

import doctest
import importlib
import pkgutil
import re
import shlex
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
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("name", ["mcms", *MODULES])
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_examples(page: Path) -> None:
    assert doctest.testfile(str(page), module_relative=False).failed == 0


@pytest.mark.slow
def test_the_arena_page_s_commands_run(tmp_path: Path) -> None:
    """In their order, with the page's tournament: later ones read what earlier ones wrote."""
    blocks = re.findall(r"```(\w*)\n(.*?)```", (ROOT / "docs" / "arena.md").read_text(), re.DOTALL)
    (tournament,) = (text for kind, text in blocks if kind == "toml")
    (tmp_path / "tournament.toml").write_text(tournament)
    commands = [line for kind, text in blocks if kind == "" for line in text.splitlines()]
    assert len(commands) == 8
    for command in commands:
        name, *arguments = shlex.split(command)
        assert name == "mcms"
        run = [sys.executable, "-m", "mcms", *arguments]
        result = subprocess.run(run, capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path)
        assert result.returncode == 0, (command, result.stderr)
        assert result.stdout


def test_public_names_are_documented() -> None:
    for name in mcms.__all__:
        thing = getattr(mcms, name)
        assert isinstance(thing, tuple) or thing.__doc__, name


@pytest.mark.parametrize("program", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples_run(program: Path) -> None:
    result = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout
