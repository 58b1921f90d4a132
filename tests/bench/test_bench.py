"""The bench measures what it says, and all contestants find the same values. No timing is asserted."""

import dataclasses
import importlib.util
from typing import Any

import pytest

import mcms
from mcms import _reference
from mcms.bench import BenchReport, Settings, plan
from mcms.bench.adapted import ADAPTED, BARE_LOOP
from mcms.bench.contestant import Contestant, Run
from mcms.bench.handwritten import NAME, handwritten
from mcms.bench.openspiel import PYTHON_LOOP, SAME_DEPTH, TREE_WALK, openspiel
from mcms.bench.plan import PAPER_SEARCHES
from mcms.bench.positions import positions_of
from mcms.bench.python_game import in_python
from mcms.bench.race import Contest, race
from mcms.registry import game_classes

HAS_OPENSPIEL = importlib.util.find_spec("pyspiel") is not None


@pytest.fixture(scope="module")
def report() -> BenchReport:
    return plan(Settings(rounds=1, quick=True)).run()


def test_every_game_and_algorithm_takes_part(report: BenchReport) -> None:
    assert {contest.game.partition("(")[0] for contest in report.speed} == set(game_classes())
    for contest in report.speed:
        names = {entry.name.partition("(")[0] for entry in contest.entries}
        assert names >= set(PAPER_SEARCHES)
        assert contest.baseline == contest.entries[0].name
    assert [entry.name for entry in report.pruning[0].entries] == ["exp", "star1", "star2"]


def test_all_agree(report: BenchReport) -> None:
    assert report.disagreements == ()


def test_ratios_are_to_the_baseline(report: BenchReport) -> None:
    for contest in report.speed + report.pruning:
        baseline = contest.entries[0]
        assert (baseline.speed_ratio, baseline.nodes_ratio, baseline.seconds_ratio) == (1, 1, 1)
        for entry in contest.entries:
            assert entry.nodes_ratio == pytest.approx(entry.nodes / baseline.nodes)
            assert entry.speed_ratio_range[0] <= entry.speed_ratio <= entry.speed_ratio_range[1]


def test_pruning_never_searches_more_than_expectimax(report: BenchReport) -> None:
    for contest in report.pruning:
        assert all(entry.nodes_ratio <= 1 for entry in contest.entries)


def test_what_a_chance_node_costs(report: BenchReport) -> None:
    assert {contest.game for contest in report.chance_nodes} >= {"pig", "ewn", "cant_stop", "ra"}
    for contest in report.chance_nodes:
        assert [entry.name.partition("(")[0] for entry in contest.entries] == ["exp", "expss", "star1ss"]
        exact, *sampled = contest.entries
        assert all(entry.depth >= exact.depth and 0 < entry.nodes <= exact.nodes for entry in sampled)
        # One outcome at each chance node: many levels more come to as many.
        assert contest.game != "ewn" or all(entry.depth > exact.depth for entry in sampled)


def test_what_a_large_tree_costs(report: BenchReport) -> None:
    assert [contest.game for contest in report.growth] == ["ewn", "pig(dice=1)"]
    for contest in report.growth:
        assert [entry.name for entry in contest.entries] == ["100 simulations in a tree", "2,000 simulations in a tree"]


def test_how_deep_searches_come(report: BenchReport) -> None:
    names = [reached.algorithm for reached in report.depths if reached.game == "pig"]
    assert names == ["exp", "star2", "star2(table_bounds=true)"]
    assert all(reached.depth >= 1 for reached in report.depths)


def test_a_compiled_game_races_the_built_in_one(report: BenchReport) -> None:
    assert [contest.baseline for contest in report.compiled][:3] == ["exp, C++", "star1, C++", "star2, C++"]
    for contest in report.compiled:
        native, numba = contest.entries
        # Only the built-in game has bounds by its rules to prune with, and draws of its own.
        if native.name.startswith("exp,"):
            assert numba.nodes == native.nodes
        elif "ss" not in native.name:
            assert numba.nodes > native.nodes
        assert numba.name.endswith(", Numba")


def test_the_games_are_chosen_by_name() -> None:
    chosen = plan(Settings(rounds=1, quick=True, games=("pig(goal=30)",), algorithms=("star1", "star1")))
    assert [str(contest.game) for contest in chosen.speed] == ["pig(goal=30)"]
    assert [contestant.name for contestant in chosen.speed[0].contestants] == ["star1"]
    assert chosen.pruning == ()
    assert [contestant.name for contestant in chosen.playouts[0].contestants] == ["playouts"]
    assert [contestant.name for contestant in chosen.simulations[0].contestants] == ["mcts", "mcts(threads=2)"]
    assert [contestant.name.partition("(")[0] for contestant in chosen.chance_nodes[0].contestants] == [
        "exp",
        "expss",
        "star1ss",
    ]
    assert chosen.growth == ()
    assert chosen.turns == 7


@pytest.mark.parametrize("name", game_classes())
def test_positions_are_decisions_and_always_the_same(name: str) -> None:
    game = mcms.load(name)
    assert positions_of(game) == positions_of(game)
    assert all(game.turn(state).is_decision for state in positions_of(game))


def test_the_handwritten_search_sees_the_same_tree_as_expectimax() -> None:
    pig = mcms.load("pig")
    assert [contestant.name for contestant in handwritten(pig, 3)] == [NAME]
    assert handwritten(mcms.load("pig(goal=50)"), 3) == ()
    for scores, turn_total, to_move in (([0, 0], 0, 0), ([50, 40], 12, 0), ([99, 95], 4, 1)):
        state = pig.from_json({"scores": scores, "turn_total": turn_total, "to_move": to_move})
        value, nodes = _reference.pig(
            me=scores[to_move], other=scores[1 - to_move], turn_total=turn_total, to_move=to_move, depth=4
        )
        proof = mcms.prove(pig, state, "exp", depth=4)
        assert proof.lower == pytest.approx(value, abs=1e-9)
        assert proof.nodes == nodes


def test_pig_in_python_is_searched_node_for_node() -> None:
    pig = mcms.load("pig")
    (contestant,) = in_python(pig, 5)
    state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    assert contestant.depth == 3
    assert contestant.run(state).nodes == mcms.search(pig, state, "exp", limit=mcms.Limit(depth=3)).nodes
    assert contestant.run(state).value == contestant.expected_value(state)
    assert in_python(mcms.load("pig(dice=1)"), 5) == ()


@pytest.mark.skipif(not HAS_OPENSPIEL, reason="needs the extra openspiel")
@pytest.mark.parametrize(
    ("scores", "turn_total", "to_move"),
    [([0, 0], 0, 0), ([0, 0], 0, 1), ([97, 95], 2, 0), ([20, 33], 7, 1), ([7, 8], 13, 0), ([95, 99], 0, 1)],
)
def test_openspiel_sees_the_same_tree_as_expectimax(scores: list[int], turn_total: int, to_move: int) -> None:
    pig = mcms.load("pig(dice=1)")
    state = pig.from_json({"scores": scores, "turn_total": turn_total, "to_move": to_move})
    walk, loop, own, bare, adapted = openspiel(pig, 5)
    assert (walk.name, loop.name, own.name) == (TREE_WALK, PYTHON_LOOP, SAME_DEPTH)
    assert walk.depth == loop.depth == own.depth
    proof = mcms.prove(pig, state, "exp", depth=loop.depth)
    run = loop.run(state)
    assert run.value == pytest.approx(proof.lower, abs=1e-9)
    assert run.nodes == proof.nodes
    assert walk.run(state).value == pytest.approx(walk.expected_value(state), abs=1e-12)
    assert (bare.name, adapted.name) == (BARE_LOOP, ADAPTED)
    assert bare.run(state).nodes == adapted.run(state).nodes == bare.expected_value(state)
    assert adapted.run(state).value == pytest.approx(adapted.expected_value(state), abs=1e-12)


@pytest.mark.skipif(not HAS_OPENSPIEL, reason="needs the extra openspiel")
def test_a_simulation_takes_less_memory_than_openspiel_s(report: BenchReport) -> None:
    assert {measured.game for measured in report.memory} == {"backgammon", "ewn", "pig(dice=1)"}
    for measured in report.memory:
        assert 16 < measured.own_bytes < 120
        assert measured.openspiel_bytes > 2 * measured.own_bytes


def test_openspiel_has_only_one_die() -> None:
    assert openspiel(mcms.load("pig"), 5) == ()
    assert openspiel(mcms.load("random_tree"), 5) == ()


def test_drift_between_rounds_cancels() -> None:
    """A machine that gets slower by half each round must not change a ratio."""
    pig = mcms.load("pig")
    rounds = {"a": 0, "b": 0}

    def contestant(name: str, seconds: float, value: float = 0.0) -> Contestant:
        def run(state: Any) -> Run:
            rounds[name] += 1
            return Run(nodes=100, seconds=seconds * 1.5 ** rounds[name], value=value)

        return Contestant(name=name, depth=1, run=run, expected_value=lambda state: 0.0)

    contest = Contest(
        game=pig,
        positions=(pig.initial_state(),),
        contestants=(contestant("a", 1.0), contestant("b", 2.0, value=1.0)),
        baseline="a",
    )
    turns: list[str] = []
    result = race(contest, 5, turns.append)
    assert turns[:4] == ["a", "b", "b", "a"]
    assert result.entries[1].speed_ratio_range == pytest.approx((0.5, 0.5))
    assert result.entries[1].seconds_ratio == pytest.approx(2)
    assert [entry.agrees for entry in result.entries] == [True, False]


def test_a_disagreement_is_named(report: BenchReport) -> None:
    contest = next(contest for contest in report.speed if contest.game == "pig")
    wrong = dataclasses.replace(contest.entries[1], agrees=False)
    changed = dataclasses.replace(contest, entries=(contest.entries[0], wrong))
    assert dataclasses.replace(report, speed=(changed,)).disagreements == ("exp in pig",)
