"""One game: seats, scores, clocks, what is refused, and games that would never end."""

from typing import Any

import pytest

import mcms
from mcms.arena import Clock, FunctionPlayer, play_game
from mcms.arena import game_play as game_play_module
from mcms.exceptions import PlayerError
from mcms.game import AnyGame
from tests.arena.own_players import Heap, by_seed, first_action, illegal, raises_lookup_error


def test_moves_lead_from_the_start_to_the_end() -> None:
    pig = mcms.load("pig(goal=20)")
    hold = mcms.player("hold:8", pig)
    played = play_game(pig, (hold, hold), seed=3)
    state = pig.initial_state()
    decisions = {"first": 0, "second": 0}
    for move in played.moves:
        if (turn := pig.turn(state)) == "chance":
            state = pig.resolve(state, move)
        else:
            decisions[turn] += 1
            state = pig.play(state, move)
    assert pig.turn(state) == "over"
    assert pig.utility(state) == played.utility
    assert played.score == (played.utility > 0)
    assert [clock.decisions for clock in played.clocks] == list(decisions.values())


def test_a_game_is_a_function_of_its_seed_and_leg() -> None:
    game, player = Heap(), FunctionPlayer(by_seed)
    one, again, other_leg, other_seed = (
        play_game(game, (player, player), seed=seed, leg=leg).moves for seed, leg in ((1, 0), (1, 0), (1, 1), (2, 0))
    )
    assert one == again
    assert one != other_leg
    assert one != other_seed


def test_clocks_add_up() -> None:
    clock = Clock().after(0.5).after(2.0).after(1.0)
    assert (clock.decisions, clock.seconds, clock.slowest) == (3, 3.5, 2.0)


def test_an_illegal_action_names_the_player_and_the_legal_ones() -> None:
    pig = mcms.load("pig")
    with pytest.raises(PlayerError, match=r"player .*own_players:illegal answered 'fly' in .*: expected one of roll"):
        play_game(pig, (FunctionPlayer(illegal), FunctionPlayer(first_action)), seed=0)


def test_a_player_s_own_error_is_not_touched() -> None:
    player = FunctionPlayer(raises_lookup_error)
    with pytest.raises(LookupError, match="lost my book"):
        play_game(mcms.load("pig"), (player, player), seed=0)


def test_endless_games_are_draws() -> None:
    """Two players of Pig who never stop roll for ever, if the goal is too far for one turn."""
    pig = mcms.load("pig(goal=1000)")
    endless = FunctionPlayer(lambda *_: "roll")
    played = play_game(pig, (endless, endless), seed=0)
    assert len(played.moves) == game_play_module.MOST_EVENTS
    assert played.utility is None
    assert played.score == 0.5


class OneMove:
    """A game of a single move, worth what it is told."""

    draw_value = 2.0

    def __init__(self, worth: float) -> None:
        self.worth = worth

    def initial_state(self, seed: int) -> str:
        return "first"

    def turn(self, state: str) -> str:
        return state

    def actions(self, state: str) -> list[str]:
        return ["end"]

    def play(self, state: str, action: str) -> str:
        return "over"

    def utility(self, state: str) -> float:
        return self.worth

    def value_range(self) -> tuple[float, float]:
        return 0.0, 10.0


@pytest.mark.parametrize(("worth", "score"), [(0.0, 0.0), (1.9, 0.0), (2.0, 0.5), (2.1, 1.0), (10.0, 1.0)])
def test_more_than_a_draw_is_a_win(worth: float, score: float) -> None:
    """Wherever the draw is within the range."""
    game: Any = OneMove(worth)
    player = FunctionPlayer(first_action)
    played = play_game(game, (player, player), seed=0)
    assert played.score == score
    assert played.points == worth - 2


@pytest.mark.parametrize("text", ["pig(goal=30)", "ewn", "cant_stop", "ra", "random_tree"])
def test_every_game_is_played_to_its_end(text: str) -> None:
    game: AnyGame = mcms.load(text)
    player = mcms.player("random", game)
    played = play_game(game, (player, player), seed=1)
    assert played.utility is not None
    assert played.moves
