"""An OpenSpiel game in the form of :class:`mcms.Game`, so that every search of this package runs it.

OpenSpiel's states change when an action is applied, and some of its games apply an illegal one without a word. Here a
state is a value, and every step is looked up among the legal ones first.
"""

import random
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import pyspiel

from mcms.arena.seeds import derive
from mcms.exceptions import IllegalMoveError, InvalidStateError
from mcms.mcts import UNTUNED, MctsTuning
from mcms.openspiel.estimates import Heuristic, estimate_of
from mcms.openspiel.identity import Identity, identity_of
from mcms.openspiel.state import Luck, SpielState
from mcms.openspiel.suitable import require_suitable
from mcms.validation import json_object

_TURNS = {
    0: "first",
    1: "second",
    int(pyspiel.PlayerId.CHANCE): "chance",
    int(pyspiel.PlayerId.TERMINAL): "over",
}
_SAID = {
    "first": "first (player 0) to move",
    "second": "second (player 1) to move",
    "chance": "chance decides",
    "over": "the game is over",
}
_MOST_KNOWN_LUCK = 1000

DEFAULT_ROLLOUTS = 10


class SpielGame:
    """An OpenSpiel game with the methods of :class:`mcms.Game`; actions and outcomes are OpenSpiel's numbers.

    >>> import mcms.openspiel
    >>> game = SpielGame(pyspiel.load_game("pig"))
    >>> mcms.check_game(game, games=2).games
    2
    """

    def __init__(
        self,
        spiel: pyspiel.Game,
        *,
        estimate: str | Heuristic = "zero",
        rollouts: int = DEFAULT_ROLLOUTS,
        seed: int = 0,
        identity: Identity | None = None,
    ) -> None:
        require_suitable(spiel)
        self.spiel = spiel
        self.identity = identity_of(spiel) if identity is None else identity
        self._estimate = estimate_of(estimate, rollouts, seed)
        self._options = f"estimate={estimate!r}, rollouts={rollouts}, seed={seed}"
        self.tuned_mcts = MctsTuning(
            exploration=(spiel.max_utility() - spiel.min_utility()) / 2,
            # Without an estimate only the end of a game tells anything.
            rollout_moves=None if estimate == "zero" else 0,
            constant=UNTUNED.constant,
            exponent=UNTUNED.exponent,
        )
        self._range = (float(spiel.min_utility()), float(spiel.max_utility()))
        self._luck: dict[tuple[Any, ...], Luck] = {}

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_luck": {}}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spiel}, {self._options})"

    def state(self, spiel: pyspiel.State) -> SpielState:
        """Return a state of OpenSpiel as one of this game; what is done with the original later does not matter."""
        if not isinstance(spiel, pyspiel.State) or str(spiel.get_game()) != str(self.spiel):
            raise InvalidStateError(f"{spiel!r:.200} is no state of {self.spiel}: expected a pyspiel.State of it")
        return SpielState(spiel.clone(), self)

    def root(self) -> SpielState:
        """Return the start before any luck, which in many games is a chance node."""
        return SpielState(self.spiel.new_initial_state(), self)

    def initial_state(self, seed: int = 0) -> SpielState:
        """Return the first decision; the luck before it (a setup, the first throw) is drawn from the seed."""
        state = self.root()
        rng = random.Random(derive(seed, "start"))
        while state.spiel.is_chance_node():
            outcomes, probabilities = zip(*self.outcomes(state), strict=True)
            state = self.resolve(state, rng.choices(outcomes, probabilities)[0])
        return state

    def turn(self, state: SpielState) -> str:
        """Say who is to move; players do not always alternate."""
        return _TURNS[state.spiel.current_player()]

    def actions(self, state: SpielState) -> Sequence[Any]:
        """List the legal actions, in OpenSpiel's order."""
        return self._legal_of(state)

    def outcomes(self, state: SpielState) -> Sequence[tuple[Any, float]]:
        """List the outcomes that can happen, with their probabilities."""
        return self._luck_of(state).outcomes

    def play(self, state: SpielState, action: Any) -> SpielState:
        """Return the state after an action."""
        if action not in self._legal_of(state):
            raise IllegalMoveError(f"{action!r:.80} is no action of {state!r:.200}: expected one of its legal actions")
        return SpielState(state.spiel.child(action), self)

    def resolve(self, state: SpielState, outcome: Any) -> SpielState:
        """Return the state after an outcome."""
        if outcome not in self._luck_of(state).possible:
            raise IllegalMoveError(f"{outcome!r:.80} is no outcome of {state!r:.200}: expected one of its outcomes")
        return SpielState(state.spiel.child(outcome), self)

    def utility(self, state: SpielState) -> float:
        """Return what player 0 has won."""
        if not state.spiel.is_terminal():
            raise InvalidStateError(f"utility of {state!r:.200}: expected a finished state")
        return float(state.spiel.player_return(0))

    def estimate(self, state: SpielState) -> float:
        """Guess what player 0 will win."""
        return self._estimate(state)

    def value_range(self) -> tuple[float, float]:
        """Return the least and the greatest utility of the game."""
        return self._range

    def hash(self, state: SpielState) -> int:
        """Return 64 bits of what tells the state from others."""
        return int.from_bytes(blake2b(state.identity.encode(), digest_size=8).digest(), "little")

    def text(self, state: SpielState) -> str:
        """Show the state as OpenSpiel does, and who is to move, which it often leaves out."""
        return f"{str(state.spiel).rstrip()}\n{_SAID[self.turn(state)]}"

    def to_json(self, state: SpielState) -> dict[str, Any]:
        """Return ``{"history": [3, 0, …]}``: all actions and outcomes from the start."""
        history = state.spiel.history()
        if self.from_json({"history": history}).spiel.serialize() != state.spiel.serialize():
            raise InvalidStateError(f"{state!r:.200} did not begin at the start of the game: expected one that did")
        return {"history": history}

    def from_json(self, data: Any) -> SpielState:
        """Return the state after a history; one with an illegal step raises ``InvalidStateError``."""
        history = json_object(data, {"history"}, set(), InvalidStateError)["history"]
        if not isinstance(history, list | tuple):
            raise InvalidStateError(f"history is {history!r:.200}: expected a list of numbers")
        spiel = self.spiel.new_initial_state()
        for place, step in enumerate(history):
            if isinstance(step, bool) or not isinstance(step, int) or step not in spiel.legal_actions():
                raise InvalidStateError(
                    f"step {place} of the history is {step!r:.80}: expected an action or outcome that is legal there"
                )
            spiel.apply_action(step)
        return SpielState(spiel, self)

    def _legal_of(self, state: SpielState) -> tuple[int, ...]:
        if state.legal is None:
            # OpenSpiel calls the outcomes of a chance node legal actions too.
            state.legal = () if state.spiel.is_chance_node() else tuple(state.spiel.legal_actions())
        return state.legal

    def _luck_of(self, state: SpielState) -> Luck:
        if state.luck is None:
            listed = tuple(state.spiel.chance_outcomes()) if state.spiel.is_chance_node() else ()
            if len(self._luck) > _MOST_KNOWN_LUCK:
                self._luck.clear()
            known = self._luck.get(listed)
            state.luck = self._luck.setdefault(listed, Luck(listed)) if known is None else known
        return state.luck
