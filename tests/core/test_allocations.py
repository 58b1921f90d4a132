"""A search allocates nothing per node; MCTS only the blocks of its tree."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODES_A_BLOCK = 2**14


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
    assert len(counts) == 18
    for (few, at_few), (many, at_many) in counts.values():
        assert many > 50 * few
        assert at_many == at_few


def test_simulations_allocate_blocks_of_the_tree_only(reported: list[list[str]]) -> None:
    lines = [line for line in reported if line[0] == "mcts"]
    growing = [(int(nodes), int(made)) for _, _, _, tree, nodes, made in lines if tree == "growing"]
    assert len(growing) == 10
    for nodes, made in growing:
        assert nodes > 40_000
        # A list of blocks and the longest path double now and then.
        assert nodes // NODES_A_BLOCK <= made <= nodes // NODES_A_BLOCK + 6
    full = [(int(nodes), int(made)) for _, _, _, tree, nodes, made in lines if tree == "full"]
    assert full == [(0, 0)] * 10
