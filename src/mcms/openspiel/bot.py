"""Our searches as a bot of OpenSpiel, for its own loops, tournaments and evaluators."""

from collections.abc import Callable

import pyspiel

from mcms._core import StopToken
from mcms.algorithms import Algorithm
from mcms.arena.seeds import derive
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.limit import Limit
from mcms.openspiel.adapter import SpielGame
from mcms.openspiel.loading import load
from mcms.openspiel.named import NamedSpielGame
from mcms.result import SearchResult
from mcms.search import CheckedRun, checked_limit, search
from mcms.validation import whole_number


class Bot(pyspiel.Bot):
    """A ``pyspiel.Bot`` that plays what a search finds best.

    ``game`` is a ``pyspiel.Game``, a text OpenSpiel reads, or what :func:`mcms.openspiel.load` returned, which may have
    an estimate. Without a limit of seconds the moves are a function of the states and the seed.

    >>> import mcms
    >>> game = pyspiel.load_game("tic_tac_toe")
    >>> bots = [Bot(game, 0, "star1", limit=mcms.Limit(depth=9)), pyspiel.make_uniform_random_bot(1, 7)]
    >>> pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)
    [1.0, -1.0]
    """

    def __init__(
        self,
        game: pyspiel.Game | str | SpielGame,
        player_id: int,
        algorithm: Algorithm | str,
        *,
        limit: Limit,
        seed: int = 0,
        stop: StopToken | None = None,
        on_progress: Callable[[SearchResult[int]], bool | None] | None = None,
    ) -> None:
        pyspiel.Bot.__init__(self)
        self._game = game if isinstance(game, SpielGame) else load(game)
        if isinstance(self._game, NamedSpielGame):
            raise InvalidOptionError(
                f"{game!r} goes by names: expected one that goes by numbers, as OpenSpiel's loops do"
            )
        self._player = whole_number("player_id", player_id, 0, 1)
        # Whatever is wrong is refused now, not at the first move.
        self._algorithm = CheckedRun(self._game, self._game.initial_state(), algorithm, seed).algorithm
        checked_limit(limit, self._algorithm)
        self._limit = limit
        self._seed = seed
        self._stop = stop
        self._on_progress = on_progress

    def player_id(self) -> int:
        """Return the player whose actions it chooses."""
        return self._player

    def restart(self) -> None:
        """Begin a new game: nothing is kept from one move to the next."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Begin a new game at a state."""

    def inform_action(self, state: pyspiel.State, player_id: int, action: int) -> None:
        """Take note of what others do: each move is found from its state alone."""

    def provides_policy(self) -> bool:
        """Say that it tells with which probabilities it plays: it is always sure."""
        return True

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return its action, with probability 1, and the others."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Return its policy and its action."""
        best = self.step(state)
        return [(action, float(action == best)) for action in state.legal_actions()], best

    def step(self, state: pyspiel.State) -> int:
        """Return the best action found."""
        if state.current_player() != self._player:
            raise InvalidStateError(
                f"player {state.current_player()} is to move after {state.history()}: "
                f"expected {self._player}, the bot's"
            )
        seed = derive(self._seed, "move", state.move_number())
        root = self._game.state(state)
        found = search(
            self._game,
            root,
            self._algorithm,
            limit=self._limit,
            seed=seed,
            stop=self._stop,
            on_progress=self._on_progress,
        )
        assert found.action is not None  # it is the bot's turn
        return int(found.action)
