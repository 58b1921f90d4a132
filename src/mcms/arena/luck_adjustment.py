"""Points with the luck taken out: what games would have counted had chance been neither kind nor unkind.

The luck of a chance event is what it changed,

    luck = V(state after it) - sum over outcomes of p V(state after that one),

by any values V at all. Its mean is 0 whoever plays whatever, so points less the luck of all events in a game have the
mean that points have; the better V, the smaller their variance. With exact values and two players without a mistake
nothing is left to vary. Here V is a search of fixed depth with exact chance nodes, by the game's own evaluation.
"""

from collections.abc import Callable, Iterable
from typing import Any

from mcms.algorithms import Star2
from mcms.arena.game_play import replayed
from mcms.arena.match import LEGS, Pairing, Slot
from mcms.arena.records import Records
from mcms.game import AnyGame, Turn
from mcms.limit import Limit
from mcms.search import search
from mcms.stats import PairPoints
from mcms.validation import whole_number

MOST_DEPTH = 20
Value = Callable[[Any], float]
"""What an unfinished state is worth to the first player; of a chance event the mean over its outcomes."""


def search_value(game: AnyGame, depth: int) -> Value:
    """Return the values of expectimax to a depth, which Star2 finds sooner."""
    whole_number("depth", depth, 1, MOST_DEPTH)
    return lambda state: search(game, state, Star2(), limit=Limit(depth=depth)).value


def luck_of(game: AnyGame, moves: Iterable[str], *, seed: int, value: Value) -> float:
    """Return by how much chance favoured the first seat in a game, given by its moves and the seed of its match.

    >>> import mcms
    >>> from mcms.arena import play_game
    >>> pig = mcms.load("pig(goal=20)")
    >>> solved, best = mcms.solve(pig), mcms.player("optimal", pig)
    >>> played = play_game(pig, (best, best), seed=5)
    >>> luck = luck_of(pig, played.moves, seed=5, value=solved.value)
    >>> round(played.points - luck, 9) == round(solved.value(pig.initial_state()), 9)
    True
    """
    moves = list(moves)
    luck = 0.0
    for state, move in zip(replayed(game, moves, seed=seed), moves, strict=True):
        if Turn(game.turn(state)) is not Turn.CHANCE:
            continue
        after = game.resolve(state, move)
        worth = game.utility(after) if Turn(game.turn(after)) is Turn.OVER else value(after)
        luck += worth - value(state)
    return luck


def without_luck(pairing: Pairing, records: Records, value: Value) -> PairPoints:
    """Return the points of a pairing's complete matches for player A, the luck of both sides taken out."""
    scores = records.scores(pairing)
    adjusted: dict[Slot, float] = {}
    for game in records.moves(pairing):
        slot = Slot(match=game.match, leg=game.leg)
        luck = luck_of(pairing.game, game.names, seed=pairing.match_seed(game.match), value=value)
        adjusted[slot] = scores[slot].points - (luck if game.leg == 0 else -luck)
    matches = ([adjusted.get(Slot(match=match, leg=leg)) for leg in LEGS] for match in range(pairing.matches))
    return PairPoints.of((first, second) for first, second in matches if first is not None and second is not None)
