"""EinStein würfelt nicht! move for move against OpenSpiel, whose White moves first and stands at the bottom right.

Our first player is White there, with the board turned by 180°.
"""

import itertools
import random
from typing import Any

import pytest

from tests.games.ewn_positions import EWN

pyspiel = pytest.importorskip("pyspiel")

POSITIONS = 50_000
_ARRANGEMENTS = {stones: rank for rank, stones in enumerate(itertools.permutations(range(1, 7)))}
_SQUARES = [[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)], [(2, 4), (3, 3), (3, 4), (4, 2), (4, 3), (4, 4)]]
_DIRECTIONS = {(1, 1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3, (-1, -1): 4, (0, -1): 5}


def _setup(stones: list[list[int]], side: int) -> int:
    """Return OpenSpiel's number of an arrangement: its rank among the permutations, row by row of the turned board."""
    at = {tuple(square): number for number, square in enumerate(stones, start=1)}
    return _ARRANGEMENTS[tuple(at[square] for square in reversed(_SQUARES[side]))]


# Both sides' moves by name, without the stone, to OpenSpiel's numbers without the last bit, which tells a capture.
_NUMBERS = {
    f"{'abcde'[column]}{row + 1}-{'abcde'[column + right]}{row + down + 1}": (
        ((4 - row) * 5 + 4 - column) * 6 + _DIRECTIONS[-down, -right]
    )
    for (down, right), row, column in itertools.product(_DIRECTIONS, range(5), range(5))
    if 0 <= row + down < 5 and 0 <= column + right < 5
}


def _start(game: Any, seed: int) -> tuple[Any, Any]:
    ours = EWN.initial_state(seed)
    first, second = EWN.to_json(ours)["stones"]
    theirs = game.new_initial_state()
    theirs.apply_action(_setup(second, 1))  # Black
    theirs.apply_action(_setup(first, 0))  # White
    return ours, theirs


@pytest.mark.slow
def test_move_for_move() -> None:
    game = pyspiel.load_game("einstein_wurfelt_nicht")
    rng = random.Random(1)
    core = EWN.core
    positions = 0
    for seed in itertools.count():
        ours, theirs = _start(game, seed)
        first_to_move = True
        while not theirs.is_terminal():
            die = rng.randint(1, 6)
            ours = core.resolve(ours, str(die))
            theirs.apply_action(die - 1)
            assert core.turn(ours) == (0 if first_to_move else 1)
            assert theirs.current_player() == (1 if first_to_move else 0)
            actions = core.actions(ours)
            legal = {number >> 1: number for number in theirs.legal_actions()}
            assert sorted(_NUMBERS[action[2:]] for action in actions) == sorted(legal), ours
            chosen = rng.choice(actions)
            ours = core.play(ours, chosen)
            theirs.apply_action(legal[_NUMBERS[chosen[2:]]])
            first_to_move = not first_to_move
            positions += 1
        assert core.turn(ours) == 3
        assert core.utility(ours) == 100 * theirs.returns()[1]
        if positions >= POSITIONS:
            return


def test_a_position_turns_into_theirs() -> None:
    game = pyspiel.load_game("einstein_wurfelt_nicht")
    ours, theirs = _start(game, 3)
    board = str(theirs).splitlines()
    for side, letter in ((0, "w"), (1, "b")):
        for number, (row, column) in enumerate(EWN.to_json(ours)["stones"][side], start=1):
            assert board[4 - row][4 * (4 - column) + 1 :].startswith(f"{letter}{number}")
