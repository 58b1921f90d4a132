"""``mcms bench``: the figures of the bench package in words and as JSON."""

import json

import pytest

from mcms.cli import bench
from mcms.cli.app import main
from tests.cli.process import RunMcms


def test_json(mcms: RunMcms) -> None:
    outcome = mcms("bench", "--quick", "--games", "pig,random_tree(depth=4)", "--algorithms", "exp,star2ss", "--json")
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stderr == ""
    printed = json.loads(outcome.stdout)
    assert printed["rounds"] == bench.QUICK_ROUNDS
    assert [contest["game"] for contest in printed["speed"]] == ["pig", "random_tree(depth=4)"]
    names = [entry["name"] for entry in printed["speed"][0]["entries"]]
    assert names == ["hand-written C++", "exp", "star2ss(width=18)", "exp, Pig in Python"]
    assert [contest["game"] for contest in printed["pruning"]] == ["pig"]
    assert all(entry["agrees"] for contest in printed["speed"] + printed["pruning"] for entry in contest["entries"])


def test_for_a_person(mcms: RunMcms) -> None:
    outcome = mcms("bench", "--quick", "--rounds", "1", "--games", "pig")
    assert outcome.returncode == 0, outcome.stderr
    for part in (
        "Speed in pig,",
        "Pruning in pig,",
        "hand-written C++",
        "star2ss",
        "simulations/s",
        "found the right values",
    ):
        assert part in outcome.stdout


def test_a_wrong_value_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from mcms.bench import handwritten

    monkeypatch.setitem(handwritten._REFERENCES, "pig", lambda state, depth: (1.5, 10))
    with pytest.raises(SystemExit) as exit_:
        main(["bench", "--quick", "--rounds", "1", "--games", "pig", "--algorithms", "exp"])
    assert exit_.value.code == 1
    captured = capsys.readouterr()
    assert captured.err == "mcms: wrong values: hand-written C++ in pig\n"
    assert "found the right values" not in captured.out


@pytest.mark.parametrize(
    ("text", "parts"),
    [("pig", ("pig",)), ("pig, exp", ("pig", "exp")), ("pig(goal=5,dice=1),x(a=1)", ("pig(goal=5,dice=1)", "x(a=1)"))],
)
def test_lists_split_outside_brackets(text: str, parts: tuple[str, ...]) -> None:
    assert bench._split(text) == parts
