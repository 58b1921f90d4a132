"""Pig's own players: they do what their names say, and random play matches the rules page."""

import doctest
import math
import pickle
import random
import statistics

import pytest

import mcms
from mcms.games import pig_players
from mcms.games.pig import Pig
from mcms.games.pig_players import HoldPlayer, OptimalPlayer
from mcms.games.pig_solver import hold_at, match_policies, solve_pig

PIG = Pig()


def at(own: int, other: int, turn_total: int, to_move: int = 0) -> mcms._core.PigState:
    scores = [own, other] if to_move == 0 else [other, own]
    return PIG.from_json({"scores": scores, "turn_total": turn_total, "to_move": to_move})


def play(players: tuple[mcms.Player, mcms.Player], seed: int) -> tuple[bool, int]:
    """Return whether the first player won, and the number of decisions."""
    rng = random.Random(seed)
    state = PIG.initial_state()
    decisions = 0
    while (turn := PIG.turn(state)) is not mcms.Turn.OVER:
        if turn is mcms.Turn.CHANCE:
            outcomes = PIG.outcomes(state)
            outcome = rng.choices([name for name, _ in outcomes], [p for _, p in outcomes])[0]
            state = PIG.resolve(state, outcome)
        else:
            chooser = players[turn is mcms.Turn.SECOND]
            state = PIG.play(state, chooser.choose(PIG, state, rng.getrandbits(64)))
            decisions += 1
    return PIG.utility(state) > 0, decisions


@pytest.mark.parametrize("to_move", [0, 1])
def test_hold_stops_at_its_total(to_move: int) -> None:
    hold = mcms.player("hold:20", PIG)
    assert hold.choose(PIG, at(0, 0, 19, to_move), 0) == "roll"
    assert hold.choose(PIG, at(0, 0, 20, to_move), 0) == "stop"
    assert hold.choose(PIG, at(0, 0, 31, to_move), 0) == "stop"


def test_hold_stops_when_that_wins_and_never_at_0() -> None:
    assert HoldPlayer(20).choose(PIG, at(95, 0, 5), 0) == "stop"
    assert HoldPlayer(100).choose(PIG, at(50, 0, 49), 0) == "roll"
    assert HoldPlayer(100).choose(PIG, at(50, 0, 50), 0) == "stop"
    assert HoldPlayer(1).choose(PIG, at(0, 0, 0), 0) == "roll"
    assert HoldPlayer(1).choose(PIG, at(0, 0, 4), 0) == "stop"


def test_optimal_plays_the_solution() -> None:
    optimal = mcms.player("optimal", PIG)
    rng = random.Random(3)
    for _ in range(500):
        own = rng.randrange(100)
        state = at(own, rng.randrange(100), rng.randrange(112 - own), rng.randrange(2))
        assert optimal.choose(PIG, state, rng.getrandbits(64)) == solve_pig(PIG).best_action(state)


def test_players_win_as_often_as_the_exact_match_says() -> None:
    games = 1500
    players = (mcms.player("optimal", PIG), mcms.player("hold:60", PIG))
    wins = sum(play(players, seed)[0] for seed in range(games))
    expected = match_policies(PIG, solve_pig(PIG).rolls, hold_at(PIG, 60)).as_first
    assert wins / games == pytest.approx(expected, abs=4 * math.sqrt(expected * (1 - expected) / games))


def test_names_are_read_back() -> None:
    for player in (HoldPlayer(17), OptimalPlayer(PIG)):
        assert isinstance(player, mcms.Player)
        assert mcms.player(player.name, PIG) == player
        assert pickle.loads(pickle.dumps(player)) == player


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hold:0", "the N of hold:N is 0: expected a whole number from 1 to 100"),
        ("hold:101", "the N of hold:N is 101: expected a whole number from 1 to 100"),
        ("hold:x", "hold:x has no turn total: expected a whole number as in hold:20"),
        ("hold:-3", "expected a whole number as in hold:20"),
        ("hold:2.5", "expected a whole number as in hold:20"),
        ("hold:1:2", "expected a whole number as in hold:20"),
        ("hold", "player 'hold' lacks its N: expected hold:N"),
        ("hold:", "player 'hold:' lacks its N: expected hold:N"),
        ("hold:20(total=3)", "hold:20 has no option 'total'"),
        ("optimal(width=3)", "optimal has no option 'width'"),
    ],
)
def test_bad_options(text: str, sentence: str) -> None:
    with pytest.raises(mcms.InvalidOptionError, match=sentence):
        mcms.player(text, PIG)


def test_optimal_needs_a_solvable_goal() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="expected at most 300"):
        mcms.player("optimal", Pig(goal=301))
    assert mcms.player("hold:301", Pig(goal=301)) == HoldPlayer(301)


def test_states_and_games_that_do_not_fit() -> None:
    optimal = OptimalPlayer(PIG)
    with pytest.raises(mcms.InvalidOptionError, match=r"for pig: expected that game, not pig\(goal=50\)"):
        optimal.choose(Pig(goal=50), PIG.initial_state(), 0)
    tree = mcms.RandomTree()
    with pytest.raises(mcms.InvalidStateError, match="hold:20 plays only Pig"):
        HoldPlayer(20).choose(tree, tree.initial_state(1), 0)
    for player in (optimal, HoldPlayer(20)):
        with pytest.raises(mcms.GameOverError):
            player.choose(PIG, at(0, 100, 0), 0)
        with pytest.raises(mcms.IllegalMoveError):
            player.choose(PIG, PIG.play(PIG.initial_state(), "roll"), 0)
    for total in (0, True, 2.5):
        with pytest.raises(mcms.InvalidOptionError):
            HoldPlayer(total)  # type: ignore[arg-type]


@pytest.mark.slow
def test_random_play_of_the_rules_page() -> None:
    games = 1_500  # tests/test_playout.py plays 200,000 in the core
    players = (mcms.player("random", PIG), mcms.player("random", PIG))
    results = [play(players, seed) for seed in range(games)]
    decisions = [count for _, count in results]
    error = statistics.stdev(decisions) / math.sqrt(games)
    assert statistics.mean(decisions) == pytest.approx(60.7, abs=4 * error + 0.05)
    assert statistics.mean(won for won, _ in results) == pytest.approx(0.517, abs=0.007 + 3 * 0.5 / math.sqrt(games))


def test_examples() -> None:
    assert doctest.testmod(pig_players).failed == 0
