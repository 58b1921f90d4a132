"""Compiled games for the tests: the two examples, and tiny ones with a mistake each."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import mcms
from mcms.compiled import CHANCE, FIRST, OVER, SECOND

EXAMPLES = Path(__file__).parents[1] / "examples"


@cache
def example(name: str) -> Any:
    """Import an example under its own name, as a user would."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


# A game of coins: the first player may pass, which draws, or flip; after heads the coin is flipped once more, with a
# bias that the first flip does not have, and the second player may then take half of what came out.
PASS, FLIP = 0, 1
HEADS, TAILS = 0, 1
START, FIRST_FLIP, SECOND_FLIP, ANSWER, DONE = range(5)


def coin_turn(s):  # type: ignore[no-untyped-def]
    if s.at == START:
        return FIRST
    if s.at == ANSWER:
        return SECOND
    return OVER if s.at == DONE else CHANCE


def coin_actions(s, out):  # type: ignore[no-untyped-def]
    out[0], out[1] = FLIP, PASS
    return 2


def coin_outcomes(s, out, probabilities):  # type: ignore[no-untyped-def]
    heads = 0.5 if s.at == FIRST_FLIP else 0.25
    out[0], probabilities[0] = HEADS, heads
    out[1], probabilities[1] = TAILS, 1 - heads
    return 2


def coin_play(s, action):  # type: ignore[no-untyped-def]
    if s.at == START:
        s.at = FIRST_FLIP if action == FLIP else DONE
    else:
        s.at = DONE
        s.worth = s.worth / 2 if action == FLIP else s.worth


def coin_resolve(s, outcome):  # type: ignore[no-untyped-def]
    if s.at == FIRST_FLIP:
        s.at = SECOND_FLIP if outcome == HEADS else DONE
        s.worth = -1.0
    else:
        s.at = ANSWER
        s.worth = 8.0 if outcome == HEADS else 2.0


def coin_value(s):  # type: ignore[no-untyped-def]
    return s.worth


def coin(filler: int = 1, **changed: Any) -> Any:
    """Return the game with states of a size, and some of its rules replaced."""
    rules: dict[str, Any] = {
        "name": "coin",
        "state": np.dtype([("at", "i1"), ("worth", "f8"), ("filler", "u1", filler)], align=True),
        "turn": coin_turn,
        "actions": coin_actions,
        "outcomes": coin_outcomes,
        "play": coin_play,
        "resolve": coin_resolve,
        "utility": coin_value,
        "estimate": coin_value,
        "value_range": (-10, 10),
        "max_actions": 2,
        "max_outcomes": 2,
    }
    return mcms.compiled_game(**(rules | changed))


COIN_VALUE = max(0.0, 0.5 * -1.0 + 0.5 * (0.25 * 4.0 + 0.75 * 1.0))
