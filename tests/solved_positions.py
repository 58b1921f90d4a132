"""Positions that are solved exactly, for searches that are right only in the long run."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import mcms
from mcms import CantStop, Turn
from mcms.games.base import BaseGame
from tests.games.ewn_positions import EWN, decision, position
from tests.games.ra_scenes import RA, player, scene
from tests.pig_positions import PIG, pig_state

LOW = CantStop(heights="2-2-1-1-1-1-1-1-1-2-2")


@dataclasses.dataclass(frozen=True)
class SolvedPosition:
    """A position, its exact value, and those of its actions (none at a chance node)."""

    game: BaseGame[Any]
    state: Any
    value: float
    action_values: Mapping[str, float]


def solved(game: BaseGame[Any], state: Any) -> SolvedPosition:
    """Solve a position: Pig by its own solver, which is much faster, any other by listing all that can follow."""
    solution = mcms.solve(game, state)
    actions = {} if game.turn(state) is Turn.CHANCE else solution.action_values(state)
    return SolvedPosition(game, state, solution.value(state), actions)


def _low(first: list[int], second: list[int], runners: tuple[str, ...], to_move: int) -> Any:
    return LOW.from_json({
        "markers": [first, second], "runners": dict.fromkeys(runners, 1), "dice": None,
        "phase": "pre_roll", "to_move": to_move,
    })  # fmt: skip


def _ra(first: int, second: int, to_move: int, bag: dict[str, int], track: str, niles: int, pharaohs: int) -> Any:
    """Return the end of the last epoch: a sun each, and one Ra tile is left to end it."""
    return scene(
        epoch=3, ra_track=5, to_move=to_move, bag={"ra": 1} | bag, track={track: 1},
        first=player([9], [6, 5, 2], first, nile=niles), second=player([8], [4, 7, 3], second, pharaoh=pharaohs),
    )  # fmt: skip


# None is won for sure, both seats are to move, and two have a chance node at their root.
POSITIONS: dict[str, tuple[BaseGame[Any], Any]] = {
    "pig one action": (PIG, pig_state(91, 88)),
    "pig first": (PIG, pig_state(88, 92, 4)),
    "pig second": (PIG, pig_state(95, 90, 3, to_move=1)),
    "pig far": (PIG, pig_state(92, 84, 6, to_move=1)),
    "pig rolling": (PIG, pig_state(94, 89, 2, to_move=1, rolling=True)),
    "ewn first": (EWN, decision({1: "d3", 6: "c4"}, {3: "b3", 4: "c2"}, die=4)),
    "ewn second": (EWN, decision({1: "d3", 6: "c4"}, {3: "b3", 4: "c2"}, die=2, to_move=1)),
    "ewn six actions": (EWN, decision({2: "c3", 5: "d3"}, {1: "c2", 4: "b3"}, die=3, to_move=1)),
    "ewn throwing": (EWN, position({2: "d3", 5: "d4"}, {3: "b3", 4: "b2"}, to_move=1)),
    "cant_stop first": (LOW, _low([1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 1],
                                  ("3", "11", "12"), 0)),
    "cant_stop second": (LOW, _low([0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0],
                                   ("3", "11", "12"), 1)),
    "ra first": (RA, _ra(34, 31, 0, {"nile": 1, "monument_1": 1, "civilization_1": 2, "pharaoh": 1, "unrest": 1},
                         track="pharaoh", niles=2, pharaohs=1)),
    "ra second": (RA, _ra(35, 31, 1, {"pharaoh": 2, "monument_2": 1, "gold": 3},
                          track="monument_2", niles=2, pharaohs=1)),
    "ra luck": (RA, _ra(30, 31, 1, {"monument_2": 1, "pharaoh": 1, "flood": 2, "gold": 1, "unrest": 1},
                        track="monument_2", niles=1, pharaohs=0)),
}  # fmt: skip
