"""Games compiled by Numba: the same as the built-in ones, and clear about what is wrong with them."""

import dataclasses
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from mcms.bench.ewn_numba import ewn
from scipy import stats

import mcms
from mcms import (
    CompilationError,
    ContractError,
    IllegalMoveError,
    InvalidOptionError,
    InvalidStateError,
    Limit,
    Mcts,
    Progressive,
    Turn,
)
from mcms.arena.session import Session
from mcms.compiled import fold, mix, uniform
from tests.compiled_games import COIN_VALUE, coin, coin_actions, coin_turn, example
from tests.results import rounded

pytest.importorskip("numba")

PAIRS = {"pig": ("pig", lambda: example("pig_numba").pig), "ewn": ("ewn", lambda: ewn)}


@pytest.fixture(params=PAIRS)
def pair(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """A built-in game and the same one compiled."""
    name, compiled = PAIRS[request.param]
    return mcms.load(name), compiled()


def walk(games: tuple[Any, Any], seed: int, steps: int) -> tuple[Any, Any]:
    """Return the state after some random steps, in both games, or the last one before the end."""
    draw = random.Random(seed)
    states = tuple(game.initial_state(seed) for game in games)
    for _ in range(steps):
        chance = games[0].turn(states[0]) is Turn.CHANCE
        named = [name for name, _ in games[0].outcomes(states[0])] if chance else games[0].actions(states[0])
        step = draw.choice(named)
        after = tuple((game.resolve if chance else game.play)(s, step) for game, s in zip(games, states, strict=True))
        if games[0].turn(after[0]) is Turn.OVER:
            break
        states = after
    return states[0], states[1]


def decision(games: tuple[Any, Any], seed: int, steps: int) -> tuple[Any, Any]:
    a, b = walk(games, seed, steps)
    while games[0].turn(a) is Turn.CHANCE:
        outcome = games[0].outcomes(a)[0][0]
        a, b = games[0].resolve(a, outcome), games[1].resolve(b, outcome)
    return a, b


def same(games: tuple[Any, Any], states: tuple[Any, Any], algorithm: Any, limit: Limit, seed: int = 3) -> None:
    found = [
        mcms.search(game, state, algorithm, limit=limit, seed=seed) for game, state in zip(games, states, strict=True)
    ]
    native, compiled = map(rounded, found)
    assert compiled == native


@pytest.mark.parametrize("seed", range(25))
def test_the_same_rules(pair: tuple[Any, Any], seed: int) -> None:
    states = walk(pair, seed, 3 * seed)
    native, compiled = zip(pair, states, strict=True)
    for question in ("turn", "actions", "outcomes", "estimate", "hash"):
        assert getattr(compiled[0], question)(compiled[1]) == getattr(native[0], question)(native[1])


@pytest.mark.parametrize(
    "algorithm",
    [
        mcms.Expectimax(),
        mcms.Star1(rule_bounds=False),
        mcms.Star2(rule_bounds=False),
        mcms.Star2(rule_bounds=False, table_bounds=True),
        mcms.Star2(rule_bounds=False, keep_probes=False),
    ],
    ids=str,
)
@pytest.mark.parametrize("steps", [0, 5, 14])
def test_exact_searches_are_identical(pair: tuple[Any, Any], algorithm: mcms.DepthLimited, steps: int) -> None:
    states = decision(pair, steps, steps)
    for limit in (Limit(depth=4), Limit(nodes=1234), Limit(nodes=98_765, depth=5)):
        same(pair, states, algorithm, limit)
    same(pair, walk(pair, 2, 6), algorithm, Limit(depth=2))


@pytest.mark.parametrize(
    "algorithm", [mcms.Expectimax(), mcms.Star1(rule_bounds=False), mcms.Star2(rule_bounds=False)], ids=str
)
@pytest.mark.parametrize("width", [1, 3, 20])
def test_systematic_samples_are_identical(pair: tuple[Any, Any], algorithm: mcms.DepthLimited, width: int) -> None:
    for seed in (0, 9):
        sampled = dataclasses.replace(algorithm, chance=mcms.Sampled(width, draw="systematic"))
        same(pair, decision(pair, seed, seed), sampled, Limit(depth=3), seed)


@pytest.mark.parametrize("width", [1, 3, 20])
def test_independent_samples_are_alike(pair: tuple[Any, Any], width: int) -> None:
    """Built-in games draw dice several at once, so that it is other samples of the same distribution."""
    found = [
        [mcms.search(game, state, f"expss(width={width})", limit=Limit(depth=2), seed=seed) for seed in range(300)]
        for game, state in zip(pair, decision(pair, 1, 4), strict=True)
    ]
    for measure in ("value", "nodes"):
        native, compiled = ([float(getattr(result, measure)) for result in results] for results in found)
        if native != compiled:
            assert stats.ttest_ind(native, compiled).pvalue > 1e-4


@pytest.mark.parametrize("widening", [None, Progressive(constant=2, exponent=0.3)])
@pytest.mark.parametrize("rollout_moves", [0, 4, None])
@pytest.mark.parametrize("threads", [1, 2])
def test_mcts_is_identical(
    pair: tuple[Any, Any], widening: Progressive | None, rollout_moves: int | None, threads: int
) -> None:
    algorithm = Mcts(exploration=100, rollout_moves=rollout_moves, widening=widening, threads=threads)
    same(pair, decision(pair, 1, 4), algorithm, Limit(simulations=4000))


def test_everything_else_takes_them_too(pair: tuple[Any, Any]) -> None:
    native, compiled = pair
    states = decision(pair, 1, 4)
    star2 = mcms.Star2(rule_bounds=False)  # only built-in games have any
    proofs = [mcms.prove(game, s, star2, depth=4, alpha=0, beta=1) for game, s in zip(pair, states, strict=True)]
    assert (proofs[0].nodes, proofs[0].leaves) == (proofs[1].nodes, proofs[1].leaves)
    assert (proofs[0].lower, proofs[0].upper) == pytest.approx((proofs[1].lower, proofs[1].upper), abs=1e-9)
    played = [mcms.playouts(game, s, 500, seed=2) for game, s in zip(pair, states, strict=True)]
    assert (played[0].mean_utility, played[0].decisions) == (played[1].mean_utility, played[1].decisions)
    tree = mcms.TreeSearch(compiled, states[1], Mcts(), seed=1)
    action = tree.search(limit=Limit(simulations=500)).action
    tree.advance(action)
    assert tree.state == compiled.play(states[1], action)
    assert mcms.check_game(compiled, games=20).games == 20
    assert mcms.player("random", compiled).choose(compiled, states[1], 5) == mcms.player("random", native).choose(
        native, states[0], 5
    )


def test_a_session() -> None:
    pig = example("pig_numba").pig
    session = Session(pig, seed=7)
    session.play("roll")
    assert session.roll().by is Turn.CHANCE
    assert session.undo()
    assert session.state == pig.initial_state()


def test_an_endgame_is_solved_exactly() -> None:
    native = mcms.load("ewn")
    stones = [[[1, 1], [0, 2], None, None, None, None], [None, None, [3, 3], [4, 2], None, None]]
    a = native.from_json({"stones": stones, "die": None, "to_move": 0})
    squares = [*a.first, *a.second]
    fields = {
        "squares": sum((31 if square is None else square) << 5 * stone for stone, square in enumerate(squares)),
        "first": sum(1 << square for square in a.first if square is not None),
        "second": sum(1 << square for square in a.second if square is not None),
    }
    b = ewn.from_json(fields | {"die": 0, "lead": 0, "second_moves": False})
    assert ewn.hash(b) == native.hash(a)
    assert mcms.solve(ewn, b).value(b) == mcms.solve(native, a).value(a)


def test_states_are_values() -> None:
    pig = example("pig_numba").pig
    data = {"own": 3, "other": 4, "turn_total": 5, "second_moves": True, "rolling": False}
    state = pig.from_json(data)
    assert pig.to_json(state) == data == state.as_dict()
    assert (state.own, state.second_moves) == (3, True)
    assert repr(state) == "PigNumbaState(own=3, other=4, turn_total=5, second_moves=True, rolling=False)"
    assert len({state, pig.from_json(data), pig.initial_state()}) == 2
    assert state != ewn.initial_state()
    with pytest.raises(AttributeError):
        state.own = 7
    with pytest.raises(InvalidStateError, match="no state of"):
        pig.turn(ewn.initial_state())
    with pytest.raises(IllegalMoveError, match="expected one of stop"):
        pig.play(pig.from_json(data | {"own": 99}), "roll")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"own": 2**31}, "own is 2147483648: expected a number from"),
        ({"own": 1.5}, "expected a whole number"),
        ({"own": True}, "expected a whole number"),
        ({"rolling": 1}, "expected true or false"),
        ({"more": 1}, "unknown key 'more'"),
    ],
)
def test_json_that_does_not_fit(change: dict[str, Any], says: str) -> None:
    pig = example("pig_numba").pig
    with pytest.raises(InvalidStateError, match=says):
        pig.from_json(pig.to_json(pig.initial_state()) | change)


def test_pickling() -> None:
    assert pickle.loads(pickle.dumps(ewn)) is ewn
    state = ewn.initial_state(4)
    assert pickle.loads(pickle.dumps(state)) == state
    program = "import pickle, sys; print(repr(pickle.loads(bytes.fromhex(sys.argv[1]))))"
    argument = pickle.dumps(state).hex()
    printed = subprocess.run([sys.executable, "-c", program, argument], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == repr(state)
    assert str(ewn) == "mcms.bench.ewn_numba:ewn"
    local = coin()
    assert str(local) == "coin"
    with pytest.raises(pickle.PicklingError, match="coin cannot be pickled: expected a game that is a global"):
        pickle.dumps(local)
    with pytest.raises(pickle.PicklingError):
        pickle.dumps(local.initial_state())


@pytest.mark.parametrize("filler", [1, 300])
def test_states_of_all_sizes_and_luck_twice_in_a_row(filler: int) -> None:
    game = coin(filler)
    state = game.initial_state()
    assert {mcms.search(game, state, name, limit=Limit(depth=5)).value for name in ("exp", "star1", "star2")} == {
        COIN_VALUE
    }
    assert mcms.solve(game, state).value(state) == pytest.approx(COIN_VALUE)
    assert mcms.check_game(game, games=300).distinct_states == 11
    assert game.actions(state) == ["1", "0"]
    data = game.to_json(state)
    assert game.from_json(data | {"filler": [7] * filler}).filler == (7,) * filler
    with pytest.raises(InvalidStateError, match=f"expected a list of {filler}"):
        game.from_json(data | {"filler": [7] * (filler + 1)})


def without_return(s: Any) -> None:
    s.at = 1


def unknown_field(s: Any) -> Any:
    return 1.0 + s.missing


def python_only(s: Any) -> Any:
    return float(open("nowhere").read())


@pytest.mark.parametrize(
    ("rule", "function", "says"),
    [
        ("turn", without_return, r"turn \(.*test_compiled_game.py, line \d+\) returns none: expected a whole number"),
        ("estimate", unknown_field, r"estimate \(.*test_compiled_game.py, line \d+\) cannot be compiled: .*missing"),
        ("utility", python_only, r"utility \(.*test_compiled_game.py, line \d+\) cannot be compiled: .*open"),
    ],
)
def test_functions_that_cannot_be_compiled(rule: str, function: Any, says: str) -> None:
    with pytest.raises(CompilationError, match=says) as raised:
        coin(**{rule: function})
    assert "\n" not in str(raised.value)


def test_the_line_is_the_wrong_one() -> None:
    line = unknown_field.__code__.co_firstlineno + 1
    with pytest.raises(CompilationError, match=f"line {line}"):
        coin(estimate=unknown_field)


def too_many(s: Any, out: Any) -> Any:
    for i in range(3):
        out[i] = i
    return 3


def unwritten(s: Any, out: Any) -> Any:
    return 3


def none_at_all(s: Any, out: Any) -> Any:
    return 0


def nobody(s: Any) -> Any:
    return 4


def raises(s: Any) -> Any:
    if s.worth < 0:
        raise ValueError("no")
    return 0.0


def not_a_number(s: Any) -> Any:
    return np.nan


def too_good(s: Any) -> Any:
    return 11.0


def divides(s: Any, action: Any) -> None:
    s.at = 4 // (action - action)


def three_outcomes(s: Any, out: Any, probabilities: Any) -> Any:
    out[0], probabilities[0] = 0, 0.5
    out[1], probabilities[1] = 1, 0.5
    return 3


def nine_tenths(s: Any, out: Any, probabilities: Any) -> Any:
    out[0], probabilities[0] = 0, 0.5
    out[1], probabilities[1] = 1, 0.4
    return 2


def certain(s: Any, out: Any, probabilities: Any) -> Any:
    out[0], probabilities[0] = 0, 0.0
    return 1


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"actions": too_many}, r"actions of CoinState\(at=0.* failed: expected a count from 1 to 2"),
        ({"actions": unwritten}, "actions of .* returned 3: expected a count from 1 to 2"),
        ({"actions": none_at_all}, "actions of .* returned 0"),
        ({"turn": nobody}, r"turn of .* returned 4: expected 0 \(first\)"),
        ({"utility": raises}, "utility of .* failed: expected a number from -10 to 10"),
        ({"estimate": not_a_number}, "estimate of .* failed"),
        ({"estimate": too_good}, "estimate of .* returned 11: expected a number from -10 to 10"),
        ({"play": divides}, "play of .* failed with 1"),
        ({"outcomes": three_outcomes}, "outcomes of .* returned 3: expected a count from 1 to 2"),
        ({"outcomes": nine_tenths}, "outcomes of .* returned probabilities that sum to 0.9: expected 1"),
        ({"outcomes": certain}, "outcomes of .* returned 0: expected probabilities above 0"),
    ],
)
def test_wrong_answers_end_a_search(rules: dict[str, Any], says: str) -> None:
    game = coin(**rules)
    limits = {"star2": Limit(depth=3), "exp": Limit(depth=1), "mcts(rollout_moves=0)": Limit(simulations=100)}
    for algorithm, limit in limits.items():
        with pytest.raises(ContractError, match=says):
            mcms.search(game, game.initial_state(), algorithm, limit=limit)


def test_wrong_answers_on_another_thread() -> None:
    game = coin(utility=raises)
    with pytest.raises(ContractError, match="utility of"):
        mcms.search(game, game.initial_state(), Mcts(threads=2, rollout_moves=None), limit=Limit(simulations=1000))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"state": np.dtype("i4")}, "expected a structured dtype"),
        ({"state": [("a", "O")]}, "expected a structured dtype"),
        ({"state": [("a", "U3")]}, "expected numbers or booleans"),
        ({"state": [("a", ">i4")]}, "expected numbers or booleans"),
        ({"state": [("a", "i8", 65)]}, "state has 520 bytes: expected 1 to 512"),
        ({"state": [("data", "i8")]}, "expected a name other than data"),
        ({"name": "my game"}, "expected an identifier"),
        ({"max_actions": 0}, "max_actions is 0"),
        ({"max_outcomes": None}, "max_outcomes is None"),
        ({"max_outcomes": 257}, "max_outcomes is 257"),
        ({"value_range": (1, 1)}, "low below high"),
        ({"value_range": 3}, "low below high"),
        ({"turn": 3}, "turn is 3: expected a Python function"),
        ({"outcomes": [(1, 0.5)]}, "expected probabilities above 0 that sum to 1"),
        ({"outcomes": [(1, 0.5), (1, 0.5)]}, "expected each outcome once"),
        ({"outcomes": [(256, 1.0)]}, "an outcome from 0 to 255"),
        ({"outcomes": "heads"}, "an outcome from 0 to 255"),
        ({"outcomes": []}, "at least one"),
    ],
)
def test_bad_options(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidOptionError, match=says):
        coin(**options)


def test_names_are_texts() -> None:
    game = coin(action_name=lambda s, action: action)
    with pytest.raises(ContractError, match="named an action or outcome 1: expected a text"):
        game.actions(game.initial_state())


def test_a_game_with_a_text_of_its_own() -> None:
    game = coin(text=lambda s: f"worth {s.worth:g}", title="Coins")
    assert game.text(game.initial_state()) == "worth 0"
    assert game.title == "Coins"


def test_rules_may_be_closures_that_call_each_other() -> None:
    def doubled(x: Any) -> Any:
        return 2 * x

    def estimate(s: Any) -> Any:
        return doubled(s.worth) / 2

    game = coin(estimate=estimate)
    assert mcms.search(game, game.initial_state(), "exp", limit=Limit(depth=1)).value == 0.5 * -1.0 + 0.5 * (
        0.25 * 8 + 0.75 * 2
    )
    assert coin_turn.__globals__["coin_actions"] is coin_actions


def test_randomness_is_the_core_s() -> None:
    assert mix(1) == 0x5692161D100B05E5
    assert fold(np.uint64(5), 1) != fold(np.uint64(5), 2)
    assert 0 <= uniform(np.uint64(7), 3) < 1
