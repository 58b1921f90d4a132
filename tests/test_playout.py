"""Random playouts: their statistics, determinism and limits."""

import threading
from typing import Any

import pytest

import mcms
from mcms import GameOverError, InvalidOptionError, Pig, RandomTree, StopToken

PIG = Pig()


def test_pig_statistics_of_the_rules_page() -> None:
    played = mcms.playouts(PIG, PIG.initial_state(), 200_000, seed=1)
    assert played.games == 200_000
    assert played.decisions / played.games == pytest.approx(60.7, abs=0.3)
    assert played.mean_utility / 200 + 0.5 == pytest.approx(0.517, abs=0.007)


def test_expected_utility_of_a_small_tree() -> None:
    tree = RandomTree(depth=2, branching=3, outcomes_per_node=3, chance_root=True)
    root = tree.initial_state(5)

    def uniform_value(state: Any) -> float:
        turn = tree.turn(state)
        if turn is mcms.Turn.OVER:
            return tree.utility(state)
        if turn is mcms.Turn.CHANCE:
            return sum(p * uniform_value(tree.resolve(state, outcome)) for outcome, p in tree.outcomes(state))
        values = [uniform_value(tree.play(state, action)) for action in tree.actions(state)]
        return sum(values) / len(values)

    played = mcms.playouts(tree, root, 200_000, seed=2)
    assert played.mean_utility == pytest.approx(uniform_value(root), abs=4 * 58 / 200_000**0.5)
    assert played.decisions == 2 * played.games
    assert played.chance_nodes == 3 * played.games


def test_playouts_are_functions_of_the_seed() -> None:
    def totals(seed: int) -> tuple[float, int]:
        played = mcms.playouts(PIG, PIG.initial_state(), 1000, seed=seed)
        return played.mean_utility, played.decisions

    assert totals(3) == totals(3) != totals(4)


def test_stopping_and_refusing() -> None:
    token = StopToken()
    threading.Timer(0.05, token.stop).start()
    assert 0 < mcms.playouts(PIG, PIG.initial_state(), 10**12, stop=token).games < 10**12
    with pytest.raises(GameOverError):
        mcms.playouts(PIG, PIG.from_json({"scores": [100, 0], "turn_total": 0, "to_move": 1}), 1)
    for bad in (0, -1, 1.5, 2**50):
        with pytest.raises(InvalidOptionError, match="count"):
            mcms.playouts(PIG, PIG.initial_state(), bad)  # type: ignore[arg-type]
