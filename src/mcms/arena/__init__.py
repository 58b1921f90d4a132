"""Players, and games between them."""

from mcms.arena.engine_player import EnginePlayer
from mcms.arena.executor import GameExecutor, ProcessExecutor, SerialExecutor, ThreadExecutor, executor_for
from mcms.arena.game_play import Clock, PlayedGame, play_game
from mcms.arena.match import GameRecord, Pairing, Slot, pairing
from mcms.arena.play import Progress, play_pairings
from mcms.arena.player import FunctionPlayer, Player, RandomPlayer, player
from mcms.arena.records import Records, StoredGame, StoredPairing
from mcms.arena.runner import Runner
from mcms.arena.search_keeper import KeptSearch, SearchKeeper
from mcms.arena.search_player import SearchPlayer
from mcms.arena.session import Event, Session, replay
from mcms.arena.standings import PairingResult
from mcms.field_docs import document_fields

__all__ = [
    "Clock",
    "EnginePlayer",
    "Event",
    "FunctionPlayer",
    "GameExecutor",
    "GameRecord",
    "KeptSearch",
    "Pairing",
    "PairingResult",
    "PlayedGame",
    "Player",
    "ProcessExecutor",
    "Progress",
    "RandomPlayer",
    "Records",
    "Runner",
    "SearchKeeper",
    "SearchPlayer",
    "SerialExecutor",
    "Session",
    "Slot",
    "StoredGame",
    "StoredPairing",
    "ThreadExecutor",
    "executor_for",
    "pairing",
    "play_game",
    "play_pairings",
    "player",
    "replay",
]

document_fields(globals()[name] for name in __all__)
