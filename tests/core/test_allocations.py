"""A search allocates nothing per node."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_number_of_allocations_does_not_grow_with_the_nodes(tmp_path: Path) -> None:
    compiler = shutil.which("g++")
    assert compiler is not None
    program = tmp_path / "no_allocation"
    source = ROOT / "tests/core/no_allocation.cpp"
    subprocess.run(
        [compiler, "-std=c++20", "-O1", f"-I{ROOT / 'core/include'}", str(source), "-o", str(program)], check=True
    )
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    counts: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for line in lines:
        name, algorithm, sampled, _, nodes, allocations = line.split()
        counts.setdefault((name, algorithm, sampled), []).append((int(nodes), int(allocations)))
    assert len(counts) == 24
    for (few, at_few), (many, at_many) in counts.values():
        assert many > 50 * few
        assert at_many == at_few
