"""Monte Carlo *-Minimax Search: exact and sampled search for stochastic two-player games.

>>> import mcms
>>> pig = mcms.load("pig")
>>> result = mcms.search(pig, pig.initial_state(), "star2ss", limit=mcms.Limit(depth=5), seed=1)
>>> result.action
'roll'
"""

import importlib
from typing import TYPE_CHECKING, Any

from mcms._core import StopToken
from mcms.algorithms import (
    DEPTH_LIMITED_NAMES,
    PAPER_NAMES,
    SHORT_NAMES,
    Algorithm,
    DepthLimited,
    Exact,
    Expectimax,
    Mcms,
    Sampled,
    Star1,
    Star2,
    algorithm,
)
from mcms.build import VERSION
from mcms.compiled_game import compiled_game
from mcms.cpp import get_cmake_dir, get_include
from mcms.exceptions import (
    CompilationError,
    ContractError,
    GameOverError,
    IllegalMoveError,
    InvalidOptionError,
    InvalidStateError,
    McmsError,
    MissingExtraError,
    StoppedError,
    TooManyStatesError,
    UnknownNameError,
    WeightsError,
)
from mcms.field_docs import document_fields
from mcms.game import Game, JsonGame, Turn
from mcms.games.base import BaseGame
from mcms.games.custom import CustomGame
from mcms.limit import Limit
from mcms.mcts import Mcts, MctsTuning, Progressive
from mcms.playout import Playouts, playouts
from mcms.registry import load
from mcms.result import ActionValue, Cuts, SearchResult, StopReason
from mcms.search import Proof, prove, search
from mcms.search_many import search_many
from mcms.solution import Solution
from mcms.solve import solve
from mcms.state_hash import stable_hash
from mcms.table_search import TableSearch
from mcms.tree_search import TreeNode, TreeSearch

if TYPE_CHECKING:
    from mcms.arena.player import Player, RandomPlayer, player
    from mcms.conformance import GameCheck, check_game
    from mcms.games import Backgammon, CantStop, Ewn, Pig, Ra, RandomTree
    from mcms.games.hyper_backgammon import HyperSolution
    from mcms.games.pig_solver import PigSolution
    from mcms.games.table import TableGame, table_game

__version__ = VERSION

_LOADED_WHEN_ASKED_FOR = {
    **dict.fromkeys(("Backgammon", "CantStop", "Ewn", "Pig", "Ra", "RandomTree"), "mcms.games"),
    "GameCheck": "mcms.conformance",
    "HyperSolution": "mcms.games.hyper_backgammon",
    "PigSolution": "mcms.games.pig_solver",
    "Player": "mcms.arena.player",
    "RandomPlayer": "mcms.arena.player",
    "TableGame": "mcms.games.table",
    "check_game": "mcms.conformance",
    "player": "mcms.arena.player",
    "table_game": "mcms.games.table",
}
"""Names whose modules need NumPy, processes and records, or boards: ``import mcms`` does not wait for them."""
_PACKAGES = ("analysis", "arena", "games", "learn", "openspiel", "rl", "stats", "tuning")

__all__ = [
    "DEPTH_LIMITED_NAMES",
    "PAPER_NAMES",
    "SHORT_NAMES",
    "ActionValue",
    "Algorithm",
    "Backgammon",
    "BaseGame",
    "CantStop",
    "CompilationError",
    "ContractError",
    "CustomGame",
    "Cuts",
    "DepthLimited",
    "Ewn",
    "Exact",
    "Expectimax",
    "Game",
    "GameCheck",
    "GameOverError",
    "HyperSolution",
    "IllegalMoveError",
    "InvalidOptionError",
    "InvalidStateError",
    "JsonGame",
    "Limit",
    "Mcms",
    "McmsError",
    "Mcts",
    "MctsTuning",
    "MissingExtraError",
    "Pig",
    "PigSolution",
    "Player",
    "Playouts",
    "Progressive",
    "Proof",
    "Ra",
    "RandomPlayer",
    "RandomTree",
    "Sampled",
    "SearchResult",
    "Solution",
    "Star1",
    "Star2",
    "StopReason",
    "StopToken",
    "StoppedError",
    "TableGame",
    "TableSearch",
    "TooManyStatesError",
    "TreeNode",
    "TreeSearch",
    "Turn",
    "UnknownNameError",
    "WeightsError",
    "algorithm",
    "check_game",
    "compiled_game",
    "get_cmake_dir",
    "get_include",
    "load",
    "player",
    "playouts",
    "prove",
    "search",
    "search_many",
    "solve",
    "stable_hash",
    "table_game",
]

document_fields(globals()[name] for name in __all__ if name in globals())


def __getattr__(name: str) -> Any:
    """Import what is asked for the first time."""
    if name in _PACKAGES:
        return importlib.import_module(f"mcms.{name}")
    if name not in _LOADED_WHEN_ASKED_FOR:
        raise AttributeError(f"module 'mcms' has no attribute {name!r}")
    value = getattr(importlib.import_module(_LOADED_WHEN_ASKED_FOR[name]), name)
    document_fields([value])
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_PACKAGES})
