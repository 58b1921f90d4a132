"""Backgammon without the cube: bring your checkers home and off by two dice, hitting the other's blots."""

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from mcms import _core
from mcms._core import BackgammonState
from mcms.exceptions import InvalidStateError
from mcms.games import backgammon_position_id as position_ids
from mcms.games.backgammon_board import pieces
from mcms.games.backgammon_json import read_state, require_counts, write_state
from mcms.games.backgammon_players import backgammon_players
from mcms.games.base import BaseGame, CoreLearning
from mcms.games.learnt import check_evaluation, networks_of
from mcms.notebook import show_states
from mcms.options import option
from mcms.scoring import ScoreBy
from mcms.validation import choice, whole_number

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory
    from mcms.games.hyper_backgammon import HyperSolution

EVALUATIONS = ("pips",)
"""The evaluations made by hand."""
CHECKERS = 15
HYPER_CHECKERS = 3


@dataclasses.dataclass(frozen=True, kw_only=True)
class Backgammon(BaseGame[BackgammonState]):
    """Backgammon, Nackgammon or Hyper-backgammon, for points or for the win alone.

    >>> game = Backgammon()
    >>> state = game.resolve(game.initial_state(), "first 31")
    >>> game.actions(state)[:2]
    ['8/5 6/5', '24/23 24/21']
    >>> game.position_id(game.play(state, "8/5 6/5"))
    'sGfwATDgc/ABMA'
    """

    name: ClassVar[str] = "backgammon"
    title: ClassVar[str] = "Backgammon: two dice, fifteen checkers, home and off"
    state_type: ClassVar[type[Any]] = BackgammonState
    slow_to_solve: ClassVar[bool] = True

    scoring: Literal["money", "win"] = option("money", "money, where gammons count 2 and backgammons 3, or win")
    variant: Literal["standard", "nackgammon", "hyper"] = option(
        "standard", "standard, nackgammon with four checkers at the back, or hyper with three in all"
    )
    evaluation: str = option("pips", "pips, the race with a few corrections, learnt, or a file of weights")

    def __post_init__(self) -> None:
        choice("scoring", self.scoring, ("money", "win"))
        choice("variant", self.variant, ("standard", "nackgammon", "hyper"))
        check_evaluation(self.evaluation, EVALUATIONS)
        object.__setattr__(self, "win_or_lose", self.scoring == "win")
        object.__setattr__(self, "score_by", ScoreBy.WINS if self.scoring == "win" else ScoreBy.POINTS)

    def _make_core(self) -> "_core.PipsBackgammon | _core.LearntBackgammon":
        rules = self._rules()
        if self.evaluation in EVALUATIONS:
            return rules
        shape = _core.BackgammonLearning.shape(rules)
        return _core.LearntBackgammon(rules, networks_of(self.name, self.evaluation, shape))

    @cached_property
    def core(self) -> "_core.PipsBackgammon | _core.LearntBackgammon":
        """The C++ game that does the work."""
        return self._make_core()

    def _rules(self) -> _core.PipsBackgammon:
        return _core.PipsBackgammon(variant=self.variant, scoring=self.scoring)

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner of five probabilities, which is measured against ``pips``."""
        rules = self._rules()
        return _core.BackgammonLearning(rules, options), _core.BackgammonLearning.shape(rules)

    @property
    def has_weights(self) -> bool:
        """Whether the weights that come with mcms were learnt by these rules: with fifteen checkers, for any score.

        What they know are the probabilities of all ways to win; Nackgammon only starts elsewhere.
        """
        return self.checkers == CHECKERS

    @property
    def checkers(self) -> int:
        """How many checkers a side has."""
        return HYPER_CHECKERS if self.variant == "hyper" else CHECKERS

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return ``greedy``, ``pubeval`` and ``gnubg:PLIES``."""
        return backgammon_players()

    def check_state(self, state: BackgammonState) -> BackgammonState:
        """Return the state if it is one of this game's: one of another variant may have too many checkers."""
        super().check_state(state)
        if self.checkers < CHECKERS and max(sum(state.own), sum(state.other)) > self.checkers:
            raise InvalidStateError(f"{state!r} is no state of {self}: expected {self.checkers} checkers a side")
        return state

    def solve_whole(self, stop: _core.StopToken | None = None) -> "HyperSolution | None":
        """Solve Hyper-backgammon by value iteration over all its positions."""
        from mcms.games.hyper_backgammon import solve_hyper  # noqa: PLC0415  NumPy takes its time to load

        return solve_hyper(self, stop) if self.variant == "hyper" else None

    def to_json(self, state: BackgammonState) -> dict[str, Any]:
        """Return ``{"points": [24 counts], "bar": [0, 0], "off": [0, 0], "dice": [3, 1], "to_move": 0}``.

        ``points[i]`` is the first player's point i + 1, negative for checkers of the second player.
        """
        return write_state(self.check_state(state), self.checkers)

    def from_json(self, data: Any) -> BackgammonState:
        """Return the state of a JSON object; a position that cannot occur raises ``InvalidStateError``."""
        return read_state(data, self.checkers)

    def position_id(self, state: BackgammonState) -> str:
        """Return GNU Backgammon's position ID: both sides' checkers, seen by the player to move.

        >>> Backgammon().position_id(Backgammon().initial_state())
        '4HPwATDgc/ABMA'
        """
        self.check_state(state)
        return position_ids.encode(state.other, state.own)

    def from_position_id(self, text: str, *, to_move: int = 0, dice: tuple[int, int] | None = None) -> BackgammonState:
        """Return the state of a position ID, which says neither who is to move nor the dice.

        >>> game = Backgammon()
        >>> game.actions(game.from_position_id("4HPwATDgc/ABMA", dice=(6, 5)))[0]
        '24/13'
        """
        other, own = position_ids.decode(text)
        require_counts((own, other), self.checkers)
        second = whole_number("to_move", to_move, 0, 1, InvalidStateError) == 1
        if dice is None:
            phase = "rolling" if any(other) else "over"
            return BackgammonState(own=own, other=other, high=0, low=0, phase=phase, second_moves=second)
        low, high = sorted(whole_number("a die", die, 1, 6, InvalidStateError) for die in dice)
        return BackgammonState(own=own, other=other, high=high, low=low, phase="moving", second_moves=second)

    def text(self, state: BackgammonState) -> str:
        """Show the board from the first player's side, whose checkers are X; the second player's are O."""
        return "".join(piece for piece, _ in pieces(self.to_json(state), str(self.turn(state))))

    def board(self, state: BackgammonState) -> "Text":
        """Show the same board in colours."""
        from rich.text import Text  # noqa: PLC0415  only terminals need it

        return Text.assemble(*pieces(self.to_json(state), str(self.turn(state))))


show_states(BackgammonState)
