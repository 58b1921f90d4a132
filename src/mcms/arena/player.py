"""Players: anything that chooses an action, and the texts that name them.

Each game brings its own baseline players along (``baseline_players``), so a new game adds players without a line
changed here.
"""

import dataclasses
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any, Protocol, runtime_checkable

from mcms.algorithms import SHORT_NAMES, Algorithm, algorithm
from mcms.arena.engine_player import EnginePlayer
from mcms.arena.human import HumanPlayer
from mcms.arena.search_player import SearchPlayer
from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.game import AnyGame, require_decision
from mcms.games.learnt import seen_by
from mcms.imports import import_named, make
from mcms.limit import Limit, parse_limit
from mcms.spec import Spec, format_spec, parse_spec, require_options, split_limit
from mcms.state_hash import hash_method
from mcms.validation import whole_number

_WORD = 2**64


@runtime_checkable
class Player(Protocol):
    """Something that chooses actions.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> isinstance(player("hold:20", pig), Player)
    True
    """

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


@dataclasses.dataclass(frozen=True)
class FunctionPlayer:
    """A function of game, state and seed as a player.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> def first(game, state, seed):
    ...     return game.actions(state)[0]
    >>> FunctionPlayer(first).choose(pig, pig.initial_state(), seed=1)
    'roll'
    """

    function: Callable[[AnyGame, Any, int], Any]
    """It is called with game, state and seed, and returns an action."""

    @property
    def name(self) -> str:
        """Where the function is defined."""
        return f"{self.function.__module__}:{getattr(self.function, '__qualname__', type(self.function).__name__)}"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return what the function returns."""
        return self.function(game, state, seed)


def player(text: str, game: AnyGame, limit: Limit | None = None) -> Player:
    """Return the player of a text.

    Parameters
    ----------
    text
        ``random``, ``human``, one of the game's own, such as ``optimal`` and ``hold:20`` in Pig, or an algorithm,
        perhaps with a limit: ``star2ss(width=18)@50ms``, ``exp@depth=3``. A player of your own is ``module:name``: a
        function of game, state and seed, a player, or a class of players, which takes options.
    game
        The game to be played.
    limit
        For an algorithm that brings no limit of its own.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> player("hold:20", pig)
    HoldPlayer(total=20)
    >>> player("star1@nodes=1000", pig).name
    'star1@nodes=1000'

    """
    described, own_limit = split_limit(text)
    spec = parse_spec(described)
    if spec.name in SHORT_NAMES:
        chosen = limit if own_limit is None else parse_limit(own_limit)
        if chosen is None:
            raise InvalidOptionError(f"player {text!r} lacks a limit: expected one as in {spec.name}@50ms")
        label = format_spec(spec.name, spec.options)
        return SearchPlayer(algorithm=algorithm(described, game), limit=chosen, label=label)
    if spec.name == "engine":
        return _engine(spec, limit if own_limit is None else parse_limit(own_limit))
    if own_limit is not None:
        raise InvalidOptionError(f"player {text!r} has a limit: expected one only of an algorithm, not of {described}")
    return _baseline(spec, game)


def as_player(wanted: "str | Algorithm | Player | Callable[..., Any]", game: AnyGame, limit: Limit | None) -> Player:
    """Return a player from whatever describes one: a text, an algorithm, a player, a function."""
    if isinstance(wanted, str):
        return player(wanted, game, limit)
    if isinstance(wanted, Algorithm):
        if limit is None:
            raise InvalidOptionError(f"{wanted!r} lacks a limit: expected one to search within")
        seen_by(wanted, game)  # an evaluation that the game lacks is refused now, not at the first move
        return SearchPlayer(algorithm=wanted, limit=limit, label=str(wanted))
    if isinstance(wanted, Player):
        return wanted
    if callable(wanted):
        return FunctionPlayer(wanted)
    raise InvalidOptionError(f"player is {wanted!r}: expected a text, an algorithm, a player or a function")


def _engine(spec: Spec, limit: Limit | None) -> EnginePlayer:
    require_options(spec.name, spec.options, ["command", "patience"])
    if "command" not in spec.options:
        raise InvalidOptionError("an engine lacks its command: expected engine(command=./my_engine)")
    return EnginePlayer(**(spec.options | {"command": str(spec.options["command"])}), limit=limit)


def _baseline(spec: Spec, game: AnyGame) -> Player:
    factories = _factories(game)
    kind, colon, argument = spec.name.partition(":")
    for known, factory in factories.items():
        known_kind, takes_argument, placeholder = known.partition(":")
        if kind != known_kind or (colon and not takes_argument):
            continue
        if takes_argument and not argument:
            raise InvalidOptionError(f"player {spec.name!r} lacks its {placeholder}: expected {known}")
        require_options(spec.name, spec.options, [])
        return factory(argument)
    if colon and kind not in (known.partition(":")[0] for known in factories):
        try:
            return _own_player(spec)
        except UnknownNameError as error:
            raise UnknownNameError(f"{error}; or one of the players {', '.join((*factories, *SHORT_NAMES))}") from error
    known_names = ", ".join((*factories, *SHORT_NAMES))
    raise UnknownNameError(
        f"unknown player {spec.name!r}: expected one of {known_names}, or module:name for one of your own"
    )


def _own_player(spec: Spec) -> Player:
    found = import_named("player", spec.name)
    if isinstance(found, type):
        found = make(found, spec)
    elif spec.options:
        raise InvalidOptionError(f"player {spec.name} is no class: expected it without options")
    if isinstance(found, Player):
        return found
    if callable(found):
        return FunctionPlayer(found)
    raise InvalidOptionError(f"{spec.name} is {found!r:.200}: expected a player or a function of game, state and seed")


def _factories(game: AnyGame) -> Mapping[str, PlayerFactory]:
    """Return the players of every game, then the game's own; a user's game need not have any."""
    own: Callable[[], Mapping[str, PlayerFactory]] | None = getattr(game, "baseline_players", None)
    anyone: dict[str, PlayerFactory] = {"random": lambda _: RandomPlayer(), "human": lambda _: HumanPlayer()}
    return anyone | dict(own() if own is not None else {})
