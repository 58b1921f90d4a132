"""Tournaments in TOML files, and everything that can be wrong with one."""

from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena.tournament import Schedule, read_tournament, tournament_of
from mcms.stats import Sprt

FILE = """
game = "pig(goal=50)"
schedule = "gauntlet"
players = ["star1", "mcts@simulations=10", "hold:20", "tests.arena.own_players:first_action"]
limit = "depth=2"
matches = 7
seed = 3
sprt = [0, 10.5]
"""


def test_a_file_with_everything(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(FILE)
    tournament = read_tournament(path)
    assert str(tournament.game) == "pig(goal=50)"
    assert [player.name for player in tournament.players] == [
        "star1@depth=2",
        "mcts@simulations=10",
        "hold:20",
        "tests.arena.own_players:first_action",
    ]
    assert tournament.schedule is Schedule.GAUNTLET
    assert (tournament.matches, tournament.seed, tournament.sprt) == (7, 3, Sprt(elo0=0, elo1=10.5))
    assert len(tournament.pairings()) == 3


def test_defaults() -> None:
    tournament = tournament_of({"game": "pig", "players": ["hold:1", "hold:2", "hold:3"]})
    assert tournament.schedule is Schedule.ROUND_ROBIN
    assert (tournament.matches, tournament.seed, tournament.sprt) == (100, 0, None)
    assert len(tournament.pairings()) == 3


GOOD: dict[str, Any] = {"game": "pig", "players": ["hold:1", "hold:2"]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"game": 3}, "game is 3: expected a text"),
        ({"players": "hold:1"}, "players is 'hold:1': expected a list"),
        ({"players": [1]}, "player is 1: expected a text"),
        ({"players": ["nobody", "hold:1"]}, "unknown player 'nobody'"),
        ({"players": ["star1", "hold:1"]}, "lacks a limit"),
        ({"limit": "soon"}, "limit is 'soon'"),
        ({"limit": 3}, "limit is 3: expected a text"),
        ({"schedule": "swiss"}, "schedule is 'swiss': expected one of pairing, round-robin, gauntlet, elimination"),
        ({"schedule": ["x"]}, "schedule is"),
        ({"schedule": "pairing", "players": ["hold:1", "hold:2", "hold:3"]}, "a pairing has 3 players: expected 2"),
        ({"matches": 0}, "matches is 0"),
        ({"matches": True}, "matches is True"),
        ({"seed": -1}, "seed is -1"),
        ({"sprt": 3}, "sprt is 3"),
        ({"sprt": [1]}, "sprt is"),
        ({"sprt": [10, 0]}, "elo1 is 0"),
        ({"sprt": ["a", "b"]}, "elo0 is 'a'"),
        ({"sprt": [0, float("nan")]}, "elo1 is nan"),
        ({"schedule": "elimination", "sprt": [0, 10]}, "an elimination has an sprt"),
        ({"mathces": 3}, "unknown key 'mathces'"),
    ],
)
def test_bad_content(change: dict[str, Any], says: str) -> None:
    with pytest.raises(mcms.McmsError) as error:
        tournament_of(GOOD | change)
    assert says in str(error.value)


def test_missing_keys() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="the tournament lacks game, players"):
        tournament_of({})


@pytest.mark.parametrize("content", [b"game = ", b"\xff\xfe", b"x = " + b"[" * 100_000, b"game = 1\ngame = 2"])
def test_files_that_are_no_toml(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.toml"
    path.write_bytes(content)
    with pytest.raises(mcms.InvalidOptionError, match="expected a TOML file"):
        read_tournament(path)


def test_no_file(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(mcms.InvalidOptionError, match="cannot read"):
            read_tournament(path)
