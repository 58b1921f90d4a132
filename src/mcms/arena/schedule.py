"""Who meets whom: everyone everyone, one all the others, or winners only until one is left."""

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Protocol

from mcms.arena.match import Pairing
from mcms.arena.player import Player
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.exceptions import InvalidOptionError
from mcms.game import AnyGame
from mcms.scoring import ScoreBy


class Plays(Protocol):
    """What plays pairings: a :class:`mcms.arena.Runner`."""

    def play(self, pairings: Sequence[Pairing], title: str = "") -> Sequence[PairingResult]:
        """Return how they ended; the title says what they are for."""
        ...


def round_robin(game: AnyGame, players: Sequence[Player], *, matches: int, seed: int = 0) -> list[Pairing]:
    """Return the pairings of everyone with everyone else.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> players = [mcms.player(f"hold:{total}", pig) for total in (15, 20, 25)]
    >>> [pairing.title for pairing in round_robin(pig, players, matches=10)]
    ['hold:15 – hold:20', 'hold:15 – hold:25', 'hold:20 – hold:25']
    """
    _check_names(players)
    return [Pairing(game=game, a=a, b=b, matches=matches, seed=seed) for a, b in itertools.combinations(players, 2)]


def gauntlet(game: AnyGame, players: Sequence[Player], *, matches: int, seed: int = 0) -> list[Pairing]:
    """Return the pairings of the first player with each of the others."""
    _check_names(players)
    first, *others = players
    return [Pairing(game=game, a=first, b=other, matches=matches, seed=seed) for other in others]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Round:
    """A round of an elimination: winners advance, and so does whoever had no opponent."""

    results: tuple[PairingResult, ...]
    winners: tuple[Player, ...]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Elimination:
    """A finished elimination."""

    rounds: tuple[Round, ...]

    @property
    def champion(self) -> Player:
        """Who was left at the end."""
        return self.rounds[-1].winners[0]


def eliminate(
    game: AnyGame,
    players: Sequence[Player],
    *,
    matches: int,
    runner: Plays,
    seed: int = 0,
    by: ScoreBy | None = None,
    title: str = "",
) -> Elimination:
    """Let neighbours meet, round after round with new luck, until one player is left.

    Of two equal players the one listed first advances. With an odd number of players the last one advances without a
    match and moves to the head of the list, so that next time it is somebody else's turn.
    """
    _check_names(players)
    rounds: list[Round] = []
    left = tuple(players)
    while len(left) > 1:
        round_seed = derive(seed, "round", len(rounds))
        pairings = [
            Pairing(game=game, a=a, b=b, matches=matches, seed=round_seed)
            for a, b in zip(left[::2], left[1::2], strict=False)
        ]
        results = tuple(runner.play(pairings, f"{title}round {len(rounds) + 1}, {len(left)} left"))
        left = (*(left[-1:] if len(left) % 2 else ()), *(winner(result, by) for result in results))
        rounds.append(Round(results=results, winners=left))
    return Elimination(rounds=tuple(rounds))


def winner(result: PairingResult, by: ScoreBy | None = None) -> Player:
    """Return who scored more, by wins or points as told or as suits the game; the first if both are equal."""
    return result.pairing.a if result.is_ahead(by) else result.pairing.b


def _check_names(players: Sequence[Player]) -> None:
    names = [player.name for player in players]
    if len(names) < 2:
        raise InvalidOptionError(f"there are {len(names)} players ({', '.join(names)}): expected at least 2")
    for name in names:
        if names.count(name) > 1:
            raise InvalidOptionError(f"player {name} is there {names.count(name)} times: expected each once")
