"""What an experiment of the paper is: it says how long it takes, is run, and says what came out, figure and all."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from mcms.arena.game_play import play_game
from mcms.arena.player import player
from mcms.arena.runner import Runner
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.paper.choice import Choice, choose
from mcms.paper.program import AS_HERE, Program
from mcms.paper.report import Section
from mcms.paper.scale import Scale
from mcms.paper.states import collect_states

MeasuredT = TypeVar("MeasuredT")

NODE_SECONDS = 40e-9
"""What a node takes, and what a move does besides; measured in the four games, sampled or not."""
MOVE_SECONDS = 10e-6
_GAMES = 4
_THOUGHT = Limit(nodes=300)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Setting:
    """What the experiments of one evaluation share."""

    games: Sequence[BaseGame[Any]]
    solved_game: BaseGame[Any]
    """The game of table 1 and theorem 1."""
    scale: Scale
    seed: int
    runner: Runner
    program: Program = AS_HERE
    """What the searches and evaluations are."""

    @cached_property
    def states(self) -> list[Any]:
        """The states of table 1 and theorem 1."""
        return collect_states(
            self.solved_game,
            self.scale.limit_in(self.solved_game.name),
            most=self.scale.states,
            seed=self.seed,
            runner=self.runner,
            program=self.program,
        )

    @cached_property
    def choice(self) -> Choice:
        """Which of mcts and dpw is meant by “mcts” in each game."""
        return choose(self.games, self.scale, runner=self.runner, seed=self.seed, program=self.program)

    @cached_property
    def decisions(self) -> dict[str, float]:
        """About how many decisions a game of each kind takes."""
        return {game.name: decisions_per_game(game) for game in self.games}

    def match_seconds(self, game: BaseGame[Any], limit: Limit) -> float:
        """Return about how long a match takes on one core."""
        return 2 * self.decisions[game.name] * move_seconds(limit)


def decisions_per_game(game: BaseGame[Any]) -> float:
    """Return about how many decisions a game takes."""
    engine = player("star1", game, _THOUGHT)
    played = (play_game(game, (engine, engine), seed=seed) for seed in range(_GAMES))
    return sum(clock.decisions for each in played for clock in each.clocks) / _GAMES


def move_seconds(limit: Limit) -> float:
    """Return about how long a move takes with a limit by time or nodes."""
    seconds = limit.cpu_seconds if limit.seconds is None else limit.seconds
    if seconds is not None:
        return seconds
    assert limit.nodes is not None
    return MOVE_SECONDS + limit.nodes * NODE_SECONDS


class Experiment(ABC, Generic[MeasuredT]):
    """One experiment; what it measures goes from ``run`` to ``sections``, and nowhere else."""

    name: ClassVar[str]
    """Its name on the command line."""
    says: ClassVar[str]
    """What it does, in a line."""
    in_all: ClassVar[bool] = True
    """Whether ``all`` includes it."""

    @abstractmethod
    def estimate_seconds(self, setting: Setting) -> float:
        """Return about how long it takes on one core, if nothing of it is recorded."""

    @abstractmethod
    def run(self, setting: Setting) -> MeasuredT:
        """Run what the records lack of it."""

    @abstractmethod
    def sections(self, measured: MeasuredT) -> Sequence[Section]:
        """Say what came out."""

    def evidence(self, setting: Setting, measured: MeasuredT) -> dict[str, Any]:
        """Return what the manifest is to say of it."""
        return {}
