"""Hyper-backgammon's solver: its plays are the game's, its iteration finds what expectimax finds, its file is checked.

Solving all of it takes minutes and is left to ``mcms solve "backgammon(variant=hyper)"``.
"""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mcms
from mcms import Backgammon, HyperSolution, InvalidOptionError, Turn, _core
from mcms.exceptions import RecordsError, StoppedError
from mcms.games import hyper_backgammon
from mcms.games.hyper_backgammon import SIDES
from tests.property.trees import examples

MONEY = Backgammon(variant="hyper")
WIN = Backgammon(variant="hyper", scoring="win")
LOW = 300
"""Numbers below this are of sides with up to 18 pips: all that are home, and some that are not."""


@pytest.fixture(autouse=True)
def nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hyper_backgammon, "_kept", {})


def solved(scoring: str, sides: int, threads: int = 1) -> Any:
    return _core.solve_hyper_backgammon(
        scoring=scoring, threads=threads, tolerance=0.0, most_sweeps=3, sides=sides, stop=None, poll_signals=True
    )


def race(game: Backgammon, own: list[int], other: list[int], to_move: int = 0) -> Any:
    """Return a state before a roll, with each side's checkers by its own points."""
    sides = [[points.count(point) for point in range(1, 26)] for points in (own, other)]
    return _core.BackgammonState(
        own=sides[0], other=sides[1], high=0, low=0, phase="rolling", second_moves=to_move == 1
    )


@pytest.mark.parametrize("game", [MONEY, WIN])
def test_races_are_worth_what_expectimax_finds(game: Backgammon) -> None:
    """To their ends; with both sides in their homes, gammons among them."""
    values = solved(game.scoring, sides=LOW)
    for own, other, to_move in (
        ([1], [2, 1], 0),
        ([2, 1], [1, 1, 1], 1),
        ([3, 1], [3, 3, 1], 0),
        ([2, 2], [5], 1),
        ([1, 1, 1], [6, 1, 1], 0),
    ):
        state = race(game, own, other, to_move)
        found = mcms.search(game, state, "exp", limit=mcms.Limit(depth=8))
        assert found.stop_reason == "complete"
        assert values.value(state) == pytest.approx(found.value, abs=1e-12)


def test_the_result_is_the_same_with_any_number_of_threads() -> None:
    one, three = (np.array(solved("money", sides=60, threads=threads).values) for threads in (1, 2))
    assert np.array_equal(one, three)


def noise(scoring: str) -> Any:
    """Return a table of any values, by which the rules of choosing can be seen."""
    values = np.random.default_rng(1).uniform(-1, 1, (SIDES, SIDES))
    return _core.restore_hyper_backgammon(scoring=scoring, values=values, sweeps=1, residual=1.0)


def test_plays_are_those_of_the_game() -> None:
    """Hits, passes and the use of the dice: a decision is worth its best move, whatever the values are."""
    values, rng = noise("money"), random.Random(5)
    hits = 0
    for _ in range(examples(40)):
        state = MONEY.initial_state()
        while MONEY.turn(state) is not Turn.OVER:
            turn = MONEY.turn(state)
            if turn is Turn.CHANCE:
                state = MONEY.resolve(state, rng.choice(MONEY.outcomes(state))[0])
                continue
            after = {action: MONEY.play(state, action) for action in MONEY.actions(state)}
            unfinished = [each for each in after.values() if MONEY.turn(each) is not Turn.OVER]
            hits += any("*" in action for action in after)
            if len(unfinished) == len(after):
                best = max if turn is Turn.FIRST else min
                assert values.value(state) == best(values.value(each) for each in unfinished)
            state = rng.choice(list(after.values()))
    assert hits > 0
    shut_out = MONEY.resolve(race(MONEY, [25, 10, 9], [6, 6, 1]), "66")
    assert MONEY.actions(shut_out) == ["pass"]
    assert values.value(shut_out) == values.value(MONEY.play(shut_out, "pass"))


def test_the_opening_is_the_mean_of_its_rolls() -> None:
    values, start = noise("win"), WIN.initial_state()
    mean = sum(p * values.value(WIN.resolve(start, outcome)) for outcome, p in WIN.outcomes(start))
    assert values.value(start) == pytest.approx(mean, abs=1e-12)


def test_a_position_is_worth_the_mean_of_its_rolls() -> None:
    table = solved("money", sides=LOW)
    state = race(MONEY, [6, 5, 4], [6, 5, 4])
    mean = sum(p * table.value(MONEY.resolve(state, roll)) for roll, p in MONEY.outcomes(state))
    assert table.value(state) == pytest.approx(mean, abs=1e-12)


def test_a_file_is_read_again_and_known_to_solve(tmp_path: Path) -> None:
    file = tmp_path / "hyper.npz"
    HyperSolution(MONEY, noise("money"), 1.0).save(file)
    assert [path.name for path in tmp_path.iterdir()] == ["hyper.npz"]
    solution = HyperSolution.load(MONEY, file)
    start = MONEY.initial_state()
    assert solution.value(start) == noise("money").value(start)
    assert mcms.solve(MONEY) is solution
    state = MONEY.resolve(start, "first 31")
    values = solution.action_values(state)
    assert solution.best_action(state) == max(values, key=lambda action: values[action])
    assert solution.states == 7_953_353


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"scoring": "win"}, "is of scoring=win: expected money"),
        ({"values": np.zeros((3, 3))}, "expected 3276 × 3276 values"),
        ({"values": np.full((SIDES, SIDES), np.nan)}, "values from -3 to 3"),
        ({"values": np.zeros((SIDES, SIDES), np.float32)}, "expected 3276 × 3276 values"),
        ({"sweeps": None}, "expected a file that mcms wrote"),
    ],
)
def test_a_file_of_something_else_is_refused(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    content: dict[str, Any] = {
        "values": np.zeros((SIDES, SIDES)),
        "scoring": "money",
        "sweeps": 1,
        "residual": 0.1,
    } | change
    np.savez(tmp_path / "hyper.npz", **{key: value for key, value in content.items() if value is not None})
    with pytest.raises(RecordsError, match=says):
        HyperSolution.load(MONEY, tmp_path / "hyper.npz")


def test_text_is_no_solution(tmp_path: Path) -> None:
    (tmp_path / "hyper.npz").write_text("hello")
    with pytest.raises(RecordsError, match="expected a file that mcms wrote"):
        HyperSolution.load(MONEY, tmp_path / "hyper.npz")
    with pytest.raises(RecordsError, match="cannot write the solution"):
        HyperSolution(MONEY, noise("money"), 1.0).save(tmp_path / "nowhere" / "hyper.npz")


def test_only_hyper_backgammon_has_one() -> None:
    with pytest.raises(InvalidOptionError, match="expected backgammon"):
        HyperSolution.load(Backgammon(), "hyper.npz")
    assert Backgammon().solve_whole() is None


def test_solving_can_be_stopped() -> None:
    token = _core.StopToken()
    token.stop()
    with pytest.raises(StoppedError):
        mcms.solve(MONEY, stop=token)


def test_a_small_limit_lists_states_instead() -> None:
    """As reviews and pages do, which have no minutes to wait."""
    state = race(MONEY, [2, 1], [1, 1])
    assert mcms.solve(MONEY, state, most_states=10_000).states < 10_000
    with pytest.raises(mcms.TooManyStatesError):
        mcms.solve(MONEY, MONEY.initial_state(), most_states=1_000)
