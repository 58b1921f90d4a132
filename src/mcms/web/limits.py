"""How much one server gives to its visitors, all in one place, and the answer to whoever asks for more."""

import dataclasses
import os

from mcms import DepthLimited, Mcts
from mcms.algorithms import Algorithm, Sampled
from mcms.exceptions import InvalidOptionError
from mcms.games.pig import Pig
from mcms.options import option

LARGEST_SEED = 2**53 - 1
"""What a browser's numbers hold exactly."""


class RefusedError(Exception):
    """A request that is answered with a 4xx status and one sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


@dataclasses.dataclass(frozen=True, kw_only=True)
class WebLimits:
    """The limits of one server.

    >>> WebLimits(most_ms=500).checked_ms(800)
    Traceback (most recent call last):
    mcms.exceptions.InvalidOptionError: ms is 800: expected at most 500 on this server
    """

    most_ms: int = option(10_000, "longest thinking time in milliseconds")
    searches: int = option(os.cpu_count() or 1, "searches that run at the same time")
    waiting: int = option(200, "searches that may wait for their turn")
    games: int = option(1000, "games that are kept")
    visitor_games: int = option(100, "games that are kept of one visitor; one more and his oldest goes")
    idle_seconds: int = option(900, "a game left alone so long makes room for a new one")
    game_lines: int = option(5000, "lines of a game's transcript")
    body_bytes: int = option(1_000_000, "size of a request")
    table_mb: int = option(64, "transposition table of one search in megabytes")
    tables: int = option(
        4,
        "such tables that are kept of searches that have ended, and as many of opponents between moves",
    )
    tree_nodes: int = option(10_000_000, "nodes of one search tree")
    solved_goal: int = option(200, "goal up to which Pig is solved")
    solved_states: int = option(200_000, "states below a position that is solved")
    review_nodes: int = option(1_000_000, "nodes of each position of a review")
    width: int = option(1000, "sample width of one search")

    def checked_ms(self, ms: int) -> int:
        """Return the thinking time if it is not too long."""
        return self._at_most("ms", ms, self.most_ms)

    def checked_nodes(self, nodes: int) -> int:
        """Return the nodes for each position of a review if they are not too many."""
        return self._at_most("nodes", nodes, self.review_nodes)

    def checked_algorithm(self, chosen: Algorithm) -> Algorithm:
        """Return the algorithm if it asks for no more than one visitor may have."""
        self._at_most("threads", chosen.threads, self.searches)
        if isinstance(chosen, Mcts):
            self._at_most("max_nodes", chosen.max_nodes, self.tree_nodes)
        if isinstance(chosen, DepthLimited):
            self._at_most("table_mb", chosen.table_mb, self.table_mb)
            if isinstance(chosen.chance, Sampled):
                self._at_most("width", chosen.chance.width, self.width)
        return chosen

    def require_solvable(self, pig: Pig) -> None:
        """Refuse a Pig too large to be solved for a visitor."""
        self._at_most("goal", pig.goal, self.solved_goal)

    @staticmethod
    def _at_most(name: str, value: int, most: int) -> int:
        if value > most:
            raise InvalidOptionError(f"{name} is {value}: expected at most {most} on this server")
        return value
