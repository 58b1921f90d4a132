"""The Royal Game of Ur, in plain Python and compiled: the rules, and that both are one game."""

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from ur_in_python import HOME, Position, Ur

import mcms
from mcms import InvalidOptionError, InvalidStateError, Limit
from mcms.arena import pairing, play_pairings
from tests.examples.race_of_ur import value_of_the_start
from tests.patience import PATIENCE

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def compiled() -> ModuleType:
    pytest.importorskip("numba")
    import ur_numba

    return ur_numba


@pytest.fixture(scope="module")
def compiled_games(compiled: ModuleType) -> dict[int, Any]:
    """The compiled game by its number of pieces, each compiled once."""
    return {1: compiled.game(pieces=1), 2: compiled.game(pieces=2), 7: compiled.ur}


@pytest.fixture(params=["python", "compiled"])
def two_pieces(request: pytest.FixtureRequest) -> Any:
    """Returns a function: the game with two pieces a side, and a position as a state of it."""
    game = mcms.load("ur_in_python:Ur(pieces=2)")
    if request.param == "python":
        return lambda *position: (game, Position(*position))
    module = request.getfixturevalue("compiled")
    small = request.getfixturevalue("compiled_games")[2]
    return lambda *position: (small, module.compiled_state(small, Position(*position)))


def moves(game: Any, state: Any) -> list[str]:
    return [str(action) for action in game.actions(state)]


def after(game: Any, state: Any, move: str) -> str:
    return game.text(game.play(state, move))


def board(position: Position) -> str:
    return Ur(pieces=2).text(position)


def test_the_board_as_text() -> None:
    places = ((0, 0, 0, 3, 6, 14, HOME), (0, 0, 0, 0, 2, 8, 12))
    assert Ur().text(Position(places, 3, 1)).splitlines() == [
        "* o . .     o .   o: 3 to start, 1 home",
        ". o . x . . . x",
        "* . x .     * .   x: 4 to start, 0 home",
        "x moves 3",
    ]
    assert board(Position(((0, 1), (HOME, HOME)), None, 0)).endswith("x has won")
    assert board(Position(((0, 1), (0, 1)), None, 0)).endswith("o throws")


def test_four_coins(two_pieces: Any) -> None:
    game, state = two_pieces(((0, 0), (0, 0)), None, 0)
    assert game.initial_state() == state
    assert [(int(points), chance * 16) for points, chance in game.outcomes(state)] == [
        (0, 1), (1, 4), (2, 6), (3, 4), (4, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("places", "throw", "expected"),
    [
        (((0, 0), (0, 0)), 1, ["start-1"]),  # pieces that wait are all the same
        (((0, 5), (0, 0)), 2, ["5-7", "start-2"]),  # the foremost first
        (((1, 3), (0, 0)), 2, ["3-5"]),  # not to a square of one's own
        (((0, 4), (0, 4)), 4, ["4-8"]),  # 4 is taken by oneself; the other's 4 is another square
        (((0, 1), (2, 3)), 2, ["1-3", "start-2"]),  # the other's own squares are not in the way
        (((0, 5), (8, 9)), 3, ["start-3"]),  # safe on the rosette in the lane
        (((5, 6), (8, 9)), 3, ["6-9"]),
        (((3, 5), (0, 6)), 1, ["3-4", "5-6"]),  # rosette, then prey
        (((6, 13), (0, 8)), 2, ["13-home"]),  # exactly home
        (((12, 13), (0, 0)), 3, ["12-home"]),
        (((5, 13), (0, 7)), 2, ["5-7", "13-home"]),  # prey, then home
        (((13, 14), (0, 0)), 4, ["pass"]),  # too much for both
        (((13, 14), (0, 0)), 1, ["14-home"]),
        (((0, 5), (0, 0)), 0, ["pass"]),
        (((14, HOME), (0, 0)), 0, ["pass"]),
        (((0, 4), (0, 8)), 4, ["pass"]),  # blocked by oneself and by the safe enemy
    ],
)
def test_moves(two_pieces: Any, places: Any, throw: int, expected: list[str]) -> None:
    assert moves(*two_pieces(places, throw, 0)) == expected
    assert moves(*two_pieces(places[::-1], throw, 1)) == expected


@pytest.mark.parametrize(
    ("places", "throw", "move", "result", "throws_next"),
    [
        (((0, 5), (0, 7)), 2, "5-7", ((0, 7), (0, 0)), 1),  # sent back to the start
        (((0, 3), (0, 4)), 1, "3-4", ((0, 4), (0, 4)), 0),  # a rosette: throw again, and nobody is sent back
        (((0, 2), (0, 3)), 1, "2-3", ((0, 3), (0, 3)), 1),  # squares of one's own are never shared
        (((0, 12), (0, 13)), 1, "12-13", ((0, 13), (0, 13)), 1),
        (((4, 5), (0, 9)), 4, "4-8", ((5, 8), (0, 9)), 0),
        (((0, 12), (0, 0)), 2, "12-14", ((0, 14), (0, 0)), 0),
        (((0, 14), (0, 0)), 1, "14-home", ((0, HOME), (0, 0)), 1),  # home is no rosette
        (((13, 14), (0, 12)), 4, "pass", ((13, 14), (0, 12)), 1),
        (((0, 0), (0, 1)), 1, "start-1", ((0, 1), (0, 1)), 1),
    ],
)
def test_what_a_move_does(two_pieces: Any, places: Any, throw: int, move: str, result: Any, throws_next: int) -> None:
    game, state = two_pieces(places, throw, 0)
    assert after(game, state, move) == board(Position(result, None, throws_next))
    mirrored = Position(result[::-1], None, 1 - throws_next)
    game, state = two_pieces(places[::-1], throw, 1)
    assert after(game, state, move) == board(mirrored)


@pytest.mark.parametrize("mover", [0, 1])
def test_all_pieces_home_win(two_pieces: Any, mover: int) -> None:
    places = ((14, HOME), (0, 0))
    game, state = two_pieces(places[::-1] if mover else places, 1, mover)
    won = game.play(state, "14-home")
    assert game.turn(won) == "over"
    assert game.utility(won) == (-100 if mover else 100)


def test_estimates(two_pieces: Any) -> None:
    game, even = two_pieces(((0, 9), (3, 6)), 1, 0)
    assert game.estimate(even) == 0
    game, ahead = two_pieces(((14, HOME), (0, 12)), 1, 0)
    assert game.estimate(ahead) == pytest.approx(100 * (18 - 1) / 19)
    game, centre = two_pieces(((0, 8), (0, 8 + 4)), 1, 0)
    assert game.estimate(centre) == 0  # the safe square in the lane is worth four steps


@pytest.mark.parametrize("pieces", [1, 2, 7])
def test_both_keep_the_contract(compiled_games: dict[int, Any], pieces: int) -> None:
    seen = mcms.check_game(Ur(pieces), games=30)
    assert seen == mcms.check_game(compiled_games[pieces], games=30)
    assert seen.games == 30


@pytest.mark.parametrize("pieces", [0, 8, 2.0, "2"])
def test_numbers_of_pieces(pieces: Any) -> None:
    with pytest.raises(InvalidOptionError, match="pieces is"):
        Ur(pieces)


@pytest.mark.parametrize(
    "change",
    [
        {"places": [[0, 5], [0]]},
        {"places": [[0, 5], [0, 5]]},
        {"places": [[3, 3], [0, 0]]},
        {"places": [[0, 16], [0, 0]]},
        {"places": [[0, "5"], [0, 0]]},
        {"places": [[15, 15], [0, 0]]},
        {"places": [[15, 15], [15, 15]], "throw": None},
        {"places": 7},
        {"throw": 5},
        {"throw": 1.0},
        {"to_move": 2},
    ],
)
def test_json_of_no_position(change: dict[str, Any]) -> None:
    good = {"places": [[5, 0], [0, 4]], "throw": 2, "to_move": 1}
    assert Ur(2).from_json(good) == Position(((0, 5), (0, 4)), 2, 1)
    with pytest.raises(InvalidStateError, match="expected places, throw and to_move of Ur"):
        Ur(2).from_json(good | change)


def walk(pieces: int, seed: int, steps: int) -> Position:
    """Return a position some random steps after the start, with a choice to make if the walk meets one."""
    game, draw = Ur(pieces), random.Random(seed)
    state = game.initial_state(0)
    for step in range(steps + 50):
        turn = game.turn(state)
        if turn == "over" or (step >= steps and turn != "chance" and len(game.actions(state)) > 1):
            break
        if turn == "chance":
            state = game.resolve(state, draw.randrange(5))
        else:
            state = game.play(state, draw.choice(game.actions(state)))
    return state


@pytest.mark.parametrize("pieces", [1, 2, 7])
def test_the_same_game_twice(compiled: ModuleType, compiled_games: dict[int, Any], pieces: int) -> None:
    plain, fast = mcms.games.custom.CustomGame(game=Ur(pieces)), compiled_games[pieces]
    for seed in range(40):
        state = walk(pieces, seed, 6 * seed)
        same = compiled.compiled_state(fast, state)
        for question in ("turn", "estimate", "hash", "text"):
            assert getattr(fast, question)(same) == getattr(plain, question)(state)
        if plain.turn(state) != "over":
            assert moves(fast, same) == moves(plain, state)


@pytest.mark.parametrize(("pieces", "plies"), [(1, 16), (2, 9), (7, 8)])
def test_as_many_states_at_every_ply(compiled_games: dict[int, Any], pieces: int, plies: int) -> None:
    assert widths(compiled_games[pieces], plies) == widths(Ur(pieces), plies)


def widths(game: Any, plies: int) -> list[tuple[int, int]]:
    """Count the ways to come so far, and the states one comes to."""
    ways = {game.initial_state(0): 1}
    found = []
    for _ in range(plies):
        following: dict[Any, int] = {}
        for state, count in ways.items():
            for successor in successors(game, state):
                following[successor] = following.get(successor, 0) + count
        ways = following
        found.append((sum(ways.values()), len(ways)))
    return found


def successors(game: Any, state: Any) -> list[Any]:
    turn = game.turn(state)
    if turn == "over":
        return []
    if turn == "chance":
        return [game.resolve(state, throw) for throw, _ in game.outcomes(state)]
    return [game.play(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("algorithm", mcms.SHORT_NAMES)
@pytest.mark.parametrize("pieces", [2, 7])
def test_searches_of_both_are_identical(
    compiled: ModuleType, compiled_games: dict[int, Any], algorithm: str, pieces: int
) -> None:
    fast = compiled_games[pieces]
    limits = [Limit(nodes=1500), Limit(simulations=400) if algorithm in ("mcts", "dpw") else Limit(depth=3)]
    for seed in (0, 3):
        state = walk(pieces, seed, 20)
        for limit in limits:
            plain_result = mcms.search(Ur(pieces), state, algorithm, limit=limit, seed=seed)
            fast_result = mcms.search(fast, compiled.compiled_state(fast, state), algorithm, limit=limit, seed=seed)
            assert found(fast_result) == found(plain_result)


def found(result: mcms.SearchResult[Any]) -> tuple[Any, ...]:
    line = [str(step) for step in result.principal_variation]
    return round(result.value, 9), str(result.action), result.nodes, result.chance_nodes, result.depth, line


@pytest.mark.parametrize("pieces", [1, 2])
def test_a_small_game_solved(compiled_games: dict[int, Any], pieces: int) -> None:
    expected = 100 * value_of_the_start(pieces)
    fast = compiled_games[pieces]
    start = fast.initial_state()
    assert mcms.solve(fast, start).value(start) == pytest.approx(expected, abs=1e-8)
    assert 0 < expected < 100


def test_to_stay_safe_can_be_better_than_to_send_back(compiled: ModuleType, compiled_games: dict[int, Any]) -> None:
    game = compiled_games[2]
    state = compiled.compiled_state(game, Position(((3, 8), (7, 9)), 1, 0))
    solution = mcms.solve(game, state)
    assert solution.best_action(state) == "3-4"
    assert mcms.search(game, state, "star2", limit=Limit(depth=3)).action == "3-4"
    assert mcms.search(game, state, "star2", limit=Limit(depth=1)).action == "8-9"


def test_one_piece_solved_in_python() -> None:
    start = Ur(1).initial_state(0)
    solution = mcms.solve(Ur(1), start)
    assert solution.value(start) == pytest.approx(100 * value_of_the_start(1), abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", mcms.SHORT_NAMES)
def test_every_search_beats_random(compiled_games: dict[int, Any], algorithm: str) -> None:
    limit = Limit(simulations=300) if algorithm in ("mcts", "dpw") else Limit(depth=2)
    (result,) = play_pairings([pairing(compiled_games[7], algorithm, "random", matches=60, limit=limit, seed=1)])
    assert result.interval.low > 0.75


@pytest.mark.slow
def test_a_search_of_the_python_game_beats_random() -> None:
    (result,) = play_pairings([pairing(Ur(3), "star2ss@depth=2", "random", matches=30, seed=1)])
    assert result.interval.low > 0.6


@pytest.mark.parametrize("name", ["ur_in_python", "ur_numba"])
def test_as_a_script(name: str) -> None:
    if name == "ur_numba":
        pytest.importorskip("numba")
    command = [sys.executable, str(EXAMPLES / f"{name}.py")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[3] == "o moves 1"
    assert [line.partition(":")[0] for line in lines[4:6]] == ["star2ss", "mcts"]
    assert lines[6].endswith("games against random")
