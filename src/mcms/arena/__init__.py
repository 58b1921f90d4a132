"""Players, and games between them."""

from mcms.arena.player import Player, RandomPlayer, player
from mcms.arena.session import Event, Session, replay
from mcms.arena.tree_keeper import KeptSearch, TreeKeeper

__all__ = ["Event", "KeptSearch", "Player", "RandomPlayer", "Session", "TreeKeeper", "player", "replay"]
