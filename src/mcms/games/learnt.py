"""Evaluations by name: those made by hand, ``learnt`` for the weights that come with mcms, or a file of weights."""

import dataclasses
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcms.exceptions import InvalidOptionError, WeightsError

if TYPE_CHECKING:
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


def weights_file(game: Any) -> Path | None:
    """Return the file of weights that a game evaluates by, if it is one of the user's own."""
    evaluation = getattr(game, "evaluation", None)
    if not isinstance(evaluation, str) or evaluation == LEARNT:
        return None
    file = Path(evaluation)
    return file if file.is_file() else None


def with_evaluation(game: Any, evaluation: str | None) -> Any:
    """Return a game with the same rules and another evaluation; ``None`` leaves it as it is.

    >>> import mcms
    >>> str(with_evaluation(mcms.load("ewn"), "race"))
    'ewn(evaluation=race)'
    """
    return game if evaluation is None else _with_evaluation(game, evaluation)


@lru_cache(maxsize=16)
def _with_evaluation(game: Any, evaluation: str) -> Any:
    names = {field.name for field in dataclasses.fields(game)} if dataclasses.is_dataclass(game) else set()
    if "evaluation" not in names:
        raise InvalidOptionError(f"evaluation is {evaluation!r}: expected none, since {game} has only its own")
    return dataclasses.replace(game, evaluation=evaluation)


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
