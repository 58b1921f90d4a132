"""Targets without luck: the same on average as those with it, and with far less noise."""

import math
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = 40_000
Moments = dict[tuple[str, float, bool], tuple[float, float]]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    compiler = shutil.which("g++")
    assert compiler is not None
    program = tmp_path_factory.mktemp("core") / "targets"
    source = ROOT / "tests/core/targets.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", f"-I{ROOT / 'core/include'}", str(source), "-o", str(program)], check=True
    )
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in output.splitlines()]


@pytest.fixture(scope="module")
def moments(printed: list[list[str]]) -> Moments:
    """Return the mean and the variance of what the first state is told, by game, lambda and whether luck is out."""
    lines = [line for line in printed if line[1] != "alternatives"]
    return {(name, float(rate), out == "1"): (float(mean), float(var)) for name, rate, out, mean, var in lines}


@pytest.mark.parametrize("name", ["decided-first", "thrown-first"])
def test_alternatives_are_told_what_they_would_be_told_if_chosen(printed: list[list[str]], name: str) -> None:
    lines = [line[2:] for line in printed if line[:2] == [name, "alternatives"]]
    (_, without, unlike), (_, states, also_unlike) = ([int(number) for number in line] for line in lines)
    assert (unlike, also_unlike) == (0, 0)
    assert states > without


@pytest.mark.parametrize("name", ["decided-first", "thrown-first"])
@pytest.mark.parametrize("lambda_", [1.0, 0.0])
def test_targets_without_luck_have_the_same_mean(moments: Moments, name: str, lambda_: float) -> None:
    with_luck, without = (moments[name, lambda_, out] for out in (False, True))
    error = math.sqrt((with_luck[1] + without[1]) / GAMES)
    assert abs(with_luck[0] - without[0]) < 4 * error + 1e-6


@pytest.mark.parametrize("name", ["decided-first", "thrown-first"])
def test_targets_without_luck_vary_less(moments: Moments, name: str) -> None:
    """By a network that knows little most noise is gone; a backup of one step has none."""
    assert moments[name, 1.0, False][1] > 0.1
    assert moments[name, 1.0, True][1] < moments[name, 1.0, False][1] / 2
    assert moments[name, 0.0, False][1] > 1e-3
    assert moments[name, 0.0, True][1] < 1e-10
