"""EinStein würfelt nicht!: the rules, the move order, the evaluations, the numbers of its rules page."""

import math
import pickle
import random
import statistics
from typing import Any

import pytest

import mcms
from mcms import Ewn, IllegalMoveError, InvalidOptionError, InvalidStateError, Limit, Turn
from mcms.bench.handwritten import handwritten
from mcms.games.ewn import expected_race_moves
from tests import brute_force
from tests.games.ewn_positions import EWN, RACE, decision, position, random_positions, turned


def test_the_start() -> None:
    start = Ewn(setup="123456-654321").initial_state()
    assert EWN.to_json(start) == {
        "stones": [
            [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]],
            [[4, 4], [4, 3], [4, 2], [3, 4], [3, 3], [2, 4]],
        ],
        "die": None,
        "to_move": 0,
    }
    assert EWN.turn(start) is Turn.CHANCE
    assert EWN.outcomes(start) == [(str(die), pytest.approx(1 / 6)) for die in range(1, 7)]
    assert EWN.actions(start) == []


def test_setups_are_drawn_by_the_seed() -> None:
    assert EWN.initial_state(7) == EWN.initial_state(7) != EWN.initial_state(8)
    starts = [EWN.to_json(EWN.initial_state(seed))["stones"] for seed in range(3000)]
    for first, second in starts:
        assert sorted(first) == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]]
        assert sorted(second) == [[2, 4], [3, 3], [3, 4], [4, 2], [4, 3], [4, 4]]
    # Each of 720 arrangements is expected 4.2 times a side; a uniform draw misses about 11 of them.
    for side in (0, 1):
        assert len({str(start[side]) for start in starts}) > 690
        for stone in range(6):
            corner = sum(start[side][stone] in ([0, 0], [4, 4]) for start in starts)
            assert corner / 3000 == pytest.approx(1 / 6, abs=4 * math.sqrt(5 / 36 / 3000))
    assert {start[0] == [[4 - row, 4 - column] for row, column in start[1]] for start in starts} != {True}


def test_a_stone_moves_one_step() -> None:
    state = decision({5: "b2", 1: "a1"}, {1: "e5"}, die=5)
    assert EWN.actions(state) == ["5:b2-c3", "5:b2-b3", "5:b2-c2"]
    after = EWN.to_json(EWN.play(state, "5:b2-c3"))
    assert after == {
        "stones": [[[0, 0], None, None, None, [2, 2], None], [[4, 4], *[None] * 5]],
        "die": None,
        "to_move": 1,
    }
    assert EWN.actions(decision({1: "a1"}, {4: "d4"}, die=4, to_move=1)) == ["4:d4-c3", "4:d4-d3", "4:d4-c4"]


def test_no_move_leaves_the_board() -> None:
    assert EWN.actions(decision({1: "e2"}, {1: "a5"}, die=1)) == ["1:e2-e3"]
    assert EWN.actions(decision({1: "b5"}, {1: "d3"}, die=1)) == ["1:b5-c5"]
    assert EWN.actions(decision({1: "c1"}, {1: "a4"}, die=1, to_move=1)) == ["1:a4-a3"]
    assert EWN.actions(decision({1: "c3"}, {1: "d1"}, die=1, to_move=1)) == ["1:d1-c1"]


@pytest.mark.parametrize("to_move", [0, 1])
@pytest.mark.parametrize(
    ("stones", "die", "may_move"),
    [
        ({1, 2, 5}, 4, {2, 5}),
        ({1, 2, 5}, 3, {2, 5}),
        ({1, 2, 5}, 2, {2}),
        ({1, 2, 5}, 6, {5}),
        ({2, 5}, 1, {2}),
        ({6}, 1, {6}),
        ({1}, 6, {1}),
        ({1, 6}, 3, {1, 6}),
        ({1, 2, 3, 4, 5, 6}, 4, {4}),
        ({3, 4}, 1, {3}),
    ],
)
def test_the_neighbours_of_a_captured_stone_move(stones: set[int], die: int, may_move: set[int], to_move: int) -> None:
    corner = ["a1", "a2", "b1", "b2", "a3", "c1"]
    own = dict(zip(sorted(stones), corner, strict=False))
    state = decision(own, {1: "e5"}, die=die)
    if to_move == 1:
        state = turned(state)
    assert {int(action[0]) for action in EWN.actions(state)} == may_move


def test_captures_of_friend_and_foe() -> None:
    state = decision({1: "b2", 2: "c3"}, {5: "b3", 6: "e5"}, die=1)
    assert EWN.actions(state) == ["1:b2-b3", "1:b2-c2", "1:b2-c3"]
    foe = EWN.to_json(EWN.play(state, "1:b2-b3"))["stones"]
    assert foe == [[[2, 1], [2, 2], *[None] * 4], [*[None] * 5, [4, 4]]]
    friend = EWN.to_json(EWN.play(state, "1:b2-c3"))["stones"]
    assert friend == [[[2, 2], *[None] * 5], [None, None, None, None, [2, 1], [4, 4]]]


@pytest.mark.parametrize("to_move", [0, 1])
def test_winning_by_the_corner_and_by_capture(to_move: int) -> None:
    corner = decision({1: "d4"}, {1: "e3", 2: "e5"}, die=1)
    capture = decision({1: "b2"}, {3: "c3"}, die=6)
    for state, move in ((corner, "1:d4-e5"), (capture, "1:b2-c3")):
        mirrored = turned(state) if to_move else state
        first_action = EWN.actions(mirrored)[0]
        assert to_move or first_action == move
        won = EWN.play(mirrored, first_action)
        assert EWN.turn(won) is Turn.OVER
        assert EWN.utility(won) == EWN.estimate(won) == RACE.estimate(won) == (-100 if to_move else 100)
        assert EWN.to_json(won)["to_move"] == 1 - to_move
        assert EWN.to_json(won)["die"] is None
        assert EWN.actions(won) == EWN.outcomes(won) == []
    assert EWN.value_range() == (-100.0, 100.0)


def test_move_order() -> None:
    # Winning, then the enemy's most advanced stone, diagonal, straight, an own stone last.
    both = decision({2: "d4", 5: "b2", 6: "a1"}, {1: "b3", 2: "c2", 3: "d5", 4: "e5"}, die=3)
    assert EWN.actions(both) == ["2:d4-e5", "5:b2-b3", "5:b2-c2", "2:d4-d5", "5:b2-c3", "2:d4-e4"]
    near = decision({1: "c1"}, {1: "c2", 2: "d1", 3: "d2"}, die=1)
    assert EWN.actions(near) == ["1:c1-c2", "1:c1-d2", "1:c1-d1"]
    own = decision({1: "b2", 2: "c3", 3: "c2"}, {1: "e5"}, die=1)
    assert EWN.actions(own) == ["1:b2-b3", "1:b2-c3", "1:b2-c2"]


def test_the_order_is_the_same_for_both_sides() -> None:
    for state in random_positions(60, seed=5):
        actions = EWN.actions(state)
        after = [EWN.play(state, action) for action in actions]
        mirrored = turned(state)
        assert [EWN.play(mirrored, action) for action in EWN.actions(mirrored)] == [turned(each) for each in after]


def test_distance_by_hand() -> None:
    assert EWN.estimate(decision({1: "a1"}, {1: "e5"}, die=1)) == 0
    assert EWN.estimate(decision({1: "d4", 2: "a1"}, {1: "e5"}, die=1)) == 20 * (4 - 1) + 2 * (2 - 1)
    assert EWN.estimate(decision({1: "d4", 2: "a1"}, {1: "e5"}, die=1, to_move=1)) == 62
    assert EWN.estimate(decision({3: "e1", 4: "b3"}, {1: "c2", 2: "d5", 6: "e5"}, die=3)) == 20 * (2 - 3) + 2 * (2 - 3)


def test_stones_by_hand() -> None:
    game = Ewn(evaluation="stones")
    assert game.estimate(decision({1: "d4", 2: "a1"}, {1: "e5"}, die=1)) == 10
    assert game.estimate(decision({3: "e1"}, {1: "c2", 2: "d5", 6: "e5"}, die=3, to_move=1)) == -20


def test_distance_is_kept_up_by_play() -> None:
    """The core keeps the evaluation up move by move; here it is worked out anew from the JSON form."""
    for state in random_positions(300, seed=11):
        first, second = ([s for s in side if s] for side in EWN.to_json(state)["stones"])
        nearest = min(max(row, column) for row, column in second) - min(4 - min(row, column) for row, column in first)
        assert EWN.estimate(state) == 20 * nearest + 2 * (len(first) - len(second))


@pytest.mark.parametrize(
    ("distances", "moves"),
    [
        ((4, 4, 4, 3, 3, 4), 9.402172),
        ((2, 2, 2, 2, 2, 2), 3.774691),
        ((2, 0, 0, 0, 0, 2), 2.166667),
        ((2, 2, 0, 0, 0, 0), 2.277778),
        ((1, 2, 3, 4, 4, 4), 4.039203),
        ((0, 0, 3, 0, 0, 0), 3),
        ((1, 1, 1, 1, 1, 1), 1),
    ],
)
def test_expected_race_moves(distances: tuple[int, ...], moves: float) -> None:
    assert expected_race_moves(distances) == pytest.approx(moves, abs=1e-6)
    assert expected_race_moves(distances[::-1]) == pytest.approx(moves, abs=1e-6)


@pytest.mark.parametrize("distances", [[], [1] * 5, [1] * 7, [0] * 6, [5] * 6, [-1] * 6, [1.5] * 6, [True] * 6])
def test_bad_race_distances(distances: Any) -> None:
    with pytest.raises(InvalidOptionError, match="expected"):
        expected_race_moves(distances)


def test_race_by_hand() -> None:
    def race(first: dict[int, str], second: dict[int, str], die: int | None = 1, to_move: int = 0) -> float:
        return RACE.estimate(position(first, second, die, to_move))

    # Lone stones move at every throw, so the nearer one gets there, or the mover if both are as near.
    assert race({1: "c3"}, {1: "d4"}) == pytest.approx(100)
    assert race({1: "b2"}, {1: "b1"}) == pytest.approx(-100)
    assert race({1: "c3"}, {4: "c1"}) == pytest.approx(100)
    assert race({1: "c3"}, {4: "c1"}, to_move=1) == pytest.approx(-100)
    # Stones 1 and 6 two steps away need 2 moves with 5/6 and 3 with 1/6, whatever has been thrown.
    two = {1: "c3", 6: "c4"}
    for die in (None, 1, 3):
        assert race(two, {1: "c1"}, die) == pytest.approx(200 * 5 / 6 - 100)
    assert race(two, {1: "c1"}, to_move=1) == pytest.approx(-100)
    assert race(two, {1: "d1"}, to_move=1) == pytest.approx(200 * 5 / 6 - 100)


def test_race_is_symmetric_and_in_range() -> None:
    for state in random_positions(100, seed=3):
        assert -100 <= RACE.estimate(state) <= 100
        assert RACE.estimate(turned(state)) == pytest.approx(-RACE.estimate(state), abs=1e-9)


def solve(state: Any, known: dict[Any, float]) -> float:
    """Return the first player's chance to win a position before a throw, with best play."""
    turn = EWN.turn(state)
    if turn is Turn.OVER:
        return (EWN.utility(state) + 100) / 200
    if state not in known:
        best = min if state.second_moves else max
        thrown = (EWN.resolve(state, die) for die, _ in EWN.outcomes(state))
        known[state] = statistics.fmean(
            best(solve(EWN.play(each, action), known) for action in EWN.actions(each)) for each in thrown
        )
    return known[state]


ENDGAMES = [
    pytest.param({1: "a1"}, {1: "e5"}, 1.0, True, id="1v1"),
    pytest.param({1: "b2", 2: "c1"}, {3: "d4", 4: "c5"}, 0.757133326903, True, id="2v2"),
    # The rules page's number alone: the recursion above takes long here.
    pytest.param({1: "a1", 6: "b2"}, {1: "e5", 6: "d4"}, 0.364613295288, False, id="2v2, far"),
]


@pytest.mark.parametrize(("first", "second", "chance", "by_recursion"), ENDGAMES)
def test_exact_endgames(first: dict[int, str], second: dict[int, str], chance: float, by_recursion: bool) -> None:
    start = position(first, second)
    assert not by_recursion or solve(start, {}) == pytest.approx(chance, abs=1e-9)
    assert mcms.solve(EWN, start).value(start) == pytest.approx(200 * chance - 100, abs=1e-7)
    mirrored = turned(start)
    assert mcms.solve(EWN, mirrored).value(mirrored) == pytest.approx(100 - 200 * chance, abs=1e-7)


@pytest.mark.parametrize("name", ["exp(table_bounds=true)", "star2(table_bounds=true)"])
def test_a_search_to_the_end_finds_the_exact_value(name: str) -> None:
    start = position({1: "c3", 2: "d2"}, {3: "c4", 4: "d5"})
    result = mcms.search(EWN, start, name, limit=Limit(depth=30))
    assert result.stop_reason == "complete"
    assert result.value == pytest.approx(200 * solve(start, {}) - 100, abs=1e-9)


def test_the_handwritten_search_sees_the_same_tree() -> None:
    for state in random_positions(25, seed=17):
        (reference,) = handwritten(EWN, 3)
        run, proof = reference.run(state), mcms.prove(EWN, state, "exp", depth=3)
        assert run.value == pytest.approx(proof.lower, abs=1e-9)
        assert run.nodes == proof.nodes
    assert handwritten(RACE, 3) == ()


@pytest.mark.slow
def test_random_play_of_the_rules_page() -> None:
    games = 20_000
    rng = random.Random(2)
    core = EWN.core
    wins, plies, moves = 0, [], 0
    for seed in range(games):
        state = core.initial_state(seed)
        ply = 0
        while core.turn(state) != 3:
            state = core.resolve(state, str(rng.randint(1, 6)))
            actions = core.actions(state)
            state = core.play(state, rng.choice(actions))
            moves += len(actions)
            ply += 1
        wins += core.utility(state) > 0
        plies.append(ply)
    assert wins / games == pytest.approx(0.534, abs=0.005 + 3 * 0.5 / math.sqrt(games))
    assert statistics.mean(plies) == pytest.approx(21.6, abs=0.05 + 4 * statistics.stdev(plies) / math.sqrt(games))
    assert moves / sum(plies) == pytest.approx(3.11, abs=0.015)


def test_hashes_differ() -> None:
    seen: set[Any] = set()
    hashes: set[int] = set()
    rng = random.Random(9)
    core = EWN.core
    while len(seen) < 300_000:
        state = core.initial_state(rng.getrandbits(64))
        while core.turn(state) != 3:
            seen.add(state)
            hashes.add(core.hash(state))
            thrown = [core.resolve(state, die) for die in "123456"]
            after = [core.play(each, action) for each in thrown for action in core.actions(each)]
            seen.update(thrown, after)
            hashes.update(map(core.hash, thrown + after))
            state = rng.choice(after)
    assert len(hashes) == len(seen)


POSITIONS = [
    decision({1: "c3", 2: "b1", 4: "a2", 6: "d1"}, {1: "d4", 2: "e3", 3: "c5", 5: "b3"}, die=3),
    decision({2: "c3", 3: "b4"}, {1: "c2", 6: "e4", 4: "e5"}, die=5, to_move=1),
    position({1: "a1", 5: "c2", 6: "b3"}, {2: "e5", 3: "d3"}),
]


@pytest.mark.parametrize("evaluation", ["distance", "race", "stones"])
@pytest.mark.parametrize("state", [*POSITIONS, *random_positions(3, seed=21)])
@pytest.mark.parametrize("exact", [True, False])
def test_the_searches_agree(state: Any, evaluation: str, exact: bool) -> None:
    game = Ewn(evaluation=evaluation)
    chance: Any = mcms.Exact() if exact else mcms.Sampled(3)
    for depth in (1, 2, 3, 4):
        expected = mcms.prove(game, state, mcms.Expectimax(chance=chance), depth=depth, seed=4).lower
        for star in (mcms.Star1, mcms.Star2):
            found = mcms.search(game, state, star(chance=chance), limit=Limit(depth=depth), seed=4).value
            assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("evaluation", ["distance", "race", "stones"])
@pytest.mark.parametrize("state", POSITIONS)
def test_the_value_by_its_definition(state: Any, evaluation: str) -> None:
    game = Ewn(evaluation=evaluation)
    for depth in (2, 3):
        found = mcms.prove(game, state, "exp", depth=depth).lower
        assert found == pytest.approx(brute_force.value(game, state, depth), abs=1e-9)
    sample = brute_force.sampler(game, mcms.Sampled(2, draw="systematic"), seed=6)
    found = mcms.prove(game, state, "star2ss(width=2,draw=systematic)", depth=3, seed=6).lower
    assert found == pytest.approx(brute_force.value(game, state, 3, sample), abs=1e-9)


def test_illegal_moves_name_the_legal_ones() -> None:
    state = decision({1: "a1"}, {1: "e5"}, die=1)
    with pytest.raises(IllegalMoveError, match="illegal action '1:a1-d4': expected one of 1:a1-b2"):
        EWN.play(state, "1:a1-d4")
    with pytest.raises(IllegalMoveError, match="this state has no outcomes"):
        EWN.resolve(state, "1")
    with pytest.raises(IllegalMoveError, match="illegal outcome '7': expected one of 1"):
        EWN.resolve(EWN.initial_state(), "7")
    with pytest.raises(InvalidStateError, match="expected a finished state"):
        EWN.utility(state)


def test_states_are_values() -> None:
    state = decision({1: "a1", 3: "b2"}, {1: "e5"}, die=3)
    again = decision({1: "a1", 3: "b2"}, {1: "e5"}, die=3)
    assert state == again != decision({1: "a1", 3: "b2"}, {1: "e5"}, die=2)
    assert hash(state) == hash(again)
    assert pickle.loads(pickle.dumps(state)) == state
    assert eval(repr(state), {"EwnState": type(state)}) == state
    assert "first=[0, None, 6, None, None, None]" in repr(state)
    with pytest.raises(AttributeError):
        state.die = 4


def test_games_are_values() -> None:
    game = Ewn(evaluation="race", setup="213456-654321")
    assert pickle.loads(pickle.dumps(game)) == game == mcms.load(str(game))
    assert str(game) == "ewn(evaluation=race,setup=213456-654321)"
    assert game.initial_state(1) == game.initial_state(2)
    assert str(EWN) == "ewn"


@pytest.mark.parametrize("game", [Ewn(), Ewn(evaluation="race"), Ewn(evaluation="stones"), Ewn(setup="654321-123456")])
def test_conformance(game: Ewn) -> None:
    seen = mcms.check_game(game, games=100)
    assert seen.games == 100
    assert seen.chance_nodes == seen.decisions


@pytest.mark.parametrize("name", ["star1", "star2", "star2(table_bounds=true)", "exp(table_bounds=true)"])
def test_ties_go_the_same_way_in_all_searches(name: str) -> None:
    # Values that differ by the last bit of a sum made star1 choose a1-b2 where exp chose a1-a2.
    game = mcms.load("ewn")
    for seed in (72, *range(6)):
        for outcome, _ in game.outcomes(game.initial_state(seed)):
            state = game.resolve(game.initial_state(seed), outcome)
            found, expected = (mcms.search(game, state, a, limit=Limit(depth=3)) for a in (name, "exp"))
            assert (found.action, found.value) == (expected.action, expected.value)
