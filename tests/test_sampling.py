"""How chance nodes are sampled: unbiased, exact where the width covers all outcomes, the same for every search."""

import collections
import concurrent.futures
import dataclasses
import itertools
import statistics
import subprocess
import sys
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import mcms
from mcms import InvalidOptionError, Limit, Mcms, RandomTree, Sampled, Star2
from tests import brute_force
from tests.property.trees import examples

pytestmark = pytest.mark.core

weights = st.lists(st.integers(1, 40), min_size=1, max_size=12)


def outcomes_of(counts: list[int]) -> list[tuple[str, float]]:
    return [(str(i), count / sum(counts)) for i, count in enumerate(counts)]


@settings(max_examples=examples(200), deadline=None)
@given(counts=weights, width=st.integers(1, 8))
def test_systematic_draws_are_unbiased(counts: list[int], width: int) -> None:
    """Averaged over the offset, every outcome weighs its probability: by enumeration of where the answer changes."""
    outcomes = outcomes_of(counts)
    steps = 3_000
    weight: collections.defaultdict[str, float] = collections.defaultdict(float)
    for i in range(steps):
        drawn = brute_force.systematic(outcomes, width, (i + 0.5) / steps)
        assert len(drawn) == min(width, len(outcomes))
        assert sum(p for _, p in drawn) == pytest.approx(1)
        for outcome, p in drawn:
            weight[outcome] += p / steps
        if len(outcomes) <= width:
            break
    else:
        for outcome, p in outcomes:
            assert weight[outcome] == pytest.approx(p, abs=2 / steps)
        return
    assert dict(drawn) == dict(outcomes)


class Urn:
    """One throw decides: the state after it is what was thrown, so the value of a search shows its sample."""

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts = counts

    def __repr__(self) -> str:
        return f"Urn({self.counts})"

    def initial_state(self, seed: int) -> int:
        return -1

    def turn(self, state: int) -> mcms.Turn:
        return mcms.Turn.CHANCE if state < 0 else mcms.Turn.FIRST

    def actions(self, state: int) -> list[str]:
        return ["stay"]

    def outcomes(self, state: int) -> list[tuple[int, float]]:
        return [(i, count / sum(self.counts)) for i, count in enumerate(self.counts)]

    def play(self, state: int, action: str) -> int:
        return state

    def resolve(self, state: int, outcome: int) -> int:
        return outcome

    def utility(self, state: int) -> float:
        return 0.0

    def estimate(self, state: int) -> float:
        return float(2**state)  # one bit for each outcome

    def value_range(self) -> tuple[float, float]:
        return (0.0, 2.0**20)


def sampled_value(game: Any, seed: int, **options: Any) -> float:
    chance = Sampled(options.pop("width"), **options)
    return mcms.prove(game, -1, mcms.Expectimax(chance=chance), depth=0, seed=seed).lower


@pytest.mark.parametrize(
    "counts", [(6, 9, 3, 2, 2, 3, 10, 1, 12, 2, 2), (24, 8, 21, 3, 7, 11, 1, 16, 3, 23, 4, 1, 3, 2)]
)
def test_a_probability_that_equals_the_threshold_but_for_rounding(counts: tuple[int, ...]) -> None:
    """In a process of its own: the search for the threshold once went back and forth for ever, deaf to every limit."""
    asks = f"sampled_value(Urn({counts}), 1, width=9, draw='systematic')"
    asks = f"from tests.test_sampling import Urn, sampled_value; {asks}"
    subprocess.run([sys.executable, "-c", asks], check=True, timeout=300)


@pytest.mark.parametrize("luck", ["state", "depth", "visit"])
def test_one_draw_has_the_distribution_of_the_outcomes(luck: str) -> None:
    counts = (1, 2, 3, 10, 20)
    game = Urn(counts)
    drawn = collections.Counter(sampled_value(game, seed, width=1, luck=luck) for seed in range(7200))
    seen = [drawn[2.0**i] for i in range(len(counts))]
    assert stats.chisquare(seen, [7200 * count / sum(counts) for count in counts]).pvalue > 1e-4


@pytest.mark.parametrize("options", [{}, {"draw": "systematic"}, {"draw": "systematic", "control": "estimate"}])
def test_samples_are_unbiased_in_the_core(options: dict[str, Any]) -> None:
    game = Urn((1, 2, 3, 4, 10, 20))
    exact = brute_force.value(game, -1, 0)
    values = [sampled_value(game, seed, width=3, **options) for seed in range(4000)]
    error = stats.sem(values)
    assert sum(values) / len(values) == pytest.approx(exact, abs=max(4 * error, 1e-9))


def test_a_control_variate_takes_away_all_that_estimates_explain() -> None:
    game = Urn((1, 2, 3, 4, 10, 20))
    exact = brute_force.value(game, -1, 0)
    for seed in range(50):
        assert sampled_value(game, seed, width=2, control="estimate") == pytest.approx(exact)


def chance_state(game: Any, seed: int = 5) -> Any:
    """Return the first chance node of a random game after a few decisions."""
    state, decisions = game.initial_state(seed), 0
    while decisions < 6 or game.turn(state) is not mcms.Turn.CHANCE:
        if game.turn(state) is mcms.Turn.CHANCE:
            state = game.resolve(state, game.outcomes(state)[decisions % 3][0])
        else:
            state, decisions = game.play(state, game.actions(state)[0]), decisions + 1
    return state


def leaves_of_samples(game: Any, state: Any, width: int, seeds: int) -> list[Any]:
    chance = mcms.Expectimax(chance=Sampled(width))
    return [mcms.prove(game, state, chance, depth=0, seed=seed) for seed in range(seeds)]


@pytest.mark.parametrize("name", ["pig", "pig(dice=1)"])
def test_one_throw_of_pig_has_the_distribution_of_its_outcomes(name: str) -> None:
    game = mcms.load(name)
    state = game.play(game.from_json({"scores": [50, 20], "turn_total": 10, "to_move": 0}), "roll")
    drawn = collections.Counter(proof.lower for proof in leaves_of_samples(game, state, 1, 20_000))
    after = {outcome: game.estimate(game.resolve(state, outcome)) for outcome, _ in game.outcomes(state)}
    seen = [drawn[after[outcome]] for outcome, _ in game.outcomes(state)]
    assert sum(seen) == 20_000
    assert stats.chisquare(seen, [20_000 * p for _, p in game.outcomes(state)]).pvalue > 1e-4


@pytest.mark.parametrize("width", [1, 2, 5, 6, 20, 31, 32, 60])
@pytest.mark.parametrize("name", ["pig", "pig(dice=1)", "ewn", "cant_stop", "ra"])
def test_many_draws_are_independent_ones(name: str, width: int) -> None:
    """By the mean and the variance of the value, and by how many outcomes are different."""
    game = mcms.load(name)
    state = chance_state(game)
    outcomes = [(p, game.estimate(game.resolve(state, outcome))) for outcome, p in game.outcomes(state)]
    mean = sum(p * value for p, value in outcomes)
    variance = sum(p * (value - mean) ** 2 for p, value in outcomes) / width
    seeds = 2000
    proofs = leaves_of_samples(game, state, width, seeds)
    values, distinct = [proof.lower for proof in proofs], [proof.nodes for proof in proofs]
    assert sum(values) / seeds == pytest.approx(mean, abs=5 * (variance / seeds) ** 0.5 + 1e-9)
    assert statistics.pvariance(values) == pytest.approx(variance, rel=0.25, abs=1e-9)
    expected = sum(1 - (1 - p) ** width for p, _ in outcomes)
    spread = max(statistics.pvariance(distinct), 0.01)
    assert sum(distinct) / seeds == pytest.approx(expected, abs=5 * (spread / seeds) ** 0.5)


@pytest.mark.parametrize("name", ["pig", "ewn", "cant_stop", "ra"])
def test_leaves_at_once_are_those_of_the_listed_sample(name: str) -> None:
    """A table of bounds and a window change nothing of what is drawn, nor does asking for one more depth."""
    game = mcms.load(name)
    state = chance_state(game)
    for width in (1, 3, 20):
        sampled = Sampled(width)
        exp = mcms.prove(game, state, mcms.Expectimax(chance=sampled), depth=2, seed=3)
        star = mcms.prove(game, state, mcms.Star1(chance=sampled, prune_from=0), depth=2, seed=3)
        assert (star.lower, star.upper) == (exp.lower, exp.upper)


def test_threads_share_what_cant_stop_remembers() -> None:
    game = mcms.load("cant_stop")
    states = [chance_state(game, seed) for seed in range(8)]

    def search(playing: Any, state: Any) -> tuple[float, int]:
        found = mcms.search(playing, state, "expss(width=9)", limit=Limit(depth=4), seed=1)
        return found.value, found.nodes

    alone = [search(game, state) for state in states]
    shared = mcms.load("cant_stop")
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda state: search(shared, state), states * 4))
    assert together == alone * 4


@pytest.mark.parametrize("draw", ["independent", "systematic"])
def test_exact_below_takes_all_outcomes_of_the_lowest_nodes(draw: Any) -> None:
    game = Urn((1, 2, 3, 4, 10, 20))
    exact = brute_force.value(game, -1, 0)
    assert sampled_value(game, 1, width=1, draw=draw, exact_below=1) == pytest.approx(exact)


@pytest.mark.parametrize("name", ["pig", "ewn", "cant_stop", "ra"])
def test_a_width_of_all_outcomes_is_exact(name: str) -> None:
    game = mcms.load(name)
    state = game.initial_state(3)
    chance = Sampled(200, draw="systematic", luck="depth", control="estimate")
    found = mcms.search(game, state, Star2(chance=chance), limit=Limit(depth=3))
    expected = mcms.search(game, state, Star2(), limit=Limit(depth=3))
    assert found.action == expected.action
    assert found.value == pytest.approx(expected.value, abs=1e-9)


OPTIONS: list[dict[str, Any]] = [
    {"draw": draw, "luck": luck, "exact_below": exact_below, "control": control}
    for draw, luck, exact_below, control in itertools.product(
        ("independent", "systematic"), ("state", "depth"), (0, 1, 2), (None, "estimate")
    )
]


@pytest.mark.parametrize("name", ["pig", "ewn", "cant_stop", "ra"])
def test_pruned_equals_unpruned_in_every_game_with_every_option(name: str) -> None:
    game = mcms.load(name)
    for seed, options in enumerate(OPTIONS):
        state = game.initial_state(seed)
        if game.turn(state) is mcms.Turn.CHANCE:
            state = game.resolve(state, game.outcomes(state)[0][0])
        chance = Sampled(3, **options)
        algorithms = [
            mcms.Expectimax(chance=chance),
            mcms.Star1(chance=chance, prune_from=0),
            Star2(chance=chance, probe_from=2, table_bounds=True),
        ]
        found = [mcms.search(game, state, a, limit=Limit(depth=3), seed=seed) for a in algorithms]
        assert len({(result.value, result.action) for result in found}) == 1


def test_samples_equal_their_description() -> None:
    tree = RandomTree(depth=3, outcomes_per_node=5, ragged=True, chance_chain=0.3)
    for seed, options in enumerate(OPTIONS):
        chance, state = Sampled(2, **options), tree.initial_state(seed)
        expected = brute_force.value(tree, state, 3, brute_force.sampler(tree, chance, seed))
        proof = mcms.prove(tree, state, mcms.Expectimax(chance=chance), depth=3, seed=seed)
        assert proof.lower == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("name", "luck"), [("cant_stop", "depth"), ("ra", "state")])
def test_thrifty_samples_take_a_third_of_the_outcomes_where_estimates_are_learnt(
    name: str, luck: Literal["depth", "state"]
) -> None:
    """Few of them are no sample to share: in Ra each state has its own."""
    game = mcms.load(f"{name}(evaluation=learnt)")
    state = game.play(game.initial_state(2), game.actions(game.initial_state(2))[0])
    third = len(game.outcomes(state)) // 3
    assert third > 4
    thrifty = Sampled(1, draw="systematic", luck="depth", exact_below=1, control="estimate", thrifty=True)
    plain = Sampled(max(6, third), draw="systematic", luck=luck)
    found, expected = (
        mcms.search(game, state, Star2(chance=chance), limit=Limit(depth=1), seed=3) for chance in (thrifty, plain)
    )
    assert (found.value, found.nodes) == (expected.value, expected.nodes)
    everything = mcms.search(game, state, Star2(), limit=Limit(depth=1))
    assert found.nodes < everything.nodes


@pytest.mark.parametrize("name", ["pig", "cant_stop", "ra", "ewn(evaluation=learnt)", "backgammon(evaluation=learnt)"])
def test_thrifty_samples_are_left_alone_where_estimates_are_cheap_or_do_not_see_the_luck(name: str) -> None:
    game = mcms.load(name)
    state = game.initial_state(3)
    chance = Sampled(8, draw="systematic", luck="depth", exact_below=1, control="estimate")
    found, expected = (
        mcms.search(game, state, Star2(chance=each), limit=Limit(depth=2), seed=3)
        for each in (dataclasses.replace(chance, thrifty=True), chance)
    )
    assert (found.value, found.nodes) == (expected.value, expected.nodes)


@pytest.mark.parametrize("name", ["cant_stop", "ra"])
def test_pruned_equals_unpruned_where_samples_are_thrifty(name: str) -> None:
    game = mcms.load(f"{name}(evaluation=learnt)")
    for seed in range(6):
        state = game.initial_state(seed)
        chance = Sampled(8, draw="systematic", luck="depth", thrifty=True)
        values = {
            (found.value, found.action)
            for kind in (mcms.Expectimax, mcms.Star1, Star2)
            for found in [mcms.search(game, state, kind(chance=chance), limit=Limit(depth=3), seed=seed)]
        }
        assert len(values) == 1


def test_mcms_is_star2_with_every_piece() -> None:
    pieces = Sampled(8, draw="systematic", luck="depth", exact_below=1, control="estimate", thrifty=True)
    game = mcms.load("cant_stop")
    found, expected = (
        mcms.search(game, game.initial_state(1), algorithm, limit=Limit(nodes=20_000), seed=4)
        for algorithm in (Mcms(), Star2(chance=pieces, table_bounds=True, table_mb=64, evaluation="best"))
    )
    assert (found.value, found.nodes, found.action) == (expected.value, expected.nodes, expected.action)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"draw": "lucky"}, "draw is 'lucky': expected independent or systematic"),
        ({"luck": 3}, "luck is 3: expected state or depth or visit"),
        ({"exact_below": -1}, "exact_below is -1: expected a whole number"),
        ({"control": "hope"}, "control is 'hope': expected estimate"),
        ({"thrifty": 2}, "thrifty is 2: expected true or false"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOptionError, match=says):
        Sampled(3, **options)


def test_options_in_a_text() -> None:
    text = "star2ss(width=3,draw=systematic,luck=depth,exact_below=1,control=estimate)"
    assert str(mcms.algorithm(text)) == text
    assert str(mcms.algorithm("mcms")) == "mcms"


def test_drawn_afresh_at_each_visit_a_state_has_another_value_each_time_but_the_same_by_the_seed() -> None:
    """What the paper's identical sampling is compared with: the pruned searches no longer see the same samples."""
    pig = mcms.load("pig")
    state = pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})

    def values(luck: str) -> list[float]:
        names = ("expss", "star1ss", "star2ss")
        algorithms = [f"{name}(width=3,luck={luck})" for name in names]
        return [mcms.search(pig, state, each, limit=mcms.Limit(depth=4), seed=1).value for each in algorithms]

    assert len(set(values("state"))) == 1
    assert len(set(values("visit"))) > 1
    assert values("visit") == values("visit")
