"""A state of an OpenSpiel game as a value, and the luck of its chance nodes."""

import math
from typing import TYPE_CHECKING, Any

import pyspiel

if TYPE_CHECKING:
    from mcms.openspiel.adapter import SpielGame

_SUM_TOLERANCE = 1e-10


class Luck:
    """The outcomes of a chance node; most nodes of a game share one, which the searches check only once."""

    __slots__ = ("outcomes", "possible")

    def __init__(self, listed: tuple[tuple[int, float], ...]) -> None:
        # OpenSpiel allows outcomes of probability 0, and sums that are rounded.
        total = math.fsum(probability for _, probability in listed)
        scale = total if abs(total - 1) > _SUM_TOLERANCE else 1.0
        self.outcomes = tuple((outcome, probability / scale) for outcome, probability in listed if probability > 0)
        self.possible = frozenset(outcome for outcome, _ in self.outcomes)


class SpielState:
    """A state of OpenSpiel that nothing changes; it compares, hashes and pickles by what it is.

    ``spiel`` is OpenSpiel's own state: look at it, and clone it before applying anything.

    >>> import mcms.openspiel
    >>> game = mcms.openspiel.load("tic_tac_toe")
    >>> state = game.initial_state(seed=1)
    >>> after = game.play(state, 4)
    >>> len(state.spiel.legal_actions()), len(after.spiel.legal_actions())
    (9, 8)
    """

    __slots__ = ("game", "known_identity", "legal", "luck", "names", "spiel")

    def __init__(self, spiel: pyspiel.State, game: "SpielGame") -> None:
        self.spiel = spiel
        self.game = game
        # What has been asked before; the game fills them in.
        self.legal: tuple[int, ...] | None = None
        self.luck: Luck | None = None
        self.names: dict[str, int] | None = None
        self.known_identity: str | None = None

    @property
    def identity(self) -> str:
        """What tells this state from others; see :mod:`mcms.openspiel.identity`."""
        if self.known_identity is None:
            self.known_identity = self.game.identity(self.spiel)
        return self.known_identity

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpielState) or self.identity != other.identity:
            return False
        return self.game is other.game or str(self.game.spiel) == str(other.game.spiel)

    def __hash__(self) -> int:
        return hash(self.identity)

    def __repr__(self) -> str:
        return f"<{self.game.spiel} after {self.spiel.history()}>"

    def __str__(self) -> str:
        return str(self.spiel)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.spiel.serialize())


def _restored(game: "SpielGame", text: str) -> SpielState:
    return SpielState(game.spiel.deserialize_state(text), game)
