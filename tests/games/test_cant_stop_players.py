"""Can't Stop's players: they choose as their rules say, and reach the published averages."""

import math
import pickle
import random
import statistics
from typing import Any

import pytest

import mcms
from mcms import CantStop, Player, Turn
from mcms.games.cant_stop_players import GLENN_ALOI, RULE_OF_28

GAME = CantStop()
NOTHING = [0] * 11


def state(runners: dict[int, int], dice: str | None = None, to_move: int = 0, first: list[int] = NOTHING) -> Any:
    return GAME.from_json(
        {
            "markers": [first, NOTHING],
            "runners": {str(column): step for column, step in runners.items()},
            "dice": None if dice is None else [int(die) for die in dice.split("-")],
            "phase": "pre_roll" if dice is None else "move",
            "to_move": to_move,
        }
    )


def after_chance(s: Any, rng: random.Random) -> Any:
    outcomes = GAME.outcomes(s)
    return GAME.resolve(s, rng.choices([name for name, _ in outcomes], [p for _, p in outcomes])[0])


def play(players: tuple[Player, Player], seed: int) -> tuple[bool, int, int]:
    """Return whether the first player won, the number of decisions and of rolls."""
    rng = random.Random(seed)
    s = GAME.initial_state()
    decisions = rolls = 0
    while (turn := GAME.turn(s)) is not Turn.OVER:
        if turn is Turn.CHANCE:
            rolls += 1
            s = after_chance(s, rng)
        else:
            decisions += 1
            s = GAME.play(s, players[turn is Turn.SECOND].choose(GAME, s, rng.getrandbits(64)))
    return GAME.utility(s) > 0, decisions, rolls


def turns_alone(player: Player, rng: random.Random) -> int:
    """Return how many turns a player needs for three columns when nobody else moves."""
    s = GAME.initial_state()
    turns = 0
    while (turn := GAME.turn(s)) is not Turn.OVER:
        if turn is Turn.SECOND:
            turns += 1
            s = GAME.from_json(GAME.to_json(s) | {"to_move": 0})
        elif turn is Turn.CHANCE:
            s = after_chance(s, rng)
        else:
            s = GAME.play(s, player.choose(GAME, s, 0))
    return turns + 1


def test_rule_of_28_by_hand() -> None:
    choose = RULE_OF_28.choose
    assert choose(GAME, GAME.initial_state(), 0) == "roll"
    # A runner is free, whatever the score.
    assert choose(GAME, state({2: 2, 7: 12}), 0) == "roll"
    # 4·1 + 4·2 + 4·3 = 24, and 4 for lying on one side of 7.
    assert choose(GAME, state({7: 3, 8: 3, 9: 3}), 0) == "stop"
    assert choose(GAME, state({7: 2, 8: 3, 9: 3}), 0) == "roll"
    assert choose(GAME, state({5: 3, 6: 3, 7: 3}, to_move=1), 0) == "stop"
    # Only steps of this turn count.
    assert choose(GAME, state({7: 3, 8: 3, 9: 3}, first=[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]), 0) == "roll"
    assert choose(GAME, state({5: 2, 7: 4, 9: 3}), 0) == "stop"
    assert choose(GAME, state({5: 2, 7: 3, 9: 3}), 0) == "roll"
    assert choose(GAME, state({4: 1, 6: 5, 8: 4}), 0) == "stop"
    assert choose(GAME, state({4: 1, 6: 4, 8: 4}), 0) == "roll"
    # 3 + 4 and 5 + 6, less 6 for each new runner; 7+7 needs but one.
    assert choose(GAME, state({}, "1-3-3-6"), 0) == "6+7"
    assert choose(GAME, state({4: 1}, "1-3-3-6"), 0) == "4+9"
    assert choose(GAME, state({}, "1-1-6-6"), 0) == "7+7"
    # 6 and 8 are worth the same: the lower one.
    assert choose(GAME, state({2: 1, 12: 1}, "2-4-4-4"), 0) == "6"


def test_glenn_aloi_by_hand() -> None:
    choose = GLENN_ALOI.choose
    assert choose(GAME, state({}, "1-1-6-6"), 0) == "2+12"
    assert choose(GAME, state({2: 2, 3: 4}), 0) == "roll"
    # 4·2 + 4·1 + 4·2 + 7 = 27 and 5·2 + 4·1 + 4·2 + 7 = 29 in odd columns.
    assert choose(GAME, state({5: 3, 7: 3, 9: 3}), 0) == "roll"
    assert choose(GAME, state({5: 4, 7: 3, 9: 3}), 0) == "stop"
    # 2·3 + 6·2 + 5·2 + 1 = 29 in even ones.
    assert choose(GAME, state({4: 1, 6: 5, 8: 4}), 0) == "stop"
    assert choose(GAME, state({4: 1, 6: 4, 8: 4}), 0) == "roll"
    # On the high side 6 is added, on the low side 5.
    assert choose(GAME, state({7: 6, 8: 3, 9: 3}), 0) == "stop"
    assert choose(GAME, state({7: 5, 6: 3, 5: 3}), 0) == "roll"


def test_the_order_of_roll_and_stop_is_the_rule_of_28() -> None:
    rng = random.Random(5)
    for _ in range(300):
        runners = {column: rng.randint(1, 3) for column in rng.sample(range(2, 13), rng.randint(1, 3))}
        s = state(runners)
        assert GAME.actions(s)[0] == RULE_OF_28.choose(GAME, s, 0)


def test_the_order_of_moves_is_glenn_and_alois() -> None:
    rng = random.Random(6)
    for seed in range(100):
        s = GAME.initial_state()
        for _ in range(30):
            if GAME.turn(s) is Turn.CHANCE:
                s = after_chance(s, rng)
            elif s.phase == "move":
                assert GAME.actions(s)[0] == GLENN_ALOI.choose(GAME, s, seed)
                s = GAME.play(s, rng.choice(GAME.actions(s)))
            else:
                s = GAME.play(s, "roll" if "roll" in GAME.actions(s) else "stop")


def test_names_are_read_back() -> None:
    for player in (RULE_OF_28, GLENN_ALOI):
        assert isinstance(player, Player)
        assert mcms.player(player.name, GAME) == player
        assert pickle.loads(pickle.dumps(player)) == player
    with pytest.raises(mcms.UnknownNameError, match="random, human, rule-of-28, glenn-aloi"):
        mcms.player("rule-of-29", GAME)
    with pytest.raises(mcms.InvalidOptionError, match="rule-of-28 has no option 'x'"):
        mcms.player("rule-of-28(x=1)", GAME)


def test_states_that_do_not_fit() -> None:
    pig = mcms.Pig()
    with pytest.raises(mcms.InvalidStateError, match="rule-of-28 plays only Can't Stop"):
        RULE_OF_28.choose(pig, pig.initial_state(), 0)
    with pytest.raises(mcms.IllegalMoveError):
        RULE_OF_28.choose(GAME, GAME.play(GAME.initial_state(), "roll"), 0)


@pytest.mark.slow
@pytest.mark.parametrize(("player", "mean", "half_width"), [(RULE_OF_28, 10.678, 0.015), (GLENN_ALOI, 9.367, 0.013)])
def test_turns_alone(player: Player, mean: float, half_width: float) -> None:
    rng = random.Random(28)
    turns = [turns_alone(player, rng) for _ in range(3_000)]
    error = statistics.stdev(turns) / math.sqrt(len(turns))
    assert statistics.mean(turns) == pytest.approx(mean, abs=3 * error + half_width)


@pytest.mark.slow
def test_rule_of_28_against_glenn_aloi() -> None:
    games = 2_000
    wins = 0
    for seed in range(games):
        first_seat = seed % 2 == 0
        pair = (RULE_OF_28, GLENN_ALOI) if first_seat else (GLENN_ALOI, RULE_OF_28)
        wins += play(pair, seed)[0] == first_seat
    assert wins / games == pytest.approx(0.3905, abs=3 * math.sqrt(0.24 / games) + 0.003)


@pytest.mark.slow
def test_random_play() -> None:
    games = 400  # tests/test_playout.py plays 50,000 in the core
    random_player = mcms.player("random", GAME)
    results = [play((random_player, random_player), seed) for seed in range(games)]
    for column, mean, half_width in ((0, 0.538, 0.007), (1, 170.0, 0.4), (2, 69.3, 0.2)):
        seen = [float(result[column]) for result in results]
        error = statistics.stdev(seen) / math.sqrt(games)
        assert statistics.mean(seen) == pytest.approx(mean, abs=3 * error + half_width)
