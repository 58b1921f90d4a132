"""A user's own game, any Python object with the methods of :class:`mcms.Game`, in the form of a built-in one."""

import dataclasses
import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from mcms import _core
from mcms.exceptions import ContractError, InvalidOptionError, InvalidStateError
from mcms.game import Game, JsonGame
from mcms.games.base import BaseGame, CoreGame, CoreLearning
from mcms.imports import import_named, make
from mcms.mcts import tuning_of
from mcms.scoring import score_by
from mcms.spec import Spec, format_spec

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.arena.player import PlayerFactory

METHODS = ("initial_state", "turn", "actions", "outcomes", "play", "resolve", "utility", "estimate", "value_range")
"""What a game must have; ``hash``, ``value_bounds`` and ``estimate_many`` are there to be added."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class CustomGame(BaseGame[Any]):
    """A user's game, with everything the searches and the command line ask of a built-in one.

    Whatever the game itself does not offer (``text``, ``board``, ``to_json``, ``baseline_players``,
    ``tuned_widths``, ``tuned_mcts``, ``draw_value``, ``score_by``) has a plain substitute. Its rules run in Python, so
    the GIL is held.

    >>> from mcms.bench.python_pig import PythonPig
    >>> game = CustomGame(game=PythonPig())
    >>> game.runs_in_python, game.actions(game.initial_state())
    (True, ['roll'])
    """

    name: ClassVar[str] = "custom"
    title: ClassVar[str] = "a game in Python"
    win_or_lose: ClassVar[bool] = False
    runs_in_python: ClassVar[bool] = True

    game: Any
    """The user's object."""
    spec: str | None = None
    """The text it was loaded by."""

    def __post_init__(self) -> None:
        if isinstance(self.game, type):
            name = self.game.__name__
            raise InvalidOptionError(f"game is the class {name}: expected an object of it, such as {name}()")
        if missing := [method for method in METHODS if not callable(getattr(self.game, method, None))]:
            raise InvalidOptionError(
                f"game is {self.game!r:.200}: expected a built-in game such as mcms.load('pig') or an object with the "
                f"methods of mcms.Game; it lacks {', '.join(missing)}"
            )
        # The base class has these for all objects of a class; here each object has its own.
        object.__setattr__(self, "tuned_widths", getattr(self.game, "tuned_widths", {}))
        object.__setattr__(self, "tuned_mcts", getattr(self.game, "tuned_mcts", None))
        object.__setattr__(self, "tuned_mcts", tuning_of(self))
        object.__setattr__(self, "draw_value", getattr(self.game, "draw_value", 0.0))
        object.__setattr__(self, "score_by", score_by(self.game))

    def __getstate__(self) -> dict[str, Any]:
        own = ("tuned_widths", "tuned_mcts", "draw_value", "score_by")
        return super().__getstate__() | {name: getattr(self, name) for name in own}

    def __str__(self) -> str:
        """Return the text that :func:`mcms.load` reads, or what the game calls itself."""
        return self.spec or type(self.game).__name__

    def _make_core(self) -> CoreGame[Any]:
        return cast("CoreGame[Any]", _core.PythonGame(self.game))

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner, which is measured against the game's own estimate."""
        if not callable(getattr(self.game, "features", None)):
            raise InvalidOptionError(
                f"{self} cannot learn: expected a method features(state) that lists numbers from -2 to 2"
            )
        rules = _core.PythonGame(self.game)
        return _core.PythonLearning(rules, options), _core.PythonLearning.shape(rules)

    def check_state(self, state: Any) -> Any:
        """Return the state: only the game knows what its states are."""
        return state

    def play(self, state: Any, action: Any) -> Any:
        """Return the state after an action, given as the game has it or by its text."""
        return self.core.play(state, _by_text(action, self.actions(state)))

    def resolve(self, state: Any, outcome: Any) -> Any:
        """Return the state after an outcome, given as the game has it or by its text."""
        return self.core.resolve(state, _by_text(outcome, [known for known, _ in self.outcomes(state)]))

    @property
    def has_json(self) -> bool:
        """Whether the game reads and writes its states as JSON."""
        return isinstance(self.game, JsonGame)

    def to_json(self, state: Any) -> dict[str, Any]:
        """Return the state as the game writes it."""
        return self._json_game().to_json(state)

    def from_json(self, data: Any) -> Any:
        """Return the state as the game reads it."""
        return self._json_game().from_json(data)

    def _json_game(self) -> JsonGame[Any]:
        if not isinstance(self.game, JsonGame):
            raise InvalidStateError(f"{self} reads no states: expected a game with to_json and from_json")
        return self.game

    def text(self, state: Any) -> str:
        """Show the state as the game does, or else as Python does."""
        own = getattr(self.game, "text", None)
        return str(state if own is None else own(state))

    def board(self, state: Any) -> "Text":
        """Show the state in the game's own colours, if it has any."""
        own = getattr(self.game, "board", None)
        return super().board(state) if own is None else own(state)

    def baseline_players(self) -> Mapping[str, "PlayerFactory"]:
        """Return the game's own players."""
        own = getattr(self.game, "baseline_players", None)
        return {} if own is None else own()


def as_core_game(game: Any) -> BaseGame[Any]:
    """Return the game in the form that the core searches; a user's game is wrapped anew for each search."""
    if isinstance(game, CustomGame):
        return dataclasses.replace(game)
    return game if isinstance(game, BaseGame) else CustomGame(game=game)


def load_custom(spec: Spec) -> BaseGame[Any]:
    """Return the game of ``module:Name(option=value)``: a class or function to call, or a game ready made."""
    found = import_named("game", spec.name)
    if isinstance(found, type) or not hasattr(found, "turn"):
        if not callable(found):
            raise InvalidOptionError(f"{spec.name} is {found!r:.200}: expected a class with the methods of mcms.Game")
        found = make(found, spec)
    elif spec.options:
        raise InvalidOptionError(f"{spec.name} is a game ready made: expected no options")
    if isinstance(found, BaseGame):
        return found
    game = CustomGame(game=found, spec=format_spec(spec.name, spec.options))
    require_arguments(found)
    return game


def require_arguments(game: Any) -> None:
    """Refuse a game with a method that cannot be called as :class:`mcms.Game` says."""
    for method in METHODS:
        _, *expected = inspect.signature(getattr(Game, method)).parameters
        try:
            inspect.signature(getattr(game, method)).bind(*expected)
        except TypeError:
            raise ContractError(
                f"{method} of {game!r:.200} takes other arguments: expected {method}({', '.join(expected)})"
            ) from None
        except ValueError:  # something compiled that does not say what it takes
            continue


def _by_text(wanted: Any, known: Sequence[Any]) -> Any:
    """Return the known thing of a text; whatever else is wanted is left for the game to judge."""
    if not isinstance(wanted, str) or wanted in known:
        return wanted
    named = [each for each in known if str(each) == wanted]
    if len(named) > 1:
        raise ContractError(f"{len(named)} of {list(known)!r:.200} are written {wanted!r}: expected distinct texts")
    return named[0] if named else wanted
