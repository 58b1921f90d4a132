"""How a game looks to a learner: actions as numbers, states as vectors, and luck drawn from a generator."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mcms.exceptions import GameOverError, IllegalMoveError, InvalidOptionError
from mcms.game import AnyGame, Turn
from mcms.games.action_names import action_names
from mcms.games.base import BaseGame
from mcms.games.custom import as_core_game
from mcms.registry import load
from mcms.rl.features import Features, features_of, vector
from mcms.validation import whole_number

MOST_ACTIONS = 100_000

Observation = dict[str, NDArray[Any]]


class Encoding:
    """A game in the numbers that learners take.

    Parameters
    ----------
    game
        A game, or the text of one such as ``"pig(goal=50)"``.
    actions
        All actions there are, in a fixed order; their places are the numbers. Games without such a list give how many
        actions a state has at most, and a number is then the place in the state's own list. The built-in games know
        theirs.
    features
        A function from a state to a fixed number of numbers. By default the game's own ``features``, or those of a
        built-in game.

    Examples
    --------
    >>> pig = Encoding("pig")
    >>> state = pig.game.initial_state()
    >>> pig.mask(state)
    array([1, 0], dtype=int8)
    >>> pig.action(state, 0)
    'roll'

    """

    def __init__(
        self, game: AnyGame | str, *, actions: Sequence[Hashable] | int | None = None, features: Features | None = None
    ) -> None:
        self.game: BaseGame[Any] = load(game) if isinstance(game, str) else as_core_game(game)
        listed = action_names(self.game.name) if actions is None else actions
        self._names = None if isinstance(listed, int) else tuple(listed)
        if self._names == ():
            raise InvalidOptionError(
                f"{self.game} has no list of all actions: expected actions=, the list or the most a state has"
            )
        most = listed if isinstance(listed, int) else len(self._names or ())
        whole_number("the number of actions", most, 1, MOST_ACTIONS)
        self._places = {} if self._names is None else {action: place for place, action in enumerate(self._names)}
        self._features = features or features_of(self.game)
        size = len(vector(self._features, self.game.initial_state(0)))
        self.action_space = spaces.Discrete(most)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (size + 1,), np.float32),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
            }
        )
        low, high = self.game.value_range()
        self._scale = max(abs(low), abs(high))

    def observe(self, state: Any, seat: Turn) -> Observation:
        """Return what a player sees: the features and whether it has the first seat, and the mask on its turn."""
        seen = np.append(vector(self._features, state), np.float32(seat is Turn.FIRST))
        return {"observation": seen, "action_mask": self.mask(state, seat)}

    def mask(self, state: Any, seat: Turn | None = None) -> NDArray[np.int8]:
        """Mark the legal actions with 1; none if it is not this player's turn."""
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)
        turn = self.game.turn(state)
        if turn.is_decision and seat in (None, turn):
            for place, action in enumerate(self.game.actions(state)):
                mask[place if self._names is None else self._places[action]] = 1
        return mask

    def action(self, state: Any, number: Any) -> Any:
        """Return the action of a number; one that is not legal raises ``IllegalMoveError``."""
        actions = self.game.actions(state)
        place = int(number)
        if self._names is None:
            legal = 0 <= place < len(actions)
        else:
            legal = 0 <= place < len(self._names) and self._names[place] in actions
        if not legal:
            raise IllegalMoveError(
                f"action {number!r} is not legal in {state!r:.200}: expected one that the mask allows"
            )
        return actions[place] if self._names is None else self._names[place]

    def start(self, random: np.random.Generator) -> Any:
        """Return a start of the game, after the luck that comes first."""
        state = self.after_luck(self.game.initial_state(int(random.integers(2**63))), random)
        if self.game.turn(state) is Turn.OVER:
            raise GameOverError(f"{self.game} is over before it begins: expected a decision")
        return state

    def after_luck(self, state: Any, random: np.random.Generator) -> Any:
        """Draw outcomes until a player is to move or the game is over."""
        while self.game.turn(state) is Turn.CHANCE:
            outcomes = self.game.outcomes(state)
            number = random.random()
            for outcome, probability in outcomes:  # noqa: B007  the last one is what rounding left
                number -= probability
                if number < 0:
                    break
            state = self.game.resolve(state, outcome)
        return state

    def reward(self, state: Any, seat: Turn) -> float:
        """Return what a finished state is worth to a player, from -1 to 1."""
        worth = self.game.utility(state) / self._scale
        return worth if seat is Turn.FIRST else -worth
