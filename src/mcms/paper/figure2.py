"""Figure 2: seven pairings in four games; "mcts" is the better of mcts and dpw, chosen by matches."""

import dataclasses
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from mcms.arena.match import Pairing
from mcms.arena.player import player
from mcms.arena.schedule import Meet, winner
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
    def agreement(self) -> Agreement:
        """Say whether the direction is the published one; one that either side leaves open is undecided."""
        if self.published is None or self.result.counts.score is None:
            return Agreement.UNDECIDED
        interval = self.result.interval
        measured = _direction(100 * interval.low, 100 * interval.high)
        low, high = (
            self.published.percent - self.published.half_width,
            self.published.percent + self.published.half_width,
        )
        claimed = _direction(low, high)
        if measured == 0 or claimed == 0:
            return Agreement.UNDECIDED
        return Agreement.AGREES if measured == claimed else Agreement.DISAGREES

    @property
    def published_direction(self) -> int:
        """1: the left player won; -1: the right one; 0: undecided at 95 %."""
        if self.published is None:
            return 0
        return _direction(
            self.published.percent - self.published.half_width, self.published.percent + self.published.half_width
        )


def _direction(low: float, high: float) -> int:
    return int(low > 50) - int(high < 50)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Figure2:
    """All pairings in all games."""

    bars: tuple[Bar, ...]
    choices: dict[str, PairingResult]
    """mcts against dpw, by game."""

    def chosen(self, game: str) -> str:
        """Return which of mcts and dpw was better."""
        return winner(self.choices[game]).name.partition("@")[0]


def figure2(games: Sequence[NativeGame[Any]], scale: Scale, *, meet: Meet, seed: int) -> Figure2:
    """Choose between mcts and dpw in each game, then play all pairings."""
    choices = meet([_pairing(game, ("mcts", "dpw"), scale, seed, choice=True) for game in games], "mcts or dpw")
    better = {str(game): winner(result).name.partition("@")[0] for game, result in zip(games, choices, strict=True)}
    wanted = [(names, game) for names in published().figure2 for game in games]
    pairings = [
        _pairing(game, (names[0], better[str(game)] if names[1] == "mcts" else names[1]), scale, seed)
        for names, game in wanted
    ]
    results = meet(pairings, "figure 2")
    bars = tuple(
        Bar(names=names, game=str(game), result=result, published=published().figure2[names].get(game.name))
        for (names, game), result in zip(wanted, results, strict=True)
    )
    return Figure2(bars=bars, choices={str(game): result for game, result in zip(games, choices, strict=True)})


def _pairing(game: NativeGame[Any], names: tuple[str, str], scale: Scale, seed: int, choice: bool = False) -> Pairing:
    a, b = (player(name, game, scale.limit) for name in names)
    fallback = min(scale.matches.values())
    matches = scale.choice_matches if choice else scale.matches.get(game.name, fallback)
    return Pairing(game=game, a=a, b=b, matches=matches, seed=derive(seed, "choice") if choice else seed)
