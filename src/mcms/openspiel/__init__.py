"""OpenSpiel both ways: its games for our searches, our searches as its bots, our games among its own.

Needs OpenSpiel: ``pip install 'mcms[openspiel]'``. docs/openspiel.md is the page for its users.

>>> import mcms, mcms.openspiel
>>> game = mcms.openspiel.load("tic_tac_toe")
>>> result = mcms.search(game, game.initial_state(), "star1", limit=mcms.Limit(depth=9))
>>> result.value, result.stop_reason
(0.0, 'complete')
"""

from mcms.extras import is_installed, require_extra

if not is_installed("pyspiel"):
    require_extra("pyspiel", "mcms.openspiel")

from mcms.openspiel.adapter import SpielGame
from mcms.openspiel.bot import Bot
from mcms.openspiel.loading import load
from mcms.openspiel.register import register
from mcms.openspiel.state import SpielState
from mcms.openspiel.suitable import suitable_games

__all__ = ["Bot", "SpielGame", "SpielState", "load", "register", "suitable_games"]
