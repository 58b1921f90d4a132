"""Searches of Can't Stop: pruned equals unpruned equals the definition, and the hand-written search agrees."""

from typing import Any

import pytest

import mcms
from mcms import CantStop, Limit
from mcms.bench.handwritten import handwritten
from tests import brute_force

GAME = CantStop()
LOW = CantStop(heights="1-1-2-2-3-3-3-2-2-1-1", columns=2)
EXACT = ("star1", "star2", "star1(prune_from=0)", "star2(prune_from=0,probe_from=0,keep_probes=false)")
NOTHING = [0] * 11
MIDDLE = [1, 0, 4, 2, 8, 13, 3, 0, 6, 0, 2], [0, 3, 0, 9, 5, 2, 10, 1, 0, 2, 0]
LATE = [3, 5, 4, 2, 8, 12, 3, 0, 6, 0, 2], [0, 3, 0, 9, 5, 10, 11, 1, 0, 2, 0]


def position(
    markers: tuple[list[int], list[int]], runners: dict[str, int], dice: list[int] | None = None, to_move: int = 0
) -> dict[str, Any]:
    phase = "pre_roll" if dice is None else "move"
    return {"markers": list(markers), "runners": runners, "dice": dice, "phase": phase, "to_move": to_move}


POSITIONS = [
    position((NOTHING, NOTHING), {}),
    position(MIDDLE, {"6": 9, "8": 5}),
    position(MIDDLE, {"6": 6, "9": 2, "10": 1}, to_move=1),
    position(MIDDLE, {"9": 1}, dice=[1, 3, 3, 6]),
    position(LATE, {"7": 13, "9": 2}),
    position(LATE, {"4": 5, "6": 10}, dice=[3, 3, 3, 3]),
    position(LATE, {"7": 12}, dice=[1, 1, 5, 6], to_move=1),
]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("data", POSITIONS)
def test_pruned_searches_equal_expectimax(data: dict[str, Any], depth: int) -> None:
    state = GAME.from_json(data)
    exact = mcms.prove(GAME, state, "exp", depth=depth)
    for algorithm in EXACT:
        proof = mcms.prove(GAME, state, algorithm, depth=depth)
        assert (proof.lower, proof.upper) == pytest.approx((exact.lower, exact.lower), abs=1e-9), algorithm
        assert proof.nodes <= exact.nodes or "false" in algorithm
    sampled = mcms.prove(GAME, state, "expss(width=6)", depth=depth, seed=3).lower
    for algorithm in ("star1ss(width=6)", "star2ss(width=6)", "star2ss(width=6,prune_from=0,probe_from=0)"):
        assert mcms.prove(GAME, state, algorithm, depth=depth, seed=3).lower == pytest.approx(sampled, abs=1e-9)


@pytest.mark.slow
def test_deeper_in_a_small_variant() -> None:
    markers = [0, 0, 1, 1, 2, 2, 0, 1, 1, 0, 0], [0, 1, 0, 0, 2, 1, 2, 0, 0, 0, 0]
    late = LOW.from_json(position(markers, {"7": 3, "8": 1}))
    for state, depth in ((LOW.initial_state(), 6), (late, 6)):
        exact = mcms.prove(LOW, state, "exp", depth=depth)
        for algorithm in ("star1", "star2", "exp(table_bounds=true)", "star2(table_bounds=true)"):
            proof = mcms.prove(LOW, state, algorithm, depth=depth)
            assert proof.lower == pytest.approx(exact.lower, abs=1e-9), algorithm


@pytest.mark.parametrize(("data", "depth"), [(data, 2) for data in POSITIONS] + [(POSITIONS[4], 3), (POSITIONS[5], 3)])
def test_the_definition(data: dict[str, Any], depth: int) -> None:
    state = GAME.from_json(data)
    assert mcms.prove(GAME, state, "exp", depth=depth).lower == pytest.approx(
        brute_force.value(GAME, state, depth), abs=1e-9
    )


@pytest.mark.parametrize("data", POSITIONS)
def test_sampling_follows_its_description(data: dict[str, Any]) -> None:
    state = GAME.from_json(data)
    sample = brute_force.sampler(GAME, mcms.Sampled(5), seed=11)
    assert mcms.prove(GAME, state, "expss(width=5)", depth=4, seed=11).lower == pytest.approx(
        brute_force.value(GAME, state, 4, sample), abs=1e-9
    )


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@pytest.mark.parametrize("data", POSITIONS)
def test_the_handwritten_search_sees_the_same_tree(data: dict[str, Any], depth: int) -> None:
    state = GAME.from_json(data)
    (reference,) = handwritten(GAME, depth)
    run = reference.run(state)
    proof = mcms.prove(GAME, state, "exp", depth=depth)
    assert run.value == pytest.approx(proof.lower, abs=1e-9)
    assert run.nodes == proof.nodes


def test_only_the_real_game_has_a_handwritten_search() -> None:
    assert handwritten(LOW, 3) == ()


def test_a_winning_stop_is_found() -> None:
    state = GAME.from_json(position(([3, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0], NOTHING), {"7": 13}))
    for algorithm in mcms.DEPTH_LIMITED_NAMES:
        result = mcms.search(GAME, state, algorithm, limit=Limit(depth=3), seed=1)
        assert (result.action, result.value) == ("stop", 100.0)
