"""Positions of Pig for the tests of searches."""

from typing import Any

import mcms
from mcms import Pig

PIG = Pig()
ALGORITHMS = list(mcms.DEPTH_LIMITED_NAMES)


def pig_state(first: int, second: int, turn_total: int = 0, to_move: int = 0, rolling: bool = False) -> Any:
    data = {"scores": [first, second], "turn_total": turn_total, "to_move": to_move}
    return PIG.from_json(data | {"rolling": True} if rolling else data)
