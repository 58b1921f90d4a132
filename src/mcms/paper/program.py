"""What the paper's program may have been where the paper does not say: options of its searches.

The names of the paper stand for searches of this package with the paper's options. A :class:`Program` adds options to
them, so that the same experiment can be run with another one's searches.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any

from mcms.algorithms import algorithm, algorithm_options
from mcms.arena.search_player import SearchPlayer
from mcms.games.base import BaseGame
from mcms.limit import Limit
from mcms.spec import format_spec

_ADDED_HERE = {"rule_bounds": False}
"""What the searches here do that the paper's did not."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Program:
    """Options of all searches that have them."""

    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the text of a search of the paper in this program.

        >>> Program(options={"keep_probes": False}).text("star2ss")
        'star2ss(keep_probes=false)'
        """
        known = {each.name for each in algorithm_options(name)}
        return format_spec(name, {option: value for option, value in self.options.items() if option in known})

    def player(self, name: str, game: BaseGame[Any], limit: Limit) -> SearchPlayer:
        """Return a search of the paper in this program as a player that goes by the paper's name."""
        return SearchPlayer(algorithm=algorithm(self.text(name), game), limit=limit, label=name)

    def with_options(self, options: Mapping[str, Any]) -> "Program":
        """Return the program with more options."""
        return Program(options={**self.options, **options})


AS_HERE = Program()
"""The searches as this package has them."""
AS_PUBLISHED = Program(options=_ADDED_HERE)
"""The searches without what this package adds to them: for the pace of 2013."""
