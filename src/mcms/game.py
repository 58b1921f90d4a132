"""The game contract: what a search, a conformance check or a match may ask of a game.

A game is an object that knows the rules; its states are immutable values. Chance is explicit: a state whose
turn is ``"chance"`` has outcomes with probabilities, a decision has actions, a finished state has a utility.
All values are seen from the first player's side.
"""

from collections.abc import Hashable, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeVar, runtime_checkable

from mcms.exceptions import GameOverError, IllegalMoveError

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT", bound=Hashable)
OutcomeT = TypeVar("OutcomeT", bound=Hashable)


class Turn(StrEnum):
    """Whose turn it is in a state.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> pig.turn(pig.initial_state()), pig.turn(pig.initial_state()) == "first"
    (<Turn.FIRST: 'first'>, True)
    >>> Turn.CHANCE.is_decision
    False
    """

    FIRST = "first"
    """The first player's, who maximises."""
    SECOND = "second"
    """The second player's, who minimises."""
    CHANCE = "chance"
    """Nobody's: luck decides."""
    OVER = "over"
    """Nobody's: the game has ended."""

    @property
    def is_decision(self) -> bool:
        """Whether one of the two players is to move."""
        return self in (Turn.FIRST, Turn.SECOND)


@runtime_checkable
class Game(Protocol[StateT, ActionT, OutcomeT]):
    """What every game provides; the built-in games and a user's own alike.

    Three more methods are worth having. ``hash(state)`` is 64 bits of the whole state, equal for equal states and
    almost surely not for others, the same in every process. A game without it is given :func:`mcms.stable_hash`, which
    is slower than most games could do it. ``value_bounds(state, depth)`` returns two numbers between which the value of
    a decision or a chance node lies by the rules alone, if it is searched ``depth`` decisions deep (what expectimax
    computes), such as how far a score can move in that many moves. Star1, Star2 and ``mcms`` prune by them.
    ``estimate_many(states)`` returns the estimates of a list of decisions, as a sequence or an array of numbers in
    their order. Searches by depth then evaluate all leaves below a node in one call, and ``Mcts(batch=64)`` those of 64
    simulations. :func:`mcms.check_game` tests an implementation against this contract.

    >>> import mcms
    >>> isinstance(mcms.load("pig"), Game), isinstance("pig", Game)
    (True, False)
    """

    def initial_state(self, seed: int) -> StateT:
        """Draw whatever the start draws (setup, seats); the rest of the luck is chance nodes."""
        ...

    def turn(self, state: StateT) -> Turn | str:
        """Say who is to move: ``"first"``, ``"second"``, ``"chance"`` or ``"over"``."""
        ...

    def actions(self, state: StateT) -> Sequence[ActionT]:
        """List the legal actions of a decision: never empty, most promising first."""
        ...

    def outcomes(self, state: StateT) -> Sequence[tuple[OutcomeT, float]]:
        """List the distinct outcomes of a chance node with probabilities above 0 that sum to 1."""
        ...

    def play(self, state: StateT, action: ActionT) -> StateT:
        """Return the state after an action."""
        ...

    def resolve(self, state: StateT, outcome: OutcomeT) -> StateT:
        """Return the state after an outcome."""
        ...

    def utility(self, state: StateT) -> float:
        """Return what a finished state is worth."""
        ...

    def estimate(self, state: StateT) -> float:
        """Guess what an unfinished state is worth."""
        ...

    def value_range(self) -> tuple[float, float]:
        """Return the least and greatest value that utilities and estimates can have."""
        ...


@runtime_checkable
class JsonGame(Protocol[StateT]):
    """The optional part of the contract: states as plain JSON values.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> isinstance(pig, JsonGame), pig.to_json(pig.initial_state())
    (True, {'scores': [0, 0], 'turn_total': 0, 'to_move': 0})
    """

    def to_json(self, state: StateT) -> dict[str, Any]:
        """Return the state in the game's documented format."""
        ...

    def from_json(self, data: Any) -> StateT:
        """Return the state that ``to_json`` wrote; anything impossible raises ``InvalidStateError``."""
        ...


AnyGame = Game[Any, Any, Any]


def require_decision(game: AnyGame, state: Any) -> Sequence[Any]:
    """Return the legal actions of a state, or raise if no player is to move in it."""
    turn = game.turn(state)
    if turn == Turn.OVER:
        raise GameOverError(f"the game is over in {state!r}: expected a state in which a player is to move")
    if turn == Turn.CHANCE:
        raise IllegalMoveError(f"chance decides in {state!r}: expected a state in which a player is to move")
    return game.actions(state)
