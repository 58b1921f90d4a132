"""The evaluation of a search: the same at every front door, and refused before anything is searched."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

import mcms
from mcms import Limit, Star2, TableSearch, TreeSearch
from mcms.arena import SearchKeeper
from mcms.arena.player import as_player
from mcms.games.learnt import seen_by
from tests.test_conformance import CoinGame

EWN = mcms.load("ewn")
RACE = mcms.load("ewn(evaluation=race)")
STATE = EWN.resolve(EWN.initial_state(1), "4")
DEPTH = Limit(depth=3)
SIMULATIONS = Limit(simulations=300)


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        ("ewn", "ewn(evaluation=learnt)"),
        ("ewn(setup=123456-654321)", "ewn(evaluation=learnt,setup=123456-654321)"),
        ("cant_stop", "cant_stop(evaluation=learnt)"),
        ("ra", "ra(evaluation=learnt)"),
        ("backgammon", "backgammon(evaluation=learnt)"),
        ("backgammon(variant=nackgammon)", "backgammon(variant=nackgammon,evaluation=learnt)"),
        ("backgammon(scoring=win)", "backgammon(scoring=win,evaluation=learnt)"),
    ],
)
def test_mcms_goes_by_learnt_weights_where_there_are_some(game: str, seen: str) -> None:
    assert str(seen_by(mcms.Mcms(), mcms.load(game))) == seen
    assert seen_by(mcms.Mcms(evaluation="own"), mcms.load(game)) == mcms.load(game)
    assert seen_by(Star2(), mcms.load(game)) == mcms.load(game)


@pytest.mark.parametrize(
    "game",
    [
        "pig",
        "random_tree",
        "ewn(evaluation=race)",
        "ewn(evaluation=learnt)",
        "ra(gods=false)",  # by other rules than the weights were learnt by
        "cant_stop(columns=1)",
        "cant_stop(heights=2-4-6-8-10-12-10-8-6-4-2)",
        "backgammon(variant=hyper)",
    ],
)
def test_elsewhere_it_goes_by_the_game_s_own_evaluation(game: str) -> None:
    assert seen_by(mcms.Mcms(), mcms.load(game)) == mcms.load(game)


def test_a_game_in_python_has_its_own() -> None:
    game = CoinGame()
    own, best = (mcms.search(game, game.initial_state(0), Star2(evaluation=e), limit=DEPTH) for e in (None, "best"))
    assert (own.value, own.nodes) == (best.value, best.nodes)


@dataclasses.dataclass
class Biased(CoinGame):
    """A game in Python with an option of this name; it need not be hashable."""

    evaluation: str = "fair"

    def estimate(self, state: Any) -> float:
        return 0.0 if self.evaluation == "fair" else 0.25


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_game_in_python_may_have_several(wrapped: bool) -> None:
    game = mcms.CustomGame(game=Biased(), spec="m:Biased") if wrapped else Biased()
    values = [
        mcms.prove(game, game.initial_state(0), Star2(evaluation=evaluation), depth=0).lower
        for evaluation in ("own", "fair", "high")
    ]
    assert values == [0, 0, 0.25]


def test_every_front_door_takes_it() -> None:
    wanted = "star2(evaluation=race)"
    expected = mcms.search(RACE, STATE, "star2", limit=DEPTH)
    answers = [
        mcms.search(EWN, STATE, wanted, limit=DEPTH),
        mcms.search(EWN, STATE, Star2(evaluation="race"), limit=DEPTH),
        TableSearch(EWN, wanted).search(STATE, limit=DEPTH),
        SearchKeeper(EWN, wanted).search(STATE, [], limit=DEPTH).result,
        mcms.search_many(EWN, [STATE], wanted, limit=DEPTH, workers=1)[0],
    ]
    assert [(found.action, found.value) for found in answers] == [(expected.action, expected.value)] * len(answers)
    assert expected.value != mcms.search(EWN, STATE, "star2", limit=DEPTH).value
    assert mcms.prove(EWN, STATE, wanted, depth=3).lower == expected.value


def test_a_tree_takes_it_too() -> None:
    plain = TreeSearch(RACE, STATE, mcms.Mcts(), seed=3).search(limit=SIMULATIONS)
    for found in (
        TreeSearch(EWN, STATE, mcms.Mcts(evaluation="race"), seed=3).search(limit=SIMULATIONS),
        mcms.search(EWN, STATE, mcms.Mcts(evaluation="race"), limit=SIMULATIONS, seed=3),
        SearchKeeper(EWN, mcms.Mcts(evaluation="race"), seed=3).search(STATE, [], limit=SIMULATIONS).result,
    ):
        assert found.actions == plain.actions


TREE = mcms.load("random_tree")
ROOT = TREE.initial_state(1)
DOORS: dict[str, Callable[[Any], object]] = {
    "algorithm": lambda wanted: mcms.algorithm(str(wanted), TREE),
    "search": lambda wanted: mcms.search(TREE, ROOT, wanted, limit=DEPTH),
    "prove": lambda wanted: mcms.prove(TREE, ROOT, wanted, depth=1),
    "table": lambda wanted: TableSearch(TREE, wanted),
    "table by text": lambda wanted: TableSearch(TREE, str(wanted)),
    "tree": lambda wanted: TreeSearch(TREE, ROOT, mcms.Mcts(evaluation=wanted.evaluation)),
    "keeper": lambda wanted: SearchKeeper(TREE, wanted),
    "keeper of a tree": lambda wanted: SearchKeeper(TREE, mcms.Mcts(evaluation=wanted.evaluation)),
    "player": lambda wanted: as_player(wanted, TREE, DEPTH),
    "player by text": lambda wanted: mcms.player(f"{wanted}@depth=2", TREE),
    "search_many": lambda wanted: mcms.search_many(TREE, [], wanted, limit=DEPTH),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_a_game_lacks_is_refused_at_once(door: str) -> None:
    with pytest.raises(
        mcms.InvalidOptionError, match="evaluation is 'race': expected none, since random_tree has only"
    ):
        DOORS[door](Star2(evaluation="race"))


@pytest.mark.parametrize("evaluation", [3, True, "", 0.5])
def test_it_is_a_text(evaluation: Any) -> None:
    for make in (mcms.Star2, mcms.Mcms, mcms.Mcts):
        with pytest.raises(mcms.InvalidOptionError, match="expected own, best, or a name or file the game knows"):
            make(evaluation=evaluation)


@pytest.mark.parametrize("text", ["mcms(evaluation=own)", "star2(evaluation=best)", "star1ss(width=3,evaluation=race)"])
def test_it_is_part_of_the_text(text: str) -> None:
    assert str(mcms.algorithm(text)) == text
    assert str(mcms.algorithm("mcms(evaluation=best)")) == "mcms"
