"""Players: anything that chooses an action, and the texts that name them.

Each game brings its own baseline players along (``baseline_players``), so a new game adds players without a line
changed here.
"""

import dataclasses
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Protocol, runtime_checkable

from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.game import AnyGame, require_decision
from mcms.spec import parse_spec, require_options
from mcms.state_hash import hash_method
from mcms.validation import whole_number

_WORD = 2**64


@runtime_checkable
class Player(Protocol):
    """Something that chooses actions."""

    @property
    def name(self) -> str:
        """What results and command lines call the player."""
        ...

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return one of the state's actions, as a function of the arguments alone.

        Whoever runs a game passes a seed for each move, so that a state met twice may be answered twice.
        """
        ...


PlayerFactory = Callable[[str], Player]
"""Makes a player from what follows the colon of its text, the empty text if there is none."""


@dataclasses.dataclass(frozen=True)
class RandomPlayer:
    """Chooses each legal action with the same probability.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> RandomPlayer().choose(pig, pig.initial_state(), seed=1)
    'roll'
    """

    @property
    def name(self) -> str:
        """The text :func:`player` reads."""
        return "random"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return an action drawn by the seed and the state's hash."""
        actions = require_decision(game, state)
        whole_number("seed", seed, 0, _WORD - 1)
        # A hash, not Python's generator: the draw is the same on every machine and version.
        luck = blake2b(digest_size=8)
        for word in (seed, hash_method(game)(state) % _WORD):
            luck.update(word.to_bytes(8, "little"))
        return actions[int.from_bytes(luck.digest(), "little") * len(actions) // _WORD]


def player(text: str, game: AnyGame) -> Player:
    """Return the player of a text: ``random``, or one of the game's own, for Pig ``optimal`` and ``hold:20``.

    >>> import mcms
    >>> player("hold:20", mcms.load("pig"))
    HoldPlayer(total=20)
    """
    spec = parse_spec(text)
    factories = _factories(game)
    kind, colon, argument = spec.name.partition(":")
    for known, factory in factories.items():
        known_kind, takes_argument, placeholder = known.partition(":")
        if kind != known_kind or (colon and not takes_argument):
            continue
        if takes_argument and not argument:
            raise InvalidOptionError(f"player {text!r} lacks its {placeholder}: expected {known}")
        require_options(spec.name, spec.options, [])
        return factory(argument)
    raise UnknownNameError(f"unknown player {spec.name!r}: expected one of {', '.join(factories)}")


def _factories(game: AnyGame) -> Mapping[str, PlayerFactory]:
    """Return the players anyone can be, then the game's own; a user's game need not have any."""
    own: Callable[[], Mapping[str, PlayerFactory]] | None = getattr(game, "baseline_players", None)
    return {"random": lambda _: RandomPlayer(), **(own() if own is not None else {})}
