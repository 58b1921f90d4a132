"""Any bad input: one sentence on stderr, exit code 2, nothing on stdout, no traceback."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from mcms.cli.app import main
from mcms.cli.errors import sentence
from mcms.exceptions import InvalidOptionError
from tests.cli.process import RunMcms

Capture = pytest.CaptureFixture[str]
Complaint = Callable[..., str]


@pytest.fixture
def complaint(capsys: Capture) -> Complaint:
    """Run the command line in this process and return its only sentence."""

    def run(*arguments: str) -> str:
        with pytest.raises(SystemExit) as exit_:
            main(list(arguments))
        captured = capsys.readouterr()
        assert exit_.value.code == 2
        assert captured.out == ""
        match = re.fullmatch(r"mcms: (.+)\n", captured.err)
        assert match is not None, captured.err
        assert len(match[1]) <= 401
        return match[1]

    return run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nope"], "nope"),
        (["--nope"], "--nope"),
        (["search"], "GAME"),
        (["search", "pig", "extra"], "extra"),
        (["search", "pig", "two\nlines"], "two"),
        (["search", "pig", "--nope"], "--nope"),
        (["search", "pig", "--json=3"], "--json"),
        (["search", "pig", "--depth"], "--depth"),
        (["games", "extra"], "extra"),
        (["solve"], "GAME"),
        (["solve", "random_tree", "--most-states", "10"], "more than 10 states"),
        (["solve", "pig", "--file", "pig.npz"], "expected backgammon(variant=hyper)"),
        (["match", "pig", "hold:5", "hold:6", "--without-luck", "0"], "depth is 0"),
        (["bench", "--rounds", "0"], "rounds"),
        (["bench", "--rounds", "many"], "many"),
        (["bench", "--games", "nope"], "nope"),
        (["bench", "--games", "pig,"], "''"),
        (["bench", "--algorithms", "exp,nope"], "nope"),
        (["bench", "--algorithms", ""], "''"),
    ],
)
def test_bad_usage(complaint: Complaint, arguments: list[str], said: str) -> None:
    assert said in complaint(*arguments)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("--depth", ["abc", "", "-1", "0", "201", "1.5", "nan", "99999999999999999999", "9" * 5000]),
        ("--nodes", ["0", "-3", "1e6", "9" * 30, "true"]),
        ("--ms", ["nan", "inf", "-inf", "-5", "0", "ten", "1e999", ""]),
        ("--seed", ["-1", str(2**64), str(2**70), "0x10", "1.0"]),
    ],
)
def test_bad_numbers(complaint: Complaint, option: str, values: list[str]) -> None:
    for value in values:
        assert option.removeprefix("--") in complaint("search", "pig", option, value)


@pytest.mark.parametrize(
    "game",
    [
        "",
        " ",
        "(",
        "pig(",
        "pig)",
        "pig()x",
        "pig(goal)",
        "pig(goal=)",
        "pig(goal=0)",
        "pig(goal=-1)",
        "pig(goal=nan)",
        "pig(goal=1e400)",
        "pig(goal=true)",
        "pig(goal=9" + "9" * 40 + ")",
        "pig(goal=5,goal=6)",
        "pig(dice=3)",
        "pig(nope=1)",
        "Pig",
        "chess",
        "pi\udcffg",
        "pig\n(",
        "x" * 5000,
        "random_tree(chance=2)",
    ],
)
def test_bad_games(complaint: Complaint, game: str) -> None:
    complaint("search", game)
    complaint("solve", game)
    complaint("bench", "--games", game)


@pytest.mark.parametrize(
    "algorithm",
    [
        "",
        "nope",
        "star3",
        "star1(width=3)",
        "star1ss(width=0)",
        "star1ss(width=none)",
        "star2ss(width=9999999)",
        "exp(table_mb=-1)",
        "exp(table_mb=99999999)",
        "exp(prune_from=1)",
        "star2(keep_probes=3)",
        "star2(",
        "exp\nx",
    ],
)
def test_bad_algorithms(complaint: Complaint, algorithm: str) -> None:
    complaint("search", "pig", "--algorithm", algorithm)


@pytest.mark.parametrize(
    "state",
    [
        "",
        "{",
        "nonsense",
        "NaN",
        "null",
        "[]",
        "3",
        '"text"',
        "{}",
        "[" * 100_000,
        "9" * 6000,
        '"' + "x" * 6000 + '"',
        '{"scores": [0, 0], "turn_total": 0}',
        '{"scores": [0, 0], "turn_total": 0, "to_move": 2}',
        '{"scores": [0, 0], "turn_total": 0, "to_move": true}',
        '{"scores": [0, 0], "turn_total": -1, "to_move": 0}',
        '{"scores": [0, NaN], "turn_total": 0, "to_move": 0}',
        '{"scores": [0, 1e3], "turn_total": 0, "to_move": 0}',
        '{"scores": [0, 0, 0], "turn_total": 0, "to_move": 0}',
        '{"scores": "00", "turn_total": 0, "to_move": 0}',
        '{"scores": [0, 0], "turn_total": 0, "to_move": 0, "extra": 1}',
        '{"scores": [0, 0], "turn_total": 0, "to_move"',
        '{"scores": [100, 2], "turn_total": 0, "to_move": 1}',
        '{"scores": [1' + "0" * 400 + "]}",
    ],
)
def test_bad_states(complaint: Complaint, state: str) -> None:
    complaint("search", "pig", "--state", state)
    complaint("solve", "pig", "--at", state)


def test_bad_state_files(complaint: Complaint, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    huge = tmp_path / "huge"
    huge.write_bytes(b" " * 2_000_000)
    assert "No such file" in complaint("search", "pig", "--state", f"@{tmp_path}/missing")
    assert "directory" in complaint("search", "pig", "--state", f"@{tmp_path}")
    assert "UTF-8" in complaint("search", "pig", "--state", f"@{binary}")
    assert "longer" in complaint("search", "pig", "--state", f"@{huge}")


@pytest.mark.parametrize("arguments", [["nope"], ["search", "pig", "--ms", "-5"], ["search", "pig", "--state", "-"]])
def test_a_process_complains_too(mcms: RunMcms, arguments: list[str]) -> None:
    outcome = mcms(*arguments, stdin="\x00")
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert re.fullmatch(r"mcms: .+\n", outcome.stderr)


def test_a_sentence_has_one_line_and_an_end() -> None:
    assert sentence(InvalidOptionError("a\nb")) == "a b"
    assert sentence(InvalidOptionError("x" * 1000)) == "x" * 400 + "…"
    assert sentence(typer.BadParameter("Too bad.")) == "invalid value: Too bad"
