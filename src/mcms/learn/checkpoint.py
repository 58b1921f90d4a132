"""Checkpoints: everything a run needs to continue as if it had never stopped."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from mcms.exceptions import WeightsError
from mcms.games.base import CoreLearning
from mcms.learn.weights import read_arrays


def save_checkpoint(path: Path, game: str, options: dict[str, Any], learning: CoreLearning) -> None:
    """Write the state of a run, all or nothing."""
    counts, numbers = learning.checkpoint()
    arrays = {f"numbers_{i}": np.frombuffer(each, np.float32) for i, each in enumerate(numbers)}
    about = json.dumps({"game": game, "options": options})
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with partial.open("wb") as file:
            np.savez(file, about=np.array(about), counts=np.array(counts, np.uint64), **arrays)  # type: ignore[arg-type]
        partial.replace(path)
    except OSError as error:
        raise WeightsError(f"cannot write the checkpoint {str(path)!r}: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)


def restore_checkpoint(path: Path, game: str, options: dict[str, Any], learning: CoreLearning) -> None:
    """Put a run where a checkpoint left it.

    The number of games may differ, which stretches whatever decreases over them; everything else must be the same.
    """
    arrays = read_arrays(path)
    try:
        about = json.loads(str(arrays["about"]))
        counts = [int(count) for count in arrays["counts"]]
        numbers = [arrays[f"numbers_{i}"].astype(np.float32).tobytes() for i in range(len(arrays) - 2)]
        _require_same(path, about, game, options)
        learning.restore(counts, numbers)
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(f"{str(path)!r} is no checkpoint of this run: {error}") from error


def _require_same(path: Path, about: dict[str, Any], game: str, options: dict[str, Any]) -> None:
    then = {"game": about["game"]} | about["options"]
    now = {"game": game} | options
    for name, value in now.items():
        if name != "games" and then.get(name) != value:
            raise WeightsError(f"the checkpoint {str(path)!r} has {name} {then.get(name)!r}: expected {value!r}")
