"""Who says what positions are worth: the exact solution where there is one, elsewhere a search with a stated limit.

A judge compares only values of the same kind: exact ones, or of searches of the same depth. So what a decision gave
away and what a roll gave are never the difference of two depths.
"""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mcms._core import StopToken
from mcms.algorithms import DepthLimited, Star2
from mcms.evaluation import BEST
from mcms.exceptions import TooManyStatesError
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.games.pig import Pig
from mcms.limit import Limit
from mcms.result import SearchResult
from mcms.search import prove
from mcms.solution import Solution
from mcms.solve import solve
from mcms.table_search import TableSearch

DEFAULT_NODES = 30_000
SOLVED_STATES = 100_000
LARGEST_GOAL = 200
"""Pig is solved for a review up to this goal."""
_BY_SEARCH = Star2(evaluation=BEST)
"""Uses the evaluation that ``mcms`` uses, so that a review does not contradict its hints."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a step changed, for the first player."""

    before: float
    """The value under best play, or on average before a roll."""
    after: float
    """The value after the step that was made."""
    best: str | None
    """The best action; ``None`` where chance moved."""
    depth: int | None
    """How many decisions deep the values were searched; ``None`` if they are exact."""


class Judge(Protocol):
    """Values a step of a game.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> judge: Judge = SearchJudge(pig)
    >>> judge.knows(pig.initial_state())
    True
    """

    @property
    def says(self) -> str:
        """What its values rest on, in a few words."""
        ...

    def knows(self, state: Any) -> bool:
        """Say whether it can value a state."""
        ...

    def verdict(self, state: Any, step: str) -> Verdict:
        """Value a state and the step that was made in it."""
        ...


@dataclasses.dataclass(frozen=True)
class ExactJudge:
    """Knows the exact value of every state that can follow a solved one.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> judge = ExactJudge(pig, mcms.solve(pig), lambda state: True)
    >>> judge.says, judge.verdict(state, "stop").best
    ('the exact solution', 'roll')
    """

    game: BaseGame[Any]
    """The game."""
    solution: Solution[Any]
    """What its states are worth."""
    known: Callable[[Any], bool]
    """Whether the solution has a state."""

    @property
    def says(self) -> str:
        """What its values rest on."""
        return "the exact solution"

    def knows(self, state: Any) -> bool:
        """Say whether it can value a state."""
        return self.known(state)

    def verdict(self, state: Any, step: str) -> Verdict:
        """Value a state and the step that was made in it."""
        value = self.solution.value
        if self.game.turn(state) is Turn.CHANCE:
            after = value(self.game.resolve(state, step))
            return Verdict(before=value(state), after=after, best=None, depth=None)
        values = {str(action): known for action, known in self.solution.action_values(state).items()}
        best = str(self.solution.best_action(state))
        return Verdict(before=values[best], after=values[step], best=best, depth=None)


@dataclasses.dataclass(frozen=True)
class SearchJudge:
    """Searches each position as deep as its nodes last, and the step that was made just as deep.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    >>> judge = SearchJudge(pig, nodes=5000)
    >>> judge.says, judge.verdict(state, "stop").best
    ('star2(evaluation=best) with 5,000 nodes a position', 'roll')
    """

    game: BaseGame[Any]
    """The game."""
    nodes: int = DEFAULT_NODES
    """Nodes that the search of a position may enter."""
    algorithm: DepthLimited = _BY_SEARCH
    """What searches."""
    stop: StopToken | None = None
    """Ends the searches from another thread."""

    @property
    def says(self) -> str:
        """What its values rest on."""
        return f"{self.algorithm} with {self.nodes:,} nodes a position"

    def knows(self, state: Any) -> bool:
        """Say that it values any state."""
        return True

    def verdict(self, state: Any, step: str) -> Verdict:
        """Value a state and the step that was made in it."""
        table = TableSearch(self.game, self.algorithm)  # for this step alone: its depth depends on no other
        found = self._deepest(table, state)
        depth = max(found.depth, 1)
        if self.game.turn(state) is Turn.CHANCE:
            after = self._value(table, self.game.resolve(state, step), depth)
            return Verdict(before=found.value, after=after, best=None, depth=depth)
        best = str(found.action)
        after = found.value if step == best else self._value(table, self.game.play(state, step), depth - 1)
        return Verdict(before=found.value, after=after, best=best, depth=depth)

    def _deepest(self, table: TableSearch[Any], state: Any) -> SearchResult[Any]:
        """Return the last depth that the nodes were enough for, or else depth 1."""
        finished: list[SearchResult[Any]] = []
        result = table.search(state, limit=Limit(nodes=self.nodes), stop=self.stop, on_progress=finished.append)
        if result.depth > len(finished):  # the very last one is not reported on the way
            return result
        return finished[-1] if finished else table.search(state, limit=Limit(depth=1), stop=self.stop)

    def _value(self, table: TableSearch[Any], state: Any, depth: int) -> float:
        """Value what a step led to, with what the search before it left in the table."""
        if self.game.turn(state) is Turn.OVER:
            return self.game.utility(state)
        if depth == 0:
            return prove(self.game, state, self.algorithm, depth=0, stop=self.stop).lower
        return table.search(state, limit=Limit(depth=depth), stop=self.stop, by_bounds=True).value


def judge_of(
    game: BaseGame[Any], states: Sequence[Any], *, nodes: int = DEFAULT_NODES, stop: StopToken | None = None
) -> tuple[Judge, ...]:
    """Return who judges a game of these states, the surest first; the last of them knows every state.

    Parameters
    ----------
    game
        The game.
    states
        Its positions in their order.
    nodes
        Limits the search of each position that cannot be solved.
    stop
        Ends the searches from another thread.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> [judge.says for judge in judge_of(pig, [pig.initial_state()])]
    ['the exact solution']

    """
    if isinstance(game, Pig) and game.goal <= LARGEST_GOAL:
        return (ExactJudge(game, solve(game), lambda state: True),)
    by_search = SearchJudge(game, nodes, stop=stop)
    solved = _first_solved(game, states)
    return (by_search,) if solved is None else (solved, by_search)


def _first_solved(game: BaseGame[Any], states: Sequence[Any]) -> ExactJudge | None:
    """Return the solution from the earliest position on that is small enough; later ones have fewer states."""
    unfinished = [number for number, state in enumerate(states) if game.turn(state) is not Turn.OVER]
    low, high, found = 0, len(unfinished), None
    while low < high:
        middle = (low + high) // 2
        try:
            solution = solve(game, states[unfinished[middle]], most_states=SOLVED_STATES)
        except TooManyStatesError:
            low = middle + 1
        else:
            found, high = (middle, solution), middle
    if found is None:
        return None
    later = {id(states[number]) for number in unfinished[found[0] :]}
    return ExactJudge(game, found[1], lambda state: id(state) in later)
