"""Estimates of states by searches, again and again with other seeds: what table 1 is made of.

They are played like games, anywhere and in any order, and kept in the same records file (``estimate_records.py``).
"""

import dataclasses
import platform
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import mcms
from mcms.arena.identity import game_identity, player_identity
from mcms.arena.player import player
from mcms.arena.search_player import SearchPlayer
from mcms.arena.seeds import derive
from mcms.games.base import BaseGame
from mcms.limit import Limit


@dataclasses.dataclass(frozen=True, kw_only=True)
class Trial:
    """One search of a state."""

    state: Any
    run: int


@dataclasses.dataclass(frozen=True)
class Estimate:
    """What a search said of a state."""

    trial: Trial
    value: float
    """For the first player."""
    action: str
    depth: int
    nodes: int
    seconds: float
    machine: str


Estimates = dict[Trial, Estimate]
"""What a search said of every state in every run."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Estimation:
    """An algorithm that estimates states of a game."""

    game: BaseGame[Any]
    engine: SearchPlayer
    seed: int = 0

    @property
    def players(self) -> Sequence[SearchPlayer]:
        """The algorithm."""
        return (self.engine,)

    @property
    def engines(self) -> Sequence[SearchPlayer]:
        """The algorithm."""
        return (self.engine,)

    @cached_property
    def identity(self) -> tuple[str, ...]:
        """Everything that an estimate depends on, but for state and run."""
        known_as = game_identity(self.game).text, self.engine.name, player_identity(self.engine).text
        return *known_as, str(self.seed), mcms.__version__

    def play(self, trial: Trial) -> Estimate:
        """Search a state once."""
        seed = derive(self.seed, self.identity, self.game.hash(trial.state), trial.run)
        result = self.engine.search(self.game, trial.state, seed)
        return Estimate(
            trial=trial,
            value=result.value,
            action=str(result.action),
            depth=result.depth,
            nodes=result.nodes,
            seconds=result.seconds,
            machine=platform.node(),
        )


def search_player(name: str, game: BaseGame[Any], limit: Limit) -> SearchPlayer:
    """Return the player that searches with an algorithm."""
    made = player(name, game, limit)
    assert isinstance(made, SearchPlayer)
    return made
