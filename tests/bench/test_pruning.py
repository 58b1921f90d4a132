"""The measure of pruning: the same positions for all, and the bar that pruned searches have to reach."""

import pytest

import mcms
from mcms.bench.pruning import main, positions_of_play, pruning

# Small depths, since expectimax is the other side; the figures of depth 6 are in docs/mcms.md.
BARS = {"pig": (5, 0.5), "ewn": (5, 0.5), "cant_stop": (4, 0.5), "ra": (4, 0.5)}


@pytest.mark.parametrize("name", BARS)
def test_star2_needs_less_than_half_of_the_nodes(name: str) -> None:
    depth, bar = BARS[name]
    _, star1, star2 = pruning(mcms.load(name), depth, positions=10)
    assert (star1.algorithm, star2.algorithm) == ("star1", "star2")
    assert star2.positions == 10
    assert star2.nodes < bar
    assert star1.nodes < 1


def test_positions_are_spread_and_have_a_choice() -> None:
    game = mcms.load("pig")
    states = positions_of_play(game, 23)
    assert len(states) == 23
    assert all(len(game.actions(state)) > 1 for state in states)
    assert states == positions_of_play(game, 23)


def test_one_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["pig", "--depth", "3", "--positions", "10"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["exp", "star1", "star2"]
    assert "1.000 of exp's" in lines[0]
