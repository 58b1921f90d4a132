"""A Python game that breaks the contract is told so by every search; what it raises itself arrives as it is."""

import signal
import subprocess
import sys
import textwrap
import time
import traceback
from typing import Any

import numpy as np
import pytest

import mcms
from mcms import ContractError, Limit, stable_hash
from mcms.bench.python_pig import PlainState, PythonPig
from tests.patience import PATIENCE
from tests.test_conformance import Coin, CoinGame, broken

pytestmark = pytest.mark.core

METHODS = ("turn", "actions", "outcomes", "play", "resolve", "utility", "estimate", "value_range", "hash")


def search(game: Any, name: str) -> mcms.SearchResult[Any]:
    limit = Limit(simulations=100) if name in ("mcts", "dpw") else Limit(depth=3)
    return mcms.search(game, Coin(), name, limit=limit)


BREACHES: list[tuple[dict[str, Any], str]] = [
    ({"turn": lambda state: "nobody"}, r"turn of Coin\(at='start'\) returned 'nobody': expected first, second"),
    ({"turn": lambda state: None}, "turn of .* returned None"),
    ({"turn": lambda state: 0}, "turn of .* returned 0"),
    ({"actions": lambda state: []}, "actions of .* returned nothing: a decision has at least one action"),
    ({"actions": lambda state: None}, "actions of .* returned None: expected a sequence of actions"),
    ({"actions": lambda state: "flip"}, "actions of .* returned 'flip': expected a sequence"),
    ({"actions": lambda state: (a for a in ["flip"])}, "actions of .* returned <generator"),
    ({"actions": lambda state: {"flip": 1}}, "actions of .* returned {'flip': 1}: expected a sequence"),
    ({"actions": lambda state: [["flip"]]}, r"actions of .* returned \['flip'\], which is not hashable"),
    ({"actions": lambda state: [("flip", [])]}, r"returned \('flip', \[\]\), which is not hashable"),
    ({"outcomes": lambda state: []}, "outcomes of .*'flipping'.* returned nothing"),
    ({"outcomes": lambda state: None}, "outcomes of .* returned None: expected a sequence of outcomes"),
    ({"outcomes": lambda state: ["heads", "tails"]}, "returned 'heads': expected pairs of an outcome"),
    ({"outcomes": lambda state: [("heads",)]}, r"returned \('heads',\): expected pairs"),
    ({"outcomes": lambda state: [("heads", 0.5, 1)]}, "expected pairs"),
    ({"outcomes": lambda state: [("heads", 0.5), ("tails", 0.4)]}, "probabilities that sum to 0.9"),
    (
        {"outcomes": lambda state: [("heads", 1.5), ("tails", -0.5)]},
        r"\('heads', 1.5\): expected a probability above 0",
    ),
    ({"outcomes": lambda state: [("heads", 1.0), ("tails", 0.0)]}, r"\('tails', 0.0\): expected a probability above 0"),
    ({"outcomes": lambda state: [("heads", float("nan"))]}, r"\('heads', nan\)"),
    ({"outcomes": lambda state: [("heads", "1")]}, r"\('heads', '1'\): expected a probability"),
    ({"outcomes": lambda state: [("heads", True)]}, r"\('heads', True\): expected a probability"),
    ({"outcomes": lambda state: [([], 1.0)]}, r"\[\], which is not hashable"),
    ({"utility": lambda state: 2.0}, "utility of .* returned 2.0: expected a number from -1.0 to 1.0"),
    ({"utility": lambda state: None}, "utility of .* returned None"),
    ({"utility": lambda state: float("nan")}, "utility of .* returned nan"),
    ({"utility": lambda state: True}, "utility of .* returned True"),
    ({"utility": lambda state: 10**400}, "utility of .* returned 1000"),
    ({"value_range": lambda: (1.0, -1.0)}, r"value_range returned \(1.0, -1.0\): expected two finite numbers"),
    ({"value_range": lambda: (0.0, float("inf"))}, "value_range returned"),
    ({"value_range": lambda: None}, "value_range returned None"),
    ({"value_range": lambda: (0, 1, 2)}, r"value_range returned \(0, 1, 2\)"),
    ({"value_range": lambda: ("a", "b")}, "value_range returned"),
]
BY_DEPTH_ONLY: list[tuple[dict[str, Any], str]] = [
    ({"estimate": lambda state: -7}, "estimate of .* returned -7"),
    ({"estimate": lambda state: "0"}, "estimate of .* returned '0'"),
    ({"hash": lambda state: 2**64}, "hash of .* returned 18446744073709551616: expected a whole number of 64 bits"),
    ({"hash": lambda state: -(2**63) - 1}, "hash of .* expected a whole number of 64 bits"),
    ({"hash": lambda state: 1.0}, "hash of .* returned 1.0"),
    ({"hash": lambda state: True}, "hash of .* returned True"),
]


@pytest.mark.parametrize(("methods", "says"), BREACHES + BY_DEPTH_ONLY)
def test_breaches_are_named(methods: dict[str, Any], says: str) -> None:
    names = ["expss", "star1ss", "star2ss"] + (["mcts", "dpw"] if (methods, says) in BREACHES else [])
    for name in names:
        with pytest.raises(ContractError, match=says):
            search(broken(**methods), name)
    with pytest.raises(ContractError):
        mcms.check_game(broken(**methods), games=20)


def test_states_are_shown_shortened_and_need_no_repr() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    for state, shown in ((Shy(), "<Shy without repr>"), ("x" * 1000, "'" + "x" * 199 + "…"), ("\ud800", r"'\ud800'")):
        with pytest.raises(ContractError) as caught:
            mcms.search(broken(turn=lambda state: "?"), state, "exp", limit=Limit(depth=1))
        assert str(caught.value) == f"turn of {shown} returned '?': expected first, second, chance or over"


def test_whatever_is_a_number_is_taken() -> None:
    found = search(
        broken(
            estimate=lambda state: np.float32(0.5),
            utility=lambda state: int(state.at == "heads"),
            outcomes=lambda state: np.array([["heads", 0.25], ["tails", 0.75]], dtype=object),
            hash=lambda state: -5,
        ),
        "star2ss(width=40)",
    )
    assert 0 < found.value < 0.5


@pytest.mark.parametrize("name", mcms.SHORT_NAMES)
def test_games_that_change_their_mind_crash_nothing(name: str) -> None:
    class Fickle(PythonPig):
        calls = 0

        def _next(self) -> int:
            Fickle.calls += 1
            return Fickle.calls * 7919 % 13

        def actions(self, state: PlainState) -> Any:
            return [f"{'roll' if i % 2 else 'stop'}" for i in range(1 + self._next())]

        def outcomes(self, state: PlainState) -> Any:
            count = 1 + self._next()
            return [(f"{i}", 1 / count) for i in range(count)]

        def resolve(self, state: PlainState, outcome: Any) -> PlainState:
            return super().resolve(state, self._next())

        def turn(self, state: PlainState) -> str:
            return "chance" if self._next() == 0 else super().turn(state)

        def hash(self, state: PlainState) -> int:
            return self._next()

    limit = Limit(simulations=300) if name in ("mcts", "dpw") else Limit(depth=4, nodes=3000)
    for seed in range(10):
        try:
            mcms.search(Fickle(), PlainState(20, 20, 9), name, limit=limit, seed=seed)
        except (ContractError, mcms.GameOverError):
            continue


def test_lists_that_change_under_the_search_crash_nothing() -> None:
    class Shrinking(PythonPig):
        listed: list[Any] = []  # noqa: RUF012  shared on purpose

        def actions(self, state: PlainState) -> Any:
            self.listed[:] = super().actions(state)
            return self.listed

        def outcomes(self, state: PlainState) -> Any:
            self.listed[:] = [list(pair) for pair in super().outcomes(state)]
            return self.listed

        def play(self, state: PlainState, action: str) -> PlainState:
            self.listed.clear()
            return super().play(state, action)

        def resolve(self, state: PlainState, outcome: int) -> PlainState:
            self.listed.clear()
            return super().resolve(state, outcome)

    for name in mcms.SHORT_NAMES:
        root, limit = PlainState(50, 40, 12), Limit(nodes=2000)
        changing, plain = (mcms.search(game, root, name, limit=limit) for game in (Shrinking(), PythonPig()))
        assert (changing.value, changing.nodes) == (plain.value, plain.nodes)


class BoomError(Exception):
    """What only a user's game can raise."""


@pytest.mark.parametrize("method", METHODS)
def test_exceptions_arrive_unchanged(method: str) -> None:
    boom = BoomError(method)

    def explode(*arguments: Any) -> Any:
        raise boom

    with pytest.raises(BoomError) as caught:
        search(broken(**{method: explode}), "star2ss")
    assert caught.value is boom
    assert traceback.extract_tb(boom.__traceback__)[-1].name == "explode"
    assert (boom.__cause__, boom.__context__) == (None, None)


def test_a_failed_simulation_leaves_the_tree_as_it_was() -> None:
    class Fragile(CoinGame):
        healthy = True

        def utility(self, state: Coin) -> float:
            if not self.healthy:
                raise BoomError
            return super().utility(state)

    game = Fragile()
    tree = mcms.TreeSearch(game, Coin(), seed=3)
    tree.search(limit=Limit(simulations=20))
    before = tree.view()
    game.healthy = False
    with pytest.raises(BoomError):
        tree.search(limit=Limit(simulations=20))
    assert tree.view() == before
    game.healthy = True
    assert tree.search(limit=Limit(simulations=20)).simulations == 20


@pytest.mark.parametrize(
    "call",
    [
        "search(pig, s, 'star1', limit=mcms.Limit(depth=100))",
        "search(pig, s, 'mcts', limit=mcms.Limit(simulations=4_000_000_000))",
        "playouts(pig, s, 10**9)",
        "solve(pig, s)",
    ],
)
def test_ctrl_c_stops_a_search(call: str) -> None:
    program = textwrap.dedent(
        f"""
        import mcms
        from mcms.bench.python_pig import PlainState, PythonPig
        pig, s = PythonPig(goal=1000), PlainState(0, 0, 9)
        try:
            print("ready", flush=True)
            mcms.{call}
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=PATIENCE)
    assert (output, process.returncode) == ("stopped\n", 0)


def test_a_game_without_a_hash_is_given_one() -> None:
    given = search(broken(hash=stable_hash), "star2ss")
    assert given.value == search(CoinGameWithoutHash(), "star2ss").value


class CoinGameWithoutHash:
    """The coin game less its hash."""

    def __init__(self) -> None:
        coin = CoinGame()
        for method in ("initial_state", *METHODS[:-1]):
            setattr(self, method, getattr(coin, method))
