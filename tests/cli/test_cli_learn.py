"""``mcms learn``: weights in a file, which the game then uses."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

import mcms as package
from tests.cli.process import RunMcms

QUICK = ("--games", "128", "--hidden", "16", "--measure-pairs", "5", "--threads", "1")


def test_a_game_learns_and_uses_what_it_learnt(mcms: RunMcms, tmp_path: Path) -> None:
    out = tmp_path / "ewn.npz"
    outcome = mcms("learn", "ewn", "--out", str(out), *QUICK)
    assert outcome.returncode == 0
    assert "128 games" in outcome.stdout
    assert "against the game's own evaluation" in outcome.stderr
    game = package.load(f"ewn(evaluation={out})")
    assert abs(game.estimate(game.initial_state())) < 100


def test_the_report_as_json(mcms: RunMcms, tmp_path: Path) -> None:
    printed = json.loads(mcms("learn", "ewn", "--out", str(tmp_path / "w.npz"), "--json", *QUICK).stdout)
    assert (printed["game"], printed["games"], printed["hidden"]) == ("ewn", 128, 16)
    assert [point["games"] for point in printed["curve"]] == [128]


def test_a_checkpoint_is_kept_and_gone_on_from(mcms: RunMcms, tmp_path: Path) -> None:
    kept, out = tmp_path / "run.ckpt", tmp_path / "w.npz"
    assert mcms("learn", "ewn", "--out", str(out), "--checkpoint", str(kept), *QUICK).returncode == 0
    assert kept.exists()
    more = ("--games", "192", *QUICK[2:])
    assert "192 games" in mcms("learn", "ewn", "--out", str(out), "--checkpoint", str(kept), *more).stdout


def test_a_run_without_luck_goes_on_from_weights(mcms: RunMcms, tmp_path: Path) -> None:
    first, out = tmp_path / "first.npz", tmp_path / "w.npz"
    assert mcms("learn", "ewn", "--out", str(first), *QUICK).returncode == 0
    how = ("--without-luck", "--passes", "2", "--round", "32", "--batch", "64", "--start", str(first), "--json")
    printed = json.loads(mcms("learn", "ewn", "--out", str(out), *how, *QUICK).stdout)
    assert printed["options"]["without_luck"] is True
    assert (printed["options"]["passes"], printed["options"]["round"], printed["options"]["batch"]) == (2, 32, 64)
    assert printed["options"]["start"] == package.learn.Weights.read(first).manifest.digest


def test_it_starts_from_a_file_with_as_many_hidden_units(mcms: RunMcms, tmp_path: Path) -> None:
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    assert mcms("learn", "ewn", "--out", str(first), *QUICK).returncode == 0
    quick = ("--games", "64", "--measure-pairs", "0", "--threads", "1")
    printed = json.loads(mcms("learn", "ewn", "--start", str(first), "--out", str(second), "--json", *quick).stdout)
    assert printed["hidden"] == 16
    missing = mcms("learn", "ewn", "--start", str(tmp_path / "none.npz"), "--out", str(second), *quick)
    assert missing.returncode == 2
    assert "there is no file" in missing.stderr


@pytest.mark.skipif(find_spec("numba") is None, reason="Numba is not installed")
def test_a_compiled_game_learns_and_a_match_uses_it(mcms: RunMcms, tmp_path: Path) -> None:
    out = tmp_path / "duel.npz"
    rules = (Path(__file__).parents[1] / "learn/compiled_duel.py").read_text()
    (tmp_path / "my_duel.py").write_text(f"{rules}\n\ngame = duel()\n")
    assert "duel: 1 × " in mcms("learn", "my_duel:game", "--out", str(out), *QUICK).stdout
    players = (f"exp(evaluation={out})@depth=1", "random")
    matched = mcms("match", "my_duel:game", *players, "--matches", "5", "--json")
    assert json.loads(matched.stdout)["games_played"] == 10


def test_what_cannot_learn_is_told_so(mcms: RunMcms, tmp_path: Path) -> None:
    outcome = mcms("learn", "pig", "--out", str(tmp_path / "w.npz"))
    assert outcome.returncode == 2
    assert "pig cannot learn" in outcome.stderr
