"""A game as a PettingZoo environment (AEC): both players are learners, luck is the environment's."""

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from mcms.exceptions import InvalidOptionError
from mcms.game import AnyGame, Turn
from mcms.rl.encoding import Encoding, Observation
from mcms.rl.features import Features
from mcms.validation import whole_number

MOST_MOVES = 10**9


class TwoPlayerEnv(AECEnv[str, Observation, int]):
    """Any game as a PettingZoo environment, with the agents ``"first"`` and ``"second"``.

    Chance is resolved inside. An observation has the features of the state under ``"observation"`` and the legal
    actions under ``"action_mask"``. Rewards come at the end, from -1 to 1. An action that the mask forbids raises
    ``IllegalMoveError``.

    Parameters
    ----------
    game, actions, features
        See :class:`mcms.rl.Encoding`.
    max_moves
        After this many moves a game is truncated; by default never.
    render_mode
        ``"ansi"``: :meth:`render` returns the board as text; ``"human"``: it is printed after every move.

    Examples
    --------
    >>> env = TwoPlayerEnv("pig(goal=20)")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, _ = env.last()
    ...     env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    >>> env.agents
    []

    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "mcms_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # fmt: skip

    def __init__(
        self,
        game: AnyGame | str,
        *,
        actions: Sequence[Hashable] | int | None = None,
        features: Features | None = None,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InvalidOptionError(f"render_mode is {render_mode!r}: expected None, 'ansi' or 'human'")
        self.encoding = Encoding(game, actions=actions, features=features)
        self.max_moves = None if max_moves is None else whole_number("max_moves", max_moves, 1, MOST_MOVES)
        self.render_mode = render_mode
        self.possible_agents = [Turn.FIRST.value, Turn.SECOND.value]
        self.agents: list[str] = []
        # One object for each agent, since a learner seeds them apart.
        self._spaces = {agent: Encoding(self.encoding.game, actions=actions, features=features)
                        for agent in self.possible_agents}  # fmt: skip
        self._random = seeding.np_random(None)[0]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self._spaces[agent].observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the numbers of the actions."""
        return self._spaces[agent].action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; with the same seed it has the same luck."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves = 0
        self.position = self.encoding.start(self._random)
        self.agent_selection = self.encoding.game.turn(self.position).value

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        return self.encoding.observe(self.position, Turn(agent))

    def state(self) -> NDArray[np.float32]:
        """Return the features of the position, for training that sees everything."""
        seen: NDArray[np.float32] = self.encoding.observe(self.position, Turn.FIRST)["observation"][:-1]
        return seen

    def step(self, action: int | None) -> None:
        """Play an action of the agent whose turn it is; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, self._cumulative_rewards[agent] = self.encoding.game, 0.0
        self.position = game.play(self.position, self.encoding.action(self.position, action))
        self.position = self.encoding.after_luck(self.position, self._random)
        self.moves += 1
        turn = game.turn(self.position)
        self._clear_rewards()
        if turn is Turn.OVER:
            self.rewards = {each: self.encoding.reward(self.position, Turn(each)) for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.moves == self.max_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._other(agent) if turn is Turn.OVER else turn.value
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text, or print it."""
        text = self.encoding.game.text(self.position)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _other(self, agent: str) -> str:
        return next(each for each in self.possible_agents if each != agent)
