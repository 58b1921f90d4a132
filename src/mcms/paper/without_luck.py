"""Figure 2 without luck, in a solved game: the score that follows from what the players' decisions gave away.

Perfect play keeps what a state is worth, a decision gives away its regret, and luck takes as much as it gives. So over
a match, two games with the seats swapped, A is expected to gain what B gave away less what A did. That estimates the
same score as counting wins does, without the luck, which is nearly all of a game's noise.
"""

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mcms.arena.game_play import replayed
from mcms.arena.match import LEGS, Pairing
from mcms.arena.records import GameMoves, Records
from mcms.game import Turn
from mcms.paper.bars import Agreement, Bar, agreement, direction
from mcms.paper.report import Section, TableData
from mcms.paper.table1 import Truth
from mcms.paper.wording import percent, published_rate, result_numbers, with_error
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


def without_luck_section(measured: Sequence[WithoutLuck]) -> Section:
    """Compare the pairings of a solved game with the luck taken out."""
    return Section(
        title=f"Figure 2 without luck: {measured[0].bar.game}",
        parts=[
            "In a solved game every decision of a match can be weighed: by how much value it gave away. Luck takes as "
            "much as it gives, so what the right player gave away less what the left one did is what the left one is "
            "expected to gain. This is the score of the same games with most of the noise taken out; ± is a standard "
            "error over the matches, and the direction is decided by it at 95 %. “Perfect” is about what a left player "
            "who gave away nothing would score: there is no more than that to win.",
            TableData(
                name="without_luck",
                columns=[
                    "pairing",
                    "given away a game",
                    "without luck, %",
                    "perfect, %",
                    "by wins, %",
                    "95 %",
                    "published",
                    "direction without luck",
                ],
                rows=[_without_luck_row(found) for found in measured],
                numbers=[_without_luck_numbers(found) for found in measured],
            ),
        ],
    )


def _without_luck_row(found: WithoutLuck) -> list[str]:
    left, right = found.given_away
    score = Mean(100 * found.score.value, found.score.standard_error and 100 * found.score.standard_error)
    return [
        " – ".join(found.bar.names),
        f"{left:.2f} – {right:.2f}",
        with_error(score),
        f"{100 * found.perfect:.1f}",
        *percent(found.bar.result),
        published_rate(found.bar.published),
        str(found.agreement) if found.bar.published_direction else "published undecided",
    ]


def _without_luck_numbers(found: WithoutLuck) -> dict[str, Any]:
    left, right = found.given_away
    return {
        "left": found.bar.names[0],
        "right": found.bar.names[1],
        "left_given_away": left,
        "right_given_away": right,
        "score_without_luck": found.score.value,
        "standard_error": found.score.standard_error,
        "perfect": found.perfect,
        "agreement": str(found.agreement),
    } | result_numbers(found.bar.result)
