"""Points: adding up, intervals that hold what they promise, the test's error rates, ratings."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcms.exceptions import DisconnectedPlayersError, InvalidOptionError
from mcms.stats import PairPoints, PointsSprt, SprtDecision, points_interval, points_ratings

PAIRS = st.lists(st.tuples(*[st.integers(-3, 3)] * 2), min_size=1, max_size=40)


@given(PAIRS, PAIRS)
def test_points_add_up(some: list[tuple[float, float]], others: list[tuple[float, float]]) -> None:
    together = PairPoints.of([*some, *others])
    assert PairPoints.of(some) + PairPoints.of(others) == together
    per_game = sum(map(sum, [*some, *others])) / 2 / len([*some, *others])
    assert together.per_game == pytest.approx(per_game)
    assert together.reversed().per_game == pytest.approx(-per_game)


@given(PAIRS)
def test_the_interval_has_what_was_seen_and_a_width(pairs: list[tuple[float, float]]) -> None:
    points = PairPoints.of(pairs)
    interval = points_interval(points)
    assert points.per_game is not None
    assert points.per_game in interval
    assert interval.width > 0
    mirrored = points_interval(points.reversed())
    assert (mirrored.low, mirrored.high) == pytest.approx((-interval.high, -interval.low))


def test_nothing_is_known_without_a_pair() -> None:
    assert points_interval(PairPoints()).width == math.inf
    assert PointsSprt(points0=0, points1=1).log_likelihood_ratio(PairPoints()) == 0


def drawn(rng: random.Random, pairs: int) -> PairPoints:
    """Points as in backgammon: ±1, ±2, ±3, the better player a little ahead; 0.0825 a game in the long run."""
    values, weights = (-3, -2, -1, 1, 2, 3), (1, 10, 35, 37, 15, 2)
    return PairPoints.of((rng.choices(values, weights)[0], rng.choices(values, weights)[0]) for _ in range(pairs))


EXPECTED = (-3 - 20 - 35 + 37 + 30 + 6) / 100


@pytest.mark.parametrize("pairs", [5, 50])
def test_95_of_100_intervals_have_the_truth(pairs: int) -> None:
    rng = random.Random(1)
    held = sum(EXPECTED in points_interval(drawn(rng, pairs)) for _ in range(1000))
    assert 0.93 <= held / 1000 <= 0.99


def test_the_test_s_error_rates() -> None:
    """At the truth of H0 it accepts H1 about as rarely as promised, and the other way round."""
    rng = random.Random(2)
    for truth, wrong in ((0, SprtDecision.ACCEPT_H1), (1, SprtDecision.ACCEPT_H0)):
        test = PointsSprt(points0=EXPECTED - 0.8 * truth, points1=EXPECTED + 0.8 * (1 - truth))
        decisions = [decided(test, rng) for _ in range(200)]
        assert decisions.count(wrong) <= 20
        assert SprtDecision.UNDECIDED not in decisions


def decided(test: PointsSprt, rng: random.Random) -> SprtDecision:
    points = PairPoints()
    for _ in range(1000):
        points += drawn(rng, 1)
        if (decision := test.decision(points)) is not SprtDecision.UNDECIDED:
            return decision
    return SprtDecision.UNDECIDED


def test_ratings_of_players_that_never_met() -> None:
    rng = random.Random(3)
    results = {("a", "b"): drawn(rng, 400), ("b", "c"): drawn(rng, 400)}
    first, second, third = points_ratings(results)
    assert (first.name, second.name, third.name) == ("a", "b", "c")
    assert sum(rating.points for rating in (first, second, third)) == pytest.approx(0)
    assert first.points - third.points == pytest.approx(2 * EXPECTED, abs=0.25)
    assert first.low < first.points < first.high
    assert (first.games, second.games) == (800, 1600)
    again = points_ratings({("c", "b"): results["b", "c"].reversed(), ("b", "a"): results["a", "b"].reversed()})
    assert [rating.points for rating in again] == pytest.approx([first.points, second.points, third.points])


def test_what_is_refused() -> None:
    one = PairPoints.of([(1, 1)])
    with pytest.raises(DisconnectedPlayersError, match=r"\(a, b\), \(c, d\)"):
        points_ratings({("a", "b"): one, ("c", "d"): one})
    with pytest.raises(InvalidOptionError, match="points1 is 0"):
        PointsSprt(points0=1, points1=0)
    with pytest.raises(InvalidOptionError, match="points is nan"):
        PairPoints.of([(math.nan, 1)])
