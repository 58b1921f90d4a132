"""Compiled games learn as games in Python do, on all processors."""

import dataclasses
import pickle
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import pairing, play_pairings
from mcms.arena.identity import game_identity
from mcms.exceptions import ContractError, InvalidOptionError, WeightsError
from mcms.learn import LearningOptions, LearntGame, Weights, learn
from tests.learn.duel import Duel, State

pytest.importorskip("numba")
from tests.learn import compiled_duel
from tests.learn.compiled_duel import duel, too_large

OPTIONS = LearningOptions(games=1000, hidden=16, rate=0.01, batch=32, keep_average=0.99)


@pytest.fixture(scope="module")
def game() -> Any:
    return duel()


@pytest.fixture(scope="module")
def weights(game: Any) -> Weights:
    return learn(game, OPTIONS, measure_pairs=10, threads=2).weights


def at(game: Any, turns: int, lead: int) -> Any:
    return game.from_json({"turns": turns, "lead": lead, "throwing": False})


def test_it_learns_the_same_as_the_game_in_python(game: Any, weights: Weights) -> None:
    """The same numbers as the duel in Python, by the same steps; its outcomes are drawn alike."""
    other = learn(Duel(), OPTIONS, measure_pairs=0).weights
    assert weights.manifest.game == "duel"
    by_python = LearntGame(Duel(), other)
    learnt = game.with_weights(weights)
    for turns, lead in ((8, 4), (8, -4), (2, 1), (5, 0)):
        assert abs(learnt.estimate(at(game, turns, lead)) - by_python.estimate(State(turns, lead, False))) < 0.2


def test_weights_do_not_depend_on_the_number_of_threads(game: Any, weights: Weights) -> None:
    assert learn(game, OPTIONS, measure_pairs=0, threads=1).weights.manifest.digest == weights.manifest.digest


def test_every_search_takes_the_learnt_game(game: Any, weights: Weights) -> None:
    learnt = game.with_weights(weights)
    assert learnt.estimate(at(game, 8, 4)) - learnt.estimate(at(game, 8, -4)) > 0.5
    limit = mcms.Limit(depth=2)
    assert mcms.search(learnt, at(game, 8, -1), "star2", limit=limit).action == "throw"  # exact: two turns are left
    exact, pruned = (mcms.search(learnt, at(game, 4, 1), name, limit=mcms.Limit(depth=3)) for name in ("exp", "star2"))
    assert exact.value == pruned.value


def test_a_search_takes_a_file_of_weights(game: Any, weights: Weights, tmp_path: Path) -> None:
    file = tmp_path / "duel.npz"
    weights.save(file)
    limit = mcms.Limit(depth=2)
    by_file = mcms.search(game, at(game, 4, 1), f"star2(evaluation={file})", limit=limit)
    assert by_file.value == mcms.search(game.with_weights(weights), at(game, 4, 1), "star2", limit=limit).value
    assert by_file.value != mcms.search(game, at(game, 4, 1), "star2", limit=limit).value


def test_a_search_of_a_game_in_python_takes_the_file_too(game: Any, weights: Weights, tmp_path: Path) -> None:
    file = tmp_path / "duel.npz"
    weights.save(file)
    by_file = mcms.search(Duel(), State(2, 1, False), f"exp(evaluation={file})", limit=mcms.Limit(depth=2))
    compiled = mcms.search(game, at(game, 2, 1), f"exp(evaluation={file})", limit=mcms.Limit(depth=2))
    assert by_file.value == compiled.value
    for rules, start in ((game, at(game, 2, 1)), (Duel(), State(2, 1, False))):
        with pytest.raises(InvalidOptionError, match="expected own, or a file of weights"):
            mcms.search(rules, start, "exp(evaluation=none.npz)", limit=mcms.Limit(depth=1))


@pytest.mark.parametrize("turns", [0, 3, 6])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_pruned_searches_equal_expectimax(game: Any, weights: Weights, turns: int, depth: int) -> None:
    learnt, limit = LearntGame(game, weights), mcms.Limit(depth=depth)
    expected = mcms.search(learnt, at(game, turns, 1), "exp", limit=limit)
    for algorithm in ("star1", "star2", "star2(table_bounds=true)", "star2(threads=2)"):
        found = mcms.search(learnt, at(game, turns, 1), algorithm, limit=limit)
        assert (found.value, found.action) == (expected.value, expected.action)
    sampled = (mcms.search(learnt, at(game, turns, 1), f"{name}(width=2)", limit=limit, seed=3)
               for name in ("expss", "star1ss", "star2ss"))  # fmt: skip
    assert len({found.value for found in sampled}) == 1


def test_what_is_learnt_stays_compiled_and_plays(game: Any, weights: Weights) -> None:
    learnt = LearntGame(game, weights)
    assert not learnt.runs_in_python
    assert mcms.check_game(learnt, games=20).games == 20
    (result,) = play_pairings([pairing(learnt, "exp@depth=1", "random", matches=30)])
    assert (result.counts.score or 0) > 0.6
    with pytest.raises(InvalidOptionError, match=r"ewn is built in: expected your own game, or ewn\(evaluation=FILE\)"):
        LearntGame(mcms.load("ewn"), weights)


def test_records_and_other_processes_know_it_by_its_weights(
    game: Any, weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_duel, "the_duel", game, raising=False)
    quick = dataclasses.replace(OPTIONS, games=64, seed=5)
    learnt, other = (game.with_weights(each) for each in (weights, learn(game, quick, measure_pairs=0).weights))
    known = [game_identity(each) for each in (game, learnt, other)]
    assert {each.text for each in known} == {"tests.learn.compiled_duel:the_duel"}
    assert len({each.code for each in known}) == 3
    again, state = pickle.loads(pickle.dumps(learnt)), at(game, 3, 1)
    assert again.estimate(state) == learnt.estimate(state) != game.estimate(state)
    monkeypatch.setattr(compiled_duel, "learnt_duel", learnt, raising=False)
    assert pickle.loads(pickle.dumps(learnt)) is learnt


def test_weights_of_another_game_are_refused(game: Any) -> None:
    other = learn(mcms.load("ewn"), LearningOptions(games=16, hidden=16, round=16), measure_pairs=0).weights
    with pytest.raises(WeightsError, match="are of ewn: expected duel"):
        game.with_weights(other)


def test_features_are_checked() -> None:
    with pytest.raises(ContractError, match=r"features of DuelState.*returned 3: expected numbers from -2 to 2"):
        learn(duel(features=too_large, feature_count=1), OPTIONS, measure_pairs=0, threads=2)
    with pytest.raises(InvalidOptionError, match="feature_count is None"):
        duel(feature_count=None)
    with pytest.raises(InvalidOptionError, match="cannot learn: expected a function features"):
        learn(duel(features=None, feature_count=None), OPTIONS)
