"""Players, and games between them."""

from mcms.arena.player import Player, RandomPlayer, player
from mcms.arena.session import Event, Session, replay

__all__ = ["Event", "Player", "RandomPlayer", "Session", "player", "replay"]
