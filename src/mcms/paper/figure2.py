"""Figure 2: seven pairings in four games; "mcts" is the better of mcts and dpw, chosen by matches."""

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from mcms.arena.match import pairing
from mcms.arena.schedule import Plays, winner
from mcms.arena.search_player import SearchPlayer
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.games.native import NativeGame
from mcms.paper.published import WinRate, published
from mcms.paper.scale import Scale


class Agreement(StrEnum):
    """Whether a measured direction is the published one, at 95 %."""

    AGREES = "agrees"
    DISAGREES = "disagrees"
    UNDECIDED = "undecided"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Bar:
    """A pairing in a game."""

    names: tuple[str, str]
    """As the paper has them; ``mcts`` stands for the better of mcts and dpw."""
    game: str
    result: PairingResult
    published: WinRate | None
    """``None`` in a game that the paper does not have."""

    @property
    def published_direction(self) -> int:
        """1: the left player won; -1: the right one; 0: undecided at 95 %, or not played."""
        if self.published is None:
            return 0
        low, high = (self.published.percent + side * self.published.half_width for side in (-1, 1))
        return direction(low, high)

    @property
    def measured_direction(self) -> int:
        """The same of what was measured."""
        return direction(100 * self.result.interval.low, 100 * self.result.interval.high)

    @property
    def agreement(self) -> Agreement:
        """Say whether the direction is the published one."""
        return agreement(self.published_direction, self.measured_direction)


def direction(low: float, high: float) -> int:
    """Return 1 for an interval above 50 %, -1 for one below, 0 for one that leaves it open."""
    return int(low > 50) - int(high < 50)


def agreement(published: int, measured: int) -> Agreement:
    """Say whether two directions are the same; one that either side leaves open is undecided."""
    if published == 0 or measured == 0:
        return Agreement.UNDECIDED
    return Agreement.AGREES if measured == published else Agreement.DISAGREES


@dataclasses.dataclass(frozen=True, kw_only=True)
class Choice:
    """Which of mcts and dpw is better in each game, by matches."""

    results: dict[str, PairingResult]
    """mcts against dpw, by game."""

    def better(self, game: NativeGame[Any] | str) -> str:
        """Return the name of the better one."""
        chosen = winner(self.results[str(game)])
        assert isinstance(chosen, SearchPlayer)
        return chosen.label


def choose(games: Sequence[NativeGame[Any]], scale: Scale, *, runner: Plays, seed: int) -> Choice:
    """Let mcts and dpw meet in each game."""
    fresh = derive(seed, "choice")
    pairings = [
        pairing(game, "mcts", "dpw", matches=scale.choice_matches, limit=scale.limit, seed=fresh) for game in games
    ]
    results = runner.play(pairings, "mcts or dpw")
    return Choice(results={str(game): result for game, result in zip(games, results, strict=True)})


def figure2(
    games: Sequence[NativeGame[Any]], scale: Scale, choice: Choice, *, runner: Plays, seed: int
) -> tuple[Bar, ...]:
    """Play all pairings in all games."""
    wanted = [(names, game) for names in published().figure2 for game in games]
    pairings = [
        pairing(
            game,
            left,
            choice.better(game) if right == "mcts" else right,
            matches=scale.matches_in(game.name),
            limit=scale.limit,
            seed=seed,
        )
        for (left, right), game in wanted
    ]
    return tuple(
        Bar(names=names, game=str(game), result=result, published=published().figure2[names].get(str(game)))
        for (names, game), result in zip(wanted, runner.play(pairings, "figure 2"), strict=True)
    )
