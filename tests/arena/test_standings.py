"""Standings: matches count once both games are there, and an SPRT sees them in their order."""

import random

from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms.arena import PairingResult, Slot, pairing
from mcms.arena.records import GameScore
from mcms.arena.standings import Standing
from mcms.scoring import ScoreBy
from mcms.stats import PairCounts, Sprt, SprtDecision, elo_interval, paired_interval, wilson_interval

PIG = mcms.load("pig(goal=30)")
SCORES = st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2), min_size=1, max_size=40)


def game(score: float) -> GameScore:
    """A win by two points, a draw, a loss by two."""
    return GameScore(score, 4 * score - 2)


def standing_of(matches: int, sprt: Sprt | None = None, known: dict[Slot, GameScore] | None = None) -> Standing:
    return Standing(pairing(PIG, "hold:8", "hold:15", matches=matches), known or {}, sprt)


@given(SCORES, st.randoms(use_true_random=False), st.data())
def test_order_and_resumption_do_not_matter(
    scores: list[tuple[float, float]], shuffle: random.Random, data: st.DataObject
) -> None:
    games = [(Slot(match=i, leg=leg), game(pair[leg])) for i, pair in enumerate(scores) for leg in (0, 1)]
    sprt = data.draw(st.none() | st.just(Sprt(elo0=-200, elo1=200)))
    in_order = standing_of(len(scores), sprt)
    for slot, score in games:
        in_order.add(slot, score)
    shuffle.shuffle(games)
    cut = data.draw(st.integers(0, len(games)))
    resumed = standing_of(len(scores), sprt, dict(games[:cut]))
    for slot, score in games[cut:]:
        resumed.add(slot, score)
    assert resumed.result().counts == in_order.result().counts
    assert resumed.result().decision == in_order.result().decision
    assert (resumed.recorded, resumed.played) == (cut, len(games) - cut)
    seen = resumed.result().counts.pairs
    assert resumed.result().counts == PairCounts.of(scores[:seen])
    if sprt is None:
        assert seen == len(scores)
    else:
        decisions = [sprt.decision(PairCounts.of(scores[:n])) for n in range(1, len(scores) + 1)]
        decided = [decision is not SprtDecision.UNDECIDED for decision in decisions]
        assert seen == (decided.index(True) + 1 if any(decided) else len(scores))
        assert resumed.result().decision is decisions[seen - 1]
    assert resumed.is_settled
    assert resumed.games_left == 0
    assert list(resumed.open_slots()) == []


def result_of(*games: tuple[float, float]) -> PairingResult:
    """How a pairing ended whose games brought these scores and points."""
    standing = standing_of(len(games) // 2)
    for number, (score, points) in enumerate(games):
        standing.add(Slot(match=number // 2, leg=number % 2), GameScore(score, points))
    return standing.result()


def test_who_is_ahead_by_wins_may_be_behind_by_points() -> None:
    often = result_of((1.0, 1.0), (1.0, 1.0), (0.0, -5.0), (1.0, 1.0))
    assert (often.is_ahead(), often.is_ahead(ScoreBy.WINS), often.is_ahead(ScoreBy.POINTS)) == (True, True, False)
    seldom = result_of((0.0, -1.0), (0.0, -1.0), (0.0, -1.0), (1.0, 5.0))
    assert (seldom.is_ahead(), seldom.is_ahead(ScoreBy.WINS), seldom.is_ahead(ScoreBy.POINTS)) == (False, False, True)
    even = result_of((1.0, 2.0), (0.0, -2.0))
    assert (even.is_ahead(ScoreBy.WINS), even.is_ahead(ScoreBy.POINTS)) == (True, True)
    unplayed = standing_of(1).result()
    assert (unplayed.is_ahead(ScoreBy.WINS), unplayed.is_ahead(ScoreBy.POINTS)) == (True, True)


def test_a_match_counts_when_it_is_complete() -> None:
    standing = standing_of(2)
    assert standing.games_left == 4
    standing.add(Slot(match=1, leg=1), game(1.0))
    assert standing.result().counts.pairs == 0
    standing.add(Slot(match=1, leg=0), game(0.5))
    assert standing.result().counts == PairCounts(win_and_draw=1)
    assert [(slot.match, slot.leg) for slot in standing.open_slots()] == [(0, 0), (0, 1)]
    assert not standing.is_settled


def test_an_sprt_decides_after_the_first_match_that_lets_it() -> None:
    sprt = Sprt(elo0=-200, elo1=200)
    won = PairCounts()
    needed = 0
    while sprt.decision(won) is SprtDecision.UNDECIDED:
        won += PairCounts(two_wins=1)
        needed += 1
    standing = standing_of(100, sprt)
    # The last matches end first: without the first one they say nothing yet.
    for match in range(99, 0, -1):
        for leg in (0, 1):
            standing.add(Slot(match=match, leg=leg), game(1.0))
    assert standing.result().decision is SprtDecision.UNDECIDED
    assert standing.result().counts.pairs == 0
    for leg in (0, 1):
        standing.add(Slot(match=0, leg=leg), game(1.0))
    assert standing.result().decision is SprtDecision.ACCEPT_H1
    assert standing.result().counts.pairs == needed


def test_statistics_are_those_of_the_counts() -> None:
    standing = standing_of(3)
    for match, score in enumerate((1.0, 0.0, 1.0)):
        for leg in (0, 1):
            standing.add(Slot(match=match, leg=leg), game(score))
    result = standing.result()
    assert result.decision is None
    assert result.counts.score == 4 / 6
    assert result.interval == paired_interval(result.counts)
    assert result.wilson == wilson_interval(result.counts)
    assert result.elo == elo_interval(result.counts)
    assert result.interval.low < 4 / 6 < result.interval.high
