"""Can't Stop: roll four dice, pair them, climb; bank the climb before a roll fits none of your three runners."""

import dataclasses
import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from mcms import _core
from mcms._core import CantStopState
from mcms.exceptions import InvalidOptionError
from mcms.games.base import BaseGame, CoreGame, CoreLearning
from mcms.games.cant_stop_board import draw
from mcms.games.cant_stop_json import read_state
from mcms.games.cant_stop_players import cant_stop_players
from mcms.games.learnt import check_evaluation, networks_of
from mcms.mcts import MctsTuning
from mcms.notebook import show_states
from mcms.options import option
from mcms.validation import truth, whole_number

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory

TALLEST = 14
MOST_COLUMNS = 3
EVALUATIONS = ("progress", "banked", "steps")
"""The evaluations made by hand."""
_USUAL_HEIGHTS = "3-5-7-9-11-13-11-9-7-5-3"
_HEIGHTS = re.compile(r"\d{1,2}(?:-\d{1,2}){10}", re.ASCII)


@dataclasses.dataclass(frozen=True, kw_only=True)
class CantStop(BaseGame[CantStopState]):
    """Can't Stop for two players, without blocking; lower columns give small variants.

    >>> game = CantStop()
    >>> state = game.play(game.initial_state(), "roll")
    >>> game.actions(game.resolve(state, "1-3-3-6"))
    ['6+7', '4+9']
    >>> game.to_json(game.play(game.resolve(state, "1-3-3-6"), "6+7"))["runners"]
    {'6': 1, '7': 1}
    """

    name: ClassVar[str] = "cant_stop"
    title: ClassVar[str] = "Can't Stop: climb the columns of the dice, bank in time"
    state_type: ClassVar[type[Any]] = CantStopState
    tuned_widths: ClassVar[Mapping[str, int]] = {"expss": 25, "star1ss": 30, "star2ss": 15}
    tuned_mcts: ClassVar[MctsTuning | None] = MctsTuning(exploration=50, rollout_moves=10, constant=25, exponent=0.3)

    heights: str = option(_USUAL_HEIGHTS, f"steps of the columns 2 to 12, each from 1 to {TALLEST}")
    columns: int = option(MOST_COLUMNS, "columns to claim to win, 1 to 3")
    evaluation: str = option(
        "progress",
        "progress, how far columns are, squared; banked, no runners; steps, not squared; learnt, or a file of weights",
    )
    merged: bool = option(True, "list throws that allow the same moves once; off: all 1,296 of four dice")

    def __post_init__(self) -> None:
        if not isinstance(self.heights, str) or not _HEIGHTS.fullmatch(self.heights):
            raise InvalidOptionError(f"heights is {self.heights!r}: expected eleven numbers as in {_USUAL_HEIGHTS}")
        for height in self.column_heights:
            whole_number("a column's height", height, 1, TALLEST)
        whole_number("columns", self.columns, 1, MOST_COLUMNS)
        check_evaluation(self.evaluation, EVALUATIONS)
        truth("merged", self.merged)
        if not self.merged and self.evaluation != "progress":
            raise InvalidOptionError(f"evaluation is {self.evaluation!r}: expected progress with merged=false")

    @property
    def column_heights(self) -> tuple[int, ...]:
        """The steps of the columns 2 to 12."""
        return tuple(int(height) for height in self.heights.split("-"))

    def _make_core(self) -> CoreGame[CantStopState]:
        if not self.merged:
            return _core.ListedCantStop(heights=list(self.column_heights), columns=self.columns)
        if self.evaluation == "progress":
            return self.rules
        if self.evaluation in EVALUATIONS:
            banked = self.evaluation == "banked"
            return _core.PlainCantStop(
                heights=list(self.column_heights), columns=self.columns, squared=banked, runners=not banked
            )
        shape = _core.CantStopLearning.shape(self.rules)
        return _core.LearntCantStop(self.rules, networks_of(self.name, self.evaluation, shape))

    @cached_property
    def rules(self) -> _core.CantStop:
        """The C++ game with the evaluation made by hand, which also makes and reads states."""
        return _core.CantStop(heights=list(self.column_heights), columns=self.columns)

    @property
    def has_weights(self) -> bool:
        """Whether the weights that come with mcms were learnt by these rules: on the usual board."""
        return (self.heights, self.columns) == (_USUAL_HEIGHTS, MOST_COLUMNS)

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner, which is measured against ``progress``."""
        return _core.CantStopLearning(self.rules, options), _core.CantStopLearning.shape(self.rules)

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return ``rule-of-28`` and ``glenn-aloi``."""
        return cant_stop_players()

    def to_json(self, state: CantStopState) -> dict[str, Any]:
        """Return markers, runners, dice, phase and who is to move, in the format of the game's page."""
        self.check_state(state)
        runners = enumerate(self.rules.runners(state), start=2)
        dice = self.rules.dice(state)
        return {
            "markers": [list(steps) for steps in self.rules.markers(state)],
            "runners": {str(column): step for column, step in runners if step > 0},
            "dice": None if dice is None else list(dice),
            # A game is over when the player who is not to move has the columns; the format needs no phase for it.
            "phase": "pre_roll" if state.phase == "over" else state.phase,
            "to_move": int(state.second_moves),
        }

    def from_json(self, data: Any) -> CantStopState:
        """Return the state of a JSON object; a position that cannot occur raises ``InvalidStateError``."""
        return read_state(self, data)

    def text(self, state: CantStopState) -> str:
        """Show the board: a line a column, markers ``1`` and ``2``, runners ``*``."""
        return self.board(state).plain

    def board(self, state: CantStopState) -> "Text":
        """Show the same in colours."""
        return draw(self, self.to_json(state), str(self.turn(state)))


show_states(CantStopState)
