"""What a learner sees of a state: a vector of numbers, by default made of the state's documented JSON form.

Counts are divided by their greatest value and choices are one number each, so most numbers lie between 0 and 1. The
players come in the order of their seats; who is to move is the last number.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mcms._core import RaPhase
from mcms.exceptions import InvalidOptionError
from mcms.games import CantStop, Ewn, Pig, Ra
from mcms.games.base import BaseGame
from mcms.games.ra_json import INDEX

Features = Callable[[Any], Any]
"""A function from a state to a sequence of numbers, always as many."""

_COLUMNS = range(2, 13)
_CANT_STOP_PHASES = ("pre_roll", "rolling", "move")
_SUNS = range(1, 10)
_KINDS = tuple(INDEX)
_RA_PHASES = tuple(phase.name for phase in RaPhase)


def features_of(game: BaseGame[Any]) -> Features:
    """Return the game's own ``features``, or those of a built-in game."""
    own = getattr(getattr(game, "game", game), "features", None)
    if callable(own):
        features: Features = own
        return features
    for cls, encode in ((Pig, _pig), (Ewn, _ewn), (CantStop, _cant_stop), (Ra, _ra)):
        if isinstance(game, cls):
            return lambda state: encode(game, game.to_json(state))
    raise InvalidOptionError(
        f"{game} says nothing of what a learner sees: expected features=, a function from a state to numbers"
    )


def vector(features: Features, state: Any) -> NDArray[np.float32]:
    """Return the numbers of a state as an array."""
    return np.asarray(features(state), dtype=np.float32).reshape(-1)


def _one_hot(value: Any, choices: Iterable[Any]) -> list[float]:
    return [float(value == choice) for choice in choices]


def _pig(pig: Any, data: dict[str, Any]) -> Sequence[float]:
    return [*(score / pig.goal for score in data["scores"]), data["turn_total"] / pig.goal, data["to_move"]]


def _ewn(ewn: Any, data: dict[str, Any]) -> Sequence[float]:
    squares = [[column, row] for row in range(5) for column in range(5)]
    stones = [number for side in data["stones"] for stone in side for number in _one_hot(stone, squares)]
    return [*stones, *_one_hot(data["die"], range(1, 7)), data["to_move"]]


def _cant_stop(game: Any, data: dict[str, Any]) -> Sequence[float]:
    heights = [13 - 2 * abs(7 - column) for column in _COLUMNS]
    markers = [place / height for side in data["markers"] for place, height in zip(side, heights, strict=True)]
    runners = [data["runners"].get(str(column), 0) / height for column, height in zip(_COLUMNS, heights, strict=True)]
    dice = [number / 6 for number in data["dice"] or (0, 0, 0, 0)]
    return [*markers, *runners, *dice, *_one_hot(data["phase"], _CANT_STOP_PHASES), data["to_move"]]


def _ra(ra: Any, data: dict[str, Any]) -> Sequence[float]:
    numbers = [data["epoch"] / 3, data["ra_track"] / 8, *_tiles(data["auction_track"]), *_tiles(data["bag"])]
    numbers += _one_hot(data["centre_sun"], _SUNS)
    for player in data["players"]:
        numbers += [player["points"] / 100, *(float(sun in player["suns"]) for sun in _SUNS)]
        numbers += [*(float(sun in player["used_suns"]) for sun in _SUNS), *_tiles(player["tiles"])]
    numbers += [*_one_hot(data["phase"], _RA_PHASES), *_one_hot(data["caller"], (0, 1)), float(data["voluntary"])]
    return [*numbers, (data["bid"] or 0) / 9, len(data["pending_discards"]), data["to_move"] or 0]


def _tiles(counts: dict[str, int]) -> list[float]:
    return [counts.get(kind, 0) / 10 for kind in _KINDS]
