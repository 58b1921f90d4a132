"""A game as a Gymnasium environment: one learner against any player."""

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, Literal

import gymnasium

from mcms.algorithms import Algorithm
from mcms.arena.player import Player, as_player
from mcms.exceptions import IllegalMoveError, InvalidOptionError
from mcms.game import AnyGame, Turn
from mcms.limit import Limit
from mcms.rl.encoding import Encoding, Observation
from mcms.rl.features import Features

Seat = Literal["first", "second", "either"]


class GameEnv(gymnasium.Env[Observation, Any]):
    """Any game as a Gymnasium environment, against any player.

    An observation has the features of the state under ``"observation"`` and the legal actions under ``"action_mask"``,
    which ``info`` has too. The reward comes at the end, from -1 to 1; an action that the mask forbids loses the game at
    once and ``info["illegal"]`` says so.

    Parameters
    ----------
    game, actions, features
        See :class:`mcms.rl.Encoding`.
    opponent
        Whatever describes a player: ``"random"``, ``"star2@10ms"``, an algorithm, a player, a function.
    limit
        For an opponent that searches and has no limit of its own.
    seat
        ``"first"``, ``"second"``, or ``"either"``, drawn anew for each game.
    render_mode
        ``"ansi"``: :meth:`render` returns the board as text.

    Examples
    --------
    >>> env = GameEnv("pig(goal=20)", opponent="hold:10")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> terminated, truncated
    (False, False)

    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        game: AnyGame | str,
        *,
        opponent: str | Algorithm | Player = "random",
        limit: Limit | None = None,
        seat: Seat = "either",
        actions: Sequence[Hashable] | int | None = None,
        features: Features | None = None,
        render_mode: str | None = None,
    ) -> None:
        if seat not in ("first", "second", "either"):
            raise InvalidOptionError(f"seat is {seat!r}: expected 'first', 'second' or 'either'")
        if render_mode not in (None, "ansi"):
            raise InvalidOptionError(f"render_mode is {render_mode!r}: expected None or 'ansi'")
        self.encoding = Encoding(game, actions=actions, features=features)
        self.opponent = as_player(opponent, self.encoding.game, limit)
        self.seat_wanted = seat
        self.render_mode = render_mode
        self.action_space = self.encoding.action_space
        self.observation_space: Any = self.encoding.observation_space
        self.seat = Turn.FIRST

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game; with the same seed it has the same luck."""
        super().reset(seed=seed)
        while True:
            drawn = (Turn.FIRST, Turn.SECOND)[int(self.np_random.integers(2))]
            self.seat = drawn if self.seat_wanted == "either" else Turn(self.seat_wanted)
            self.position = self._until_own_turn(self.encoding.start(self.np_random))
            if self.encoding.game.turn(self.position) is not Turn.OVER:  # or it was over before the first own move
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponent's until it is the learner's turn again."""
        try:
            chosen = self.encoding.action(self.position, action)
        except IllegalMoveError:
            return self._seen(), -1.0, True, False, self._info() | {"illegal": True}
        self.position = self._until_own_turn(self.encoding.game.play(self.position, chosen))
        over = self.encoding.game.turn(self.position) is Turn.OVER
        reward = self.encoding.reward(self.position, self.seat) if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def render(self) -> str | None:
        """Return the board as text."""
        return self.encoding.game.text(self.position) if self.render_mode == "ansi" else None

    def _until_own_turn(self, state: Any) -> Any:
        game = self.encoding.game
        state = self.encoding.after_luck(state, self.np_random)
        while game.turn(state) not in (self.seat, Turn.OVER):
            seed = int(self.np_random.integers(2**63))
            state = self.encoding.after_luck(game.play(state, self.opponent.choose(game, state, seed)), self.np_random)
        return state

    def _seen(self) -> Observation:
        return self.encoding.observe(self.position, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoding.mask(self.position, self.seat), "seat": self.seat.value}
