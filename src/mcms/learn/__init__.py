"""Learnt evaluations: a small network that a game teaches itself by playing, and files of such networks.

>>> from mcms import load
>>> weights = learn(load("ewn"), LearningOptions(games=128, hidden=16)).weights
>>> weights.manifest.game, weights.manifest.games
('ewn', 128)
"""

from mcms.field_docs import document_fields
from mcms.learn.learnt_game import LearntGame
from mcms.learn.options import LearningOptions
from mcms.learn.run import LearningProgress, LearningResult, learn
from mcms.learn.weights import Manifest, Weights

__all__ = ["LearningOptions", "LearningProgress", "LearningResult", "LearntGame", "Manifest", "Weights", "learn"]

document_fields(globals()[name] for name in __all__)
