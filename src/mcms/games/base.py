"""What all games share that the core searches: options as a frozen dataclass around a game of the core."""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from mcms import _core
from mcms.exceptions import InvalidOptionError, InvalidStateError
from mcms.extras import require_extra
from mcms.game import Turn
from mcms.mcts import MctsTuning
from mcms.scoring import ScoreBy
from mcms.spec import format_spec
from mcms.validation import whole_number

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory
    from mcms.solution import Solution

StateT = TypeVar("StateT")
SolvedT_contra = TypeVar("SolvedT_contra", contravariant=True)
RootT_co = TypeVar("RootT_co", covariant=True)

LARGEST_SEED = 2**64 - 1
_TURNS = (Turn.FIRST, Turn.SECOND, Turn.CHANCE, Turn.OVER)


class CoreGame(Protocol[StateT]):
    """A C++ game as the core exposes it; each game's class in ``mcms._core`` fits."""

    def initial_state(self, seed: int) -> StateT: ...  # noqa: D102
    def turn(self, state: StateT) -> int: ...  # noqa: D102
    def actions(self, state: StateT) -> list[str]: ...  # noqa: D102
    def outcomes(self, state: StateT) -> list[tuple[str, float]]: ...  # noqa: D102
    def play(self, state: StateT, action: str) -> StateT: ...  # noqa: D102
    def resolve(self, state: StateT, outcome: str) -> StateT: ...  # noqa: D102
    def utility(self, state: StateT) -> float: ...  # noqa: D102
    def estimate(self, state: StateT) -> float: ...  # noqa: D102
    def value_range(self) -> tuple[float, float]: ...  # noqa: D102
    def value_bounds(self, state: StateT, depth: int) -> tuple[float, float, bool]: ...  # noqa: D102
    def hash(self, state: StateT) -> int: ...  # noqa: D102
    def search(  # noqa: D102
        self,
        root: StateT,
        request: _core.SearchRequest,
        limits: _core.Limits,
        stop: _core.StopToken | None,
        poll_signals: bool,
        table_bytes: int,
        on_progress: Callable[[_core.Report], bool | None] | None,
    ) -> _core.Report: ...
    def search_on(  # noqa: D102
        self,
        root: StateT,
        request: _core.SearchRequest,
        limits: _core.Limits,
        stop: _core.StopToken | None,
        poll_signals: bool,
        table: _core.Table,
        on_progress: Callable[[_core.Report], bool | None] | None,
    ) -> _core.Report: ...
    def prove(  # noqa: D102
        self,
        state: StateT,
        request: _core.SearchRequest,
        depth: int,
        alpha: float,
        beta: float,
        stop: _core.StopToken | None,
        poll_signals: bool,
        table_bytes: int,
    ) -> _core.Proof: ...
    def playouts(  # noqa: D102
        self, root: StateT, count: int, seed: int, stop: _core.StopToken | None, poll_signals: bool
    ) -> _core.PlayoutReport: ...
    def solve(  # noqa: D102
        self, root: StateT, most_states: int, stop: _core.StopToken | None, poll_signals: bool
    ) -> "CoreSolution[StateT]": ...
    def play_game(  # noqa: D102
        self,
        first: _core.Searcher,
        second: _core.Searcher,
        seed: int,
        leg: int,
        most_events: int,
        stop: _core.StopToken | None,
        poll_signals: bool,
    ) -> _core.PlayedReport: ...
    def tree_search(  # noqa: D102
        self, root: StateT, options: _core.MctsOptions, seed: int
    ) -> "CoreTreeSearch[StateT]": ...


class CoreSolution(Protocol[SolvedT_contra]):
    """The solved states of a C++ game."""

    @property
    def states(self) -> int: ...  # noqa: D102
    @property
    def sweeps(self) -> int: ...  # noqa: D102
    @property
    def residual(self) -> float: ...  # noqa: D102
    @property
    def all_end(self) -> bool: ...  # noqa: D102
    def ends(self, state: SolvedT_contra) -> bool | None: ...  # noqa: D102
    def value(self, state: SolvedT_contra) -> float | None: ...  # noqa: D102


class CoreTreeSearch(Protocol[RootT_co]):
    """The MCTS of a C++ game, with its trees."""

    @property
    def root(self) -> RootT_co: ...  # noqa: D102
    @property
    def nodes(self) -> int: ...  # noqa: D102
    @property
    def bytes(self) -> int: ...  # noqa: D102
    def search(  # noqa: D102
        self, limits: _core.Limits, stop: _core.StopToken | None, poll_signals: bool, on_progress: object | None
    ) -> _core.Report: ...
    def advance(self, steps: list[str]) -> None: ...  # noqa: D102
    def view(self, depth: int, min_visits: int) -> _core.TreeReport: ...  # noqa: D102


class CoreLearning(Protocol):
    """A C++ learner of a game; each ``…Learning`` class in ``mcms._core`` fits."""

    def rounds(self, count: int, poll_signals: bool) -> _core.RoundReport: ...  # noqa: D102
    def start_from(self, networks: Sequence[tuple[int, bytes]]) -> None: ...  # noqa: D102
    def networks(self) -> list[tuple[int, bytes]]: ...  # noqa: D102
    def compare(self, pairs: int, seed: int) -> _core.Comparison: ...  # noqa: D102
    def checkpoint(self) -> tuple[list[int], list[bytes]]: ...  # noqa: D102
    def restore(self, counts: Sequence[int], numbers: Sequence[bytes]) -> None: ...  # noqa: D102


@dataclasses.dataclass(frozen=True, kw_only=True)
class BaseGame(ABC, Generic[StateT]):
    """A game as the searches take it: built in, compiled, or a user's Python object in a :class:`mcms.CustomGame`.

    Its options are the fields of the dataclass; the rules of a built-in game run in C++.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> isinstance(pig, BaseGame), pig.name, str(mcms.Pig(goal=50))
    (True, 'pig', 'pig(goal=50)')
    """

    name: ClassVar[str]
    """The name on the command line, as in ``pig(goal=50)``."""
    title: ClassVar[str]
    """One line for a person."""
    state_type: ClassVar[type[Any]]
    win_or_lose: ClassVar[bool] = True
    """Whether every game ends at one of the two extremes, so that a value tells the chance to win."""
    draw_value: ClassVar[float] = 0.0
    """The utility that is a draw."""
    score_by: ClassVar[str] = ScoreBy.WINS
    """What matches are about, wins or points; see :mod:`mcms.scoring`."""
    runs_in_python: ClassVar[bool] = False
    """Whether a search of it holds Python's lock."""
    tuned_widths: ClassVar[Mapping[str, int]] = {}
    """Sample widths the paper found best for its sampled searches in this game."""
    tuned_mcts: ClassVar[MctsTuning | None] = None
    """Options the paper found best for its ``mcts`` and ``dpw`` in this game."""

    @abstractmethod
    def _make_core(self) -> CoreGame[StateT]:
        """Build the C++ game from the options."""

    @abstractmethod
    def to_json(self, state: StateT) -> dict[str, Any]:
        """Return the state in the game's documented format."""

    @abstractmethod
    def from_json(self, data: Any) -> StateT:
        """Return the state of a JSON value; anything impossible raises ``InvalidStateError``."""

    @abstractmethod
    def text(self, state: StateT) -> str:
        """Show the state to a person, in plain characters."""

    def board(self, state: StateT) -> "Text":
        """Show the state on a terminal, in colours where the game has any to offer."""
        require_extra("rich", "a board in colours")
        from rich.text import Text  # noqa: PLC0415  only terminals need it

        return Text(self.text(state))

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return the players that come with this game, by the text :func:`mcms.player` reads.

        ``hold:N`` stands for every text ``hold:…``; its factory is called with what follows the colon.
        """
        return {}

    slow_to_solve: ClassVar[bool] = False
    """Whether solving the whole game takes minutes: :func:`mcms.solve` does not, if it is given a small limit."""

    def solve_whole(self, stop: _core.StopToken | None = None) -> "Solution[StateT] | None":
        """Solve the whole game by a method of its own; ``None`` if it has none. :func:`mcms.solve` asks for it."""
        return None

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner of the game, and its numbers of features, outputs and networks; see :mod:`mcms.learn`."""
        raise InvalidOptionError(
            f"{self} cannot learn: expected ewn, cant_stop, ra, backgammon, or a game of your own with features"
        )

    @property
    def has_weights(self) -> bool:
        """Whether the weights that come with mcms were learnt by these rules."""
        return False

    @property
    def has_json(self) -> bool:
        """Whether states can be written as JSON and read back, as those of all built-in games can."""
        return True

    @cached_property
    def core(self) -> CoreGame[StateT]:
        """The C++ game that does the work."""
        return self._make_core()

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def __str__(self) -> str:
        """Return the name with the options that differ from their defaults, which :func:`mcms.load` reads."""
        options = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        defaults = {field.name: field.default for field in dataclasses.fields(self)}
        return format_spec(self.name, {name: value for name, value in options.items() if value != defaults[name]})

    def initial_state(self, seed: int = 0) -> StateT:
        """Return the start of a game; a game without a random setup ignores the seed."""
        return self.state_of(self.core.initial_state(whole_number("seed", seed, 0, LARGEST_SEED)))

    def turn(self, state: StateT) -> Turn:
        """Say who is to move."""
        return _TURNS[self.core.turn(self.check_state(state))]

    def actions(self, state: StateT) -> list[str]:
        """List the legal actions by name, most promising first; empty unless a player is to move."""
        return self.core.actions(self.check_state(state))

    def outcomes(self, state: StateT) -> list[tuple[str, float]]:
        """List the outcomes of a chance node by name, with probabilities; empty elsewhere."""
        return self.core.outcomes(self.check_state(state))

    def play(self, state: StateT, action: str) -> StateT:
        """Return the state after an action."""
        return self.state_of(self.core.play(self.check_state(state), action))

    def resolve(self, state: StateT, outcome: str) -> StateT:
        """Return the state after an outcome."""
        return self.state_of(self.core.resolve(self.check_state(state), outcome))

    def utility(self, state: StateT) -> float:
        """Return what a finished state is worth to the first player."""
        if self.turn(state) is not Turn.OVER:
            raise InvalidStateError(f"utility of {state!r}: expected a finished state")
        return self.core.utility(state)

    def estimate(self, state: StateT) -> float:
        """Guess what a state is worth to the first player; a finished one is worth its utility."""
        if self.turn(state) is Turn.OVER:
            return self.core.utility(state)
        return self.core.estimate(state)

    def value_range(self) -> tuple[float, float]:
        """Return the least and greatest value of any state."""
        return self.core.value_range()

    def value_bounds(self, state: StateT, depth: int) -> tuple[float, float]:
        """Return between which numbers the depth-limited value lies by the rules alone.

        It is the value that expectimax computes with ``depth`` decisions left. Pruned searches begin with these bounds;
        a game that knows nothing better returns its value range.
        """
        if self.turn(state) is Turn.OVER:
            return self.core.utility(state), self.core.utility(state)
        low, high, _ = self.core.value_bounds(state, whole_number("depth", depth, 0, _core.largest_depth))
        return low, high

    def hash(self, state: StateT) -> int:
        """Return 64 bits of the whole state."""
        return self.core.hash(self.check_state(state))

    def state_of(self, core_state: StateT) -> StateT:
        """Return a state from the core in the form this game gives it."""
        return core_state

    def check_state(self, state: StateT) -> StateT:
        """Return the state if it is one of this game's."""
        if not isinstance(state, self.state_type):
            raise InvalidStateError(f"{state!r} is no state of {self}: expected a {self.state_type.__name__}")
        return state
