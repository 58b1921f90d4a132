"""Statistics of matches and estimators: numbers only, no printing and no drawing.

A match is played in *pairs*: two games on one seed with the seats swapped. Luck is shared within a pair, so its two
games are not independent, and everything here counts pairs. ``docs/statistics.md`` says which function to use when.
"""

from mcms.exceptions import DisconnectedPlayersError
from mcms.field_docs import document_fields
from mcms.stats.estimators import EstimatorProperties, Mean, estimator_properties
from mcms.stats.interval import Interval
from mcms.stats.intervals import elo, elo_interval, paired_interval, score, wilson_interval
from mcms.stats.pairs import PairCounts
from mcms.stats.points import PairPoints, PointsSprt, points_interval
from mcms.stats.points_ratings import PointsRating, points_ratings
from mcms.stats.ratings import Rating, RatingDifference, rating_difference, ratings
from mcms.stats.sprt import Sprt
from mcms.stats.sprt_bounds import SprtDecision
from mcms.stats.theorem1 import failure_bound, required_width

__all__ = [
    "DisconnectedPlayersError",
    "EstimatorProperties",
    "Interval",
    "Mean",
    "PairCounts",
    "PairPoints",
    "PointsRating",
    "PointsSprt",
    "Rating",
    "RatingDifference",
    "Sprt",
    "SprtDecision",
    "elo",
    "elo_interval",
    "estimator_properties",
    "failure_bound",
    "paired_interval",
    "points_interval",
    "points_ratings",
    "rating_difference",
    "ratings",
    "required_width",
    "score",
    "wilson_interval",
]

document_fields(globals()[name] for name in __all__)
