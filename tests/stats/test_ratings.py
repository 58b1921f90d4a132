"""Ratings: the model's equations, and how often the intervals cover."""

import math
from collections.abc import Mapping
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcms.exceptions import InvalidOptionError, McmsError, UnknownNameError
from mcms.stats import (
    DisconnectedPlayersError,
    PairCounts,
    Rating,
    elo,
    elo_interval,
    rating_difference,
    ratings,
    score,
)
from tests.stats.strategies import PLAYED

Results = dict[tuple[str, str], PairCounts]
EVEN = PairCounts(two_losses=10, win_and_loss=20, two_wins=10)


def by_name(rated: tuple[Rating, ...]) -> Mapping[str, Rating]:
    return {rating.name: rating for rating in rated}


@given(PLAYED)
def test_two_players_are_as_far_apart_as_their_score(counts: PairCounts) -> None:
    """With one pair of the prior, which is drawn on average."""
    rated = by_name(ratings({("a", "b"): counts}, anchor="b"))
    assert rated["a"].elo == pytest.approx(elo((counts.points + 1) / (counts.games + 2)), abs=1e-6)
    assert (rated["b"].elo, rated["b"].low, rated["b"].high) == (0.0, 0.0, 0.0)
    assert rated["a"].low < rated["a"].elo < rated["a"].high


def test_intervals_agree_with_the_matchs_own() -> None:
    counts = PairCounts(two_losses=100, loss_and_draw=50, win_and_loss=600, two_wins=250)
    difference, interval = rating_difference({("a", "b"): counts}, "a", "b"), elo_interval(counts)
    assert (difference.low, difference.high) == pytest.approx((interval.low, interval.high), abs=0.6)


@st.composite
def tournaments(draw: st.DrawFn) -> Results:
    """A chain that connects all, and any further matches."""
    names = [f"p{number}" for number in range(draw(st.integers(2, 6)))]
    chain = list(pairwise(names))
    others = draw(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=8))
    return {match: draw(PLAYED) for match in [*chain, *others]}


@given(tournaments())
@settings(max_examples=60)
def test_expected_points_equal_points(results: Results) -> None:
    """What maximum likelihood means here: each player's expected points are those it has, the prior's included."""
    rated = by_name(ratings(results))
    degree = {name: sum(name in match for match in results) for name in rated}
    surplus = dict.fromkeys(rated, 0.0)
    for (a, b), counts in results.items():
        prior_games = 1 / degree[a] + 1 / degree[b]
        expected = score(rated[a].elo - rated[b].elo) * (counts.games + prior_games)
        surplus[a] += counts.points + prior_games / 2 - expected
        surplus[b] -= counts.points + prior_games / 2 - expected
    assert list(surplus.values()) == pytest.approx([0.0] * len(surplus), abs=1e-5)
    assert sum(rating.elo for rating in rated.values()) == pytest.approx(0.0, abs=1e-6)


@given(tournaments())
@settings(max_examples=30)
def test_how_results_are_written_does_not_matter(results: Results) -> None:
    turned = {(b, a): counts.reversed() for (a, b), counts in reversed(results.items())}
    assert ratings(turned) == ratings(results)
    doubled = {match: counts + counts for match, counts in results.items()}
    assert ratings(results | turned) == ratings(doubled)


@given(tournaments())
@settings(max_examples=30)
def test_anchor_moves_all_alike_and_differences_not(results: Results) -> None:
    free, anchored = by_name(ratings(results)), by_name(ratings(results, anchor="p0"))
    shifts = [anchored[name].elo - free[name].elo for name in free]
    assert shifts == pytest.approx([shifts[0]] * len(shifts), abs=1e-6)
    difference = rating_difference(results, "p1", "p0")
    rating = anchored["p1"]
    assert (difference.elo, difference.low, difference.high) == pytest.approx((rating.elo, rating.low, rating.high))
    assert rating_difference(results, "p0", "p1").low == pytest.approx(-difference.high)


def test_sorted_by_strength_with_games_and_scores() -> None:
    results = {
        ("weak", "middle"): PairCounts(two_losses=20, win_and_loss=10),
        ("strong", "middle"): PairCounts(two_wins=15, win_and_loss=15),
        ("unplayed", "middle"): PairCounts(),
    }
    rated = ratings(results)
    assert [rating.name for rating in rated] == ["strong", "middle", "weak"]
    assert [rating.games for rating in rated] == [60, 120, 60]
    assert [rating.score for rating in rated] == pytest.approx([45 / 60, 65 / 120, 10 / 60])


def test_a_player_that_won_everything_stays_finite() -> None:
    rated = by_name(ratings({("a", "b"): PairCounts(two_wins=1000), ("b", "c"): EVEN}))
    assert 500 < rated["a"].elo - rated["b"].elo < 1500
    assert 100 < rated["a"].high - rated["a"].low < 2000


@pytest.mark.parametrize("pairs", [1, 10**6, 2**50])
def test_a_long_chain_of_players_that_won_everything(pairs: int) -> None:
    """An inner player's prior is shared by its two matches, so that an inner match has half a pair of it."""
    names = [f"p{number:02}" for number in range(30)]
    rated = ratings({match: PairCounts(two_wins=pairs) for match in pairwise(names)})
    assert [rating.name for rating in rated] == names
    gaps = [upper.elo - lower.elo for upper, lower in pairwise(rated)]
    assert gaps[14] == pytest.approx(elo_of_odds(pairs + 0.25, 0.25), rel=1e-6)


def elo_of_odds(wins: float, losses: float) -> float:
    return 400 * math.log10(wins / losses)


def test_pairing_narrows_the_interval() -> None:
    independent = PairCounts(two_losses=25, win_and_loss=50, two_wins=25)
    cancels = PairCounts(two_losses=4, win_and_loss=92, two_wins=4)
    narrow, wide = (rating_difference({("a", "b"): counts}, "a", "b") for counts in (cancels, independent))
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


def test_what_is_refused() -> None:
    with pytest.raises(DisconnectedPlayersError, match=r"groups \(a, b\), \(c, d\): expected a chain") as error:
        ratings({("a", "b"): EVEN, ("d", "c"): EVEN, ("b", "c"): PairCounts()})
    assert isinstance(error.value, McmsError)
    with pytest.raises(InvalidOptionError, match=r"\('a', 'a'\) is of a player with itself"):
        ratings({("a", "a"): EVEN})
    for empty in ({}, {("a", "b"): PairCounts()}):
        with pytest.raises(InvalidOptionError, match="no pair of games"):
            ratings(empty)
    with pytest.raises(UnknownNameError, match="'z' is not among the players: expected one of a, b"):
        ratings({("a", "b"): EVEN}, anchor="z")
    with pytest.raises(InvalidOptionError, match="both 'a': expected two players"):
        rating_difference({("a", "b"): EVEN}, "a", "a")
    with pytest.raises(InvalidOptionError, match="confidence is 95"):
        ratings({("a", "b"): EVEN}, confidence=95)


def luck_correlated(expected: float, correlation: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Two games without draws whose results have the given correlation, or as low a one as there can be."""
    shared = max(correlation * expected * (1 - expected), -(min(expected, 1 - expected) ** 2))
    return np.array([(1 - expected) ** 2 + shared, 2 * expected * (1 - expected) - 2 * shared, expected**2 + shared])


@pytest.mark.slow
@pytest.mark.parametrize("correlation", [-0.6, 0.0, 0.5])
@pytest.mark.parametrize("pairs", [20, 200])
def test_coverage(correlation: float, pairs: int) -> None:
    """Four players, all matches; 500 tournaments put the standard error of a player's coverage at 1 point."""
    truth = {"a": 160.0, "b": 10.0, "c": -50.0, "d": -120.0}
    rng = np.random.default_rng(7)
    tournaments = 500
    drawn = {
        (a, b): rng.multinomial(pairs, luck_correlated(score(truth[a] - truth[b]), correlation), size=tournaments)
        for a, b in combinations(truth, 2)
    }
    held = dict.fromkeys([*truth, "a - d"], 0)
    for number in range(tournaments):
        results = {
            match: PairCounts(two_losses=int(row[0]), win_and_loss=int(row[1]), two_wins=int(row[2]))
            for match, row in ((match, rows[number]) for match, rows in drawn.items())
        }
        for rating in ratings(results):
            held[rating.name] += rating.low <= truth[rating.name] <= rating.high
        difference = rating_difference(results, "a", "d")
        held["a - d"] += difference.low <= 280.0 <= difference.high
    shares = {name: count / tournaments for name, count in held.items()}
    assert all(0.92 <= share <= 0.98 for share in shares.values()), shares
    assert 0.935 <= np.mean(list(shares.values())) <= 0.965
