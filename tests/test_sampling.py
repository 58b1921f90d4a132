"""How chance nodes are sampled: unbiased, exact where the width covers all outcomes, the same for every search."""

import collections
import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import mcms
from mcms import InvalidOptionError, Limit, Mcms, RandomTree, Sampled, Star2
from tests import brute_force
from tests.property.trees import examples

weights = st.lists(st.integers(1, 40), min_size=1, max_size=12)


def outcomes_of(counts: list[int]) -> list[tuple[str, float]]:
    return [(str(i), count / sum(counts)) for i, count in enumerate(counts)]


@settings(max_examples=examples(200), deadline=None)
@given(counts=weights, width=st.integers(1, 8))
def test_systematic_draws_are_unbiased(counts: list[int], width: int) -> None:
    """Averaged over the offset, every outcome weighs its probability: by enumeration of where the answer changes."""
    outcomes = outcomes_of(counts)
    steps = 20_000
    weight: collections.Counter[str] = collections.Counter()
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


@pytest.mark.parametrize("luck", ["state", "depth"])
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


OPTIONS = [
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


def test_mcms_is_star2_with_every_piece() -> None:
    pieces = Sampled(8, draw="systematic", luck="depth", exact_below=1, control="estimate")
    game = mcms.load("cant_stop")
    found, expected = (
        mcms.search(game, game.initial_state(1), algorithm, limit=Limit(nodes=20_000), seed=4)
        for algorithm in (Mcms(), Star2(chance=pieces, table_bounds=True, table_mb=64))
    )
    assert (found.value, found.nodes, found.action) == (expected.value, expected.nodes, expected.action)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"draw": "lucky"}, "draw is 'lucky': expected independent or systematic"),
        ({"luck": 3}, "luck is 3: expected state or depth"),
        ({"exact_below": -1}, "exact_below is -1: expected a whole number"),
        ({"control": "hope"}, "control is 'hope': expected estimate"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOptionError, match=says):
        Sampled(3, **options)


def test_options_in_a_text() -> None:
    text = "star2ss(width=3,draw=systematic,luck=depth,exact_below=1,control=estimate)"
    assert str(mcms.algorithm(text)) == text
    assert str(mcms.algorithm("mcms")) == "mcms"
