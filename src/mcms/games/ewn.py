"""EinStein würfelt nicht!: a die says which stone moves; reach the far corner or take every stone."""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from mcms import _core
from mcms._core import EwnState
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.extras import require_extra
from mcms.game import Turn
from mcms.games.base import BaseGame, CoreGame, CoreLearning
from mcms.games.ewn_players import ewn_players
from mcms.games.learnt import check_evaluation, networks_of
from mcms.mcts import MctsTuning
from mcms.notebook import show_states
from mcms.options import option
from mcms.validation import json_object, whole_number

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory

_CORES: dict[str, Callable[..., CoreGame[EwnState]]] = {
    "distance": _core.DistanceEwn,
    "race": _core.RaceEwn,
    "stones": _core.StonesEwn,
}
EVALUATIONS = tuple(_CORES)
"""The evaluations made by hand."""

_SIDES = ("first", "second")
_GOALS = (24, 0)
_MARKS = ("({})", "[{}]")
_COLOURS = ("bold cyan", "bold yellow")
_SETUP = re.compile(r"(?P<first>[1-6]{6})-(?P<second>[1-6]{6})")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ewn(BaseGame[EwnState]):
    """EinStein würfelt nicht! on 5×5 squares with six stones a side.

    >>> ewn = Ewn(setup="123456-654321")
    >>> state = ewn.resolve(ewn.initial_state(), "5")
    >>> ewn.actions(state)
    ['5:b2-c3', '5:b2-b3', '5:b2-c2']
    >>> print(ewn.text(ewn.play(state, "5:b2-c3")))
        a   b   c   d   e
    1  (1) (2) (3)  .   .
    2  (4)  .   .   .   .
    3  (6)  .  (5)  .  [6]
    4   .   .   .  [5] [4]
    5   .   .  [3] [2] [1]
    second [ ] throws the die
    """

    name: ClassVar[str] = "ewn"
    title: ClassVar[str] = "EinStein würfelt nicht!: the die picks the stone, first to the far corner"
    state_type: ClassVar[type[Any]] = EwnState
    tuned_widths: ClassVar[Mapping[str, int]] = {"expss": 1, "star1ss": 1, "star2ss": 2}
    tuned_mcts: ClassVar[MctsTuning | None] = MctsTuning(exploration=200, rollout_moves=100, constant=4, exponent=0.25)

    evaluation: str = option(
        "distance",
        "distance, the plain one, race, which knows how races go, stones, a poor one, learnt, or a file of weights",
    )
    setup: str | None = option(None, "the stones row by row, first's then second's, as in 123456-654321; else drawn")

    def __post_init__(self) -> None:
        check_evaluation(self.evaluation, EVALUATIONS)
        if self.setup is not None:
            _read_setup(self.setup)

    def _make_core(self) -> CoreGame[EwnState]:
        if self.evaluation in EVALUATIONS:
            return _CORES[self.evaluation](setup=self._setup())
        rules = _core.RaceEwn(setup=self._setup())
        return _core.LearntEwn(rules, networks_of(self.name, self.evaluation, _core.EwnLearning.shape(rules)))

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner, which is measured against ``race``."""
        rules = _core.RaceEwn(setup=self._setup())
        return _core.EwnLearning(rules, options), _core.EwnLearning.shape(rules)

    @property
    def has_weights(self) -> bool:
        """Whether the weights that come with mcms were learnt by these rules: from any setup."""
        return True

    def _setup(self) -> list[list[int]] | None:
        return None if self.setup is None else _read_setup(self.setup)

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return ``greedy``."""
        return ewn_players()

    def to_json(self, state: EwnState) -> dict[str, Any]:
        """Return ``{"stones": [[[0, 0], null, …], […]], "die": 3, "to_move": 0}``; ``"die": null`` before a throw."""
        self.check_state(state)
        stones = [[None if s is None else [s // 5, s % 5] for s in side] for side in (state.first, state.second)]
        return {"stones": stones, "die": state.die, "to_move": int(state.second_moves)}

    def from_json(self, data: Any) -> EwnState:
        """Return the state of a JSON object; a position that cannot occur raises ``InvalidStateError``."""
        error = InvalidStateError
        data = json_object(data, {"stones", "die", "to_move"}, set(), error)
        stones = data["stones"]
        if not isinstance(stones, list | tuple) or len(stones) != 2:
            raise error(f"stones is {stones!r}: expected two lists, of the first player's stones and the second's")
        first, second = (_read_side(side, listed) for side, listed in zip(_SIDES, stones, strict=True))
        _check_apart(first, second)
        die = None if data["die"] is None else whole_number("die", data["die"], 1, 6, error)
        to_move = whole_number("to_move", data["to_move"], 0, 1, error)
        _check_end(first, second, die, to_move)
        return EwnState(first=first, second=second, die=die, second_moves=to_move == 1)

    def text(self, state: EwnState) -> str:
        """Show the board with the first player's stones as (1) and the second player's as [1]."""
        return "".join(part for part, _ in self._parts(state))

    def board(self, state: EwnState) -> "Text":
        """Show the same board in colours."""
        require_extra("rich", "a board in colours")
        from rich.text import Text  # noqa: PLC0415  only terminals need it

        return Text.assemble(*self._parts(state))

    def _parts(self, state: EwnState) -> list[tuple[str, str]]:
        """Return the text in pieces, each with its style."""
        self.check_state(state)
        stones = {
            square: (_MARKS[side].format(number), _COLOURS[side])
            for side, squares in enumerate((state.first, state.second))
            for number, square in enumerate(squares, start=1)
            if square is not None
        }
        parts = [("    a   b   c   d   e\n", "dim")]
        for row in range(5):
            parts.append((f"{row + 1} ", "dim"))
            for square in range(5 * row, 5 * row + 5):
                parts += [(" ", ""), stones.get(square, (" . " if square % 5 < 4 else " .", "dim"))]
            parts.append(("\n", ""))
        return [*parts, self._status(state)]

    def _status(self, state: EwnState) -> tuple[str, str]:
        mover = int(state.second_moves)
        if self.turn(state) is Turn.OVER:
            return f"{_SIDES[1 - mover]} {_MARKS[1 - mover].format(' ')} has won", _COLOURS[1 - mover]
        doing = "throws the die" if state.die is None else f"to move with a {state.die}"
        return f"{_SIDES[mover]} {_MARKS[mover].format(' ')} {doing}", _COLOURS[mover]


def expected_race_moves(distances: Sequence[int]) -> float:
    """Return how many own moves a side needs on average to reach its corner when nobody interferes.

    ``distances`` are those of stones 1 to 6 to the corner, the larger of rows and columns, 0 for a captured one.

    >>> round(expected_race_moves([2, 2, 2, 2, 2, 2]), 6)
    3.774691
    """
    if len(distances) != 6 or not any(distances):
        raise InvalidOptionError(f"distances is {distances!r}: expected six numbers that are not all 0")
    return _core.ewn_expected_race_moves([whole_number("a distance", distance, 0, 4) for distance in distances])


def _read_setup(text: Any) -> list[list[int]]:
    match = _SETUP.fullmatch(text) if isinstance(text, str) else None
    if match is None or any(len(set(side)) != 6 for side in match.groups()):
        raise InvalidOptionError(f"setup is {text!r}: expected stones 1 to 6 twice, each once, as in 123456-654321")
    return [[int(stone) for stone in side] for side in match.groups()]


def _read_side(side: str, stones: Any) -> list[int | None]:
    if not isinstance(stones, list | tuple) or len(stones) != 6:
        raise InvalidStateError(f"the {side} player's stones are {stones!r}: expected six, null for a captured one")
    return [_read_square(f"the {side} player's stone {number}", at) for number, at in enumerate(stones, start=1)]


def _read_square(stone: str, at: Any) -> int | None:
    if at is None:
        return None
    if not isinstance(at, list | tuple) or len(at) != 2:
        raise InvalidStateError(f"{stone} is at {at!r}: expected [row, column] or null")
    row, column = (whole_number(f"a coordinate of {stone}", each, 0, 4, InvalidStateError) for each in at)
    return 5 * row + column


def _check_apart(first: list[int | None], second: list[int | None]) -> None:
    taken: dict[int, str] = {}
    for side, squares in zip(_SIDES, (first, second), strict=True):
        for number, square in enumerate(squares, start=1):
            if square is None:
                continue
            stone = f"{side}'s {number}"
            if square in taken:
                raise InvalidStateError(
                    f"{taken[square]} and {stone} are both at {[*divmod(square, 5)]}: expected one stone on a square"
                )
            taken[square] = stone


def _check_end(first: list[int | None], second: list[int | None], die: int | None, to_move: int) -> None:
    if not any(square is not None for square in first + second):
        raise InvalidStateError("neither player has stones: expected at least one")
    own = (first, second)
    won = [_GOALS[side] in own[side] or own[1 - side] == [None] * 6 for side in (0, 1)]
    if all(won):
        raise InvalidStateError("both players have reached their corners: expected at most one, which ends the game")
    if won[to_move]:
        raise InvalidStateError(
            f"to_move is {to_move}, the player who has won: expected {1 - to_move}, a winning move passes the turn"
        )
    if any(won) and die is not None:
        raise InvalidStateError(f"die is {die} in a finished game: expected null")


show_states(EwnState, lambda state: Ewn().text(state))
