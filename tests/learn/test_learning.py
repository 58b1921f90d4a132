"""Learning: what it depends on and what it does not, and that something is learnt."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms import _core
from mcms.exceptions import ContractError, InvalidOptionError, WeightsError
from mcms.learn import LearningOptions, LearningProgress, LearntGame, learn
from tests.learn.duel import Duel, State

GAMES = ("ewn", "cant_stop", "ra", "backgammon")
QUICK = LearningOptions(games=96, hidden=16, round=16, batch=64)


def digest(game: Any, options: LearningOptions = QUICK, **arguments: Any) -> str:
    return learn(game, options, measure_pairs=0, **arguments).weights.manifest.digest


@pytest.mark.parametrize("name", GAMES)
def test_the_weights_do_not_depend_on_the_number_of_threads(name: str) -> None:
    # What random weights play in Can't Stop takes long to end.
    options = dataclasses.replace(QUICK, guided=QUICK.games if name == "cant_stop" else 0)
    assert digest(mcms.load(name), options, threads=1) == digest(mcms.load(name), options, threads=3)


@pytest.mark.parametrize("name", ["ewn", "ra", "backgammon"])
def test_targets_without_luck_do_not_depend_on_threads_or_stops(name: str, tmp_path: Path) -> None:
    game, kept = mcms.load(name), tmp_path / "run.ckpt"
    options = dataclasses.replace(QUICK, games=48, without_luck=True, passes=3, explore=0.1)
    whole = digest(game, options, threads=1)
    assert digest(game, options, threads=3) == whole
    learn(game, options, checkpoint=kept, measure_pairs=0, on_progress=lambda progress: False)
    assert digest(game, options, checkpoint=kept) == whole
    assert digest(game, dataclasses.replace(options, without_luck=False)) != whole


@pytest.mark.parametrize("name", ["ewn", "ra", "backgammon"])
def test_rounds_in_turn_do_not_depend_on_threads_or_stops(name: str, tmp_path: Path) -> None:
    game, kept = mcms.load(name), tmp_path / "run.ckpt"
    how = LearningOptions(
        games=48, hidden=16, round=16, batch=64, passes=2, in_turn=True, without_luck=True,
        alternatives=3, margin=0.5, value_weight=4.0, output_weight=0.1, common=0.2,
    )  # fmt: skip
    whole = digest(game, how, threads=1)
    assert digest(game, how, threads=3) == whole
    learn(game, how, checkpoint=kept, measure_pairs=0, on_progress=lambda progress: False)
    assert digest(game, how, checkpoint=kept) == whole
    plain = {"in_turn": False, "alternatives": 0, "value_weight": 0.0, "output_weight": 1.0, "common": 1.0}
    for name_of, value in plain.items():
        assert digest(game, dataclasses.replace(how, **{name_of: value})) != whole  # type: ignore[arg-type]


def test_in_turn_the_first_round_is_learnt_from_at_once() -> None:
    one_round = dataclasses.replace(QUICK, games=16)
    assert digest(mcms.load("ewn"), dataclasses.replace(one_round, in_turn=True)) != digest(mcms.load("ewn"), one_round)


def test_learning_starts_from_weights() -> None:
    """After one round nothing is learnt yet, so the weights that play are those it started from."""
    ewn = mcms.load("ewn")
    first = learn(ewn, QUICK, measure_pairs=0).weights
    one_round = dataclasses.replace(QUICK, games=16)
    assert learn(ewn, one_round, start=first, measure_pairs=0).weights.networks == first.networks
    more = learn(ewn, QUICK, start=first, measure_pairs=0).weights
    assert more.networks != first.networks
    assert more.manifest.options["start"] == first.manifest.digest


@pytest.mark.parametrize(
    ("text", "learning"),
    [("ewn(evaluation=race)", _core.EwnLearning), ("backgammon", _core.BackgammonLearning)],
)
def test_wider_layers_start_with_the_same_values(text: str, learning: Any) -> None:
    game = mcms.load(text)
    narrow = learn(game, QUICK, measure_pairs=0).weights
    wide = learn(game, dataclasses.replace(QUICK, games=16, hidden=48), start=narrow, measure_pairs=0).weights
    state = game.initial_state(1)
    values, same = (learning.evaluate(game.core, state, weights.networks) for weights in (narrow, wide))
    assert values == same
    assert wide.manifest.hidden == 48


def test_weights_that_do_not_fit_are_no_start(tmp_path: Path) -> None:
    ewn = mcms.load("ewn")
    weights = learn(ewn, dataclasses.replace(QUICK, games=16, hidden=32), measure_pairs=0).weights
    with pytest.raises(WeightsError, match="are of ewn: expected ra"):
        learn(mcms.load("ra"), QUICK, start=weights)
    with pytest.raises(WeightsError, match="no more units than the option hidden"):
        learn(ewn, QUICK, start=weights)
    kept = tmp_path / "run.ckpt"
    digest(ewn, checkpoint=kept)
    with pytest.raises(WeightsError, match="has start None: expected"):
        learn(ewn, dataclasses.replace(QUICK, games=200), start=weights, checkpoint=kept)


def test_guided_games_are_those_of_the_estimate() -> None:
    """Played by the estimate, the first round is the same whatever the first weights are; only they differ by seed."""
    game = mcms.load("cant_stop")
    examples: dict[int, list[int]] = {}
    for hidden in (0, 16):
        options = LearningOptions(games=32, hidden=hidden, round=16, guided=32)
        reports: list[LearningProgress] = []
        learn(game, options, measure_pairs=0, on_progress=reports.append)
        examples[hidden] = [report.examples for report in reports]
    assert examples[0] == examples[16]
    assert sum(examples[0]) > 0


def test_another_seed_learns_other_weights() -> None:
    assert digest(mcms.load("ewn")) != digest(mcms.load("ewn"), dataclasses.replace(QUICK, seed=1))


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    kept = tmp_path / "run.ckpt"
    whole = digest(mcms.load("ewn"), threads=1)
    stopped = learn(mcms.load("ewn"), QUICK, checkpoint=kept, measure_pairs=0, on_progress=lambda progress: False)
    assert 0 < stopped.weights.manifest.games < QUICK.games
    assert digest(mcms.load("ewn"), checkpoint=kept) == whole


def test_a_checkpoint_of_other_options_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "run.ckpt"
    digest(mcms.load("ewn"), checkpoint=kept)
    with pytest.raises(WeightsError, match="has hidden 16: expected 32"):
        digest(mcms.load("ewn"), dataclasses.replace(QUICK, hidden=32), checkpoint=kept)
    with pytest.raises(WeightsError, match="has game 'ewn': expected 'ra'"):
        digest(mcms.load("ra"), checkpoint=kept)


def test_every_version_of_the_inner_loops_learns_the_same_weights() -> None:
    best, *others = _core.kernels()
    digests = {digest(mcms.load("ewn"))}
    try:
        for name in others:
            _core.use_kernels(name)
            digests.add(digest(mcms.load("ewn")))
    finally:
        _core.use_kernels(best)
    assert len(digests) == 1


def test_a_linear_evaluation_learns_too() -> None:
    options = LearningOptions(games=3000, hidden=0, rate=0.01)
    result = learn(mcms.load("ewn(evaluation=stones)"), options, measure_pairs=100)
    assert result.curve[-1].score is not None
    assert result.curve[-1].score > -50  # against the race table; random play loses 95 of 100


def test_a_target_that_only_listens_to_itself_flatters_itself() -> None:
    """In Ra a player may move several times in a row: with λ going down to 0 it unlearns; not by default."""
    ra = mcms.load("ra")

    def scores(**changed: Any) -> list[float]:
        """After short runs of three seeds, which differ much."""
        runs = [
            learn(ra, LearningOptions(games=4000, hidden=32, seed=seed, **changed), measure_pairs=100)
            for seed in (3, 4, 5)
        ]
        return [run.curve[-1].score or 0.0 for run in runs]

    assert sum(scores()) > sum(scores(lambda_=0.7, last_lambda=0.0)) + 60


def test_a_game_in_python_learns_its_values() -> None:
    options = LearningOptions(games=1000, hidden=16, rate=0.01, batch=32, keep_average=0.99)
    learnt = LearntGame(Duel(), learn(Duel(), options, measure_pairs=0).weights)
    ahead, behind = learnt.estimate(State(8, 4, False)), learnt.estimate(State(8, -4, False))
    assert ahead - behind > 0.5  # a sure win and a sure loss
    result = mcms.search(learnt, State(8, -1, False), "star2", limit=mcms.Limit(depth=2))
    assert result.action == "throw"  # exact: two turns are left


def test_features_of_python_games_are_checked() -> None:
    class TooLarge(Duel):
        def features(self, state: State) -> list[float]:
            return [5.0]

    class Changing(Duel):
        def features(self, state: State) -> list[float]:
            return [0.0] * (1 + state.turns)

    class Text(Duel):
        def features(self, state: State) -> Any:
            return "none"

    for game, message in ((TooLarge(), "5.0.*from -2 to 2"), (Changing(), "expected 1"), (Text(), "a sequence")):
        with pytest.raises(ContractError, match=message):
            digest(game)


def test_games_without_features_say_so() -> None:
    with pytest.raises(InvalidOptionError, match="pig cannot learn: expected"):
        learn(mcms.load("pig"))
    with pytest.raises(InvalidOptionError, match=r"expected a method features\(state\)"):
        learn(mcms.CustomGame(game=_Featureless()))


class _Featureless(Duel):
    features = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hidden": 20}, "multiple of 16"),
        ({"games": 0}, "games is 0"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"lambda_": 1.5}, "lambda_ is 1.5"),
        ({"round": 0}, "round is 0"),
        ({"passes": 0}, "passes is 0"),
        ({"without_luck": 1}, "without_luck is 1"),
        ({"in_turn": 1}, "in_turn is 1"),
        ({"alternatives": 2}, "expected without_luck as well"),
        ({"value_weight": -1.0}, "value_weight is -1.0"),
        ({"common": 2.0}, "common is 2.0"),
    ],
)
def test_impossible_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptionError, match=message):
        LearningOptions(**options)
