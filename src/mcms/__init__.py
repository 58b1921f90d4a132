"""Monte Carlo *-Minimax Search: exact and sampled search for stochastic two-player games.

>>> import mcms
>>> pig = mcms.load("pig")
>>> result = mcms.search(pig, pig.initial_state(), "star2ss", limit=mcms.Limit(depth=5), seed=1)
>>> result.action
'roll'
"""

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
from mcms.arena import Player, RandomPlayer, player
from mcms.build import VERSION
from mcms.compiled_game import compiled_game
from mcms.conformance import GameCheck, check_game
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
    TooManyStatesError,
    UnknownNameError,
)
from mcms.game import Game, JsonGame, Turn
from mcms.games import CantStop, Ewn, Pig, Ra, RandomTree
from mcms.games.custom import CustomGame
from mcms.games.pig_solver import PigSolution, solve_pig
from mcms.games.table import TableGame, table_game
from mcms.limit import Limit
from mcms.mcts import Mcts, MctsTuning, Progressive
from mcms.playout import Playouts, playouts
from mcms.registry import load
from mcms.result import ActionValue, Cuts, SearchResult
from mcms.search import Proof, prove, search
from mcms.search_many import search_many
from mcms.solve import Solution, solve
from mcms.state_hash import stable_hash
from mcms.tree_search import TreeNode, TreeSearch

__version__ = VERSION

__all__ = [
    "DEPTH_LIMITED_NAMES",
    "PAPER_NAMES",
    "SHORT_NAMES",
    "ActionValue",
    "Algorithm",
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
    "StopToken",
    "TableGame",
    "TooManyStatesError",
    "TreeNode",
    "TreeSearch",
    "Turn",
    "UnknownNameError",
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
    "solve_pig",
    "stable_hash",
    "table_game",
]
