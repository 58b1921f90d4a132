"""Can't Stop and Ra as plainer programs may have had them, against the second implementation and brute force."""

import random
from collections import Counter
from typing import Any

import pytest

import mcms
from mcms import CantStop, Ra, Turn
from tests import brute_force
from tests.games import plain_cant_stop as plain

LISTED = CantStop(merged=False)


def test_all_ways_the_dice_fall_are_listed_and_lead_where_merged_throws_do() -> None:
    merged, rng = CantStop(), random.Random(3)
    for _ in range(20):
        data = plain.random_position(rng)
        rolling = merged.play(merged.from_json(data), "roll")
        outcomes = LISTED.outcomes(rolling)
        assert len({name for name, _ in outcomes}) == 1296
        assert {probability for _, probability in outcomes} == {1 / 1296}
        after = {name: LISTED.resolve(rolling, name) for name, _ in outcomes}
        chances = Counter[str]()
        for name, state in after.items():
            legal = plain.moves(data, tuple(sorted(map(int, name.split("-")))))
            assert (LISTED.turn(state) is not Turn.OVER and set(LISTED.actions(state)) == legal.keys()) or not legal
            chances["bust" if not legal else "/".join(sorted(legal))] += 1
        expected = Counter[str]()
        for ways, legal in plain.outcomes(data).values():
            expected["bust" if not legal else "/".join(sorted(legal))] += ways
        assert chances == expected


def steps_ahead(data: dict[str, Any], *, runners: bool, power: int) -> float:
    """Return what the second implementation says with other values of columns."""
    scores = []
    for side, steps in enumerate(data["markers"]):
        values = []
        for column, height in plain.HEIGHTS.items():
            step = steps[column - 2]
            if runners and side == data["to_move"]:
                step = data["runners"].get(str(column), step)
            values.append(0.0 if data["markers"][1 - side][column - 2] == height else (step / height) ** power)
        scores.append(sum(sorted(values)[-3:]))
    return 100 * (scores[0] - scores[1]) / 3


def test_plainer_evaluations_of_cant_stop() -> None:
    rng = random.Random(7)
    for _ in range(300):
        data = plain.random_position(rng)
        for name, runners, power in (("banked", False, 2), ("steps", True, 1)):
            game = CantStop(evaluation=name)
            state = game.from_json(data)
            expected = pytest.approx(steps_ahead(data, runners=runners, power=power), abs=1e-9)
            assert game.estimate(state) == expected
            assert game.estimate(game.play(state, "roll")) == expected


@pytest.mark.parametrize("game", [CantStop(evaluation="steps"), Ra(evaluation="tiles")], ids=str)
def test_searches_find_the_values_of_plainer_evaluations(game: Any) -> None:
    state = game.initial_state(seed=1)
    for name in ("exp", "star1", "star2"):
        proof = mcms.prove(game, state, name, depth=2)
        assert proof.lower == pytest.approx(brute_force.value(game, state, 2), abs=1e-9)
