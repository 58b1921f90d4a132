"""Evaluations by name: those made by hand, ``learnt`` for the weights that come with mcms, or a file of weights.

A game is loaded with one, and a search may have another: :func:`seen_by` says which game it searches.
"""

import dataclasses
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcms.evaluation import BEST, OWN
from mcms.exceptions import InvalidOptionError, WeightsError
from mcms.games.base import BaseGame
from mcms.games.custom import CustomGame

if TYPE_CHECKING:
    from mcms.algorithms import Algorithm
    from mcms.learn.weights import Weights

LEARNT = "learnt"
SHIPPED = Path(__file__).parent.parent / "weights"


def check_evaluation(evaluation: Any, by_hand: tuple[str, ...]) -> None:
    """Raise unless an evaluation is made by hand, shipped, or a file."""
    if evaluation in (*by_hand, LEARNT):
        return
    if not isinstance(evaluation, str) or not Path(evaluation).is_file():
        names = ", ".join((*by_hand, LEARNT))
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected one of {names}, or a file of weights")


def weights_file(holder: Any) -> Path | None:
    """Return the file of weights that a game or a search evaluates by, if it is one of the user's own."""
    evaluation = getattr(holder, "evaluation", None)
    if not isinstance(evaluation, str) or evaluation in (OWN, BEST, LEARNT):
        return None
    file = Path(evaluation)
    return file if file.is_file() else None


def seen_by(chosen: "Algorithm", game: Any) -> Any:
    """Return the game that a search sees: the same rules, with the evaluation that the search asks for.

    >>> import mcms
    >>> ewn = mcms.load("ewn")
    >>> [str(seen_by(mcms.algorithm(text), ewn)) for text in ("star2", "star2(evaluation=race)", "mcms")]
    ['ewn', 'ewn(evaluation=race)', 'ewn(evaluation=learnt)']
    """
    wanted = chosen.evaluation
    if wanted is None or wanted == OWN:
        return game
    if wanted == BEST:
        return _kept_with(game, LEARNT) if _is_better_learnt(game) else game
    if isinstance(game, CustomGame):  # made anew for each search, so not kept
        return dataclasses.replace(game, game=_with(game.game, wanted), spec=None)
    return _kept_with(game, wanted) if isinstance(game, BaseGame) else _with(game, wanted)


def _is_better_learnt(game: Any) -> bool:
    """Whether weights come with mcms for these rules, and nobody asked for another evaluation of the game."""
    if not isinstance(game, BaseGame) or not game.has_weights:
        return False
    defaults = {field.name: field.default for field in dataclasses.fields(game)}
    return getattr(game, "evaluation", None) == defaults.get("evaluation")


def _with(game: Any, evaluation: str) -> Any:
    options = {field.name for field in dataclasses.fields(game)} if dataclasses.is_dataclass(game) else set()
    if "evaluation" in options:
        return dataclasses.replace(game, evaluation=evaluation)
    learns = callable(getattr(game, "with_weights", None)) or callable(getattr(game, "features", None))
    path = Path(evaluation)
    if not learns:
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected none, since {game} has only its own")
    if not path.is_file():
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected own, or a file of weights that {game} learnt")
    from mcms.learn.learnt_game import LearntGame  # noqa: PLC0415  needs NumPy

    return LearntGame(game, _read(path, path.stat().st_mtime_ns))


@lru_cache(maxsize=16)
def _kept_with(game: BaseGame[Any], evaluation: str) -> BaseGame[Any]:
    """Return the same object each time, so that its weights are read once."""
    changed: BaseGame[Any] = _with(game, evaluation)
    return changed


def networks_of(game: str, evaluation: str, shape: tuple[int, int, int]) -> list[tuple[int, bytes]]:
    """Return the networks of ``learnt`` or of a file, if they are of this game and its features."""
    path = SHIPPED / f"{game}.npz" if evaluation == LEARNT else Path(evaluation)
    weights = _read(path, path.stat().st_mtime_ns if path.exists() else 0)
    about = weights.manifest
    if about.game != game:
        raise WeightsError(f"{str(path)!r} has weights of {about.game}: expected {game}")
    if (about.features, about.outputs, about.networks) != shape:
        raise WeightsError(
            f"{str(path)!r} has {about.networks} networks of {about.features} features and {about.outputs} outputs: "
            f"expected {shape[2]} of {shape[0]} and {shape[1]}, as this version has them"
        )
    return weights.networks


@lru_cache(maxsize=16)
def _read(path: Path, changed: int) -> "Weights":
    from mcms.learn.weights import Weights  # noqa: PLC0415  needs NumPy

    return Weights.read(path)
