"""Ra's scoring, the ends of epochs and of the game, and the evaluation, against numbers worked out by hand."""

import math
from typing import Any

import pytest

import mcms
from mcms import Turn, _core
from mcms.games.ra_json import CIVILIZATIONS, HOLDABLE, MONUMENTS, SUPPLY, numbered
from tests.games.ra_scenes import RA, Json, after, expect, player, scene


def epoch_end(epoch: int, first: Json, second: Json, **parts: Any) -> Any:
    """The state after the sixth Ra."""
    return after(scene(epoch=epoch, first=first, second=second, ra_track=5, **parts), "draw", "ra")


def gained(epoch: int = 1, points: int = 100, **tiles: int) -> int:
    """What tiles score for the first player against a second player with one Pharaoh and one Civilization."""
    first = player([9, 5, 4, 2], points=points, **tiles)
    second = player([8, 7, 3, 1], points=50, pharaoh=1, civilization_5=1)
    ended = epoch_end(epoch, first, second, centre_sun=6)
    total: int = RA.to_json(ended)["players"][0]["points"]
    return total - points


NOTHING = -5 - 2  # no Civilization, fewest Pharaohs


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ({}, NOTHING),
        ({"god": 3}, NOTHING + 6),
        ({"gold": 2}, NOTHING + 6),
        ({"pharaoh": 1}, -5),
        ({"pharaoh": 2}, -5 + 5),
        ({"nile": 7}, NOTHING),
        ({"nile": 7, "flood": 1}, NOTHING + 8),
        ({"flood": 3}, NOTHING + 3),
        ({"monument_1": 5}, NOTHING),
        ({"god": 1, "gold": 1, "pharaoh": 3, "nile": 2, "flood": 2}, -5 + 2 + 3 + 5 + 4),
        *[
            (dict.fromkeys(CIVILIZATIONS[:kinds], 1), score - 2)
            for kinds, score in enumerate([-5, 0, 0, 5, 10, 15])
        ],
        ({"civilization_1": 4}, -2),
        ({"civilization_1": 3, "civilization_2": 2, "civilization_4": 1}, 5 - 2),
    ],
)  # fmt: skip
def test_each_epoch(tiles: dict[str, int], expected: int) -> None:
    assert gained(1, **tiles) == gained(2, **tiles) == expected
    # The third epoch adds Monuments, and 5 for the higher suns: 9 + 5 + 4 + 2 against 8 + 7 + 3 + 1.
    assert gained(3, **tiles) == expected + 5 + (16 if "monument_1" in tiles else 0)


@pytest.mark.parametrize(
    ("monuments", "expected"),
    [
        ([], 0), ([1], 1), ([2], 1), ([3], 1 + 5), ([4], 1 + 10), ([5], 1 + 15),
        ([1] * 2, 2), ([1] * 6, 6), ([1] * 7, 10), ([1] * 8, 15),
        ([4, 3, 2, 1], 19), ([5] * 8, 135), ([3, 3], 12), ([2] * 8, 15),
    ],
)  # fmt: skip
def test_monuments(monuments: list[int], expected: int) -> None:
    tiles = dict(zip(MONUMENTS, monuments, strict=False))
    assert _core.ra_monument_points(numbered(tiles)) == expected
    assert gained(3, **tiles) == NOTHING + 5 + expected
    assert gained(2, **tiles) == NOTHING


def test_the_floor_comes_after_the_sum() -> None:
    poor = player([8, 7, 4, 3], points=3)
    ended = epoch_end(1, player([9, 6, 5, 2], points=6, pharaoh=1), poor)
    expect(ended, first={"points": 6}, second={"points": 0})
    # In the third epoch everything is added first: 3 - 5 - 5 + 3 x 3 Gold + 1 Monument, fewest Pharaohs -2.
    rich_enough = player([8, 7, 4, 3], points=3, gold=3, monument_1=1)
    ended = epoch_end(3, player([9, 6, 5, 2], points=0, pharaoh=1), rich_enough, centre_sun=1)
    # 22 suns each, so nobody scores for them.
    expect(ended, first={"points": 0}, second={"points": 3 - 5 - 2 + 9 + 1})
    lower_suns = player([7, 4, 3, 1], points=3, gold=3)
    ended = epoch_end(3, player([9, 8, 6, 5], points=50), lower_suns, centre_sun=2)
    expect(ended, first={"points": 50 - 5 + 5}, second={"points": 3 - 5 - 5 + 9})


def test_the_sum_of_suns_counts_used_ones() -> None:
    first, second = player([2], [9, 8, 1], points=20), player([7, 6], [4, 3], points=20)
    expect(epoch_end(3, first, second, centre_sun=5), first={"points": 15}, second={"points": 15})
    first, second = player([2], [9, 8, 3], points=20), player([7, 6], [4, 1], points=20)
    expect(epoch_end(3, first, second, centre_sun=5), first={"points": 20}, second={"points": 10})


def test_what_is_kept() -> None:
    all_kinds = dict.fromkeys(HOLDABLE, 2)
    ended = epoch_end(1, player([6, 5], [9, 2], **all_kinds), player([8, 7, 4, 3]), track={"gold": 1})
    kept = {"pharaoh": 2, "nile": 2} | dict.fromkeys(MONUMENTS, 2)
    expect(ended, first={"tiles": kept, "suns": [9, 6, 5, 2], "used_suns": []}, auction_track={}, ra_track=0)
    expect(ended, centre_sun=1, epoch=2, phase="main", to_move=0)
    # God 4, Gold 6, Pharaohs 5, Niles and Floods 4, five Civilizations 15.
    expect(ended, first={"points": 10 + 34}, second={"points": 10 - 2 - 5})


def test_the_highest_sun_starts_wherever_it_lies() -> None:
    ended = epoch_end(2, player([8, 7], [6, 5]), player([2, 1], [9, 3]), centre_sun=4, to_move=0)
    expect(ended, epoch=3, to_move=1)
    # Sun 9 in the centre is nobody's.
    ended = epoch_end(2, player([7], [8, 6, 5]), player([4, 3], [2, 1]), centre_sun=9, to_move=1)
    expect(ended, epoch=3, to_move=0)


def test_one_player_without_suns_does_not_end_the_epoch() -> None:
    s = scene(first=player([9], [6, 5, 2]), second=player([4], [8, 7, 3]), track={"gold": 1})
    s = after(s, "invoke", "bid:4", "pass")
    expect(s, epoch=1, to_move=0, second={"suns": [], "used_suns": [8, 7, 3, 1]})
    s = after(s, "invoke", "bid:9")
    expect(s, epoch=2, phase="main")


@pytest.mark.parametrize(
    ("first_points", "second_points", "first_suns", "winner"),
    [
        (30, 29, [8, 7, 4, 3], 0),
        (29, 30, [9, 6, 5, 2], 1),
        (30, 30, [9, 6, 5, 2], 0),
        (30, 30, [8, 7, 4, 3], 1),
        (0, 0, [9, 6, 5, 2], 0),
    ],
)
def test_the_end_and_ties(first_points: int, second_points: int, first_suns: list[int], winner: int) -> None:
    """Both have 22 suns, no tiles and lose 5 points."""
    second_suns = [sun for sun in range(9, 1, -1) if sun not in first_suns]
    first, second = player(first_suns, points=first_points), player(second_suns, points=second_points)
    over = epoch_end(3, first, second)
    expect(over, epoch=3, phase="over", to_move=None, ra_track=0, auction_track={}, caller=None)
    expect(over, first={"points": max(first_points - 5, 0)}, second={"points": max(second_points - 5, 0)})
    assert RA.turn(over) is Turn.OVER
    assert RA.utility(over) == RA.estimate(over) == (100.0 if winner == 0 else -100.0)
    assert RA.actions(over) == RA.outcomes(over) == []


def test_the_last_sun_ends_the_game() -> None:
    first, second = player([9], [6, 5, 2], points=20), player([], [8, 7, 4, 3], points=20)
    over = after(scene(epoch=3, first=first, second=second, track={"monument_1": 2}), "invoke", "bid:9")
    # The suns are exchanged before scoring: 1 + 6 + 5 + 2 against 22.
    expect(over, phase="over", centre_sun=9, first={"points": 20 - 5 + 1 - 5, "suns": [6, 5, 2, 1]})
    expect(over, second={"points": 20 - 5 + 5}, to_move=None)
    assert RA.utility(over) == -100


def value(points: float, suns: list[int], used: list[int], epoch: int, ra_track: int) -> float:
    """The value of a player by the definition; the points include what the tiles would score."""
    pace = min(((6 - ra_track) / 6) / (len(suns) / 4), 1) if suns else 0
    worth = sum(6 + (sun - 5) / 2 for sun in suns) * pace
    return points + worth + (sum((sun - 5) / 2 for sun in used) if epoch < 3 else 0)


def test_estimates_by_hand() -> None:
    # 22 suns each: 24 + (22 - 20) / 2 = 25 points each.
    assert RA.estimate(scene()) == 0
    # Two suns of 9 and 6 are worth 8 + 6.5; used ones (5 - 5) / 2 + (1 - 5) / 2; the other has 25 in four.
    first = player([9, 6], [5, 1], gold=1, pharaoh=1)
    assert RA.estimate(scene(first=first, centre_sun=2)) == pytest.approx(
        100 * math.tanh(((10 + 3 + 5 - 5 + 14.5 - 2) - (10 - 2 - 5 + 25)) / 25)
    )
    # With 3 Ra left four suns are worth half, two all of it.
    assert RA.estimate(scene(first=first, centre_sun=2, ra_track=3)) == pytest.approx(
        100 * math.tanh(((10 + 3 + 5 - 5 + 14.5 - 2) - (10 - 2 - 5 + 12.5)) / 25)
    )
    # In the last epoch used suns are worth nothing.
    assert RA.estimate(scene(first=first, centre_sun=2, epoch=3)) == pytest.approx(
        100 * math.tanh(((10 + 3 + 5 - 5 + 14.5) - (10 - 2 - 5 + 25)) / 25)
    )
    # Monuments count in every epoch: 4, 3, 2, 1 copies are 19 points.
    monuments = player([9, 6, 5, 2], monument_1=4, monument_2=3, monument_3=2, monument_4=1)
    for epoch in (1, 2, 3):
        assert RA.estimate(scene(first=monuments, epoch=epoch)) == pytest.approx(100 * math.tanh(19 / 25))


@pytest.mark.parametrize("ra_track", range(6))
@pytest.mark.parametrize("epoch", [1, 2, 3])
@pytest.mark.parametrize("usable", range(5))
def test_estimates_of_suns(usable: int, epoch: int, ra_track: int) -> None:
    suns, used = [9, 6, 4, 1][:usable], [9, 6, 4, 1][usable:]
    other, other_used = [8, 7, 3], [2]
    state = scene(
        first=player(suns, used, 40), second=player(other, other_used, 30), centre_sun=5, epoch=epoch,
        ra_track=ra_track, to_move=1,
    )  # fmt: skip
    difference = value(40, suns, used, epoch, ra_track) - value(30, other, other_used, epoch, ra_track)
    assert RA.estimate(state) == pytest.approx(100 * math.tanh(difference / 25), abs=1e-12)


def test_estimates_stay_in_range() -> None:
    everything = {kind: SUPPLY[kind] for kind in HOLDABLE}
    far_ahead = scene(first=player([9, 8, 7, 6], points=328, **everything), second=player([4, 3, 2, 1], points=0),
                      centre_sun=5)  # fmt: skip
    assert RA.estimate(far_ahead) == 100
    far_behind = scene(first=player([4, 3, 2, 1], points=0), second=player([9, 8, 7, 6], points=328, **everything),
                       centre_sun=5)  # fmt: skip
    assert RA.estimate(far_behind) == -100


def plain_tanh(x: float) -> float:
    """Return tanh by additions, multiplications and divisions alone, which all machines round alike."""
    y, doublings = 2 * x, 0
    while y > 0.125:
        y, doublings = y / 2, doublings + 1
    e = 0.0
    for n in range(14, 0, -1):
        e = (e + 1) * y / n
    for _ in range(doublings):
        e *= e + 2
    return e / (e + 2)


@pytest.mark.parametrize("points", [0, 1, 2, 7, 25, 60, 150, 300])
def test_the_estimate_has_the_same_bits_on_every_machine(points: int) -> None:
    for leads, ahead in ((points, 0), (0, points)):
        state = scene(first=player([9, 6, 5, 2], points=leads), second=player([8, 7, 4, 3], points=ahead))
        lead = abs(state.lead) / (25.0 * 36)
        assert RA.estimate(state) == math.copysign(100.0 * plain_tanh(lead), state.lead)
        assert plain_tanh(lead) == pytest.approx(math.tanh(lead), rel=1e-14)


def test_plainer_estimates_by_hand() -> None:
    tiles, points = mcms.Ra(evaluation="tiles"), mcms.Ra(evaluation="points")
    # 3 for the gold and 5 for the Pharaoh against 2 lost for fewer, no Civilizations on either side, 14 points to 10.
    state = scene(first=player([9, 6], [5, 1], points=14, gold=1, pharaoh=1), centre_sun=2)
    assert tiles.estimate(state) == pytest.approx(100 * math.tanh((14 + 3 + 5 - (10 - 2)) / 25))
    assert points.estimate(state) == pytest.approx(100 * math.tanh((14 - 10) / 25))


@pytest.mark.parametrize("evaluation", ["tiles", "points"])
def test_plainer_forms_keep_the_rules(evaluation: str) -> None:
    ra = mcms.Ra(evaluation=evaluation)
    mcms.check_game(ra, games=20)
    assert mcms.load(str(ra)) == ra
    state = ra.initial_state(3)
    assert ra.actions(state) == RA.actions(state)
    exact = mcms.search(ra, state, "star2", limit=mcms.Limit(depth=2)).value
    assert exact == pytest.approx(mcms.search(ra, state, "exp", limit=mcms.Limit(depth=2)).value, abs=1e-9)
