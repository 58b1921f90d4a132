"""What games say of values by their rules alone, held against expectimax in positions of random play."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import mcms
from mcms import Limit, Turn
from mcms.games.base import BaseGame

GAMES = [
    "pig", "pig(goal=10)", "pig(goal=40)", "pig(goal=150)", "pig(dice=1)", "pig(dice=1,goal=25)",
    "ewn", "ewn(evaluation=race)", "ewn(evaluation=stones)",
    "cant_stop", "cant_stop(columns=1)", "cant_stop(columns=2,heights=1-2-2-3-3-4-3-3-2-2-1)",
    "ra", "ra(gods=false)",
    "random_tree(bounded=0.7,extreme=0.3,early_end=0.1,chance_chain=0.3)",
]  # fmt: skip
DEEPEST = 6
NODES = 20_000
STATES = 120
"""Of each game, decisions and chance nodes."""
BY_DEFINITION = mcms.Expectimax(table_bounds=True)


def states_of_play(game: BaseGame[Any], seed: int) -> Iterator[Any]:
    """Yield the states of random games, one after the other."""
    rng = random.Random(seed)
    while True:
        state = game.initial_state(rng.getrandbits(32))
        while (turn := game.turn(state)) is not Turn.OVER:
            yield state
            if turn is Turn.CHANCE:
                outcomes, weights = zip(*game.outcomes(state), strict=True)
                state = game.resolve(state, rng.choices(outcomes, weights)[0])
            else:
                state = game.play(state, rng.choice(game.actions(state)))


def values(game: BaseGame[Any], state: Any) -> Iterator[tuple[int, float]]:
    """Yield V_0, V_1, … as far as expectimax gets quickly."""
    yield 0, mcms.prove(game, state, BY_DEFINITION, depth=0).lower
    for depth in range(1, DEEPEST + 1):
        found = mcms.search(game, state, BY_DEFINITION, limit=Limit(depth=depth, nodes=NODES))
        if found.depth < depth and found.stop_reason != "complete":
            return
        yield depth, found.value


@pytest.mark.parametrize("name", GAMES)
def test_values_lie_within_the_bounds(name: str) -> None:
    game = mcms.load(name)
    low, high = game.value_range()
    narrower = 0
    for _, state in zip(range(STATES), states_of_play(game, seed=5), strict=False):
        for depth, value in values(game, state):
            at_least, at_most, is_value = game.core.value_bounds(state, depth)
            narrower += at_most - at_least < high - low
            if is_value:
                assert at_least == at_most == value, (state, depth)
            else:
                assert at_least - 1e-9 <= value <= at_most + 1e-9, (state, depth)
    # At least the leaves are known.
    assert narrower > STATES / 2


def test_the_method_gives_two_numbers() -> None:
    game = mcms.load("pig")
    state = game.initial_state()
    low, high = game.value_bounds(state, 2)
    value = mcms.search(game, state, "exp", limit=Limit(depth=2)).value
    assert -100 < low < value < high < 100
    finished = game.from_json({"scores": [100, 3], "turn_total": 0, "to_move": 1})
    assert game.value_bounds(finished, 4) == (100.0, 100.0)
    with pytest.raises(mcms.InvalidOptionError, match="depth is -1"):
        game.value_bounds(state, -1)


class CountdownBase:
    """Take turns to add one, or a throw of 2 or 3, to a common sum; the player who leaves it above 12 loses."""

    def initial_state(self, seed: int) -> tuple[int, str]:
        return 0, "first"

    def turn(self, state: tuple[int, str]) -> str:
        return "over" if state[0] > 12 else state[1].split()[-1]

    def actions(self, state: tuple[int, str]) -> list[str]:
        return ["one", "throw"]

    def play(self, state: tuple[int, str], action: str) -> tuple[int, str]:
        total, mover = state
        other = "second" if mover == "first" else "first"
        return (total + 1, other) if action == "one" else (total, f"{other} chance")

    def outcomes(self, state: tuple[int, str]) -> list[tuple[int, float]]:
        return [(2, 0.5), (3, 0.5)]

    def resolve(self, state: tuple[int, str], outcome: int) -> tuple[int, str]:
        return state[0] + outcome, state[1].split()[0]

    def utility(self, state: tuple[int, str]) -> float:
        return 1.0 if state[1] == "first" else -1.0

    def estimate(self, state: tuple[int, str]) -> float:
        return state[0] / 40

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0


class Countdown(CountdownBase):
    """With what its rules say: each decision adds one to three, and nobody can lose before the sum gets that far."""

    def value_bounds(self, state: tuple[int, str], depth: int) -> tuple[float, float]:
        thrown = self.turn(state) == "chance"
        least, most = state[0] + 2 * thrown + depth, state[0] + 3 * thrown + 3 * depth
        return (least / 40, most / 40) if most <= 12 else (-1.0, 1.0)


class Boaster(Countdown):
    """Bounds that are too narrow two decisions ahead."""

    def value_bounds(self, state: tuple[int, str], depth: int) -> tuple[float, float]:
        return (state[0] / 40, state[0] / 40 + 0.01) if depth == 2 else (-1.0, 1.0)


class Mumbler(Countdown):
    """No bounds at all."""

    def value_bounds(self, state: tuple[int, str], depth: int) -> tuple[float, float]:
        return (1.0, -1.0)


def test_a_python_game_is_pruned_by_its_bounds() -> None:
    plain, bounded = CountdownBase(), Countdown()
    state = bounded.initial_state(0)
    mcms.check_game(bounded, games=10)
    for name in ("star1", "star2", "star1(prune_from=0)", "star2(prune_from=0,probe_from=0)", "mcms"):
        slow = mcms.search(plain, state, name, limit=Limit(depth=3))
        fast = mcms.search(bounded, state, name, limit=Limit(depth=3))
        assert (fast.value, fast.action) == (slow.value, slow.action)
        assert fast.nodes < slow.nodes if "prune_from=0" in name else fast.nodes <= slow.nodes


def test_check_game_finds_wrong_bounds() -> None:
    with pytest.raises(mcms.ContractError, match=r"value_bounds of .* at depth 2: expected them around"):
        mcms.check_game(Boaster(), games=3)
    with pytest.raises(mcms.ContractError, match="expected two numbers, low first"):
        mcms.check_game(Mumbler(), games=3)
    with pytest.raises(mcms.ContractError, match="expected two numbers, low first"):
        mcms.search(Mumbler(), (0, "first"), "star2(prune_from=0)", limit=Limit(depth=3))


def test_what_rests_on_bounds_is_not_complete() -> None:
    # Two decisions ahead nobody can have lost, which says nothing of the end.
    result = mcms.search(Countdown(), (0, "first"), "star2(table_bounds=true)", limit=Limit(depth=3))
    assert result.stop_reason == "depth"
    to_the_end = mcms.search(Countdown(), (0, "first"), "star2(table_bounds=true)", limit=Limit(depth=60))
    assert to_the_end.stop_reason == "complete"
    unpruned = mcms.search(CountdownBase(), (0, "first"), "exp(table_bounds=true)", limit=Limit(depth=60))
    assert to_the_end.value == unpruned.value
