"""The ladder of backgammon players: a table of points, which a file of games makes again."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from mcms.arena import Records

SCRIPT = Path(__file__).parents[2] / "benchmarks/ladder.py"


@pytest.fixture(scope="module")
def ladder() -> Any:
    spec = importlib.util.spec_from_file_location("ladder", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(ladder: Any, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    ladder.main([*arguments, "--workers", "1", "--matches", "6"])
    return [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()]


def test_a_ladder_goes_on_from_its_file(ladder: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = str(tmp_path / "ladder.db")
    players = ("--against", "greedy", "--players", "random", "greedy", "exp@depth=1")
    table(ladder, capsys, "--out", kept, *players[:-1])
    with Records(kept) as records:
        before = len(list(records.games()))
    rows = table(ladder, capsys, "--out", kept, *players)
    with Records(kept) as records:
        assert (before, len(list(records.games()))) == (12, 24)
    assert [row[0] for row in rows[2:]] == ["`random`", "`greedy`", "`exp@depth=1`"]
    points = {row[0]: float(row[1].split()[0]) for row in rows[2:]}
    assert points["`random`"] < -1 < points["`greedy`"] == 0 < points["`exp@depth=1`"]
    assert rows == table(ladder, capsys, "--out", kept, *players)


def test_the_luck_of_both_sides_is_out_of_it(ladder: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The interval without luck is far narrower than the other."""
    (row,) = table(ladder, capsys, "--against", "exp@depth=1", "--players", "pubeval")[2:]
    without, with_luck = ([float(end) for end in cell.split("(")[1].rstrip(")").split(" to ")] for cell in row[1:3])
    assert without[1] - without[0] < 0.7 * (with_luck[1] - with_luck[0])


def test_its_players_are_all_known(ladder: Any) -> None:
    pytest.importorskip("gnubg_nn")
    game = ladder.mcms.load(ladder.GAME)
    assert [ladder.mcms.player(name, game).name for name in ladder.LADDER] == list(ladder.LADDER)
