"""The core as a C++ library: a program with a game of its own is built against what is installed, and run."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mcms
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
TOOLS = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
WITHOUT_PYTHON = ("-DCMAKE_DISABLE_FIND_PACKAGE_Python=ON", "-DCMAKE_DISABLE_FIND_PACKAGE_nanobind=ON")


def cmake(*arguments: object) -> None:
    """Run CMake, which is next to this Python or in the path."""
    command = shutil.which("cmake", path=TOOLS["PATH"])
    assert command is not None
    done = subprocess.run(
        [command, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, check=False, env=TOOLS
    )
    assert done.returncode == 0, done.stdout + done.stderr


def run_example(folder: Path, *options: str) -> str:
    """Build the example with CMake and return what it prints."""
    cmake("-S", ROOT / "examples/cpp", "-B", folder, "-G", "Ninja", *WITHOUT_PYTHON, *options)
    cmake("--build", folder)
    done = subprocess.run([folder / "dice_race"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def check_output(printed: str) -> None:
    star2, tree, exact = printed.splitlines()
    assert star2.startswith("Star2")
    assert star2.split()[2] == tree.split()[2]
    assert exact.startswith("exact")


@pytest.mark.slow
def test_a_program_finds_the_installed_package(tmp_path: Path) -> None:
    check_output(run_example(tmp_path / "build", f"-Dmcms_DIR={mcms.get_cmake_dir()}"))


@pytest.mark.slow
def test_the_headers_install_without_python(tmp_path: Path) -> None:
    cmake("-S", ROOT, "-B", tmp_path / "mcms", "-G", "Ninja", "-DMCMS_PYTHON=OFF", *WITHOUT_PYTHON)
    cmake("--install", tmp_path / "mcms", "--prefix", tmp_path / "prefix")
    check_output(run_example(tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tmp_path / 'prefix'}"))


def test_all_headers_are_installed() -> None:
    source, installed = ROOT / "core/include", Path(mcms.get_include())
    headers = sorted(path.relative_to(source) for path in source.rglob("*.h*"))
    assert sorted(path.relative_to(installed) for path in installed.rglob("*.h*")) == headers
    for header in headers:
        assert (installed / header).read_bytes() == (source / header).read_bytes()
