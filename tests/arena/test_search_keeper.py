"""A tree that follows a game: kept as long as the game only goes on, new when it does not."""

import dataclasses
import random
from typing import Any

import pytest

from mcms import IllegalMoveError, Limit, SearchResult, StopToken, TableSearch, TreeSearch, Turn
from mcms.arena import KeptSearch, SearchKeeper
from tests.pig_positions import PIG, pig_state

START = pig_state(50, 40, 12)
LIMIT = Limit(simulations=3000)


def after(state: Any, *steps: str) -> Any:
    for step in steps:
        state = PIG.resolve(state, step) if PIG.turn(state) is Turn.CHANCE else PIG.play(state, step)
    return state


def findings(kept: KeptSearch) -> tuple[Any, ...]:
    result = kept.result
    return kept.carried_over, result.simulations, result.value, result.nodes, result.actions


@pytest.mark.parametrize("name", ["mcts", "dpw", "mcts(threads=2)"])
def test_it_does_what_a_tree_search_does(name: str) -> None:
    keeper, tree = SearchKeeper(PIG, name, seed=5), TreeSearch(PIG, START, name, seed=5)
    first = keeper.search(START, ["earlier"], limit=LIMIT)
    assert first.carried_over == 0
    assert first.result.actions == tree.search(limit=LIMIT).actions
    tree.advance("roll", "7")
    kept = tree.view(depth=0).visits
    second = keeper.search(after(START, "roll", "7"), ["earlier", "roll", "7"], limit=LIMIT)
    assert second.carried_over == kept > 0
    assert second.result.actions == tree.search(limit=LIMIT).actions
    assert sum(entry.visits or 0 for entry in second.result.actions) >= kept - 2 + 3000


def test_searching_the_same_position_again_adds_to_it() -> None:
    keeper = SearchKeeper(PIG, seed=5)
    keeper.search(START, [], limit=LIMIT)
    assert keeper.search(START, [], limit=LIMIT).carried_over == 3000


@pytest.mark.parametrize(
    ("state", "history"),
    [
        pytest.param(START, [], id="everything taken back"),
        pytest.param(after(START, "roll", "8"), ["roll", "8"], id="other luck"),
        pytest.param(after(START, "stop"), ["stop"], id="another action"),
        pytest.param(pig_state(1, 2, 33), ["roll", "7"], id="the same steps from another start"),
        pytest.param(after(START, "roll", "7"), [], id="a game that starts where the other one stood"),
    ],
)
def test_a_line_that_is_not_continued_starts_anew(state: Any, history: list[str]) -> None:
    keeper = SearchKeeper(PIG, seed=5)
    keeper.search(after(START, "roll", "7"), ["roll", "7"], limit=LIMIT)
    anew = keeper.search(state, history, limit=LIMIT)
    assert findings(anew) == findings(SearchKeeper(PIG, seed=5).search(state, history, limit=LIMIT))
    assert anew.carried_over == 0


def test_forgetting_starts_anew() -> None:
    keeper = SearchKeeper(PIG, seed=5)
    first = keeper.search(START, [], limit=LIMIT)
    keeper.forget()
    assert findings(keeper.search(START, [], limit=LIMIT)) == findings(first)


def test_a_whole_game_is_reproducible() -> None:
    def game(seed: int) -> list[tuple[Any, ...]]:
        keeper, rng, state = SearchKeeper(PIG, "dpw", seed=seed), random.Random(1), pig_state(60, 70)
        history: list[str] = []
        found: list[tuple[Any, ...]] = []
        while (turn := PIG.turn(state)) is not Turn.OVER:
            if turn is Turn.CHANCE:
                step = rng.choice(PIG.outcomes(state))[0]
            elif turn is Turn.SECOND:
                step = PIG.actions(state)[-1]
            else:
                kept = keeper.search(state, history, limit=Limit(simulations=300))
                found.append(findings(kept))
                step = str(kept.result.action)
            state, history = after(state, step), [*history, step]
        return found

    assert game(3) == game(3) != game(4)
    assert max(carried for carried, *_ in game(3)) > 0


def test_following_the_game_counts_as_thinking() -> None:
    keeper = SearchKeeper(PIG, seed=5)
    keeper.search(START, [], limit=Limit(simulations=100_000))
    at_once = keeper.search(after(START, "roll", "7"), ["roll", "7"], limit=Limit(seconds=1e-9))
    assert at_once.result.stop_reason == "seconds"
    assert at_once.carried_over is not None
    assert at_once.carried_over > 0
    assert at_once.result.action in PIG.actions(after(START, "roll", "7"))


def test_a_token_stops_it() -> None:
    token = StopToken()
    token.stop()
    stopped = SearchKeeper(PIG).search(START, [], limit=Limit(seconds=60), stop=token)
    assert stopped.result.stop_reason == "stopped"


@pytest.mark.parametrize(("name", "limit"), [("mcts", Limit(seconds=60)), ("star2", Limit(depth=5))])
def test_it_reports_as_it_goes_and_stops_if_told_to(name: str, limit: Limit) -> None:
    reports: list[SearchResult[str]] = []

    def first_only(report: SearchResult[str]) -> bool:
        reports.append(report)
        return False

    found = SearchKeeper(PIG, name).search(START, [], limit=limit, on_progress=first_only).result
    assert (len(reports), found.stop_reason) == (1, "stopped")


def test_an_illegal_step_is_told_and_harms_nothing() -> None:
    keeper = SearchKeeper(PIG, seed=5)
    keeper.search(START, [], limit=LIMIT)
    with pytest.raises(IllegalMoveError, match="13"):
        keeper.search(START, ["roll", "13"], limit=LIMIT)
    assert keeper.search(START, [], limit=LIMIT).carried_over == 3000


def test_a_search_by_depth_keeps_its_table() -> None:
    keeper, table = SearchKeeper(PIG, "mcms", seed=5), TableSearch(PIG, "mcms", seed=5)
    for state, history in ((START, []), (after(START, "roll", "7"), ["roll", "7"]), (START, [])):
        kept = keeper.search(state, history, limit=Limit(nodes=3000))
        expected = table.search(state, limit=Limit(nodes=3000))
        assert kept.carried_over is None
        assert dataclasses.replace(kept.result, seconds=0.0) == dataclasses.replace(expected, seconds=0.0)
    first = SearchKeeper(PIG, "mcms", seed=5).search(START, [], limit=Limit(depth=4)).result
    keeper.forget()
    assert keeper.search(START, [], limit=Limit(depth=4)).result.nodes == first.nodes
