"""What follows a search on the page goes on from its table: nothing is searched twice, and values stay the same."""

from typing import Any

import pytest

import mcms
from mcms import Limit, StopToken
from mcms.web.linked_searches import RecentSearches
from mcms.web.looking import Question, expand

EWN = mcms.load("ewn")
STATE = EWN.resolve(EWN.initial_state(seed=1), "4")
STAR2 = mcms.Star2()


def ignore(so_far: object) -> None:
    """Progress that nobody looks at."""


def rolls_after(action: Any) -> list[Any]:
    rolling = EWN.play(STATE, action)
    return [EWN.resolve(rolling, outcome) for outcome, _ in EWN.outcomes(rolling)]


def test_rolls_and_moves_are_answered_by_the_search_before() -> None:
    with RecentSearches(1).start(EWN, STAR2, 0) as searches:
        found = searches.first(STATE, Limit(depth=5), StopToken(), ignore)
        for asked, depth in ((rolls_after(found.action), 4), ([EWN.play(STATE, a) for a in EWN.actions(STATE)], 4)):
            further = [searches.further(state, Limit(depth=depth), StopToken()) for state in asked]
            alone = [mcms.search(EWN, state, STAR2, limit=Limit(depth=depth)) for state in asked]
            assert [one.value for one in further] == [one.value for one in alone]
            assert sum(one.nodes for one in further) < sum(one.nodes for one in alone) / 2


def test_the_rolls_of_the_best_move_are_hardly_searched_at_all() -> None:
    with RecentSearches(1).start(EWN, STAR2, 0) as searches:
        found = searches.first(STATE, Limit(depth=5), StopToken(), ignore)
        nodes = [searches.further(state, Limit(depth=4), StopToken()).nodes for state in rolls_after(found.action)]
    assert sum(nodes) < found.nodes / 20


def test_a_tree_goes_on_from_the_search_it_belongs_to() -> None:
    recent = RecentSearches(2)
    with recent.start(EWN, STAR2, 0) as first:
        pass
    with recent.go_on(EWN, STAR2, 0) as again, recent.go_on(EWN, STAR2, 0) as beside:
        assert again is first
        assert beside is not first  # it is in use
    with recent.start(EWN, STAR2, 0) as anew:
        assert anew is not first  # its nodes are to depend on nobody


def test_the_oldest_table_goes_first() -> None:
    recent = RecentSearches(2)
    for seed in (1, 2, 1, 3):
        with recent.go_on(EWN, STAR2, seed) as searches:
            if seed == 1:
                kept = searches
    with recent.go_on(EWN, STAR2, 1) as searches:
        assert searches is kept


def test_samples_that_are_drawn_afresh_are_searched_each_time() -> None:
    afresh = mcms.Star2(chance=mcms.Sampled(2, luck="visit"))
    with RecentSearches(1).start(EWN, afresh, 0) as searches:
        searches.first(STATE, Limit(depth=2), StopToken(), ignore)
        assert searches.further(STATE, Limit(depth=2), StopToken()).depth == 2


def test_a_window_is_searched_only_where_the_value_lies_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, float]] = []

    def counted(*arguments: Any, alpha: float, beta: float, **options: Any) -> Any:
        asked.append((alpha, beta))
        return mcms.prove(*arguments, alpha=alpha, beta=beta, **options)

    monkeypatch.setattr("mcms.web.windows.prove", counted)
    question = Question(game=EWN, state=STATE, algorithm=STAR2, seconds=20, seed=0)
    children: list[dict[str, Any]] = []

    def keep(name: str, data: dict[str, Any]) -> None:
        if name == "child":
            children.append(data)

    expand(question, RecentSearches(1), 4)(keep, StopToken())
    outside = [child for child in children if not child["window"][0] < child["value"] < child["window"][1]]
    assert len(asked) == len(outside) < len(children)
    for child in children:
        low, high = child["bounds"]
        assert low - 1e-9 <= child["value"] <= high + 1e-9
