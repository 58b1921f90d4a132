"""``check_game``: does a game keep the contract of :mod:`mcms.game`? For the built-in games and a user's own."""

import copy
import json
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcms import _core
from mcms.algorithms import Expectimax
from mcms.exceptions import ContractError, TooManyStatesError
from mcms.game import AnyGame, JsonGame, Turn
from mcms.games.base import CoreSolution
from mcms.games.custom import METHODS, CustomGame, as_core_game, require_arguments
from mcms.hash_elsewhere import check_hash_elsewhere
from mcms.limit import Limit
from mcms.scoring import draw_value, score
from mcms.search import search
from mcms.solve import endless_sentence, solve_core
from mcms.state_hash import hash_method
from mcms.validation import whole_number

_LONGEST_GAME = 100_000
"""Its length in decisions and outcomes."""
_LONG_GAMES = {1_000: 2_000, 10_000: 20_000}
"""After how many steps of a game how many of the states that can follow are searched for an end."""
_FEW_STATES = 2_000
"""A game with no more states is looked at whole, for states from which it cannot end."""
_MOST_GAMES = 10**9
_ENOUGH_GAMES = 20
"""From this number of games on it is no accident that all end alike."""
_TOLERANCE = 1e-9
_MOST_BOUNDED = 200
"""States whose bounds are compared with a search."""
_BOUNDED_SEARCH = 2000
"""Nodes of each such search."""
_SAME_ESTIMATE = 1e-4
"""By what share of the range an estimate may depend on those computed with it: 32-bit sums round by as much."""


@dataclass(frozen=True, kw_only=True)
class GameCheck:
    """What :func:`check_game` saw of a game that passed.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> seen = check_game(pig, games=20)
    >>> seen.games, seen.shortest_game <= seen.mean_game <= seen.longest_game
    (20, True)
    """

    games: int
    """Random games played."""
    decisions: int
    """Decisions met in all of them."""
    chance_nodes: int
    """Chance nodes met."""
    distinct_states: int
    """Different states among all those met."""
    mean_actions: float
    """Actions of a decision, on average."""
    most_actions: int
    """The most actions of any decision."""
    shortest_game: int
    """The shortest game, in decisions."""
    mean_game: float
    """The mean length of a game, in decisions."""
    longest_game: int
    """The longest game, in decisions."""
    first_player_decisions: float
    """Share of decisions that are the first player's."""
    first_player_wins: float
    """Share of games with a utility above that of a draw, draws as half."""
    draws: float
    """Share of games that were drawn."""
    hash_elsewhere: bool | None
    """Whether hashes were compared with another process's; ``None`` if the game could not be sent to one."""
    suspicions: tuple[str, ...]
    """What need not be wrong but often is, such as that one player wins every game."""


def check_game(game: AnyGame, games: int = 100, seed: int = 0) -> GameCheck:
    """Play random games and test every state met against the contract.

    Tested: actions never empty and distinct; probabilities above 0 and summing to 1; states unchanged by what is done
    with them; equal hashes for equal states and different ones for different states, also in another process, if the
    game can be pickled; the JSON round trip, if the game has one; utilities and estimates within the range;
    ``value_bounds``, if the game has them, against expectimax; ``estimate_many``, if it is there, against ``estimate``;
    every game ends. What the game itself raises arrives unchanged, with a note that says where.

    Parameters
    ----------
    game
        The game to test.
    games
        How many random games to play.
    seed
        Draws their moves and their luck.

    Raises
    ------
    ContractError
        Names the method, the state and what was returned, for the first violation.

    Examples
    --------
    >>> import mcms
    >>> mcms.check_game(mcms.load("pig(goal=20)"), games=10).games
    10

    """
    whole_number("games", games, 1, _MOST_GAMES)
    plain = game.game if isinstance(game, CustomGame) else game
    _check_methods(plain)
    checker = _Checker(plain)
    for number in range(games):
        checker.play_game(seed + number)
    checker.look_at_all(seed)
    return checker.summary(games)


def _check_methods(game: Any) -> None:
    if isinstance(game, type):
        raise ContractError(f"game is the class {game.__name__}: expected an object of it, such as {game.__name__}()")
    if missing := [method for method in METHODS if not callable(getattr(game, method, None))]:
        raise ContractError(f"game is {game!r:.200}, which lacks {', '.join(missing)}: expected all of mcms.Game")
    require_arguments(game)


class _Checker:
    """The running totals of one check."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.hash = hash_method(game)
        self.low, self.high = self._range()
        self.draw = draw_value(game)
        self.chance_nodes = 0
        self.actions: list[int] = []
        self.lengths: list[int] = []
        self.scores: list[float] = []
        self.turns: Counter[Turn] = Counter()
        self.estimates: set[float] = set()
        self.by_hash: dict[int, Any] = {}
        self.endless = ""
        self.estimated: list[tuple[Any, float]] = []
        """The decisions of a game with their estimates."""
        self.bounded = 0 if callable(getattr(game, "value_bounds", None)) else _MOST_BOUNDED

    def play_game(self, seed: int) -> None:
        rng = random.Random(seed)
        state = self._asked("initial_state", seed)
        if state is None:
            raise ContractError(f"initial_state of {seed} returned None: expected the start of a game")
        if self.game.initial_state(seed) != state:
            raise self._broken("initial_state", state, "a different state for the same seed")
        decisions = luck = 0
        while (turn := self._turn(state)) is not Turn.OVER:
            self._check_state(state)
            self._check_bounds(state, turn)
            self.turns[turn] += 1
            decisions, luck = (decisions, luck + 1) if turn is Turn.CHANCE else (decisions + 1, luck)
            if most_states := _LONG_GAMES.get(decisions + luck):
                self._solved(state, most_states)
            if decisions + luck > _LONGEST_GAME:
                raise ContractError(
                    f"a game from seed {seed} has not ended after {decisions} decisions and {luck} outcomes: "
                    f"expected an end; it stands at {state!r:.200}"
                )
            state = self._after_chance(state, rng) if turn is Turn.CHANCE else self._after_action(state, rng)
        self._check_state(state)
        self._check_estimates()
        self.scores.append(score(self._value("utility", state) - self.draw))
        self.lengths.append(decisions)

    def look_at_all(self, seed: int) -> None:
        """Find what never ends in a game of few states, also where random games do not go."""
        state = self.game.initial_state(seed)
        solved = self._solved(state, _FEW_STATES)
        if solved is not None and not solved.all_end:
            self.endless = endless_sentence(as_core_game(self.game), state, solved)

    def _solved(self, state: Any, most_states: int) -> CoreSolution[Any] | None:
        """Solve a state below which there is little; raise if play below it can reach a state without an end."""
        if not all(_has_hash(each) for each in self.by_hash.values()):
            return None  # states without a hash of their own cannot be listed
        core = as_core_game(self.game)
        try:
            solved = solve_core(core, state, most_states)
        except TooManyStatesError:
            return None
        if not solved.all_end and not solved.sweeps:
            raise ContractError(endless_sentence(core, state, solved))
        return solved

    def summary(self, games: int) -> GameCheck:
        decisions = sum(self.lengths)
        return GameCheck(
            games=games,
            decisions=decisions,
            chance_nodes=self.chance_nodes,
            distinct_states=len(self.by_hash),
            mean_actions=sum(self.actions) / max(decisions, 1),
            most_actions=max(self.actions, default=0),
            shortest_game=min(self.lengths),
            mean_game=decisions / games,
            longest_game=max(self.lengths),
            first_player_decisions=self.turns[Turn.FIRST] / max(decisions, 1),
            first_player_wins=sum(self.scores) / games,
            draws=self.scores.count(0.5) / games,
            hash_elsewhere=check_hash_elsewhere(self.game, self.by_hash),
            suspicions=tuple(self._suspicions(games)),
        )

    def _suspicions(self, games: int) -> Iterator[str]:
        """Say what need not be wrong; a few games can be so by luck."""
        if games >= _ENOUGH_GAMES:
            if len(set(self.scores)) == 1:
                ending = {1.0: "the first player wins", 0.5: "nobody wins", 0.0: "the second player wins"}
                yield f"{ending[self.scores[0]]} every game played at random"
            if len(set(self.lengths)) == 1 and len(self.by_hash) < games:
                yield f"every game takes {self.lengths[0]} decisions"
        for seat in (Turn.FIRST, Turn.SECOND):
            if not self.turns[seat]:
                yield f"the {seat} player never decides anything"
        if self.actions and max(self.actions) == 1:
            yield "there is never more than one action"
        if not self.chance_nodes:
            yield "there is no chance in it"
        if self.endless:
            yield self.endless
        if len(self.estimates) == 1:
            yield f"the estimate is always {self.estimates.copy().pop():g}, so searches see nothing before the end"

    def _after_action(self, state: Any, rng: random.Random) -> Any:
        actions = self._listed("actions", state)
        if not actions:
            raise self._broken("actions", state, "nothing: a decision has at least one action")
        self._check_distinct("actions", state, actions)
        if list(self.game.actions(state)) != actions:
            raise self._broken("actions", state, "different actions when asked again")
        estimate = self._value("estimate", state)
        self.estimates.add(estimate)
        self.estimated.append((state, estimate))
        self.actions.append(len(actions))
        return self._successor("play", state, rng.choice(actions))

    def _after_chance(self, state: Any, rng: random.Random) -> Any:
        self.chance_nodes += 1
        outcomes = self._listed("outcomes", state)
        if not outcomes:
            raise self._broken("outcomes", state, "nothing: a chance node has at least one outcome")
        for pair in outcomes:
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise self._broken("outcomes", state, f"{pair!r}: expected pairs of an outcome and its probability")
        self._check_distinct("outcomes", state, [outcome for outcome, _ in outcomes])
        probabilities = [_number(probability) for _, probability in outcomes]
        if not all(0 < probability <= 1 + _TOLERANCE for probability in probabilities):
            raise self._broken("outcomes", state, f"the probabilities {probabilities}: each must be above 0")
        if abs(math.fsum(probabilities) - 1) > _TOLERANCE:
            raise self._broken("outcomes", state, f"probabilities that sum to {math.fsum(probabilities)!r}")
        outcome = rng.choices([outcome for outcome, _ in outcomes], probabilities)[0]
        return self._successor("resolve", state, outcome)

    def _listed(self, method: str, state: Any) -> list[Any]:
        listed = self._asked(method, state)
        is_sequence = hasattr(listed, "__getitem__") and hasattr(listed, "__len__")
        if not is_sequence or isinstance(listed, str | bytes | dict):
            raise self._broken(method, state, f"{listed!r}: expected a sequence")
        return list(listed)

    def _successor(self, method: str, state: Any, choice: Any) -> Any:
        before, copied = self.hash(state), _copy(state)
        advance = getattr(self.game, method)
        successor = self._asked(method, state, choice)
        if successor is None:
            raise self._broken(method, state, f"None for {choice!r:.80}: expected the next state")
        if self.hash(state) != before or copied != state:
            raise self._broken(
                method, copied, f"a state for {choice!r:.80} by changing the one it was given: expected a new one"
            )
        if advance(state, choice) != successor:
            raise self._broken(method, state, f"different states for {choice!r} when asked twice")
        return successor

    def _check_state(self, state: Any) -> None:
        key = self.hash(state)
        if self.hash(state) != key:
            raise self._broken("hash", state, f"{key!r} and then another number: expected the same for the same state")
        if isinstance(key, bool) or not isinstance(key, int) or not -(2**63) <= key < 2**64:
            raise self._broken("hash", state, f"{key!r}: expected a whole number of 64 bits")
        if self.by_hash.setdefault(key, state) != state:
            raise self._broken("hash", state, f"{key}, which is also the hash of {self.by_hash[key]!r}")
        if isinstance(self.game, JsonGame):
            self._check_json(state, key)

    def _check_bounds(self, state: Any, turn: Turn) -> None:
        """Compare what the game says of values with expectimax, as deep as that is quick."""
        if self.bounded >= _MOST_BOUNDED:
            return
        self.bounded += 1
        if turn is not Turn.CHANCE:
            self._check_bounded(state, 0, self._value("estimate", state))
        for depth in range(1, 7):
            found = search(self.game, state, Expectimax(), limit=Limit(depth=depth, nodes=_BOUNDED_SEARCH))
            if found.depth < depth:
                break
            self._check_bounded(state, depth, found.value)

    def _check_bounded(self, state: Any, depth: int, value: float) -> None:
        returned = self._asked("value_bounds", state, depth)
        numbers = [_number(bound) for bound in returned] if isinstance(returned, tuple | list) else []
        slack = _TOLERANCE * (self.high - self.low)
        if len(numbers) != 2 or not numbers[0] <= numbers[1] + slack:
            raise self._broken("value_bounds", state, f"{returned!r} at depth {depth}: expected two numbers, low first")
        if not numbers[0] - slack <= value <= numbers[1] + slack:
            raise self._broken(
                "value_bounds", state, f"{returned!r} at depth {depth}: expected them around {value!r}, the value there"
            )

    def _check_estimates(self) -> None:
        """Compare the estimates of a game's states asked for together with those asked for one by one."""
        states, alone = [state for state, _ in self.estimated], [estimate for _, estimate in self.estimated]
        self.estimated = []
        if not states or not callable(getattr(self.game, "estimate_many", None)):
            return
        together = _core.PythonGame(self.game).estimate_many(states)
        for state, one, other in zip(states, alone, together, strict=True):
            if abs(one - other) > _SAME_ESTIMATE * (self.high - self.low):
                raise ContractError(
                    f"estimate_many returned {other!r} for {state!r}: expected {one!r}, which estimate returned"
                )

    def _check_json(self, state: Any, key: int) -> None:
        assert isinstance(self.game, JsonGame)
        data = self.game.to_json(state)
        try:
            back = self.game.from_json(json.loads(json.dumps(data)))
        except (TypeError, ValueError) as error:
            raise self._broken("to_json", state, f"{data!r}, which cannot be read back: {error}") from error
        if back != state or self.hash(back) != key:
            raise self._broken("from_json", state, f"{back!r}, a different state, from {data!r}")

    def _check_distinct(self, method: str, state: Any, items: list[Any]) -> None:
        for item in items:
            if not _has_hash(item):
                raise self._broken(method, state, f"{item!r}, which is not hashable")
        if len(set(items)) != len(items):
            raise self._broken(method, state, f"{items}: each must be there once")

    def _turn(self, state: Any) -> Turn:
        turn = self._asked("turn", state)
        try:
            return Turn(turn)
        except ValueError:
            raise self._broken("turn", state, f"{turn!r}: expected first, second, chance or over") from None

    def _value(self, method: str, state: Any) -> float:
        value = self._asked(method, state)
        if not self.low <= _number(value) <= self.high:
            raise self._broken(method, state, f"{value!r}: expected a number from {self.low} to {self.high}")
        return float(value)

    def _range(self) -> tuple[float, float]:
        returned = self.game.value_range()
        numbers = [_number(value) for value in returned] if isinstance(returned, tuple | list) else []
        if len(numbers) != 2 or not all(map(math.isfinite, numbers)) or numbers[0] >= numbers[1]:
            raise ContractError(f"value_range returned {returned!r}: expected two finite numbers, low below high")
        return numbers[0], numbers[1]

    def _asked(self, method: str, *arguments: Any) -> Any:
        """Call a method of the game; what it raises gets a note of where."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            error.add_note(f"raised by {method} of {arguments[0]!r:.200}, which check_game asked for")
            raise

    def _broken(self, method: str, state: Any, returned: str) -> ContractError:
        return ContractError(f"{method} of {state!r} returned {returned}")


def _copy(state: Any) -> Any:
    """Return a copy that keeps what the state is now, or the state itself where there is none."""
    try:
        return copy.deepcopy(state)
    except Exception:
        return state


def _has_hash(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _number(value: Any) -> float:
    """Return the value as a float, and what is no number as NaN."""
    if isinstance(value, bool | str | bytes):
        return math.nan
    try:
        return float(value)
    except (TypeError, OverflowError):
        return math.nan
