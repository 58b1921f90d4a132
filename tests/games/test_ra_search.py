"""Searches of Ra: pruned equals unpruned, both equal the definition and a search written by hand."""

import random
from typing import Any

import pytest

import mcms
from mcms import Limit, Ra
from mcms.bench.handwritten import handwritten
from tests import brute_force
from tests.games.ra_scenes import RA, State, after, player, scene
from tests.games.test_ra_play import walk

SCENES = {
    "start": scene(),
    "rich track": scene(
        first=player([9, 6], [5, 2], god=1, nile=4),
        track={"flood": 1, "gold": 1, "civilization_1": 1, "unrest": 1},
        ra_track=4,
    ),
    "bidding": after(
        scene(epoch=2, track={"monument_1": 2, "pharaoh": 1, "earthquake": 1},
              second=player([8, 7, 4, 3], monument_2=2, monument_3=1)), "draw", "ra"),
    "discarding": scene(
        phase="discard", to_move=1, caller=0, centre_sun=8, pending_discards=["unrest", "unrest", "earthquake"],
        second=player([7, 4, 3], [1], civilization_1=2, civilization_2=2, monument_1=1, monument_2=1),
    ),
    "last suns": scene(
        epoch=3, first=player([9], [6, 5, 2], 31, monument_1=3), second=player([4], [8, 7, 3], 30, nile=6),
        track={"flood": 2, "monument_2": 1}, ra_track=5,
    ),
    "alone": scene(
        epoch=3, first=player([6, 2], [9, 5], 25, god=1, civilization_2=2), second=player([], [8, 7, 4, 3], 33),
        track={"civilization_1": 1, "civilization_3": 1, "nile": 5},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_pruned_searches_equal_expectimax(name: str) -> None:
    state = SCENES[name]
    for depth in range(1, 5):
        exact = mcms.prove(RA, state, "exp", depth=depth).lower
        for algorithm in ("star1", "star2", "star1(prune_from=0)", "star2(prune_from=0,probe_from=0)"):
            found = mcms.search(RA, state, algorithm, limit=Limit(depth=depth))
            assert found.value == pytest.approx(exact, abs=1e-9), (algorithm, depth)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("width", [1, 2, 5, 40])
def test_sampled_searches_equal_each_other(name: str, width: int) -> None:
    state = SCENES[name]
    for depth in range(1, 5 if width < 40 else 4):
        chance = mcms.Sampled(width)
        values = [
            mcms.search(RA, state, algorithm, limit=Limit(depth=depth), seed=9).value
            for algorithm in (
                mcms.Expectimax(chance=chance),
                mcms.Star1(chance=chance, prune_from=0),
                mcms.Star2(chance=chance, prune_from=0, probe_from=0),
            )
        ]
        assert values == pytest.approx([values[0]] * 3, abs=1e-9)


@pytest.mark.parametrize("name", SCENES)
def test_brute_force(name: str) -> None:
    state = SCENES[name]
    for depth in (1, 2):
        assert mcms.prove(RA, state, "exp", depth=depth).lower == pytest.approx(
            brute_force.value(RA, state, depth), abs=1e-9
        )
    sample = brute_force.sampler(RA, mcms.Sampled(5, draw="systematic"), seed=3)
    for depth in (1, 2, 3):
        found = mcms.prove(
            RA, state, mcms.Expectimax(chance=mcms.Sampled(5, draw="systematic")), depth=depth, seed=3
        ).lower
        assert found == pytest.approx(brute_force.value(RA, state, depth, sample), abs=1e-9)


def test_brute_force_without_gods() -> None:
    off = Ra(gods=False)
    state = off.from_json(RA.to_json(SCENES["rich track"]))
    assert mcms.prove(off, state, "star2", depth=2).lower == pytest.approx(brute_force.value(off, state, 2), abs=1e-9)


def positions(seeds: range, drawing: float | None) -> list[State]:
    """One state of each random game, of any phase."""
    return [random.Random(seed).choice([state for state, _ in walk(seed, drawing)]) for seed in seeds]


def same_tree(state: State, depth: int) -> None:
    (reference,) = handwritten(RA, depth)
    run: Any = reference.run(state)
    proof = mcms.prove(RA, state, "exp", depth=depth)
    assert proof.lower == pytest.approx(run.value, abs=1e-9), RA.to_json(state)
    assert proof.nodes == run.nodes, RA.to_json(state)


@pytest.mark.parametrize("name", SCENES)
def test_the_handwritten_search_sees_the_same_tree(name: str) -> None:
    for depth in range(1, 5):
        same_tree(SCENES[name], depth)


@pytest.mark.parametrize("drawing", [None, 0.7, 0.9])
def test_the_handwritten_search_sees_the_same_tree_in_random_games(drawing: float | None) -> None:
    """The rules written twice agree: actions, disasters, scoring, estimates."""
    for state in positions(range(400), drawing):
        if RA.turn(state) != "over":
            same_tree(state, 3)


def test_there_is_no_handwritten_search_without_gods() -> None:
    assert handwritten(Ra(gods=False), 3) == ()


@pytest.mark.parametrize("algorithm", mcms.SHORT_NAMES)
def test_searches_of_every_position_find_a_legal_move(algorithm: str) -> None:
    for state in positions(range(1000, 1015), 0.8):
        if RA.turn(state).is_decision:
            result = mcms.search(RA, state, algorithm, limit=Limit(nodes=2000), seed=1)
            assert result.action in RA.actions(state)
            assert -100 <= result.value <= 100


def test_a_forced_win_is_found() -> None:
    """The last sun: three Monuments for it win by 5 points; left to the sixth Ra, the game is lost by one."""
    state = scene(
        epoch=3, first=player([7], [9, 6, 3], 30), second=player([], [8, 5, 4, 2], 31), track={"monument_1": 3}
    )
    result = mcms.search(RA, state, "star2", limit=Limit(depth=2))
    assert (result.action, result.value) == ("invoke", 100)
