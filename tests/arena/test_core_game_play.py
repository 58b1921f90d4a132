"""Games between two searches: the core plays the games that Python would, to the last move."""

import pickle
import threading
import time
from typing import Any

import pytest

import mcms
from mcms import Limit
from mcms.arena import game_play as game_play_module
from mcms.arena import pairing, play_game
from mcms.arena.game_play import play_step_by_step
from mcms.arena.search_player import GameStopped, stopped_by
from tests.compiled_games import example

GAMES = ["pig", "pig(dice=1)", "pig(merged=false,evaluation=banked,scale=0.5)", "ewn", "cant_stop", "ra"]
PAIRINGS = [
    ("star1ss", "mcts"),
    ("dpw", "exp"),
    ("mcms(evaluation=own)", "star2ss(luck=visit)"),
    ("mcms", "star2(evaluation=best)"),
    ("mcts(evaluation=best)", "mcms"),
    ("star2(table_mb=0)", "mcts(threads=2)"),
    ("expss", "star2(table_bounds=true)"),
    ("mcms(keep=true)", "star2ss(keep=true,table_bounds=true,table_mb=64,evaluation=best)"),
    ("mcts", "mcms(keep=true,evaluation=own)"),
]


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("names", PAIRINGS, ids=" – ".join)
def test_the_core_plays_the_same_game(text: str, names: tuple[str, str]) -> None:
    game = mcms.load(text)
    meeting = pairing(game, *names, matches=1, limit=Limit(nodes=120))
    for leg, seats in enumerate(((meeting.a, meeting.b), (meeting.b, meeting.a))):
        ours, plain = (play(game, seats, seed=2**64 - 7, leg=leg) for play in (play_game, play_step_by_step))
        assert ours.moves == plain.moves
        assert (ours.utility, ours.points, ours.score) == (plain.utility, plain.points, plain.score)
        assert [clock.decisions for clock in ours.clocks] == [clock.decisions for clock in plain.clocks]
        assert all(clock.seconds >= clock.slowest > 0 for clock in ours.clocks)


def test_searches_that_see_the_same_game_are_played_by_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    """They see the same where their evaluations are the same, by whatever name."""
    alone: list[str] = []
    in_python = game_play_module.play_step_by_step

    def noted(game: Any, players: Any, *, seed: int, leg: int = 0) -> Any:
        alone.append(" – ".join(player.label for player in players))
        return in_python(game, players, seed=seed, leg=leg)

    monkeypatch.setattr(game_play_module, "play_step_by_step", noted)

    def meet(game: Any, first: str, second: str) -> None:
        meeting = pairing(game, first, second, matches=1, limit=Limit(nodes=20))
        assert play_game(game, meeting.players, seed=1).utility is not None

    ewn = mcms.load("ewn")
    for second in ("mcms(evaluation=learnt)", "star2(evaluation=best)", "mcts(evaluation=learnt)"):
        meet(ewn, "mcms", second)
    meet(ewn, "mcms(evaluation=own)", "mcts")
    meet(ewn, "mcms(evaluation=distance)", "exp(evaluation=own)")
    meet(mcms.load("ewn(evaluation=race)"), "mcms", "mcts")
    meet(mcms.load("pig(goal=20)"), "mcms", "mcts")
    assert alone == []
    meet(ewn, "mcms", "mcts")
    assert alone == ["mcms – mcts"]


def test_games_differ_by_seed_and_leg() -> None:
    game = mcms.load("ewn")
    engine = mcms.player("star1ss@nodes=50", game)
    moves = {play_game(game, (engine, engine), seed=seed, leg=leg).moves for seed in (1, 2) for leg in (0, 1)}
    assert len(moves) == 4


def test_endless_games_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_play_module, "MOST_EVENTS", 7)
    game = mcms.load("pig")
    engine = mcms.player("star1@depth=1", game)
    played = play_game(game, (engine, engine), seed=1)
    assert (len(played.moves), played.utility, played.points, played.score) == (7, None, 0, 0.5)


def test_a_token_ends_the_game() -> None:
    game = mcms.load("ra")
    engine = mcms.player("star1@2s", game)
    token = mcms.StopToken()
    threading.Timer(0.1, token.stop).start()
    start = time.monotonic()
    with stopped_by(token), pytest.raises(GameStopped):
        play_game(game, (engine, engine), seed=1)
    assert time.monotonic() - start < 60


def test_a_player_that_has_played_can_be_sent_to_another_process() -> None:
    game = mcms.load("pig(goal=20)")
    engine: Any = mcms.player("star1ss@nodes=50", game)
    before = play_game(game, (engine, engine), seed=1)
    sent = pickle.loads(pickle.dumps(engine))
    assert sent == engine
    assert play_game(game, (sent, sent), seed=1).moves == before.moves


def test_too_much_memory_is_refused() -> None:
    game = mcms.load("pig")
    engine = mcms.player(f"star1(table_mb={2**20})@nodes=5", game)
    with pytest.raises(mcms.InvalidOptionError, match="half of this machine's memory"):
        play_game(game, (engine, engine), seed=1)


def test_a_compiled_game_is_played_by_the_core_too() -> None:
    game = example("pig_numba").pig
    meeting = pairing(game, "star1ss", "mcts", matches=1, limit=Limit(nodes=60))
    ours, plain = (play(game, meeting.players, seed=5) for play in (play_game, play_step_by_step))
    assert (ours.moves, ours.utility) == (plain.moves, plain.utility)
