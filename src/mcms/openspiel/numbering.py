"""Our games in OpenSpiel's terms: every action a number of its own, and the luck of the start as chance nodes.

A learning algorithm needs an action to have the same number in all states, so the numbers count all names that a game
can ever use. Outcomes go by their places in the list of their state.
"""

import dataclasses
import itertools
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from mcms.games import CantStop, Ewn, Pig, Ra
from mcms.games.native import NativeGame

UNENDING = 1_000_000
"""Steps given as the longest game where rules set no end: a game of Pig may always take one more turn."""

_SIX = "123456"
_CIVILIZATIONS = tuple(f"civilization_{number}" for number in range(1, 6))
_MONUMENTS = tuple(f"monument_{number}" for number in range(1, 9))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Numbering:
    """What OpenSpiel asks of a game that the game itself does not tell."""

    cls: type[NativeGame[Any]]
    actions: tuple[str, ...]
    """All names of actions; the places are OpenSpiel's numbers."""
    most_outcomes: int
    longest: int
    """Decisions of the longest game."""
    draws: Callable[[Any], tuple[tuple[str, ...], ...]] = lambda game: ()
    """The draws before the start of a game, each a list of equally likely outcomes."""
    start: Callable[[Any, tuple[int, ...]], Any] = lambda game, drawn: game.initial_state()
    """The start after those draws."""

    @property
    def name(self) -> str:
        """What OpenSpiel calls the game."""
        return f"mcms_{self.cls.name}"

    @property
    def parameters(self) -> dict[str, Any]:
        """The game's options with their defaults, as OpenSpiel's parameters."""
        return {field.name: to_parameter(field.default) for field in dataclasses.fields(self.cls)}

    def game(self, parameters: Mapping[str, Any]) -> NativeGame[Any]:
        """Return our game with OpenSpiel's parameters."""
        return self.cls(**{name: _to_option(value) for name, value in parameters.items()})


def to_parameter(option: Any) -> Any:
    """Return an option as a parameter of OpenSpiel, which has no None and takes 123-456 for a number.

    >>> to_parameter("123456-654321")
    '123456;654321'
    """
    return "" if option is None else option.replace("-", ";") if isinstance(option, str) else option


def _to_option(parameter: Any) -> Any:
    return None if parameter == "" else parameter.replace(";", "-") if isinstance(parameter, str) else parameter


def _ewn_actions() -> tuple[str, ...]:
    squares = [f"{column}{row}" for row in "12345" for column in "abcde"]
    steps = ((1, 1), (1, 0), (0, 1), (-1, -1), (-1, 0), (0, -1))
    return tuple(
        f"{stone}:{squares[5 * row + column]}-{squares[5 * (row + down) + column + right]}"
        for stone, row, column, (down, right) in itertools.product(_SIX, range(5), range(5), steps)
        if 0 <= row + down < 5 and 0 <= column + right < 5
    )


def _ewn_draws(ewn: Ewn) -> tuple[tuple[str, ...], ...]:
    return (_arrangements(), _arrangements()) if ewn.setup is None else ()


def _ewn_start(ewn: Ewn, drawn: tuple[int, ...]) -> Any:
    if not drawn:
        return ewn.initial_state()
    setup = "-".join(_arrangements()[place] for place in drawn)
    return dataclasses.replace(ewn, setup=setup).initial_state()


@cache
def _arrangements() -> tuple[str, ...]:
    return tuple("".join(stones) for stones in itertools.permutations(_SIX))


def _cant_stop_actions() -> tuple[str, ...]:
    columns = range(2, 13)
    pairs = itertools.combinations_with_replacement(columns, 2)
    return ("roll", "stop", *map(str, columns), *(f"{low}+{high}" for low, high in pairs))


def _ra_actions() -> tuple[str, ...]:
    held = ("pharaoh", "nile", "flood", "gold", *_CIVILIZATIONS, *_MONUMENTS)
    return (
        *("draw", "invoke", "pass", "done"),
        *(f"bid:{sun}" for sun in range(1, 10)),
        *(f"god:{kind}" for kind in held),
        *(f"discard:{kind}" for kind in (*_CIVILIZATIONS, *_MONUMENTS)),
    )


def _ra_start(ra: Ra, drawn: tuple[int, ...]) -> Any:
    data = ra.to_json(ra.initial_state())
    players = sorted(data["players"], key=lambda player: max(player["suns"]), reverse=drawn == (0,))
    return ra.from_json(data | {"players": players, "to_move": drawn[0]})


NUMBERINGS = (
    Numbering(cls=Pig, actions=("roll", "stop"), most_outcomes=13, longest=UNENDING),
    Numbering(
        cls=Ewn,
        actions=_ewn_actions(),
        most_outcomes=720,
        # Six stones a side, each at most eight single steps from its corner.
        longest=96,
        draws=_ewn_draws,
        start=_ewn_start,
    ),
    Numbering(cls=CantStop, actions=_cant_stop_actions(), most_outcomes=126, longest=UNENDING),
    Numbering(
        cls=Ra,
        actions=_ra_actions(),
        most_outcomes=23,
        # 180 draws; every auction but those after 30 Ra sells or discards tiles; a few choices in each.
        longest=1000,
        draws=lambda ra: (("first has sun 9", "second has sun 9"),),
        start=_ra_start,
    ),
)


def numbering_of(game: NativeGame[Any]) -> Numbering:
    """Return the numbers of a game's actions."""
    return next(numbering for numbering in NUMBERINGS if numbering.cls is type(game))
