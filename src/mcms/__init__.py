"""Monte Carlo *-Minimax Search: exact and sampled search for stochastic two-player games.

>>> import mcms
>>> pig = mcms.load("pig")
>>> result = mcms.search(pig, pig.initial_state(), "star2ss", limit=mcms.Limit(depth=5), seed=1)
>>> result.action
'roll'
"""

from mcms._core import StopToken
from mcms.algorithms import (
    SHORT_NAMES,
    DepthLimited,
    Exact,
    Expectimax,
    Sampled,
    Star1,
    Star2,
    algorithm,
)
from mcms.arena import Player, RandomPlayer, player
from mcms.conformance import GameCheck, check_game
from mcms.exceptions import (
    ContractError,
    GameOverError,
    IllegalMoveError,
    InvalidOptionError,
    InvalidStateError,
    McmsError,
    TooManyStatesError,
    UnknownNameError,
)
from mcms.game import Game, JsonGame, Turn
from mcms.games import CantStop, Ewn, Pig, Ra, RandomTree
from mcms.games.pig_solver import PigSolution, solve_pig
from mcms.playout import Playouts, playouts
from mcms.registry import load
from mcms.search import ActionValue, Cuts, Limit, Proof, SearchResult, prove, search
from mcms.solve import Solution, solve

__version__ = "0.1.0"

__all__ = [
    "SHORT_NAMES",
    "ActionValue",
    "CantStop",
    "ContractError",
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
    "McmsError",
    "Pig",
    "PigSolution",
    "Player",
    "Playouts",
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
    "TooManyStatesError",
    "Turn",
    "UnknownNameError",
    "algorithm",
    "check_game",
    "load",
    "player",
    "playouts",
    "prove",
    "search",
    "solve",
    "solve_pig",
]
