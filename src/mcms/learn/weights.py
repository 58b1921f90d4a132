"""Weights of a learnt evaluation as one file: the networks, and a manifest that says what made them.

The file is NumPy's ``.npz`` without any pickle: an array for each network and the manifest as JSON. Numbers are kept as
float16 where a file is to be small; what is read is checked before the core sees it.
"""

import dataclasses
import hashlib
import json
import os
import zipfile
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from mcms.exceptions import WeightsError
from mcms.validation import json_object

FORMAT = 1
_MOST_NUMBERS = 50_000_000
Networks = list[tuple[int, bytes]]
"""As the core takes them: the hidden units of each network, and its numbers, float32."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Manifest:
    """What weights are of, and what made them.

    >>> from mcms import load
    >>> from mcms.learn import LearningOptions, learn
    >>> manifest = learn(load("ewn"), LearningOptions(games=64, hidden=16), measure_pairs=0).weights.manifest
    >>> manifest.game, manifest.games, manifest.networks, manifest.outputs
    ('ewn', 64, 1, 1)
    """

    game: str
    """The game they were learnt in."""
    features: int
    """How many numbers a network sees of a state."""
    outputs: int
    """How many numbers it answers with."""
    hidden: int
    """Units of its hidden layer; 0 if it has none."""
    networks: int
    """How many networks there are, for different kinds of position."""
    games: int
    """Games of self-play."""
    seed: int
    """The seed of the run."""
    commit: str
    """The build that learnt them."""
    options: dict[str, Any]
    """All options of learning."""
    measured: dict[str, Any]
    """What was measured at the end, by name."""
    digest: str
    """SHA-256 of the networks' numbers as float32."""
    format: int = FORMAT
    """The format of the file."""


@dataclasses.dataclass(frozen=True)
class Weights:
    """Networks and their manifest.

    >>> from mcms import load
    >>> from mcms.learn import LearningOptions, learn
    >>> weights = learn(load("ewn"), LearningOptions(games=64, hidden=16)).weights
    >>> len(weights.networks), weights.manifest.hidden
    (1, 16)
    """

    manifest: Manifest
    """What the networks are of, and what made them."""
    networks: Networks
    """Of each network, the hidden units and its numbers as the bytes of float32."""

    def save(self, path: str | os.PathLike[str], *, small: bool = False) -> None:
        """Write the file, all or nothing; ``small`` keeps numbers as float16, which changes them a little."""
        networks = [(hidden, _rounded(numbers)) if small else (hidden, numbers) for hidden, numbers in self.networks]
        kind: type[np.floating[Any]] = np.float16 if small else np.float32
        arrays = {
            f"network_{i}": np.frombuffer(numbers, np.float32).astype(kind) for i, (_, numbers) in enumerate(networks)
        }
        manifest = dataclasses.asdict(self.manifest) | {"digest": digest_of(networks)}
        target = Path(path)
        partial = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            with partial.open("wb") as file:
                np.savez_compressed(file, manifest=np.array(json.dumps(manifest)), **arrays)  # type: ignore[arg-type]
            partial.replace(target)
        except OSError as error:
            raise WeightsError(f"cannot write the weights {str(target)!r}: {error.strerror or error}") from error
        finally:
            partial.unlink(missing_ok=True)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file; anything but complete and finite weights raises ``WeightsError``."""
        arrays = read_arrays(path)
        try:
            manifest = read_manifest(path, str(arrays.pop("manifest")))
            names = [f"network_{i}" for i in range(manifest.networks)]
            networks = [(manifest.hidden, _numbers(path, arrays.pop(name))) for name in names]
        except KeyError as error:
            raise WeightsError(f"{os.fspath(path)!r} lacks {error}: expected a file of weights") from error
        if digest_of(networks) != manifest.digest:
            raise WeightsError(f"{os.fspath(path)!r} has other numbers than its manifest says: expected a whole file")
        return cls(manifest, networks)


def read_arrays(path: str | os.PathLike[str]) -> dict[str, npt.NDArray[Any]]:
    """Return all arrays of a file, none of them pickled."""
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            raise WeightsError(f"{os.fspath(path)!r} is a single array: expected a file of weights")
        with loaded as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError as error:
        raise WeightsError(f"there is no file {os.fspath(path)!r}: expected weights that mcms learn wrote") from error
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, KeyError) as error:
        if isinstance(error, WeightsError):
            raise
        if not zipfile.is_zipfile(path):
            name = os.fspath(path)
            raise WeightsError(f"{name!r} is no file of weights: expected one that mcms learn wrote") from error
        raise WeightsError(f"{os.fspath(path)!r} cannot be read as weights: {error}") from error


def read_manifest(path: str | os.PathLike[str], text: str) -> Manifest:
    """Return the manifest of a text, with all its fields of the right types."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise WeightsError(f"the manifest of {os.fspath(path)!r} is no JSON: {error}") from error
    fields = {field.name: field.type for field in dataclasses.fields(Manifest)}
    data = json_object(data, set(fields), set(), WeightsError, f"the manifest of {os.fspath(path)!r}")
    for name, value in data.items():
        if not _fits(fields[name], value):
            raise WeightsError(f"{name} in the manifest of {os.fspath(path)!r} is {value!r}: expected another kind")
    if data["format"] != FORMAT:
        raise WeightsError(f"{os.fspath(path)!r} has format {data['format']}: expected {FORMAT}")
    if not 1 <= data["networks"] <= 16:
        raise WeightsError(f"{os.fspath(path)!r} has {data['networks']} networks: expected 1 to 16")
    return Manifest(**data)


def _fits(kind: Any, value: Any) -> bool:
    if kind is int:
        return type(value) is int and value >= 0
    return isinstance(value, str if kind is str else dict)


def digest_of(networks: Networks) -> str:
    """Return the digest of all numbers."""
    digest = hashlib.sha256()
    for hidden, numbers in networks:
        digest.update(str(hidden).encode() + b":" + numbers)
    return digest.hexdigest()


def _numbers(path: str | os.PathLike[str], array: npt.NDArray[Any]) -> bytes:
    if array.ndim != 1 or array.dtype not in (np.float16, np.float32) or array.size > _MOST_NUMBERS:
        raise WeightsError(
            f"{os.fspath(path)!r} has a network of {array.dtype} {array.shape}: expected floats in a row"
        )
    if not np.isfinite(array).all():
        raise WeightsError(f"{os.fspath(path)!r} has numbers that are not finite: expected finite ones")
    return array.astype(np.float32).tobytes()


def _rounded(numbers: bytes) -> bytes:
    return np.frombuffer(numbers, np.float32).astype(np.float16).astype(np.float32).tobytes()
