"""Many positions at once: the answers of single searches, in the order of the states, whoever finds them."""

from typing import Any

import pytest

import mcms
from mcms.search_many import searches
from tests.arena.own_players import Heap

PIG = mcms.load("pig(goal=30)")
LIMIT = mcms.Limit(depth=2)
STATES = [
    PIG.from_json({"scores": [own, other], "turn_total": 0, "to_move": 0})
    for own in range(0, 30, 5)
    for other in (0, 20)
]


def essence(result: Any) -> Any:
    return result.action, result.value, result.nodes, result.stop_reason


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("name", ["star2ss", "mcts"])
def test_the_answers_of_single_searches_in_their_order(workers: int, name: str) -> None:
    limit = LIMIT if name == "star2ss" else mcms.Limit(simulations=30)
    told: list[tuple[int, int]] = []
    found = mcms.search_many(
        PIG,
        STATES,
        name,
        limit=limit,
        seed=3,
        workers=workers,
        on_progress=lambda done, total: told.append((done, total)),
    )
    assert list(map(essence, found)) == [essence(mcms.search(PIG, s, name, limit=limit, seed=3)) for s in STATES]
    assert told == [(done, len(STATES)) for done in range(1, len(STATES) + 1)]


def test_games_in_python_are_searched_in_processes() -> None:
    game = Heap(9)
    states = [(size, "first", "first") for size in range(2, 9)]
    found = mcms.search_many(game, states, "star1", limit=LIMIT, workers=2)
    assert list(map(essence, found)) == [essence(mcms.search(game, state, "star1", limit=LIMIT)) for state in states]


def test_no_states_no_answers() -> None:
    assert mcms.search_many(PIG, [], "star1", limit=LIMIT) == []


def test_what_is_refused() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="expected one that searches"):
        mcms.search_many(PIG, STATES, "hold:20", limit=LIMIT)
    with pytest.raises(mcms.InvalidOptionError, match="seed is -1"):
        searches(PIG, STATES, "star1", limit=LIMIT, seed=-1)
