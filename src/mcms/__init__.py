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
    UnknownNameError,
)
from mcms.game import Game, JsonGame, Turn
from mcms.games import Pig, Ra, RandomTree
from mcms.games.pig_solver import PigSolution, solve_pig
from mcms.registry import load
from mcms.search import ActionValue, Cuts, Limit, Proof, SearchResult, prove, search

__version__ = "0.1.0"

__all__ = [
    "SHORT_NAMES",
    "ActionValue",
    "ContractError",
    "Cuts",
    "DepthLimited",
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
    "Proof",
    "Ra",
    "RandomPlayer",
    "RandomTree",
    "Sampled",
    "SearchResult",
    "Star1",
    "Star2",
    "StopToken",
    "Turn",
    "UnknownNameError",
    "algorithm",
    "check_game",
    "load",
    "player",
    "prove",
    "search",
    "solve_pig",
]
