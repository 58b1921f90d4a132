"""Matches as in the paper: two games, seats swapped, one seed, so that both games see the same luck.

A :class:`Pairing` is who meets whom in how many matches. Its games are numbered and seeded by themselves, so they can
be played anywhere in any order, and what they say does not depend on it.
"""

import dataclasses
import platform
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from mcms.algorithms import Algorithm
from mcms.arena.game_play import PlayedGame, play_game
from mcms.arena.identity import Identity, game_identity, game_text, player_identity
from mcms.arena.player import Player, as_player
from mcms.arena.search_player import SearchPlayer
from mcms.arena.seeds import derive
from mcms.exceptions import InvalidOptionError
from mcms.game import AnyGame
from mcms.limit import Limit
from mcms.scoring import draw_value, score
from mcms.validation import whole_number

LEGS = (0, 1)
"""The two games of a match: in the first one player A has the first seat."""
MOST_MATCHES = 10**9


@dataclasses.dataclass(frozen=True, kw_only=True)
class Slot:
    """One game of a pairing: which match, and which of its two games.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> list(pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=1).slots())
    [Slot(match=0, leg=0), Slot(match=0, leg=1)]
    """

    match: int
    """Number of the match, from 0."""
    leg: int
    """0 if player A has the first seat, 1 if the second."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A finished game of a pairing.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> record = pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=1).play(Slot(match=0, leg=1))
    >>> record.score_a, record.points_a, record.played.score
    (0.0, -100.0, 1.0)
    """

    slot: Slot
    """Which game of the pairing it was."""
    seed: int
    """The seed of its match."""
    played: PlayedGame
    """The game itself."""
    machine: str
    """The name of the machine it was played on."""

    @property
    def points_a(self) -> float:
        """By how much player A won."""
        return self.played.points if self.slot.leg == 0 else 0.0 - self.played.points

    @property
    def score_a(self) -> float:
        """Player A's score: 1 a win, ½ a draw, 0 a loss."""
        return score(self.points_a)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pairing:
    """Two players who meet in a number of matches.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> meeting = pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=50)
    >>> meeting.title, len(list(meeting.slots()))
    ('star1@depth=1 – mcts@simulations=2', 100)
    """

    game: AnyGame
    """The game they play."""
    a: Player
    """One player; scores and points are this one's."""
    b: Player
    """The other player."""
    matches: int
    """How many matches, of two games each."""
    seed: int = 0
    """From which the matches' own seeds are derived."""

    def __post_init__(self) -> None:
        whole_number("matches", self.matches, 1, MOST_MATCHES)
        whole_number("seed", self.seed, 0, 2**64 - 1)
        draw_value(self.game)  # refused now, not at the end of the first game

    @property
    def players(self) -> tuple[Player, Player]:
        """Both players."""
        return self.a, self.b

    @property
    def title(self) -> str:
        """Who meets whom, for a person."""
        return f"{self.a.name} – {self.b.name}"

    @property
    def engines(self) -> list[SearchPlayer]:
        """The players that search."""
        return [player for player in self.players if isinstance(player, SearchPlayer)]

    @cached_property
    def identities(self) -> tuple[Identity, Identity, Identity]:
        """What the game and the players are known by."""
        return game_identity(self.game), player_identity(self.a), player_identity(self.b)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Everything that its seeds depend on, but for the match: game, players, all their options, seed."""
        game, a, b = (identity.text for identity in self.identities)
        return game, self.a.name, self.b.name, a, b, str(self.seed)

    @property
    def codes(self) -> tuple[str, ...]:
        """Digests of the code of the game and the players, where it is one's own."""
        return tuple(identity.code for identity in self.identities)

    @property
    def identity(self) -> tuple[str, ...]:
        """Everything that its games depend on, but for their number: what it is, and the code that decides."""
        return (*self.texts, *self.codes)

    def require_identity(self) -> None:
        """Raise unless a later run can tell whether it is the same pairing."""
        things = zip(("the game", "player", "player"), (game_text(self.game), self.a.name, self.b.name), strict=True)
        for (kind, name), identity in zip(things, self.identities, strict=True):
            if identity.lacks is not None:
                raise InvalidOptionError(
                    f"{kind} {name} {identity.lacks}, so a file of records cannot tell it from another one: expected "
                    "a function or class of a module whose repr says its options (a dataclass does), or an attribute "
                    "identity, a text of your own"
                )

    def match_seed(self, match: int) -> int:
        """Return the seed of a match, its own among all matches of all pairings."""
        return derive(self.seed, self.texts, match)

    def slots(self) -> Iterator[Slot]:
        """Return all games in their order."""
        return (Slot(match=match, leg=leg) for match in range(self.matches) for leg in LEGS)

    def play(self, slot: Slot) -> GameRecord:
        """Play one game."""
        seed = self.match_seed(slot.match)
        seats = (self.a, self.b) if slot.leg == 0 else (self.b, self.a)
        played = play_game(self.game, seats, seed=seed, leg=slot.leg)
        return GameRecord(slot=slot, seed=seed, played=played, machine=platform.node())


def pairing(
    game: AnyGame,
    a: str | Algorithm | Player | Callable[..., Any],
    b: str | Algorithm | Player | Callable[..., Any],
    *,
    matches: int,
    limit: Limit | None = None,
    seed: int = 0,
) -> Pairing:
    """Return a pairing of two players.

    Parameters
    ----------
    game
        The game they play.
    a, b
        The players: each a text that :func:`mcms.player` reads, an algorithm, a player, or a function of game, state
        and seed.
    matches
        How many matches, of two games each.
    limit
        For searches that do not bring one of their own.
    seed
        The same players with the same seed play the same games.

    Examples
    --------
    >>> import mcms
    >>> pairing(mcms.load("pig"), "star1@depth=2", "hold:20", matches=10).title
    'star1@depth=2 – hold:20'

    """
    return Pairing(game=game, a=as_player(a, game, limit), b=as_player(b, game, limit), matches=matches, seed=seed)
