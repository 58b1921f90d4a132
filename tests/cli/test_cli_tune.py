"""``mcms tune``: the rounds, the champion, and its validation on fresh seeds."""

import json

import pytest

from tests.cli.process import RunMcms

GRID = ("tune", "pig(goal=30)", "star1ss", "--grid", "width=1,9,4", "--depth", "2", "--matches", "6", "--workers", "1")


def test_a_grid_is_tuned_and_the_champion_validated(mcms_here: RunMcms) -> None:
    data = json.loads(mcms_here(*GRID, "--validate", "9", "--json").stdout)
    assert [len(played) for played in data["rounds"]] == [1, 1]
    assert data["champion"].startswith("star1ss(width=")
    assert data["default"] == "star1ss@depth=2"
    validation = data["validation"]
    assert (validation["a"], validation["b"], validation["matches"]) == (data["champion"], data["default"], 9)
    seeds = {played["seed"] for results in data["rounds"] for played in results}
    assert validation["seed"] not in seeds
    outcome = mcms_here(*GRID, "--validate", "9")
    assert f"Champion: {data['champion']}" in outcome.stdout
    assert f"On fresh seeds it scores {100 * validation['score']:.1f} %" in " ".join(outcome.stdout.split())


def test_it_goes_on_from_its_records(mcms_here: RunMcms) -> None:
    first, again = (mcms_here(*GRID, "--out", "t.db", "--json") for _ in range(2))
    assert first.stdout == again.stdout
    assert mcms_here(*GRID, "--json").stdout == first.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("pig", "star1ss"), "--grid"),
        (("pig", "star1ss", "--grid", "width"), "grid is 'width'"),
        (("pig", "star1ss", "--grid", "width=5"), "the grid has 1 points"),
        (("pig", "star1ss", "--grid", "width=5,5"), "is there 2 times"),
        (("pig", "star1ss", "--grid", "depth=5,6"), "no option 'depth'"),
        (("pig", "hold:8", "--grid", "width=5,6"), "unknown algorithm"),
        (("pig", "star1ss", "--grid", "width=5,6", "--validate", "0"), "validation_matches is 0"),
        (("pig", "star1ss", "--grid", "width=5,6", "--matches", "-1"), "matches is -1"),
    ],
)
def test_bad_input(mcms_here: RunMcms, arguments: tuple[str, ...], says: str) -> None:
    outcome = mcms_here("tune", *arguments)
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert outcome.stderr.count("\n") == 1
    assert says in outcome.stderr
