"""Games written in Python: every search gives for them what it gives for the built-in game of the same rules."""

import dataclasses
import gc
import itertools
import pickle
import sys
import threading
import time
from typing import Any

import pytest
from examples.ewn_in_python import Ewn, Position

import mcms
from mcms import InvalidOptionError, Limit, McmsError, Mcts, Pig, Progressive, RandomTree, SearchResult, StopToken
from mcms.bench.python_pig import DOUBLE_ONE, ONE, PlainState, PythonPig, plain_state
from tests.pig_positions import PIG, pig_state
from tests.python_games import Corridor, InPython
from tests.results import answer, rounded
from tests.test_conformance import CoinGame

pytestmark = pytest.mark.core

PLAIN = PythonPig()
POSITIONS = [pig_state(0, 0), pig_state(50, 40, 12), pig_state(93, 88, 5, 1), PIG.play(pig_state(30, 70, 25), "roll")]
TUNING = mcms.MctsTuning(exploration=7.0, rollout_moves=1, constant=2.0, exponent=0.5)
THROWS = {ONE: "one", DOUBLE_ONE: "double-one"}


def limits_of(name: str) -> tuple[Limit, ...]:
    by_effort = Limit(simulations=700) if name in ("mcts", "dpw") else Limit(depth=3)
    return by_effort, Limit(nodes=2500)


def in_both_forms(name: str) -> str:
    """Return the search without what only built-in games have: other samples, bounds by their rules, learnt weights."""
    options = ["draw=systematic"] if name.endswith("ss") else []
    options += ["rule_bounds=false"] if name.startswith("star") else []
    options += ["evaluation=own"] if name == "mcms" else []
    return f"{name}({','.join(options)})" if options else name


NAMES = [in_both_forms(name) for name in mcms.SHORT_NAMES]


def same(own: SearchResult[Any], built_in: SearchResult[Any], name: str, limit: Limit, names: dict[Any, str]) -> bool:
    """Compare all that was found; of mcms, which always asks the rules, its answer."""
    own, built_in = comparable(own, names), comparable(built_in)
    if name.startswith("mcms"):
        return limit.nodes is not None or answer(own) == answer(built_in)
    return own == built_in


def comparable(result: SearchResult[Any], names: dict[Any, str] | None = None) -> SearchResult[Any]:
    """Return the result as if of a built-in game: by names, and without the time it took."""

    def name(step: Any) -> str:
        return (names or {}).get(step, str(step))

    result = rounded(result)
    return dataclasses.replace(
        result,
        action=None if result.action is None else name(result.action),
        actions=tuple(dataclasses.replace(entry, action=name(entry.action)) for entry in result.actions),
        principal_variation=tuple(map(name, result.principal_variation)),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("state", POSITIONS, ids=PIG.text)
def test_pig_in_python_is_searched_as_the_built_in_one(state: Any, name: str) -> None:
    algorithm = mcms.algorithm(name, PIG)
    for limit in limits_of(name):
        own = mcms.search(PLAIN, plain_state(state), algorithm, limit=limit, seed=5)
        built_in = mcms.search(PIG, state, algorithm, limit=limit, seed=5)
        # Only a built-in game's outcomes have names where this one has numbers.
        assert same(own, built_in, name, limit, THROWS)


@pytest.mark.parametrize("name", NAMES)
def test_ewn_in_python_is_searched_as_the_built_in_one(name: str) -> None:
    own, built_in = Ewn(), mcms.load("ewn")
    stones = [[[1, 1], None, [2, 2], [0, 2], None, None], [[3, 2], None, [1, 2], [4, 2], [3, 4], [2, 4]]]
    plain = ((6, 31, 12, 2, 31, 31), (17, 31, 7, 22, 19, 14))
    algorithm = mcms.algorithm(name, built_in)
    if isinstance(algorithm, Mcts):
        algorithm = dataclasses.replace(algorithm, rollout_moves=0)  # the built-in game draws random moves its own way
    for die, mover in itertools.product((None, 2, 6), (0, 1)):
        state = built_in.from_json({"stones": stones, "die": die, "to_move": mover})
        plain_root = Position(plain, die or 0, mover)
        assert own.hash(plain_root) == built_in.hash(state)
        for limit in limits_of(name):
            theirs = mcms.search(built_in, state, algorithm, limit=limit, seed=2)
            assert same(mcms.search(own, plain_root, algorithm, limit=limit, seed=2), theirs, name, limit, {})


@pytest.mark.parametrize(
    "algorithm",
    [
        *("star1(prune_from=0,table_bounds=true)", "star2(probe_from=0,keep_probes=false)", "star2ss(width=2)"),
        *(Mcts(rollout_moves=None), Mcts(rollout_moves=2, widening=Progressive(constant=1, exponent=0.4))),
    ],
    ids=str,
)
def test_trees_of_every_shape(algorithm: Any) -> None:
    tree = RandomTree(depth=4, ragged=True, chance=0.7, chance_chain=0.3, alternate=False, early_end=0.1, extreme=0.2)
    limit = Limit(simulations=400) if isinstance(algorithm, Mcts) else Limit(depth=4)
    for seed in range(15):
        root = tree.initial_state(seed)
        if tree.turn(root) is mcms.Turn.OVER:
            continue
        own = comparable(mcms.search(InPython(tree), root, algorithm, limit=limit, seed=seed))
        built_in = comparable(mcms.search(tree, root, algorithm, limit=limit, seed=seed))
        # Lists of unknown length are summed in another order here, which the last bits show.
        assert own.value == pytest.approx(built_in.value, abs=1e-9)
        assert (own.nodes, own.cuts, own.principal_variation) == (
            built_in.nodes,
            built_in.cuts,
            built_in.principal_variation,
        )


def test_prove_playouts_and_tree_search() -> None:
    for depth, name in ((3, "exp"), (4, "expss(width=3,draw=systematic)"), (0, "exp")):
        proof = mcms.prove(PLAIN, PlainState(50, 40, 12), name, depth=depth, alpha=-5, beta=20, seed=3)
        assert proof == mcms.prove(PIG, pig_state(50, 40, 12), name, depth=depth, alpha=-5, beta=20, seed=3)
    tree = RandomTree(depth=5, ragged=True)
    own, built_in = (mcms.playouts(game, tree.initial_state(1), 500, seed=2) for game in (InPython(tree), tree))
    assert dataclasses.replace(own, seconds=0.0) == dataclasses.replace(built_in, seconds=0.0)
    kept = mcms.TreeSearch(PLAIN, PlainState(50, 40, 12), "dpw", seed=1)
    kept.search(limit=Limit(simulations=500))
    view = kept.view(depth=2)
    assert [child.step for child in view.children] == ["roll", "stop"]
    assert view.to_json()["children"][0]["children"][0]["step"] == str(view.children[0].children[0].step)
    kept.advance("roll", 8)
    assert kept.state == PlainState(50, 40, 20)
    assert kept.search(limit=Limit(simulations=10)).action in ("roll", "stop")
    with pytest.raises(mcms.IllegalMoveError, match="illegal action 'pass': expected one of roll, stop"):
        kept.advance("pass")


def test_solving_tells_states_apart_by_their_own_equality() -> None:
    class HashlessPig(PythonPig):
        def hash(self, state: PlainState) -> int:
            return 7  # useless on purpose

    solution, known = mcms.solve(HashlessPig(goal=20), PlainState(0, 0)), mcms.solve(Pig(goal=20))
    assert solution.value(PlainState(0, 0)) == pytest.approx(known.value(Pig(goal=20).initial_state()), abs=1e-9)
    assert solution.best_action(PlainState(0, 0)) == "roll"
    with pytest.raises(mcms.InvalidStateError, match="was not solved"):
        solution.value(PlainState(1, 0))
    with pytest.raises(mcms.TooManyStatesError, match="PythonPig has more than 100 states"):
        mcms.solve(PLAIN, PlainState(0, 0), most_states=100)


@dataclasses.dataclass(frozen=True)
class Bet:
    """An action that is neither a text nor a number."""

    on: str


class BettingGame(CoinGame):
    """The coin game with objects for actions, members of Turn, and no hash."""

    hash: Any = None

    def turn(self, state: Any) -> mcms.Turn:
        return mcms.Turn(super().turn(state))

    def actions(self, state: Any) -> Any:
        return (None, Bet("flip"))

    def play(self, state: Any, action: Any) -> Any:
        return super().play(state, action.on if action else "pass")


def test_results_carry_the_game_s_own_objects() -> None:
    game = BettingGame()
    root = game.initial_state(0)
    for name in ("star2ss", "dpw"):
        result = mcms.search(game, root, name, limit=Limit(nodes=200))
        assert {entry.action for entry in result.actions} == {None, Bet("flip")}
        assert result.to_json()["actions"][0]["action"] in ("None", "Bet(on='flip')")
    assert mcms.search(game, game.play(root, Bet("flip")), "exp", limit=Limit(depth=1)).action is None
    assert mcms.solve(game, root).action_values(root) == {None: 0.0, Bet("flip"): 0.0}
    assert mcms.check_game(game).games == 100


def test_exploration_follows_the_game_s_range_and_its_own_tuning() -> None:
    assert mcms.algorithm("mcts", mcms.CustomGame(game=CoinGame())) == Mcts(exploration=1.0)
    tuned = type("Tuned", (CoinGame,), {"tuned_mcts": TUNING, "tuned_widths": {"expss": 3}})
    assert mcms.algorithm("mcts", mcms.CustomGame(game=tuned())) == Mcts(exploration=7.0, rollout_moves=1)
    assert mcms.algorithm("expss", mcms.CustomGame(game=tuned())).chance == mcms.Sampled(3)  # type: ignore[union-attr]
    kept = pickle.loads(pickle.dumps(mcms.CustomGame(game=PLAIN)))
    assert mcms.algorithm("mcts", kept) == Mcts(exploration=100.0)
    wrong = type("Wrong", (CoinGame,), {"tuned_mcts": {"exploration": 3}})
    with pytest.raises(InvalidOptionError, match=r"expected a mcms\.MctsTuning"):
        mcms.CustomGame(game=wrong())


def test_threads_are_refused() -> None:
    with pytest.raises(InvalidOptionError, match="threads is 2: expected 1 for PythonPig"):
        mcms.search(PLAIN, PlainState(0, 0), "mcts(threads=2)", limit=Limit(simulations=10))
    with pytest.raises(InvalidOptionError, match="threads is 2: expected 1 for PythonPig"):
        mcms.search(PLAIN, PlainState(0, 0), "star2(threads=2)", limit=Limit(depth=2))


def test_what_is_no_game() -> None:
    for thing in ("pig", None, object()):
        with pytest.raises(InvalidOptionError, match=r"expected a built-in game .* it lacks initial_state, turn"):
            mcms.search(thing, 0, "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(mcms.GameOverError):
        mcms.search(PLAIN, PlainState(0, 100), "exp", limit=Limit(depth=1))


def test_a_game_may_search_inside_its_own_evaluation() -> None:
    class Thinker(PythonPig):
        def estimate(self, state: PlainState) -> float:
            return mcms.search(PLAIN, state, "star1", limit=Limit(depth=1)).value

    found = mcms.search(Thinker(), PlainState(20, 30, 9), "exp", limit=Limit(depth=2))
    assert found.value == pytest.approx(mcms.search(PLAIN, PlainState(20, 30, 9), "exp", limit=Limit(depth=3)).value)

    class Endless(PythonPig):
        def estimate(self, state: PlainState) -> float:
            return mcms.search(self, state, "exp", limit=Limit(depth=1)).value

    with pytest.raises(RecursionError):
        mcms.search(Endless(), PlainState(0, 0), "exp", limit=Limit(depth=1))


def test_a_tree_is_not_searched_from_within_its_own_search() -> None:
    class Tangled(PythonPig):
        tree: Any = None

        def estimate(self, state: PlainState) -> float:
            return float(self.tree.search(limit=Limit(simulations=1)).value)

    game = Tangled()
    game.tree = mcms.TreeSearch(game, PlainState(0, 0))
    with pytest.raises(McmsError, match="the tree is in use"):
        game.tree.search(limit=Limit(simulations=1))
    assert game.tree.view().visits == 0


@pytest.mark.parametrize("name", mcms.SHORT_NAMES)
def test_long_lines_of_play_end_in_a_sentence(name: str) -> None:
    by_depth = name in mcms.DEPTH_LIMITED_NAMES
    short = mcms.search(Corridor(8, 200), (0, 0), name, limit=Limit(depth=200) if by_depth else Limit(simulations=300))
    assert short.value == (1.0 if by_depth else 0.5)  # its simulations stop far from the end
    long, says = (Corridor(50), "longer than 2000 steps") if by_depth else (Corridor(10**9), "100001 chance nodes in a")
    with pytest.raises(mcms.ContractError, match=says):
        mcms.search(long, (0, 0), name, limit=Limit(depth=200) if by_depth else Limit(simulations=9))
    assert mcms.playouts(Corridor(30, 300), (0, 0), 2).chance_nodes == 2 * 30 * 300


def test_a_token_stops_every_kind_of_search() -> None:
    for name in ("star2", "mcts"):
        token = StopToken()
        threading.Timer(0.05, token.stop).start()
        result = mcms.search(PLAIN, PlainState(0, 0, 9), name, limit=Limit(seconds=60), stop=token)
        assert (result.stop_reason, result.action) == ("stopped", "roll")
    token = StopToken()
    threading.Timer(0.05, token.stop).start()
    assert mcms.playouts(PLAIN, PlainState(0, 0), 10**9, stop=token).games > 0


@pytest.mark.parametrize("name", ["exp", "star2ss", "mcts"])
def test_a_game_that_gets_slow_is_watched_closely(name: str) -> None:
    class SlowingPig(PythonPig):
        def __init__(self) -> None:
            super().__init__()
            self.asked: list[float] = []

        def estimate(self, state: PlainState) -> float:
            self.asked.append(time.perf_counter())
            if len(self.asked) > 200:
                time.sleep(0.005)
            return super().estimate(state)

    game = SlowingPig()
    result = mcms.search(game, PlainState(10, 20, 5), name, limit=Limit(seconds=0.1))
    assert (result.stop_reason, result.action) == ("seconds", "roll")
    # Counted, not timed: how often it was asked once the time was surely over.
    assert sum(asked > game.asked[0] + 0.1 for asked in game.asked) <= 5


def test_memory_stays_flat() -> None:
    class Calls(PythonPig):
        count = 0

        def turn(self, state: PlainState) -> str:
            Calls.count += 1
            return super().turn(state)

    game, root = Calls(), PlainState(50, 40, 12)

    def work(times: int) -> None:
        for _ in range(times):
            mcms.search(game, root, "exp", limit=Limit(depth=3))
            mcms.search(game, root, "star2ss", limit=Limit(nodes=2000))
            mcms.search(game, root, "dpw", limit=Limit(simulations=500))
            mcms.solve(Calls(goal=5), PlainState(0, 0))
            with pytest.raises(ZeroDivisionError):
                mcms.search(Failing(), root, "star1", limit=Limit(depth=4))

    class Failing(PythonPig):
        def estimate(self, state: PlainState) -> float:
            return 1 / (state.other - 51)

    work(20)  # fills Python's lists of objects to be used again
    gc.collect()
    references, blocks, calls = sys.getrefcount(root), sys.getallocatedblocks(), Calls.count
    while Calls.count < calls + 350_000:  # each with two more calls of other methods on average
        work(10)
    gc.collect()
    assert sys.getrefcount(root) == references
    assert sys.getallocatedblocks() - blocks < 500
