"""Hyper-backgammon solved exactly, by value iteration over its eight million positions; kept in a file on request.

A file has the values of all pairs of sides, with what was
counted and how far it was iterated.
"""

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np

from mcms import _core
from mcms._core import BackgammonState, StopToken
from mcms.exceptions import InvalidOptionError, InvalidStateError, RecordsError, StoppedError
from mcms.interrupt import in_main_thread
from mcms.solution import SolutionOfStates

if TYPE_CHECKING:
    from mcms.games.backgammon import Backgammon

TOLERANCE = 1e-10
"""Sweeps go on while a value changes by more; each takes about a third of the error away."""
MOST_SWEEPS = 500
SIDES = 3276
_MOST_THREADS = 64
_kept: dict[str, "HyperSolution"] = {}  # by scoring
_keeping = threading.Lock()


class HyperSolution(SolutionOfStates[BackgammonState]):
    """Best play from every position, as ``mcms.solve(mcms.Backgammon(variant="hyper"))`` returns it."""

    def __init__(self, game: "Backgammon", solved: _core.HyperBackgammonSolution, seconds: float) -> None:
        super().__init__(game)
        self._solved = solved
        self.scoring = game.scoring
        self.sweeps = solved.sweeps
        self.residual = solved.residual
        self.seconds = seconds

    @property
    def states(self) -> int:
        """How many positions were solved; rolls are not counted."""
        return self._solved.states

    def value(self, state: BackgammonState) -> float:
        """Return what a state is worth to the first player under best play."""
        value = self._solved.value(self._game.check_state(state))
        if value is None:
            raise InvalidStateError(f"{state!r} was not solved: expected three checkers a side")
        return value

    def save(self, file: str | Path) -> None:
        """Keep all values in a file, 86 MB; it is whole or not there."""
        file = Path(file)
        content: dict[str, Any] = {
            "values": self._solved.values,
            "scoring": self.scoring,
            "sweeps": self.sweeps,
            "residual": self.residual,
        }
        beside = file.with_name(f"{file.name}.{os.getpid()}.tmp")
        try:
            with beside.open("wb") as stream:
                np.savez(stream, **content)
            beside.replace(file)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise RecordsError(f"cannot write the solution {str(file)!r}: {error.strerror or error}") from error

    @classmethod
    def load(cls, game: "Backgammon", file: str | Path) -> "HyperSolution":
        """Return the solution that a file keeps; :func:`mcms.solve` then has it too."""
        require_hyper(game)
        start = time.perf_counter()
        solved = _read(game.scoring, Path(file))
        return _keep(cls(game, solved, time.perf_counter() - start))


def solve_hyper(game: "Backgammon", stop: StopToken | None = None) -> HyperSolution:
    """Return the solution for the game's scoring: at once when it is known already."""
    require_hyper(game)
    if (known := _kept.get(game.scoring)) is not None:
        return known
    start = time.perf_counter()
    solved = _core.solve_hyper_backgammon(
        scoring=game.scoring,
        threads=min(os.cpu_count() or 1, _MOST_THREADS),
        tolerance=TOLERANCE,
        most_sweeps=MOST_SWEEPS,
        sides=SIDES,
        stop=stop,
        poll_signals=in_main_thread(),
    )
    if stop is not None and stop.stopped:
        raise StoppedError(f"solving {game} was stopped: expected to be left to its end")
    return _keep(HyperSolution(game, solved, time.perf_counter() - start))


def require_hyper(game: Any) -> None:
    """Raise unless it is the game with three checkers."""
    if getattr(game, "variant", None) != "hyper":
        raise InvalidOptionError(f"there is no solution of all of {game}: expected backgammon(variant=hyper)")


def _keep(solution: HyperSolution) -> HyperSolution:
    with _keeping:
        return _kept.setdefault(solution.scoring, solution)


def _read(scoring: str, file: Path) -> _core.HyperBackgammonSolution:
    wrong = f"{str(file)!r} is no solution of Hyper-backgammon"
    try:
        with np.load(file, allow_pickle=False) as content:
            values, kept, sweeps, residual = (content[key] for key in ("values", "scoring", "sweeps", "residual"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, BadZipFile, EOFError) as error:
        raise RecordsError(f"{wrong}: expected a file that mcms wrote ({error})") from error
    if str(kept) != scoring:
        raise RecordsError(f"{str(file)!r} is of scoring={kept}: expected {scoring}")
    most = 1.0 if scoring == "win" else 3.0
    if values.shape != (SIDES, SIDES) or values.dtype != np.float64 or not np.all(np.abs(values) <= most):
        raise RecordsError(f"{wrong}: expected {SIDES} × {SIDES} values from {-most:g} to {most:g}")
    return _core.restore_hyper_backgammon(
        scoring=scoring, values=np.ascontiguousarray(values), sweeps=int(sweeps), residual=float(residual)
    )
