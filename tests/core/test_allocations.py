"""A search allocates nothing per node, and MCTS nothing per simulation."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Return the lines of the program that counts."""
    compiler = shutil.which("g++")
    assert compiler is not None
    program = tmp_path_factory.mktemp("core") / "no_allocation"
    source = ROOT / "tests/core/no_allocation.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", f"-I{ROOT / 'core/include'}", str(source), "-o", str(program)], check=True
    )
    output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return [line.split() for line in output.splitlines()]


def test_the_number_of_allocations_does_not_grow_with_the_nodes(reported: list[list[str]]) -> None:
    counts: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for name, algorithm, sampled, _, nodes, allocations in (line for line in reported if line[0] != "mcts"):
        counts.setdefault((name, algorithm, sampled), []).append((int(nodes), int(allocations)))
    assert len(counts) == 24
    for (few, at_few), (many, at_many) in counts.values():
        assert many > 50 * few
        assert at_many == at_few


def test_simulations_allocate_nothing(reported: list[list[str]]) -> None:
    lines = [line for line in reported if line[0] == "mcts"]
    growing = [(int(nodes), int(made)) for _, _, _, tree, nodes, made in lines if tree == "growing"]
    assert len(growing) == 10
    for nodes, made in growing:
        assert nodes > 9_000
        # The path of a simulation doubles its room when one goes deeper than any before.
        assert made <= 2
    full = [(int(nodes), int(made)) for _, _, _, tree, nodes, made in lines if tree == "full"]
    assert len(full) == 10
    for nodes, made in full:
        # Of the places that siblings have from the first one on, a few are still taken.
        assert nodes < 5_000, "a tenth of the simulations"
        assert made == 0
