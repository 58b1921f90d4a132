"""Pig: roll as often as you dare, a 1 loses the turn's points, stop to bank them; first to the goal wins."""

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from mcms import _core
from mcms._core import PigState
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.games.base import BaseGame, CoreGame
from mcms.games.pig_players import pig_players
from mcms.mcts import MctsTuning
from mcms.notebook import show_states
from mcms.options import option
from mcms.validation import choice, json_object, number, truth, whole_number

if TYPE_CHECKING:
    from mcms.arena.player import PlayerFactory
    from mcms.games.pig_solver import PigSolution

LARGEST_GOAL = 10_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pig(BaseGame[PigState]):
    """Pig with two dice, the paper's game, or with one die, the Pig of Neller & Presser (2004).

    With two dice one 1 loses the turn total, and 1-1 the banked score too.

    >>> pig = Pig()
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> pig.actions(state)
    ['roll', 'stop']
    >>> pig.to_json(pig.play(state, "stop"))
    {'scores': [62, 40], 'turn_total': 0, 'to_move': 1}
    """

    name: ClassVar[str] = "pig"
    title: ClassVar[str] = "Pig: roll or stop, first to the goal"
    state_type: ClassVar[type[Any]] = PigState
    tuned_widths: ClassVar[Mapping[str, int]] = {"expss": 20, "star1ss": 25, "star2ss": 18}
    tuned_mcts: ClassVar[MctsTuning | None] = MctsTuning(exploration=50, rollout_moves=0, constant=5, exponent=0.2)

    goal: int = option(100, "points that win")
    dice: int = option(2, "2, where 1-1 loses the banked score too, or 1")
    evaluation: Literal["total", "banked"] = option(
        "total", "the lead with the turn's points counted, total, or without them, banked"
    )
    scale: float = option(1.0, "what the evaluation is multiplied by")
    merged: bool = option(True, "list throws that lead to the same score once; off: all 36 of two dice")

    def __post_init__(self) -> None:
        whole_number("goal", self.goal, 1, LARGEST_GOAL)
        if isinstance(self.dice, bool) or self.dice not in (1, 2):
            raise InvalidOptionError(f"dice is {self.dice!r}: expected 1 or 2")
        choice("evaluation", self.evaluation, ("total", "banked"))
        number("scale", self.scale, 0.01, 1)
        truth("merged", self.merged)
        if self.dice == 1 and self._is_plain:
            raise InvalidOptionError("evaluation, scale and merged are for two dice: expected dice=2 with them")

    @property
    def _is_plain(self) -> bool:
        """Whether it is played as a program with less care may have had it."""
        return (self.evaluation, self.scale, self.merged) != ("total", 1.0, True)

    def _make_core(self) -> CoreGame[PigState]:
        if self._is_plain:
            return _core.PlainPig(
                goal=self.goal,
                merged=self.merged,
                counts_total=self.evaluation == "total",
                scale=float(self.scale),
            )
        return _core.OneDiePig(goal=self.goal) if self.dice == 1 else _core.TwoDicePig(goal=self.goal)

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return ``optimal`` and ``hold:N``."""
        return pig_players(self)

    def solve_whole(self, stop: _core.StopToken | None = None) -> "PigSolution | None":
        """Solve all of it by value iteration over arrays, unless the goal makes them too large."""
        from mcms.games.pig_solver import LARGEST_SOLVABLE_GOAL, solve_pig  # noqa: PLC0415  needs NumPy

        return solve_pig(self, stop) if self.goal <= LARGEST_SOLVABLE_GOAL else None

    def check_state(self, state: PigState) -> PigState:
        """Return the state if it is one of this game's: one of a game to more points may be none of this."""
        super().check_state(state)
        if state.own >= self.goal or state.other >= self.goal + 6 * self.dice:
            raise InvalidStateError(f"{state!r} is no state of {self}: expected scores below {self.goal}")
        return state

    def to_json(self, state: PigState) -> dict[str, Any]:
        """Return ``{"scores": [50, 40], "turn_total": 12, "to_move": 0}``, with ``"rolling": true`` at a roll."""
        self.check_state(state)
        scores = [state.other, state.own] if state.second_moves else [state.own, state.other]
        data = {"scores": scores, "turn_total": state.turn_total, "to_move": int(state.second_moves)}
        return data | {"rolling": True} if state.rolling else data

    def from_json(self, data: Any) -> PigState:
        """Return the state of a JSON object; a position that cannot occur raises ``InvalidStateError``."""
        error = InvalidStateError
        data = json_object(data, {"scores", "turn_total", "to_move"}, {"rolling"}, error)
        scores = data["scores"]
        if not isinstance(scores, list | tuple) or len(scores) != 2:
            raise error(f"scores is {scores!r}: expected two numbers")
        # A winning stop banks up to the highest throw above the goal.
        most = self.goal - 1 + 6 * self.dice
        for score in scores:
            whole_number("a score", score, 0, most, error)
        to_move = whole_number("to_move", data["to_move"], 0, 1, error)
        own, other = scores[to_move], scores[1 - to_move]
        turn_total = whole_number("turn_total", data["turn_total"], 0, most, error)
        rolling = truth("rolling", data.get("rolling", False), error)
        self._check_reachable(own, other, turn_total, rolling)
        return PigState(own=own, other=other, turn_total=turn_total, second_moves=to_move == 1, rolling=rolling)

    def _check_reachable(self, own: int, other: int, turn_total: int, rolling: bool) -> None:
        if own >= self.goal:
            raise InvalidStateError(
                f"the player to move has {own} points: expected less than {self.goal}, "
                "since a winning stop passes the turn"
            )
        if other >= self.goal and (turn_total > 0 or rolling):
            raise InvalidStateError("the game is over: expected turn_total 0 and no roll")
        if own + turn_total >= self.goal + 6 * self.dice:
            raise InvalidStateError(
                f"turn_total is {turn_total}: expected a total at which rolling was still legal before"
            )
        if rolling and own + turn_total >= self.goal:
            raise InvalidStateError(f"rolling with {own} + {turn_total} points: expected a stop, which wins")

    def text(self, state: PigState) -> str:
        """Show both scores and the turn in words."""
        data = self.to_json(state)
        first, second = data["scores"]
        scores = f"first {first} : {second} second, to {self.goal}"
        if state.other >= self.goal:
            return f"{scores}; {'first' if state.second_moves else 'second'} has won"
        mover = "second" if state.second_moves else "first"
        doing = "is rolling" if state.rolling else "to move"
        return f"{scores}; {mover} {doing}, turn total {state.turn_total}"


show_states(PigState)
