"""Opponents by level, for people: which player each is, so strong on any machine, and measured (docs/levels)."""

from typing import Any

from mcms import Player, player
from mcms.games.base import BaseGame

LEVELS = ("easy", "medium", "strong", "strongest")
_PLAYERS = {
    "pig": ("hold:5", "hold:8", "hold:15", "optimal"),
    "ewn": ("random", "mcts@simulations=8", "star2@depth=2", "mcms@nodes=200000"),
    "cant_stop": ("star2ss@depth=1", "mcts@simulations=10", "rule-of-28", "mcms@nodes=20000"),
    "backgammon": ("mcts@simulations=3", "greedy", "mcts@simulations=10", "star2(evaluation=learnt)@depth=2"),
    "ra": ("random", "mcts@simulations=50", "bidder", "mcms@nodes=20000"),
}


def level_player(level: str, game: BaseGame[Any]) -> Player:
    """Return the player of a level.

    >>> import mcms
    >>> level_player("easy", mcms.load("pig"))
    HoldPlayer(total=5)
    """
    return player(level_text(level, game.name), game)


def level_text(level: str, game: str) -> str:
    """Return the text of a level's player, as the arena reads it."""
    return _PLAYERS[game][LEVELS.index(level)]
