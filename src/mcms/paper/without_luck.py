"""Figure 2 without luck, in a solved game: the score that follows from what the players' decisions gave away.

Perfect play keeps what a state is worth, a decision gives away its regret, and luck takes as much as it gives. So over
a match, two games with the seats swapped, A is expected to gain what B gave away less what A did. That estimates the
same score as counting wins does, but the luck, which is nearly all of a game's noise, is out of it.
"""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from mcms.arena.game_play import replayed
from mcms.arena.match import LEGS, Pairing
from mcms.arena.records import GameMoves, Records
from mcms.game import Turn
from mcms.paper.figure2 import Agreement, Bar, agreement, direction
from mcms.paper.table1 import Truth
from mcms.stats import Mean

_TWO_SIDED_95 = 1.96


@dataclasses.dataclass(frozen=True, kw_only=True)
class WithoutLuck:
    """A pairing of figure 2 by what was given away."""

    bar: Bar
    given_away: tuple[float, float]
    """By the left and the right player in a game, in points of value."""
    score: Mean
    """Of the left player, from 0 to 1, over the matches."""
    perfect: float
    """What the left player would score by giving away nothing in games like these."""

    @property
    def agreement(self) -> Agreement:
        """Say whether the direction without luck is the published one, at 95 %."""
        half_width = _TWO_SIDED_95 * (self.score.standard_error or math.inf)
        ends = (100 * (self.score.value + side * half_width) for side in (-1, 1))
        return agreement(self.bar.published_direction, direction(*ends))


def without_luck(bars: Sequence[Bar], truth: Truth, *, records: Records) -> tuple[WithoutLuck, ...]:
    """Work out the scores of pairings in the solved game, which have all been played."""
    return tuple(_weighed(bar, truth, records) for bar in bars)


def _weighed(bar: Bar, truth: Truth, records: Records) -> WithoutLuck:
    pairing = bar.result.pairing
    given = np.zeros((pairing.matches, len(LEGS), 2))
    for moves in records.moves(pairing):
        given[moves.match, moves.leg] = regrets(pairing, moves, truth)
    low, high = pairing.game.value_range()
    gained = (given[:, :, 1] - given[:, :, 0]).mean(axis=1)
    left, right = (float(mean) for mean in given.mean(axis=(0, 1)))
    return WithoutLuck(
        bar=bar,
        given_away=(left, right),
        score=Mean.over(0.5 + gained / (high - low)),
        perfect=0.5 + right / (high - low),
    )


def regrets(pairing: Pairing, moves: GameMoves, truth: Truth) -> tuple[float, float]:
    """Return what A and B gave away in a game of theirs."""
    game = pairing.game
    by_seat: dict[Turn, list[float]] = {Turn.FIRST: [], Turn.SECOND: []}
    states = replayed(game, moves.names, seed=pairing.match_seed(moves.match))
    for state, name in zip(states, moves.names, strict=True):
        seat = Turn(game.turn(state))
        if seat is not Turn.CHANCE:
            values = truth.action_values(state)
            best = max(values.values()) if seat is Turn.FIRST else min(values.values())
            by_seat[seat].append(abs(best - values[name]))
    first, second = (math.fsum(given) for given in by_seat.values())
    return (first, second) if moves.leg == 0 else (second, first)
