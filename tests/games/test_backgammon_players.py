"""Backgammon's players; GNU Backgammon's where its package is there."""

import importlib.util
from typing import Any

import pytest

import mcms
from mcms import Backgammon, InvalidOptionError, InvalidStateError
from mcms.arena import pairing, play_pairings
from mcms.arena.identity import player_identity
from mcms.exceptions import MissingExtraError
from mcms.games import gnubg

GAME = Backgammon()
needs_gnubg = pytest.mark.skipif(importlib.util.find_spec("gnubg_nn") is None, reason="gnubg-nn is not installed")


def opening(roll: str) -> Any:
    return GAME.resolve(GAME.initial_state(), f"first {roll}")


def test_greedy_makes_points() -> None:
    assert mcms.player("greedy", GAME).choose(GAME, opening("31"), seed=0) == "8/5 6/5"
    with pytest.raises(InvalidStateError, match="plays only that"):
        mcms.player("greedy", GAME).choose(mcms.load("pig"), mcms.load("pig").initial_state(), seed=0)


def test_greedy_beats_random() -> None:
    (result,) = play_pairings([pairing(GAME, "greedy", "random", matches=5)])
    assert result.points.mean > 0.5


@needs_gnubg
@pytest.mark.parametrize("name", ["gnubg:0", "gnubg:1", "pubeval"])
def test_programs_make_the_known_openings(name: str) -> None:
    program = mcms.player(name, GAME)
    assert program.name == name
    assert program.choose(GAME, opening("31"), seed=0) == "8/5 6/5"
    assert program.choose(GAME, opening("61"), seed=0) == "13/7 8/7"
    assert player_identity(program).code.startswith("gnubg-nn ")


@needs_gnubg
@pytest.mark.parametrize("variant", ["standard", "hyper"])
@pytest.mark.parametrize("name", ["gnubg:0", "pubeval"])
def test_programs_answer_legally_all_through_games(name: str, variant: Any) -> None:
    game = Backgammon(variant=variant)
    (result,) = play_pairings([pairing(game, name, "random", matches=10)])
    assert result.points.mean > 0


@needs_gnubg
def test_equities_are_the_players_about_to_roll() -> None:
    ahead = GAME.from_position_id("vY8WEAAHAAAAAA")
    assert gnubg.equity(ahead, 0) == pytest.approx(-gnubg.equity(_swapped(ahead), 0), abs=0.5)
    assert gnubg.equity(GAME.from_position_id("4HPwATDgc/ABMA"), 0) == pytest.approx(0.07, abs=0.03)


def _swapped(state: Any) -> Any:
    return type(state)(**(state.as_dict() | {"own": state.other, "other": state.own}))


@pytest.mark.parametrize("name", ["gnubg:0", "pubeval"])
def test_without_the_package_one_sentence_says_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=f"{name} needs GNU Backgammon's networks: .*pip install gnubg-nn"):
        mcms.player(name, GAME)


@pytest.mark.parametrize("name", ["gnubg:x", "gnubg:9", "gnubg:"])
def test_plies_are_a_small_number(name: str) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        mcms.player(name, GAME)
