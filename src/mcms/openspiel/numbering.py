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
from mcms.games.action_names import action_names
from mcms.games.base import BaseGame

UNENDING = 1_000_000
"""Steps given as the longest game where rules set no end: a game of Pig may always take one more turn."""

_SIX = "123456"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Numbering:
    """What OpenSpiel asks of a game that the game itself does not tell."""

    cls: type[BaseGame[Any]]
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

    def game(self, parameters: Mapping[str, Any]) -> BaseGame[Any]:
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


def _ra_start(ra: Ra, drawn: tuple[int, ...]) -> Any:
    data = ra.to_json(ra.initial_state())
    players = sorted(data["players"], key=lambda player: max(player["suns"]), reverse=drawn == (0,))
    return ra.from_json(data | {"players": players, "to_move": drawn[0]})


NUMBERINGS = (
    Numbering(cls=Pig, actions=action_names(Pig.name), most_outcomes=13, longest=UNENDING),
    Numbering(
        cls=Ewn,
        actions=action_names(Ewn.name),
        most_outcomes=720,
        # Six stones a side, each at most eight single steps from its corner.
        longest=96,
        draws=_ewn_draws,
        start=_ewn_start,
    ),
    Numbering(cls=CantStop, actions=action_names(CantStop.name), most_outcomes=126, longest=UNENDING),
    Numbering(
        cls=Ra,
        actions=action_names(Ra.name),
        most_outcomes=23,
        # 180 draws; every auction but those after 30 Ra sells or discards tiles; a few choices in each.
        longest=1000,
        draws=lambda ra: (("first has sun 9", "second has sun 9"),),
        start=_ra_start,
    ),
)


def numbering_of(game: BaseGame[Any]) -> Numbering:
    """Return the numbers of a game's actions."""
    return next(numbering for numbering in NUMBERINGS if numbering.cls is type(game))
