"""GNU Backgammon and Tesauro's pubeval as players, by the package ``gnubg-nn``.

That package is under the GPL and no part of mcms: it is imported only when one of these players is asked for. It counts
as mcms does, each side by its own points; its boards are two lists of 25 counts, the player to move second.
"""

import dataclasses
import importlib
import importlib.util
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from mcms._core import BackgammonState
from mcms.exceptions import InvalidOptionError, InvalidStateError, MissingExtraError, PlayerError
from mcms.game import AnyGame, require_decision
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.arena.identity import Identity

MOST_PLIES = 3
_BAR = 25
Board = list[list[int]]
Step = tuple[int, int]
"""A point left and the point reached, 25 for the bar and 0 or less for off."""


def require_gnubg(wanted: str) -> None:
    """Raise unless the package is installed."""
    if importlib.util.find_spec("gnubg_nn") is None:
        raise MissingExtraError(f"{wanted} needs GNU Backgammon's networks: expected them, pip install gnubg-nn")


@cache
def gnubg() -> Any:
    """Return the package."""
    require_gnubg("gnubg")
    return importlib.import_module("gnubg_nn")


def read_plies(text: str) -> int:
    """Return the plies of ``gnubg:PLIES``."""
    if not text.isdecimal():
        raise InvalidOptionError(f"gnubg's plies are {text!r}: expected a number from 0 to {MOST_PLIES}, as in gnubg:0")
    return int(text)


def board_of(state: BackgammonState) -> Board:
    """Return a position as the package takes it."""
    return [list(state.other), list(state.own)]


def equity(state: BackgammonState, plies: int) -> float:
    """Return GNU Backgammon's cubeless equity for money, of the player about to roll."""
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = gnubg().probabilities(board_of(state), plies)
    return float(2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon)


@dataclasses.dataclass(frozen=True, kw_only=True)
class GnubgPlayer:
    """GNU Backgammon, looking ``plies`` ahead; it plays for points without a cube, whatever is counted."""

    plies: int

    def __post_init__(self) -> None:
        whole_number("plies", self.plies, 0, MOST_PLIES)
        require_gnubg(self.name)

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return f"gnubg:{self.plies}"

    @property
    def identity(self) -> "Identity":
        """What records know it by: with the version of the package."""
        return _identity(self.name)

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action that it finds best."""
        return _choose(self.name, game, state, lambda board, dice: gnubg().best_move(board, *dice, n=self.plies))


@dataclasses.dataclass(frozen=True)
class PubevalPlayer:
    """Tesauro's pubeval (1993), a linear evaluation that many programs were measured against."""

    def __post_init__(self) -> None:
        require_gnubg(self.name)

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "pubeval"

    @property
    def identity(self) -> "Identity":
        """What records know it by: with the version of the package."""
        return _identity(self.name)

    def choose(self, game: AnyGame, state: Any, seed: int) -> str:
        """Return the action that it finds best."""

        def steps(board: Board, dice: tuple[int, int]) -> Iterable[Step]:
            listed = gnubg().pub_best_move(board, *dice)  # its points begin with 0
            return ((left + 1, reached + 1) for left, reached in zip(listed[::2], listed[1::2], strict=True))

        return _choose(self.name, game, state, steps)


def _identity(name: str) -> "Identity":
    from importlib.metadata import version  # noqa: PLC0415  a quarter of what import mcms takes

    from mcms.arena.identity import Identity  # noqa: PLC0415  it knows the games

    return Identity(text=name, code=f"gnubg-nn {version('gnubg-nn')}")


def _choose(name: str, game: AnyGame, state: Any, best: Callable[[Board, tuple[int, int]], Iterable[Step]]) -> str:
    if not isinstance(state, BackgammonState):
        raise InvalidStateError(f"{state!r} is no state of backgammon: {name} plays only that")
    actions = require_decision(game, state)
    if len(actions) == 1:
        return str(actions[0])
    board = board_of(state)
    steps = list(best(board, (state.high, state.low)))
    for step in steps:
        _move(board, *step)
    action = game.core.action_reaching(state, mover=board[1], other=board[0])  # type: ignore[attr-defined]
    if action is None:
        raise PlayerError(f"{name} answered {steps} in {state!r}: expected one of {', '.join(map(str, actions))}")
    return str(action)


def _move(board: Board, left: int, reached: int) -> None:
    """Move a checker of the second list, sending what it hits to the bar."""
    other, own = board
    own[left - 1] -= 1
    if reached < 1:
        return
    own[reached - 1] += 1
    theirs = _BAR - reached - 1
    if other[theirs] == 1:
        other[theirs] = 0
        other[_BAR - 1] += 1
