"""The hash that games without one are given: a function of the value, on every machine."""

import dataclasses
import enum
import subprocess
import sys
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcms import ContractError, stable_hash

simple = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
states = st.recursive(simple, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=4), max_leaves=12)


@given(first=states, second=states)
def test_equal_states_have_equal_hashes_and_others_have_not(first: Any, second: Any) -> None:
    assert (stable_hash(first) == stable_hash(second)) == (first == second)
    assert 0 <= stable_hash(first) < 2**64


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Place(NamedTuple):
    row: int
    column: int


@dataclasses.dataclass(frozen=True)
class Board:
    places: tuple[Place, ...]
    mover: Colour
    note: str = dataclasses.field(default="", compare=False)


def test_dataclasses_enums_and_named_tuples() -> None:
    board = Board((Place(1, 2),), Colour.RED)
    assert stable_hash(board) == stable_hash(dataclasses.replace(board, note="x"))
    assert stable_hash(board) != stable_hash(dataclasses.replace(board, mover=Colour.BLUE))
    assert stable_hash(Place(1, 2)) == stable_hash((1, 2))
    assert stable_hash([1, 2]) != stable_hash((1, 2))
    assert stable_hash(("ab", "c")) != stable_hash(("a", "bc"))


def test_every_process_finds_the_same() -> None:
    program = "import mcms; print(mcms.stable_hash(('x', 1.5, frozenset('abc'), None)))"
    found = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {f"{stable_hash(('x', 1.5, frozenset('abc'), None))}\n"}


@pytest.mark.parametrize("part", [object(), {1: 2}, {1}, stable_hash, Board], ids=lambda part: type(part).__name__)
def test_what_has_no_stable_hash_is_refused(part: Any) -> None:
    with pytest.raises(ContractError, match=r"or a game with a method hash\(state\)"):
        stable_hash((1, part))
