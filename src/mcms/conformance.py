"""``check_game``: does a game keep the contract of :mod:`mcms.game`? For the built-in games and a user's own."""

import json
import math
import random
from dataclasses import dataclass
from typing import Any

from mcms.exceptions import ContractError
from mcms.game import AnyGame, JsonGame, Turn
from mcms.games.custom import CustomGame
from mcms.scoring import draw_value, score
from mcms.state_hash import hash_method

_LONGEST_GAME = 100_000
_TOLERANCE = 1e-9


@dataclass(frozen=True, kw_only=True)
class GameCheck:
    """What :func:`check_game` saw of a game that passed."""

    games: int
    decisions: int
    chance_nodes: int
    distinct_states: int
    mean_actions: float
    longest_game: int
    """In decisions."""
    first_player_wins: float
    """Share of games with a utility above that of a draw, draws as half."""


def check_game(game: AnyGame, games: int = 100, seed: int = 0) -> GameCheck:
    """Play random games and test every state met against the contract.

    Raises ``ContractError`` naming the method, the state and what was returned. Tested: actions never empty and
    distinct; probabilities above 0 and summing to 1; states unchanged by what is done with them; equal hashes
    for equal states and different ones for different states; the JSON round trip, if the game has one; utilities
    and estimates within the range; every game ends.

    >>> import mcms
    >>> mcms.check_game(mcms.load("pig(goal=20)"), games=10).games
    10
    """
    checker = _Checker(game.game if isinstance(game, CustomGame) else game)
    for number in range(games):
        checker.play_game(seed + number)
    return checker.summary(games)


class _Checker:
    """The running totals of one check."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.hash = hash_method(game)
        self.low, self.high = self._range()
        self.draw = draw_value(game)
        self.decisions = 0
        self.chance_nodes = 0
        self.actions = 0
        self.longest = 0
        self.wins = 0.0
        self.by_hash: dict[int, Any] = {}

    def play_game(self, seed: int) -> None:
        rng = random.Random(seed)
        state = self.game.initial_state(seed)
        if self.game.initial_state(seed) != state:
            raise self._broken("initial_state", state, "a different state for the same seed")
        decisions = 0
        while (turn := self._turn(state)) is not Turn.OVER:
            self._check_state(state)
            decisions += turn.is_decision
            if decisions > _LONGEST_GAME:
                raise ContractError(f"a game from seed {seed} has not ended after {_LONGEST_GAME} decisions")
            state = self._after_chance(state, rng) if turn is Turn.CHANCE else self._after_action(state, rng)
        self._check_state(state)
        utility = self._value("utility", state)
        self.wins += score(utility - self.draw)
        self.decisions += decisions
        self.longest = max(self.longest, decisions)

    def summary(self, games: int) -> GameCheck:
        return GameCheck(
            games=games,
            decisions=self.decisions,
            chance_nodes=self.chance_nodes,
            distinct_states=len(self.by_hash),
            mean_actions=self.actions / max(self.decisions, 1),
            longest_game=self.longest,
            first_player_wins=self.wins / max(games, 1),
        )

    def _after_action(self, state: Any, rng: random.Random) -> Any:
        actions = self._listed("actions", state)
        if not actions:
            raise self._broken("actions", state, "nothing: a decision has at least one action")
        self._check_distinct("actions", state, actions)
        if list(self.game.actions(state)) != actions:
            raise self._broken("actions", state, "different actions when asked again")
        self._value("estimate", state)
        self.actions += len(actions)
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
        listed = getattr(self.game, method)(state)
        is_sequence = hasattr(listed, "__getitem__") and hasattr(listed, "__len__")
        if not is_sequence or isinstance(listed, str | bytes | dict):
            raise self._broken(method, state, f"{listed!r}: expected a sequence")
        return list(listed)

    def _successor(self, method: str, state: Any, choice: Any) -> Any:
        before = self.hash(state)
        advance = getattr(self.game, method)
        successor = advance(state, choice)
        if self.hash(state) != before:
            raise self._broken(method, state, "after changing the state it was given")
        if advance(state, choice) != successor:
            raise self._broken(method, state, f"different states for {choice!r} when asked twice")
        return successor

    def _check_state(self, state: Any) -> None:
        key = self.hash(state)
        if isinstance(key, bool) or not isinstance(key, int) or not -(2**63) <= key < 2**64:
            raise self._broken("hash", state, f"{key!r}: expected a whole number of 64 bits")
        if self.by_hash.setdefault(key, state) != state:
            raise self._broken("hash", state, f"{key}, which is also the hash of {self.by_hash[key]!r}")
        if isinstance(self.game, JsonGame):
            self._check_json(state, key)

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
            try:
                hash(item)
            except TypeError:
                raise self._broken(method, state, f"{item!r}, which is not hashable") from None
        if len(set(items)) != len(items):
            raise self._broken(method, state, f"{items}: each must be there once")

    def _turn(self, state: Any) -> Turn:
        turn = self.game.turn(state)
        try:
            return Turn(turn)
        except ValueError:
            raise self._broken("turn", state, f"{turn!r}: expected first, second, chance or over") from None

    def _value(self, method: str, state: Any) -> float:
        value = getattr(self.game, method)(state)
        if not self.low <= _number(value) <= self.high:
            raise self._broken(method, state, f"{value!r}: expected a number from {self.low} to {self.high}")
        return float(value)

    def _range(self) -> tuple[float, float]:
        returned = self.game.value_range()
        numbers = [_number(value) for value in returned] if isinstance(returned, tuple | list) else []
        if len(numbers) != 2 or not all(map(math.isfinite, numbers)) or numbers[0] >= numbers[1]:
            raise ContractError(f"value_range returned {returned!r}: expected two finite numbers, low below high")
        return numbers[0], numbers[1]

    def _broken(self, method: str, state: Any, returned: str) -> ContractError:
        return ContractError(f"{method} of {state!r} returned {returned}")


def _number(value: Any) -> float:
    """Return the value as a float, and what is no number as NaN."""
    if isinstance(value, bool | str | bytes):
        return math.nan
    try:
        return float(value)
    except (TypeError, OverflowError):
        return math.nan
