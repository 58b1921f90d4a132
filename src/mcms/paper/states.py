"""The states of table 1: those seen in games of every player type against every other, each once."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from mcms.algorithms import PAPER_NAMES
from mcms.arena.game_play import replayed
from mcms.arena.match import Pairing
from mcms.arena.records import Records
from mcms.arena.runner import Runner
from mcms.arena.schedule import round_robin
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.program import AS_HERE, Program

MOST_MATCHES = 100
"""If this many matches of a game show no new state, it has no more."""


def state_games(
    game: BaseGame[Any], limit: Limit, *, matches: int, seed: int, program: Program = AS_HERE
) -> list[Pairing]:
    """Return the pairings of every player type with every other."""
    players = [program.player(name, game, limit) for name in PAPER_NAMES]
    return round_robin(game, players, matches=matches, seed=seed)


def seen_states(pairings: Sequence[Pairing], records: Records, most: int, seed: int) -> list[Any]:
    """Return the distinct decisions of recorded games; if there are more than ``most``, that many of them at random."""
    found: dict[Any, None] = {}
    for pairing in pairings:
        for moves in records.moves(pairing):
            found.update(dict.fromkeys(_decisions(pairing.game, pairing.match_seed(moves.match), moves.names)))
    states = list(found)
    return states if len(states) <= most else random.Random(seed).sample(states, most)


def _decisions(game: Any, seed: int, moves: Sequence[str]) -> Iterator[Any]:
    return (state for state in replayed(game, moves, seed=seed) if game.turn(state) is not Turn.CHANCE)


def collect_states(
    game: BaseGame[Any], limit: Limit, *, most: int, seed: int, runner: Runner, program: Program = AS_HERE
) -> list[Any]:
    """Play enough games, a match of each pairing at a time, to see this many states; some games have fewer."""
    states: list[Any] = []
    for matches in range(1, MOST_MATCHES + 1):
        pairings = state_games(game, limit, matches=matches, seed=seed, program=program)
        runner.play(pairings, f"states of {game}")
        before, states = len(states), seen_states(pairings, runner.records, most, seed)
        if len(states) in (most, before):
            break
    return states
