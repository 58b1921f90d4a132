"""The evaluations that come with mcms: there, what their manifests say, and better than those made by hand."""

import pytest

import mcms
from mcms.games.learnt import SHIPPED
from mcms.learn import Weights

GAMES = {"backgammon": "pips", "cant_stop": "progress", "ewn": "distance", "ra": "lead"}
SEEDS = {"backgammon": 2, "cant_stop": 1, "ewn": 1, "ra": 6}
"""Of the last command in `make weights` that makes each."""


def test_they_are_small() -> None:
    files = sorted(SHIPPED.glob("*"))
    assert [file.name for file in files] == [f"{name}.npz" for name in sorted(GAMES)]
    assert sum(file.stat().st_size for file in files) < 650_000


@pytest.mark.parametrize("name", sorted(GAMES))
def test_their_manifests_say_how_they_were_made(name: str) -> None:
    manifest = Weights.read(SHIPPED / f"{name}.npz").manifest
    assert manifest.game == name
    assert manifest.commit
    assert manifest.options["seed"] == SEEDS[name]
    assert manifest.games >= manifest.options["games"]


@pytest.mark.parametrize(("name", "by_hand"), sorted(GAMES.items()))
def test_they_play_better_than_what_is_made_by_hand(name: str, by_hand: str) -> None:
    """One move ahead, no more luck than forty matches have."""
    game = mcms.load(name)
    players = (f"exp(evaluation={evaluation})@depth=1" for evaluation in ("learnt", by_hand))
    (result,) = mcms.arena.play_pairings([mcms.arena.pairing(game, *players, matches=40, seed=1)])
    assert result.points.per_game > 0


@pytest.mark.parametrize("name", sorted(GAMES))
def test_games_with_them_are_games(name: str) -> None:
    mcms.check_game(mcms.load(f"{name}(evaluation=learnt)"), games=2)
