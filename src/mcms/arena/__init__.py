"""Players and the matches between them."""

from mcms.arena.player import Player, RandomPlayer, player

__all__ = ["Player", "RandomPlayer", "player"]
