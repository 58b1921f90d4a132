"""Games given as a table of C functions (``core/include/mcms/c/game_table.h``): compiled by Numba, C, Rust, Cython."""

import ctypes
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mcms import _core
from mcms.exceptions import ContractError, InvalidOptionError, WeightsError
from mcms.games.base import BaseGame, CoreGame, CoreLearning
from mcms.games.table_state import (
    checked_layout,
    core_classes,
    learner_class,
    record_of,
    state_class,
    with_networks,
)
from mcms.scoring import ScoreBy, ScoreName, parse_score_by

if TYPE_CHECKING:
    from mcms.learn.weights import Weights

Naming = Callable[[Any, int], str]

_pointer = ctypes.c_void_p
FUNCTIONS = (
    *("initial_state", "turn", "actions", "outcomes", "play", "resolve", "utility", "estimate"),
    *("hash", "sample", "random_step", "leaf_expectation", "action_name", "outcome_name", "features"),
)


class Weighted(ctypes.Structure):
    """An outcome with its probability: ``mcms_weighted``."""

    _fields_ = (("outcome", ctypes.c_uint8), ("probability", ctypes.c_double))


class GameTable(ctypes.Structure):
    """The table as the core reads it: ``mcms_game_table``."""

    _fields_ = (
        ("abi", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("state_size", ctypes.c_uint32),
        ("max_actions", ctypes.c_uint32),
        ("max_outcomes", ctypes.c_uint32),
        ("fixed_outcome_count", ctypes.c_uint32),
        ("fixed_outcomes", ctypes.POINTER(Weighted)),
        ("lowest_value", ctypes.c_double),
        ("highest_value", ctypes.c_double),
        ("context", _pointer),
        *((name, _pointer) for name in FUNCTIONS),
        ("feature_count", ctypes.c_uint32),
    )


class TableGame(BaseGame[Any]):
    """A game whose rules are compiled functions. :func:`mcms.compiled_game` and :func:`mcms.table_game` make them."""

    win_or_lose: ClassVar[bool] = False
    weights: ClassVar["Weights | None"] = None
    """What states are estimated by, if not by the game's own function."""
    _own: ClassVar["TableGame | None"] = None
    """The game with its own estimate, if this one goes by weights."""
    _core_game: ClassVar[Any]
    _layout: ClassVar[np.dtype[Any]]
    _home: ClassVar[str]
    """The module that made the game."""
    _show: ClassVar[Any]
    """What says a state in words."""
    _keep: ClassVar[Any]
    """What must live as long as the game: the machine code."""

    def _make_core(self) -> CoreGame[Any]:
        core: CoreGame[Any] = self._core_game
        return core

    def learning(self, options: _core.TrainingOptions) -> tuple[CoreLearning, tuple[int, int, int]]:
        """Return a learner, which is measured against the game's own estimate."""
        learner = learner_class(self._layout)
        shape = learner.shape(self.core)
        if shape[0] == 0:
            raise InvalidOptionError(f"{self} cannot learn: expected a function features, and feature_count")
        return learner(self.core, options), shape

    def with_weights(self, weights: "Weights") -> "TableGame":
        """Return the same game with an estimate that it learnt in place of its own; its states are the same."""
        if weights.manifest.game != self.name:
            raise WeightsError(f"the weights are of {weights.manifest.game}: expected {self.name}")
        try:
            core = with_networks(self._layout)(self.core, weights.networks)
        except ValueError as error:
            raise WeightsError(f"the weights of {self.name} do not fit: {error}") from error
        body = {"_core_game": core, "weights": weights, "_own": self.by_its_own_estimate}
        game: TableGame = type(f"Learnt{type(self).__name__}", (type(self),), body)()
        return game

    @property
    def by_its_own_estimate(self) -> "TableGame":
        """The game without weights."""
        return self._own or self

    def state_of(self, core_state: Any) -> Any:
        """Return a state of the core as one with fields."""
        return self.state_type(core_state.data)

    def to_json(self, state: Any) -> dict[str, Any]:
        """Return the fields of the state."""
        fields: dict[str, Any] = self.check_state(state).as_dict()
        return fields

    def from_json(self, data: Any) -> Any:
        """Return the state with the fields of a JSON object; the rules are not asked whether it can occur."""
        return self.state_type(record_of(self._layout, data).tobytes())

    def text(self, state: Any) -> str:
        """Show the state as the game's author wants it, or else its fields."""
        self.check_state(state)
        return str(self._show(state))

    @property
    def reference(self) -> str | None:
        """Where the game can be imported from, as ``module:name``, if it is a global of the module that made it."""
        home = sys.modules.get(self._home)
        names = [name for name, value in vars(home).items() if value is self] if home is not None else []
        return f"{self._home}:{names[0]}" if names else None

    @property
    def library_files(self) -> list[Path]:
        """The files of the loaded libraries among what the game keeps alive."""
        kept = self._keep if isinstance(self._keep, list | tuple) else [self._keep]
        names = (getattr(each, "_name", None) for each in kept)  # as ctypes calls the path of a library
        return [Path(name) for name in names if isinstance(name, str) and Path(name).is_file()]

    def __str__(self) -> str:
        return self.reference or self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        reference = self.reference
        if reference is None and self._own is not None:
            return _with_weights, (self._own, self.weights)
        if reference is None:
            raise pickle.PicklingError(
                f"{self.name} cannot be pickled: expected a game that is a global of a module, "
                "since its machine code is made anew where it is unpickled"
            )
        return _imported, tuple(reference.split(":"))


def _imported(module: str, name: str) -> Any:
    __import__(module)
    return getattr(sys.modules[module], name)


def _with_weights(game: TableGame, weights: "Weights") -> TableGame:
    return game.with_weights(weights)


def table_game(
    table: int,
    *,
    name: str,
    state: Any,
    title: str | None = None,
    action_name: Naming | None = None,
    outcome_name: Naming | None = None,
    text: Callable[[Any], str] | None = None,
    keep: Any = None,
    draw_value: float = 0.0,
    score_by: ScoreBy | ScoreName = "wins",
) -> TableGame:
    """Return the game of a ``mcms_game_table`` at an address, for rules written in C, Rust, Cython or the like.

    ``docs/compiled-games.md`` is a walk-through with an example.

    Parameters
    ----------
    table
        The address.
    name, title
        What the game is called: an identifier, and a line for people.
    state
        The NumPy structured dtype of the table's states; its fields are what Python sees of them.
    action_name, outcome_name
        Functions of a state and a number, in place of the table's own names.
    text
        A function that shows a state.
    keep
        Whatever must live as long as the game, such as the loaded library.
    draw_value
        The utility of a draw.
    score_by
        What matches are about, ``"wins"`` or ``"points"``.

    """
    if not isinstance(table, int) or table <= 0:
        raise InvalidOptionError(f"table is {table!r}: expected the address of a mcms_game_table")
    home = sys._getframe(1).f_globals.get("__name__", "__main__")
    return make_game(table, home, name=name, state=state, title=title, action_name=action_name,
                     outcome_name=outcome_name, text=text, keep=keep, draw_value=draw_value,
                     score_by=score_by)  # fmt: skip


def make_game(
    table: int,
    home: str,
    *,
    name: str,
    state: Any,
    title: str | None,
    action_name: Naming | None,
    outcome_name: Naming | None,
    text: Callable[[Any], str] | None,
    keep: Any,
    draw_value: float,
    score_by: ScoreBy | ScoreName,
) -> TableGame:
    """Make a game object with classes of its own for itself and its states."""
    if not isinstance(name, str) or not name.isidentifier():
        raise InvalidOptionError(f"name is {name!r}: expected an identifier, such as my_game")
    layout = checked_layout(state)
    size = GameTable.from_address(table).state_size
    if size != layout.itemsize:
        raise ContractError(f"the game table has states of {size} bytes: expected {layout.itemsize}, as state has")
    core_state, core_game = core_classes(layout)
    states = state_class(name, layout, core_state)

    def named(function: Naming) -> Naming:
        return lambda raw, number: _checked_name(function(states(raw.data), number), name)

    core = core_game(
        table,
        action_name=action_name and named(action_name),
        outcome_name=outcome_name and named(outcome_name),
        describe=lambda raw: repr(states(raw.data)),
    )
    body = {
        "name": name,
        "title": title or name,
        "state_type": states,
        "_core_game": core,
        "_layout": layout,
        "_home": home,
        "_show": staticmethod(text or repr),
        "_keep": keep,
        "draw_value": draw_value,
        "score_by": parse_score_by(score_by, "score_by"),
    }
    game: TableGame = type("".join(part.capitalize() for part in name.split("_")), (TableGame,), body)()
    states._game = game
    return game


def _checked_name(name: Any, game: str) -> str:
    if not isinstance(name, str) or not name:
        raise ContractError(f"{game} named an action or outcome {name!r}: expected a text")
    return name


def abi() -> tuple[int, int]:
    """Return the ABI number and the size of the table."""
    return _core.game_abi, ctypes.sizeof(GameTable)
