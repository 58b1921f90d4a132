"""The duel of ``duel.py`` as a compiled game, which learns too."""

from typing import Any

import numpy as np

import mcms
from mcms.compiled import CHANCE, FIRST, OVER, SECOND

STATE = np.dtype([("turns", "i1"), ("lead", "i1"), ("throwing", "?")])
TURNS = 10
TAKE, THROW = 0, 1


def turn(s):  # type: ignore[no-untyped-def]
    if s.throwing:
        return CHANCE
    if s.turns == TURNS:
        return OVER
    return FIRST if s.turns % 2 == 0 else SECOND


def actions(s, out):  # type: ignore[no-untyped-def]
    out[0], out[1] = TAKE, THROW
    return 2


def add(s, points):  # type: ignore[no-untyped-def]
    s.lead += points if s.turns % 2 == 0 else -points
    s.turns += 1
    s.throwing = False


def play(s, action):  # type: ignore[no-untyped-def]
    if action == THROW:
        s.throwing = True
    else:
        add(s, 1)


def resolve(s, outcome):  # type: ignore[no-untyped-def]
    add(s, outcome)


def utility(s):  # type: ignore[no-untyped-def]
    return float((s.lead > 0) - (s.lead < 0))


def estimate(s):  # type: ignore[no-untyped-def]
    return 0.0


def features(s, out):  # type: ignore[no-untyped-def]
    lead = max(-1.0, min(1.0, s.lead / 8))
    out[0] = lead
    out[1] = lead * s.turns / TURNS
    out[2] = s.turns / TURNS
    out[3] = 1.0 if s.throwing else 0.0
    out[4] = float(s.turns % 2)


def too_large(s, out):  # type: ignore[no-untyped-def]
    out[0] = float(s.turns)


def duel(**changes: Any) -> Any:
    """Return the game, with some of its parts changed."""
    parts: dict[str, Any] = {
        "name": "duel", "state": STATE, "turn": turn, "actions": actions, "play": play, "resolve": resolve,
        "outcomes": [(n, 0.25) for n in range(4)], "utility": utility, "estimate": estimate, "value_range": (-1, 1),
        "max_actions": 2, "features": features, "feature_count": 5,
        "action_name": lambda s, action: ("take", "throw")[action],
    }  # fmt: skip
    return mcms.compiled_game(**parts | changes)
