"""Files of weights: what is written is read, and nothing else is."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mcms
from mcms.exceptions import InvalidOptionError, WeightsError
from mcms.learn import LearningOptions, Weights, learn


@pytest.fixture(scope="module")
def weights() -> Weights:
    return learn(mcms.load("ewn"), LearningOptions(games=64, hidden=16), measure_pairs=0).weights


def rewritten(weights: Weights, path: Path, **changes: Any) -> Path:
    """Write a file with other entries in its manifest, or other arrays."""
    manifest = dataclasses.asdict(weights.manifest)
    arrays = {"network_0": np.frombuffer(weights.networks[0][1], np.float32)}
    for name, value in changes.items():
        (arrays if name in arrays else manifest)[name] = value
    np.savez(path, manifest=np.array(json.dumps(manifest)), **arrays)  # type: ignore[arg-type]
    return path


def test_what_is_written_is_read(weights: Weights, tmp_path: Path) -> None:
    weights.save(tmp_path / "ewn.npz")
    assert Weights.read(tmp_path / "ewn.npz") == weights


def test_small_files_are_small_and_nearly_the_same(weights: Weights, tmp_path: Path) -> None:
    weights.save(tmp_path / "large.npz")
    weights.save(tmp_path / "small.npz", small=True)
    large, small = ((tmp_path / name).stat().st_size for name in ("large.npz", "small.npz"))
    assert small < 0.6 * large
    states = [mcms.load("ewn").initial_state(seed) for seed in range(5)]
    games = [mcms.load(f"ewn(evaluation={tmp_path / name})") for name in ("large.npz", "small.npz")]
    for state in states:
        assert games[0].estimate(state) == pytest.approx(games[1].estimate(state), abs=0.5)


def test_a_changed_file_is_refused(weights: Weights, tmp_path: Path) -> None:
    numbers = np.frombuffer(weights.networks[0][1], np.float32).copy()
    numbers[3] += 1
    with pytest.raises(WeightsError, match="other numbers than its manifest says"):
        Weights.read(rewritten(weights, tmp_path / "a.npz", network_0=numbers))
    numbers[3] = np.nan
    with pytest.raises(WeightsError, match="not finite"):
        Weights.read(rewritten(weights, tmp_path / "b.npz", network_0=numbers))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "has format 2: expected 1"),
        ({"games": "many"}, "games in the manifest"),
        ({"networks": 3}, "lacks 'network_1'"),
        ({"network_0": np.array(["text"])}, "expected floats"),
        ({"network_0": np.array([{}], dtype=object)}, "cannot be read as weights"),
    ],
)
def test_manifests_and_arrays_are_checked(
    weights: Weights, tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(WeightsError, match=message):
        Weights.read(rewritten(weights, tmp_path / "w.npz", **changes))


def test_other_files_are_refused(weights: Weights, tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    weights.save(tmp_path / "whole.npz")
    (tmp_path / "half.npz").write_bytes((tmp_path / "whole.npz").read_bytes()[:500])
    np.save(tmp_path / "array.npz", np.zeros(3))
    for name, message in (
        ("text.npz", "is no file of weights: expected one that mcms learn wrote"),
        ("half.npz", "is no file of weights: expected one that mcms learn wrote"),
        ("array.npz.npy", "is a single array"),
    ):
        with pytest.raises(WeightsError, match=message):
            Weights.read(tmp_path / name)
    with pytest.raises(WeightsError, match="there is no file"):
        Weights.read(tmp_path / "none.npz")


def test_weights_of_another_game_are_refused(weights: Weights, tmp_path: Path) -> None:
    weights.save(tmp_path / "ewn.npz")
    with pytest.raises(WeightsError, match="has weights of ewn: expected ra"):
        mcms.load(f"ra(evaluation={tmp_path / 'ewn.npz'})").estimate(mcms.load("ra").initial_state())


def test_weights_of_other_features_are_refused(weights: Weights, tmp_path: Path) -> None:
    path = rewritten(weights, tmp_path / "w.npz", features=7)
    with pytest.raises(WeightsError, match="7 features"):
        mcms.load(f"ewn(evaluation={path})").initial_state()


def test_an_evaluation_is_a_name_or_a_file() -> None:
    with pytest.raises(InvalidOptionError, match="expected one of distance, race, stones, learnt, or a file"):
        mcms.load("ewn(evaluation=none.npz)")
