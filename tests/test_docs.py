"""The examples in docstrings, README and docs run and print what they say."""

import dataclasses
import doctest
import importlib
import importlib.util
import inspect
import json
import pkgutil
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import Any, get_args

import pytest
import typer

import mcms
from mcms.cli.app import app
from mcms.field_docs import field_meanings
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
# Compiled modules carry no examples; importing __main__ would run the program.
MODULES = [
    info.name for info in pkgutil.walk_packages(mcms.__path__, "mcms.") if not info.name.split(".")[-1].startswith("_")
]
HAS_OPENSPIEL = importlib.util.find_spec("pyspiel") is not None
if not HAS_OPENSPIEL:
    MODULES = [name for name in MODULES if not name.startswith("mcms.openspiel")]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
NUMBA_FROM_HERE = "<!-- numba from here on -->"
"""What follows in a page is left out where Numba is not installed."""


@pytest.mark.parametrize("name", ["mcms", *MODULES])
def test_docstring_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.name == "openspiel.md" and not HAS_OPENSPIEL:
        pytest.skip("needs the extra openspiel")
    monkeypatch.syspath_prepend(ROOT / "examples")  # where the reader of a walk-through is
    test = doctest.DocTestParser().get_doctest(runnable(page), {"__name__": "__main__"}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def runnable(page: Path) -> str:
    text = page.read_text()
    return text if importlib.util.find_spec("numba") else text.partition(NUMBA_FROM_HERE)[0]


def blocks_of(text: str, kind: str) -> list[str]:
    """Return the blocks of a page in a language, or with none the commands."""
    return [block for language, block in re.findall(r"```(\w*)\n(.*?)```", text, re.DOTALL) if language == kind]


def commands_of(page: Path) -> list[list[str]]:
    """Return the words of every command ``mcms`` of a page."""
    text = "\n".join(blocks_of(page.read_text(), "")).replace("\\\n", " ")
    return [shlex.split(line, comments=True)[1:] for line in text.splitlines() if line.startswith("mcms ")]


@pytest.mark.parametrize("page", [page for page in PAGES if commands_of(page)], ids=lambda page: page.name)
def test_commands_of_pages_are_those_of_the_program(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All options are known and their values can be read; nothing is run."""
    monkeypatch.chdir(tmp_path)
    program: Any = typer.main.get_command(app)
    for name, *arguments in commands_of(page):
        for word in arguments:
            if re.fullmatch(r"[\w-]+\.\w+", word):
                Path(word).touch()  # those that have to be there are
        context = program.make_context("mcms", [name])
        try:
            wanted = program.get_command(context, name).make_context(name, [*arguments], parent=context).params
        except typer.Exit:
            assert "--help" in arguments
            continue
        if name == "search" and ":" not in wanted["game"]:
            mcms.algorithm(wanted["algorithm"])
            mcms.load(wanted["game"])


def run_commands(commands: list[str], folder: Path) -> None:
    """Run them in their order: later ones read what earlier ones wrote."""
    for command in commands:
        name, *arguments = shlex.split(command)
        assert name == "mcms"
        run = [sys.executable, "-m", "mcms", *arguments]
        result = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=folder)
        assert result.returncode == 0, (command, result.stderr)
        assert result.stdout


@pytest.mark.slow
def test_the_arena_page_s_commands_run(tmp_path: Path) -> None:
    """With the page's tournament."""
    page = (ROOT / "docs" / "arena.md").read_text()
    (tournament,) = blocks_of(page, "toml")
    (tmp_path / "tournament.toml").write_text(tournament)
    commands = [line for block in blocks_of(page, "") for line in block.splitlines()]
    assert len(commands) == 9
    run_commands(commands, tmp_path)


@pytest.mark.slow
def test_the_walk_through_s_commands_run(tmp_path: Path) -> None:
    """In a copy of the examples' folder, since they write into it."""
    folder = shutil.copytree(ROOT / "examples", tmp_path / "examples")
    commands = [
        line for block in blocks_of(runnable(ROOT / "docs" / "walkthrough-ur.md"), "") for line in block.splitlines()
    ]
    assert len(commands) >= 4
    run_commands(commands, folder)


def test_the_walk_through_quotes_the_examples() -> None:
    sources = [(ROOT / "examples" / name).read_text() for name in ("ur_in_python.py", "ur_numba.py")]
    quoted = [
        block for block in blocks_of((ROOT / "docs" / "walkthrough-ur.md").read_text(), "python") if ">>>" not in block
    ]
    assert len(quoted) == 6
    for block in quoted:
        assert any(block in source or indent(block, "    ") in source for source in sources), block


def test_public_names_are_documented() -> None:
    for name in mcms.__all__:
        thing = getattr(mcms, name)
        # A dataclass without a docstring gets its signature for one.
        documented = thing.__doc__ and not thing.__doc__.startswith(f"{name}(")
        assert isinstance(thing, tuple) or get_args(thing) or documented, name


PUBLIC_PACKAGES = [
    "mcms",
    *(f"mcms.{name}" for name in ["analysis", "arena", "learn", "plots", "rl", "stats", "tuning"]),
    *(["mcms.openspiel"] if HAS_OPENSPIEL else []),
]
TOLD_ELSEWHERE = {"Mcms": {"table_bounds", "candidates"}}
"""Fields that are fixed, whose class tells what to."""
WITHOUT_EXAMPLE = {
    "StopReason",  # a type, explained where it is used
    *("CompilationError", "MissingExtraError"),  # raised where something is missing or cannot be compiled
    *("TableGame", "compiled_game", "table_game"),  # docs/compiled-games.md is their example, and runs
    "HyperSolution",  # takes minutes
    "StopToken",  # of the core
}


def public_things() -> dict[str, Any]:
    """Return everything public that can be called, by its name."""
    modules = {package: importlib.import_module(package) for package in PUBLIC_PACKAGES}
    every = {
        f"{package}.{name}": getattr(module, name) for package, module in modules.items() for name in module.__all__
    }
    return {name: thing for name, thing in every.items() if callable(thing)}


def test_help_shows_an_example() -> None:
    lacking = {name for name, thing in public_things().items() if ">>> " not in (inspect.getdoc(thing) or "")}
    assert {name.rpartition(".")[2] for name in lacking} == WITHOUT_EXAMPLE


def test_help_explains_every_field() -> None:
    things: list[Any] = [thing for thing in public_things().values() if dataclasses.is_dataclass(thing)]
    assert len(things) > 50
    for thing in things:
        fields = [field.name for field in dataclasses.fields(thing)]
        assert all(f"\n{name} : " in (inspect.getdoc(thing) or "") for name in fields), thing
        unexplained = set(fields) - set(field_meanings(thing))
        assert unexplained == TOLD_ELSEWHERE.get(thing.__name__, set()), thing


def test_help_explains_every_argument() -> None:
    functions = [thing for thing in public_things().values() if inspect.isfunction(thing)]
    assert len(functions) > 20
    for function in functions:
        entries = {
            name
            for line in (inspect.getdoc(function) or "").partition("Parameters\n----------\n")[2].splitlines()
            if re.fullmatch(r"\w+(, \w+)*", line)
            for name in line.split(", ")
        }
        missing = set(inspect.signature(function).parameters) - entries
        assert not missing, (function, missing)


# tests/examples/test_ur.py runs the other two, and reads what they print.
PROGRAMS = sorted(path for path in (ROOT / "examples").glob("*.py") if not path.name.startswith("ur_"))


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.name)
def test_examples_run(program: Path) -> None:
    if program.stem.endswith("_in_torch"):
        pytest.importorskip("torch", reason="PyTorch is no part of the test extra: it is as large as all the rest")
    # Engines answer questions; the others read nothing.
    question = {
        "game": "pig",
        "seed": 1,
        "actions": ["roll"],
        "state": {"scores": [0, 0], "turn_total": 0, "to_move": 0},
    }
    result = subprocess.run(
        [sys.executable, program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        input=json.dumps(question) + "\n",
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout
