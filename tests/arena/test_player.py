"""Players by name, the random player, and games that bring no players of their own."""

import doctest
import functools
import pickle
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import mcms
from mcms.arena.player import FunctionPlayer, RandomPlayer
from tests.arena import own_players

OWN = "tests.arena.own_players"


class Countdown:
    """A user's game, with the contract's methods and nothing else: take 1, 2 or 3 from a heap."""

    def initial_state(self, seed: int) -> int:
        return 10

    def turn(self, state: int) -> str:
        return "over" if state <= 0 else "first"

    def actions(self, state: int) -> list[int]:
        return [1, 2, 3]

    def outcomes(self, state: int) -> list[tuple[str, float]]:
        return []

    def play(self, state: int, action: int) -> int:
        return state - action

    def resolve(self, state: int, outcome: str) -> int:
        return state

    def utility(self, state: int) -> float:
        return 1.0

    def estimate(self, state: int) -> float:
        return 0.0

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def hash(self, state: int) -> int:
        return -state


def test_random_is_a_function_of_seed_and_state() -> None:
    game = Countdown()
    draws = [RandomPlayer().choose(game, 10, seed) for seed in range(50)]
    assert draws == [RandomPlayer().choose(game, 10, seed) for seed in range(50)]
    assert draws != [RandomPlayer().choose(game, 9, seed) for seed in range(50)]


def test_random_draws_never_change() -> None:
    """The same on every machine and version; games recorded with these draws can be replayed."""
    game = Countdown()
    assert [RandomPlayer().choose(game, 10, seed) for seed in range(12)] == [2, 2, 1, 3, 2, 2, 3, 2, 1, 1, 3, 3]


def test_random_is_uniform() -> None:
    game = Countdown()
    counts = Counter(RandomPlayer().choose(game, state, seed) for state in range(1, 31) for seed in range(200))
    assert set(counts) == {1, 2, 3}
    assert all(abs(count - 2000) < 4 * (6000 * 2 / 9) ** 0.5 for count in counts.values())


def test_random_takes_every_seed() -> None:
    game = Countdown()
    assert RandomPlayer().choose(game, 10, 2**64 - 1) in (1, 2, 3)
    for seed in (-1, 2**64, 0.5):
        with pytest.raises(mcms.InvalidOptionError, match="seed"):
            RandomPlayer().choose(game, 10, seed)  # type: ignore[arg-type]


def test_random_needs_a_decision() -> None:
    pig = mcms.load("pig")
    with pytest.raises(mcms.GameOverError):
        RandomPlayer().choose(Countdown(), 0, 0)
    with pytest.raises(mcms.IllegalMoveError):
        RandomPlayer().choose(pig, pig.play(pig.initial_state(), "roll"), 0)


@pytest.mark.parametrize(
    "game", [mcms.load("pig"), mcms.load("random_tree"), Countdown()], ids=lambda game: type(game).__name__
)
def test_random_plays_every_game(game: mcms.game.AnyGame) -> None:
    player = mcms.player("random", game)
    assert player == RandomPlayer()
    assert player.name == "random"
    assert isinstance(player, mcms.Player)
    assert pickle.loads(pickle.dumps(player)) == player


def test_unknown_names_list_the_known_ones() -> None:
    own = "expected one of random, human, optimal, hold:N, mcms, exp, star1, .*dpw, or module:name for one of your own$"
    with pytest.raises(mcms.UnknownNameError, match=f"unknown player 'best': {own}"):
        mcms.player("best", mcms.load("pig"))
    for game in (mcms.load("random_tree"), Countdown()):
        with pytest.raises(
            mcms.UnknownNameError, match=r"unknown player 'optimal': expected one of random, human, mcms, exp"
        ):
            mcms.player("optimal", game)
    for text in ("random:3", "optimal:3", "human:x"):
        with pytest.raises(mcms.UnknownNameError, match=f"unknown player '{text}'"):
            mcms.player(text, mcms.load("pig"))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pig", "star2ss(width=18)@depth=2"),
        ("pig", "mcts(exploration=50)@simulations=20"),
        ("pig", "optimal"),
        ("pig", "hold:23"),
        ("cant_stop", "rule-of-28"),
        ("ra", "random"),
        ("ewn", "exp@depth=1"),
        ("ewn", "star1@50ms"),
        ("ewn", "mcms(evaluation=race,threads=2)@50ms"),
        ("pig", "human"),
        ("pig", "tests.arena.own_players:first_action"),
    ],
)
def test_a_player_s_name_is_its_text(game: str, text: str) -> None:
    rules = mcms.load(game)
    made = mcms.player(text, rules)
    assert made.name == text
    assert mcms.player(made.name, rules) == made
    assert pickle.loads(pickle.dumps(made)) == made


def test_own_players_by_module_and_name() -> None:
    pig = mcms.load("pig")
    assert mcms.player(f"{OWN}:first_action", pig) == FunctionPlayer(own_players.first_action)
    assert mcms.player(f"{OWN}:Named", pig) == own_players.Named(0)
    assert mcms.player(f"{OWN}:Named(choice=1)", pig) == own_players.Named(1)
    assert mcms.player(f"{OWN}:ready_made", pig) is own_players.ready_made


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nowhere:x", "unknown module 'nowhere'"),
        (f"{OWN}:nobody", "has no 'nobody'"),
        (f"{OWN}:no_player", "is 3: expected a player or a function"),
        (f"{OWN}:Named(nope=1)", "cannot be made with these options"),
        (f"{OWN}:first_action(choice=1)", "expected it without options"),
        (f"{OWN}:first_action@50ms", "has a limit"),
        ("os.path:1x", "unknown player 'os.path:1x'"),
        ("a..b:c", "unknown player 'a..b:c'"),
        (":x", "unknown player ':x'"),
    ],
)
def test_own_players_that_are_none(text: str, says: str) -> None:
    with pytest.raises(mcms.McmsError, match=re.escape(says)):
        mcms.player(text, mcms.load("pig"))


def test_what_a_module_imports_in_vain_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "needs_more.py").write_text("import not_there_at_all")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="not_there_at_all"):
        mcms.player("needs_more:x", mcms.load("pig"))


def test_function_players_are_named_after_their_function() -> None:
    assert FunctionPlayer(own_players.first_action).name == f"{OWN}:first_action"
    assert FunctionPlayer(lambda *_: "roll").name.endswith("<lambda>")
    assert FunctionPlayer(functools.partial(own_players.first_action)).name == "functools:partial"


def test_options_and_texts_that_make_no_sense() -> None:
    pig = mcms.load("pig")
    with pytest.raises(mcms.InvalidOptionError, match="random has no option 'width'"):
        mcms.player("random(width=3)", pig)
    for text in ("", "random(", "a b"):
        with pytest.raises(mcms.InvalidOptionError, match="is not a name with options"):
            mcms.player(text, pig)


def test_examples() -> None:
    # By its name: the attribute of the package is the function.
    assert doctest.testmod(sys.modules["mcms.arena.player"]).failed == 0
