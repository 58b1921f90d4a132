"""What counts as this machine's memory."""

import os
from pathlib import Path

import pytest

import mcms
from mcms import memory


@pytest.fixture(autouse=True)
def _forget() -> None:
    memory.memory_bytes.cache_clear()


def test_a_container_s_limit_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(memory, "_LIMITS", (tmp_path / "none", limit))
    limit.write_text("max\n")
    whole = memory.memory_bytes()
    memory.memory_bytes.cache_clear()
    limit.write_text(f"{64 * 2**20}\n")
    assert memory.memory_bytes() == 64 * 2**20 < whole
    pig = mcms.load("pig")
    with pytest.raises(mcms.InvalidOptionError, match="table_mb is 33: expected at most 32"):
        mcms.search(pig, pig.initial_state(), mcms.Star1(table_mb=33), limit=mcms.Limit(depth=1))
    memory.memory_bytes.cache_clear()


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_LIMITS", ())
    monkeypatch.delattr(os, "sysconf")
    assert memory.memory_bytes() == 2**32
    memory.memory_bytes.cache_clear()
