"""What a game counts for: draws by an explicit value, points beside wins."""

import dataclasses
from typing import Any

import pytest

import mcms
from mcms.arena import pairing, play_pairings
from mcms.scoring import ScoreBy, draw_value, points, score, score_by
from mcms.stats import PointsSprt, SprtDecision
from tests.arena.own_players import Heap, by_seed, first_action


@dataclasses.dataclass(frozen=True)
class WideHeap(Heap):
    """The same game, whose value range promises less."""

    high: float = 1.0

    def value_range(self) -> tuple[float, float]:
        return -1.0, self.high


@dataclasses.dataclass(frozen=True)
class ZeroOrOne(Heap):
    """The same game with utilities 0 and 1."""

    draw_value: float = 0.0

    def utility(self, state: tuple[int, str, str]) -> float:
        return (super().utility(state) + 1) / 2

    def value_range(self) -> tuple[float, float]:
        return 0.0, 1.0


@dataclasses.dataclass(frozen=True)
class Margins(Heap):
    """Whoever empties the heap wins by what is taken with the last action, up to 2."""

    score_by: str = "points"

    def play(self, state: tuple[int, str, str], action: int) -> tuple[int, str, str]:
        left, turn, mover = super().play(state, action)
        return (left, turn, mover) if left else (-action, turn, mover)

    def utility(self, state: tuple[int, str, str]) -> float:
        return super().utility(state) * max(1, -state[0])

    def hash(self, state: tuple[int, str, str]) -> int:
        return super().hash((state[0] + 8, *state[1:]))

    def value_range(self) -> tuple[float, float]:
        return -2.0, 2.0


def counts_of(game: Any) -> Any:
    (result,) = play_pairings([pairing(game, by_seed, first_action, matches=30, seed=3)])
    return result


def test_the_value_range_decides_no_game() -> None:
    """With the range's middle as the draw the wide one had every match at one half."""
    usual, wide = counts_of(WideHeap(high=1.0)), counts_of(WideHeap(high=5.0))
    assert {usual.counts.draws, wide.counts.draws} == {0}
    assert 0 < wide.counts.wins < 60


def test_a_draw_outside_the_range_is_refused() -> None:
    """0 is the least such a game can bring, so nobody ever lost."""
    with pytest.raises(mcms.ContractError, match=r"draw_value is 0 and value_range \(0, 1\).*draw_value = 0.5"):
        pairing(ZeroOrOne(), by_seed, first_action, matches=1)
    half = counts_of(ZeroOrOne(draw_value=0.5))
    assert half.counts.wins + half.counts.losses == 60
    assert half.points.largest == 0.5


@pytest.mark.parametrize("value", ["a lot", float("nan"), True, 0.0, 1.0])
def test_bad_draw_values(value: Any) -> None:
    with pytest.raises(mcms.ContractError, match="draw_value is"):
        draw_value(ZeroOrOne(draw_value=value))


def test_what_a_finished_game_counts() -> None:
    game = ZeroOrOne(draw_value=0.5)
    assert [points(game, utility) for utility in (0.0, 0.5, 1.0)] == [-0.5, 0.0, 0.5]
    assert points(game, None) == 0.0  # given up as endless
    assert [score(won) for won in (-0.5, 0.0, 0.5)] == [0.0, 0.5, 1.0]


def test_what_a_game_is_about() -> None:
    assert score_by(mcms.load("pig")) is ScoreBy.WINS
    assert score_by(Margins()) is ScoreBy.POINTS
    assert mcms.CustomGame(game=Margins()).score_by is ScoreBy.POINTS
    with pytest.raises(mcms.InvalidOptionError, match="score_by is 'luck': expected wins or points"):
        score_by(Margins(score_by="luck"))


def test_points_of_matches() -> None:
    result = counts_of(Margins())
    assert result.points.pairs == 30
    assert result.points.largest == 2.0
    assert result.points_interval.low <= result.points.per_game <= result.points_interval.high
    wins = {1.0: result.counts.wins, -1.0: result.counts.losses}
    assert abs(result.points.total) < 2 * max(wins.values())


def test_an_sprt_by_points() -> None:
    sprt = PointsSprt(points0=-1.0, points1=-0.5)
    (found,) = play_pairings([pairing(Margins(), by_seed, by_seed, matches=400)], sprt=sprt)
    assert found.decision is SprtDecision.ACCEPT_H1
    assert found.points.pairs < 400


def test_one_place_decides_how_much_mcts_explores() -> None:
    """A game of one's own had 100 in matches and half its range in searches."""
    (player,) = pairing(Margins(), "mcts@simulations=9", by_seed, matches=1).engines
    assert player.algorithm == mcms.algorithm("mcts", mcms.CustomGame(game=Margins()))
    assert player.algorithm == mcms.Mcts(exploration=2.0)
    assert mcms.algorithm("dpw", mcms.load("random_tree")).exploration == 100  # type: ignore[union-attr]
