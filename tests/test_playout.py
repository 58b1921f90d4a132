"""Random playouts: their statistics, determinism and limits."""

import threading
from typing import Any

import pytest

import mcms
from mcms import GameOverError, InvalidOptionError, Pig, RandomTree, StopToken

pytestmark = pytest.mark.core

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


def test_random_moves_of_ewn_are_uniform() -> None:
    # Two stones a side, so that most throws are of a captured stone and the next lower or higher one moves.
    ewn = mcms.load("ewn")
    stones = [[None, [2, 3], None, None, [3, 1], None], [[2, 2], None, None, None, None, [1, 3]]]
    values: dict[Any, float] = {}

    def uniform_value(state: Any) -> float:
        if state not in values:
            turn = ewn.turn(state)
            if turn is mcms.Turn.OVER:
                values[state] = ewn.utility(state)
            elif turn is mcms.Turn.CHANCE:
                values[state] = sum(p * uniform_value(ewn.resolve(state, die)) for die, p in ewn.outcomes(state))
            else:
                moves = [uniform_value(ewn.play(state, action)) for action in ewn.actions(state)]
                values[state] = sum(moves) / len(moves)
        return values[state]

    for to_move in (0, 1):
        root = ewn.from_json({"stones": stones, "die": 3, "to_move": to_move})
        for state in (root, *(ewn.play(root, action) for action in ewn.actions(root))):
            if ewn.turn(state) is mcms.Turn.OVER:
                continue
            played = mcms.playouts(ewn, state, 200_000, seed=3)
            assert played.mean_utility == pytest.approx(uniform_value(state), abs=4 * 100 / 200_000**0.5)


@pytest.mark.parametrize(
    ("text", "decisions", "first_wins"),
    [("ewn", 21.6, 0.534), ("cant_stop", 170.0, 0.538), ("ra", 86.2, None)],
)
def test_statistics_of_the_rules_pages(text: str, decisions: float, first_wins: float | None) -> None:
    game = mcms.load(text)
    starts = 200
    played = [mcms.playouts(game, game.initial_state(seed), 250, seed=seed) for seed in range(starts)]
    games = sum(run.games for run in played)
    assert sum(run.decisions for run in played) / games == pytest.approx(decisions, rel=0.01)
    if first_wins is not None:
        assert sum(run.mean_utility for run in played) / starts / 200 + 0.5 == pytest.approx(first_wins, abs=0.015)


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
