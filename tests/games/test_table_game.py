"""Games in C: the example is the built-in one-die Pig again, and a table that cannot be one is refused."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mcms
from mcms import ContractError, InvalidOptionError, Limit
from mcms.games.table import GameTable, Weighted

ROOT = Path(__file__).parents[2]
LAYOUT = np.dtype(
    {
        "names": ["own", "other", "turn_total", "second_moves", "rolling"],
        "formats": ["i4", "i4", "i4", "u1", "u1"],
        "itemsize": 16,
    }
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    target = tmp_path_factory.mktemp("c") / "one_die_pig.so"
    source, include = ROOT / "examples/one_die_pig.c", ROOT / "core/include"
    options = ["-std=c99", "-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *options, f"-I{include}", str(source), "-o", str(target)], check=True)
    return ctypes.CDLL(str(target))


@pytest.fixture
def table(library: ctypes.CDLL) -> GameTable:
    """A copy of the table, to be changed."""
    return GameTable.from_buffer_copy(GameTable.in_dll(library, "one_die_pig"))


def game_of(table: GameTable, layout: Any = LAYOUT) -> Any:
    return mcms.table_game(ctypes.addressof(table), name="c_pig", state=layout, keep=table)


@pytest.mark.parametrize("algorithm", ["exp", "star1", "star2"])
def test_the_same_searches(table: GameTable, algorithm: str) -> None:
    game, native = game_of(table), mcms.load("pig(dice=1)")
    for own, other, turn_total in ((0, 0, 0), (50, 40, 12), (95, 99, 3)):
        data = {"own": own, "other": other, "turn_total": turn_total, "second_moves": 0, "rolling": 0}
        found = mcms.search(game, game.from_json(data), algorithm, limit=Limit(depth=5))
        state = native.from_json({"scores": [own, other], "turn_total": turn_total, "to_move": 0})
        expected = mcms.search(native, state, algorithm, limit=Limit(depth=5))
        assert found.action == expected.action
        # The built-in game has bounds by its rules to prune with.
        assert found.nodes == expected.nodes if algorithm == "exp" else found.nodes > expected.nodes
        assert found.value == pytest.approx(expected.value, abs=1e-9)


def test_the_contract(table: GameTable) -> None:
    game = game_of(table)
    assert mcms.check_game(game, games=50).games == 50
    state = game.play(game.initial_state(), "roll")
    assert [name for name, _ in game.outcomes(state)] == ["1", "2", "3", "4", "5", "6"]
    assert game.resolve(state, "3").turn_total == 3
    result = mcms.search(game, game.initial_state(), mcms.Mcts(threads=2), limit=Limit(simulations=5000))
    assert result.action == "roll"


def test_names_of_ones_own(table: GameTable) -> None:
    game = mcms.table_game(
        ctypes.addressof(table), name="c_pig", state=LAYOUT, outcome_name=lambda s, die: f"{s.turn_total}+{die}"
    )
    state = game.play(game.initial_state(), "roll")
    assert game.outcomes(state)[1][0] == "0+2"


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("abi", 7, "another ABI number"),
        ("size", 8, "a size that no version has"),
        ("size", 4096, "a size that no version has"),
        ("max_actions", 0, "max_actions outside 1 to 1024"),
        ("max_outcomes", 1000, "max_outcomes outside 1 to 256"),
        ("max_outcomes", 5, "more fixed outcomes than max_outcomes"),
        ("fixed_outcome_count", 5, "probabilities sum to 0.83"),
        ("fixed_outcome_count", 0, "lacks outcomes"),
        ("lowest_value", 100.0, "has no value range"),
        ("highest_value", float("nan"), "has no value range"),
        ("play", None, "lacks a function"),
        ("feature_count", 3, "feature_count that does not fit"),
    ],
)
def test_tables_that_cannot_be_games(table: GameTable, field: str, value: Any, says: str) -> None:
    setattr(table, field, value)
    with pytest.raises(ContractError, match=says):
        game_of(table)


def test_a_table_of_an_older_version(table: GameTable) -> None:
    """What comes after its size is not read."""
    table.size = GameTable.action_name.offset
    game = game_of(table)
    assert game.actions(game.initial_state()) == ["0"]


def test_wrong_layouts(table: GameTable) -> None:
    with pytest.raises(ContractError, match="states of 16 bytes: expected 8, as state has"):
        game_of(table, np.dtype([("a", "i8")]))
    with pytest.raises(InvalidOptionError, match="table is 0: expected the address"):
        mcms.table_game(0, name="c_pig", state=LAYOUT)


FAILED = -(2**31)
Change = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32)
ListOutcomes = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Weighted))
LeafExpectation = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32))
ALL_SEARCHES = ["exp", "star1", "star2", "star2ss(width=2)", "star2(threads=2)", "mcts", "mcts(threads=2)"]


def replaced(table: GameTable, name: str, function: Any) -> None:
    """Put a function in the place of one of the table's; the table keeps it alive."""
    setattr(table, name, ctypes.cast(function, ctypes.c_void_p).value)
    table.kept = (*getattr(table, "kept", ()), function)


def search(game: Any, algorithm: str) -> mcms.SearchResult[Any]:
    state = game.from_json({"own": 50, "other": 40, "turn_total": 12, "second_moves": 0, "rolling": 0})
    limit = Limit(simulations=5000) if algorithm.startswith("mcts") else Limit(depth=4)
    return mcms.search(game, state, algorithm, limit=limit)


@pytest.mark.parametrize("algorithm", ALL_SEARCHES)
@pytest.mark.parametrize(("function", "names"), [("play", ["ROLL", "STOP"]), ("resolve", list("123456"))])
def test_a_step_that_fails_in_a_search_is_named_by_python(
    table: GameTable, algorithm: str, function: str, names: list[str]
) -> None:
    table.leaf_expectation = None
    replaced(table, function, Change(lambda context, state, number: FAILED))
    game = mcms.table_game(
        ctypes.addressof(table),
        name="c_pig",
        state=LAYOUT,
        action_name=lambda state, action: ["ROLL", "STOP"][action],
        outcome_name=lambda state, outcome: str(outcome),
        keep=table,
    )
    with pytest.raises(ContractError, match=rf"{function} of .*own=50.* failed with ({'|'.join(names)})"):
        search(game, algorithm)


def test_a_step_that_fails_and_cannot_be_named_has_its_number(table: GameTable) -> None:
    def cannot(state: Any, action: int) -> str:
        raise LookupError("no name")

    table.leaf_expectation = None
    replaced(table, "play", Change(lambda context, state, number: FAILED))
    game = mcms.table_game(ctypes.addressof(table), name="c_pig", state=LAYOUT, action_name=cannot, keep=table)
    with pytest.raises(ContractError, match=r"failed with [01]$"):
        mcms.playouts(game, game.initial_state(), 10)


@pytest.mark.parametrize("algorithm", ALL_SEARCHES)
@pytest.mark.parametrize("total", [0.9, 1.1])
def test_probabilities_that_do_not_sum_to_1(table: GameTable, algorithm: str, total: float) -> None:
    def two_sides(context: int, state: int, outcomes: Any) -> int:
        outcomes[0], outcomes[1] = Weighted(1, 0.5), Weighted(6, total - 0.5)
        return 2

    table.fixed_outcome_count, table.leaf_expectation, table.sample = 0, None, None
    replaced(table, "outcomes", ListOutcomes(two_sides))
    game = game_of(table)
    with pytest.raises(ContractError, match=rf"returned probabilities that sum to {total}: expected 1"):
        search(game, algorithm)


@pytest.mark.parametrize(
    ("value", "counts", "says"),
    [
        (float("nan"), (), "leaf_expectation of .* failed"),
        (101.0, (6, 0), "returned 101: expected a number from -100 to 100"),
        (0.0, (), "counted 0 nodes"),
        (0.0, (7, 0), "counted 7 nodes"),
        (0.0, (6, 7), "counted 7 finished states among 6, wrongly"),
        (0.0, (6, -1), "counted -1 finished states among 6, wrongly"),
        (0.0, (6, 6), "counted 6 finished states among 6, wrongly"),
        (0.0, (1, 1), "counted 1 finished states among 1, wrongly"),
    ],
)
def test_a_leaf_expectation_is_not_trusted(table: GameTable, value: float, counts: tuple[int, ...], says: str) -> None:
    def wrong(context: int, state: int, out: Any) -> float:
        for i, count in enumerate(counts):
            out[i] = count
        return value

    replaced(table, "leaf_expectation", LeafExpectation(wrong))
    with pytest.raises(ContractError, match=says):
        search(game_of(table), "exp")
