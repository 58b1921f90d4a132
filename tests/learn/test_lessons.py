"""What is learnt from: outputs, the value, and what tells the choices of a decision apart."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[float]]:
    compiler = shutil.which("g++")
    assert compiler is not None
    program = tmp_path_factory.mktemp("core") / "lessons"
    source = ROOT / "tests/core/lessons.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", f"-I{ROOT / 'core/include'}", str(source), "-o", str(program)], check=True
    )
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return {name: [float(number) for number in numbers] for name, *numbers in map(str.split, output.splitlines())}


def test_outputs_come_to_their_targets(printed: dict[str, list[float]]) -> None:
    assert printed["outputs"] == pytest.approx([0.9, 0.3], abs=0.01)


def test_the_value_comes_to_that_of_the_targets(printed: dict[str, list[float]]) -> None:
    assert printed["value"] == pytest.approx([2 * 0.9 - 0.3], abs=0.01)


def test_differences_come_right_without_what_is_common(printed: dict[str, list[float]]) -> None:
    better, worse = printed["differences"]
    assert better - worse == pytest.approx((2 * 0.9 - 0.3) - (2 * 0.7 - 0.4), abs=0.01)


def test_an_error_that_all_choices_have_in_common_moves_nothing(printed: dict[str, list[float]]) -> None:
    assert printed["common"] == [0.0]
