"""Counting pairs."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given

from mcms.exceptions import InvalidOptionError
from mcms.stats import PairCounts
from tests.stats.strategies import COUNTS, PAIRS


def test_every_kind_of_pair() -> None:
    pairs = [(0, 0), (0, 0.5), (0.5, 0), (0.5, 0.5), (0, 1), (1, 0), (1, 0), (1, 0.5), (1, 1)]
    counts = PairCounts.of(pairs)
    assert counts == PairCounts(two_losses=1, loss_and_draw=2, two_draws=1, win_and_loss=3, win_and_draw=1, two_wins=1)
    assert counts.pentanomial == (1, 2, 4, 1, 1)
    assert (counts.wins, counts.draws, counts.losses) == (6, 5, 7)
    assert (counts.pairs, counts.games, counts.points) == (9, 18, 8.5)
    assert counts.score == 8.5 / 18


def test_before_the_first_pair() -> None:
    assert PairCounts.of([]) == PairCounts()
    assert PairCounts().score is None
    assert PairCounts().pairs == 0


@given(PAIRS)
def test_counts_are_those_of_the_games(pairs: list[tuple[float, float]]) -> None:
    games = [score for pair in pairs for score in pair]
    counts = PairCounts.of(iter(pairs))
    assert counts.wins == games.count(1.0)
    assert counts.draws == games.count(0.5)
    assert counts.losses == games.count(0.0)
    assert counts.points == sum(games)
    assert counts.pentanomial == tuple(
        sum(first + second == points for first, second in pairs) for points in (0, 0.5, 1, 1.5, 2)
    )


@given(PAIRS, PAIRS)
def test_addition_is_concatenation(some: list[tuple[float, float]], more: list[tuple[float, float]]) -> None:
    assert PairCounts.of(some) + PairCounts.of(more) == PairCounts.of(some + more)


@given(PAIRS)
def test_reversed_is_the_opponents_view(pairs: list[tuple[float, float]]) -> None:
    counts = PairCounts.of(pairs)
    assert counts.reversed() == PairCounts.of([(1 - first, 1 - second) for first, second in pairs])


@given(COUNTS)
def test_reversing_twice(counts: PairCounts) -> None:
    assert counts.reversed().reversed() == counts
    assert counts.wins + counts.draws + counts.losses == counts.games


@pytest.mark.parametrize("pair", [(1, 2), (0.25, 1), (1,), (1, 1, 1), 1, ("1", "0"), (None, 1), (float("nan"), 1)])
def test_refused_pairs(pair: Any) -> None:
    with pytest.raises(InvalidOptionError, match=r"expected two game scores, each 0, 0\.5 or 1"):
        PairCounts.of([(1, 0), pair])


@pytest.mark.parametrize("count", [-1, 1.5, True, "3"])
def test_refused_counts(count: Any) -> None:
    with pytest.raises(InvalidOptionError, match=r"two_wins is .*: expected a whole number from 0"):
        PairCounts(two_wins=count)


def test_only_counts_add_and_none_changes() -> None:
    with pytest.raises(TypeError):
        PairCounts() + 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        PairCounts().two_wins = 1  # type: ignore[misc]
