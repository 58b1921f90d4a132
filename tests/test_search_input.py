"""What the front door refuses, and the names it understands."""

import math
from typing import Any

import pytest

import mcms
from mcms import (
    Exact,
    Expectimax,
    GameOverError,
    InvalidOptionError,
    InvalidStateError,
    Limit,
    Mcts,
    Pig,
    Progressive,
    RandomTree,
    Sampled,
    Star1,
    Star2,
    UnknownNameError,
)
from mcms.algorithms import depth_limited
from tests.arena.own_players import Heap
from tests.pig_positions import PIG, pig_state

pytestmark = pytest.mark.core


@pytest.mark.parametrize("bad", [0, -1, 201, 10**30, 1.5, "3", True, math.nan])
def test_bad_depths(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="depth"):
        Limit(depth=bad)


@pytest.mark.parametrize("bad", [0, -1, 2**63, 1.5, "3", True])
def test_bad_nodes(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="nodes"):
        Limit(nodes=bad)


@pytest.mark.parametrize("bad", [0, -1.0, math.nan, math.inf, -math.inf, "1", True])
def test_bad_seconds(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="seconds"):
        Limit(seconds=bad)


@pytest.mark.parametrize("bad", [0, -1, 2**32, 1.5, "3", True, math.nan])
def test_bad_simulations(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="simulations"):
        Limit(simulations=bad)


@pytest.mark.parametrize("limit", [Limit(simulations=9), Limit(simulations=9, depth=3)])
def test_searches_by_depth_make_no_simulations(limit: Limit) -> None:
    with pytest.raises(InvalidOptionError, match="star1 has no limit by simulations: expected depth, nodes or seconds"):
        mcms.search(PIG, pig_state(0, 0), "star1", limit=limit)


def test_mcts_proves_nothing() -> None:
    with pytest.raises(InvalidOptionError, match="proves no bounds: expected Expectimax, Star1 or Star2"):
        mcms.prove(PIG, pig_state(0, 0), "mcts", depth=2)


def test_a_limit_is_required() -> None:
    with pytest.raises(InvalidOptionError, match="at least one of depth, nodes, seconds, simulations"):
        Limit()
    with pytest.raises(InvalidOptionError, match="expected a Limit"):
        mcms.search(PIG, pig_state(0, 0), "exp", limit=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [-1, 2**64, 0.5, "1", None])
def test_bad_seeds(bad: Any) -> None:
    with pytest.raises(InvalidOptionError, match="seed"):
        mcms.search(PIG, pig_state(0, 0), "expss", limit=Limit(depth=1), seed=bad)


@pytest.mark.parametrize(
    ("algorithm", "error", "says"),
    [
        ("minimax", UnknownNameError, "expected one of mcms, exp, star1, star2, expss, star1ss, star2ss"),
        ("exp(width=3)", InvalidOptionError, "exp has no option 'width'"),
        ("exp(prune_from=1)", InvalidOptionError, "exp has no option 'prune_from'"),
        ("star1(keep_probes=true)", InvalidOptionError, "star1 has no option 'keep_probes'"),
        ("star2ss(width=0)", InvalidOptionError, "width is 0"),
        ("star2ss(width=nan)", InvalidOptionError, "width is nan"),
        ("star2ss(width=abc)", InvalidOptionError, "width is 'abc'"),
        ("star2(prune_from=-1)", InvalidOptionError, "prune_from is -1"),
        ("star2(probe_from=201)", InvalidOptionError, "probe_from is 201"),
        ("star2(table_mb=-1)", InvalidOptionError, "table_mb is -1"),
        ("star2(table_mb=99999999999999)", InvalidOptionError, "table_mb"),
        ("star2(table_mb=1048576)", InvalidOptionError, "half of this machine's memory"),
        ("star2(table_bounds=7)", InvalidOptionError, "expected true or false"),
        ("star2(", InvalidOptionError, "expected something like"),
        ("star2(x)", InvalidOptionError, "expected option=value"),
        ("star2(table_mb=1,table_mb=2)", InvalidOptionError, "twice"),
        ("", InvalidOptionError, "expected something like"),
        ("mcts(exploration=-1)", InvalidOptionError, "exploration is -1: expected a number from 0"),
        ("mcts(exploration=nan)", InvalidOptionError, "exploration is nan"),
        ("mcts(exploration=1e99)", InvalidOptionError, "exploration is 1e+99"),
        ("mcts(exploration=much)", InvalidOptionError, "exploration is 'much'"),
        ("mcts(exploration=none)", InvalidOptionError, "exploration is None"),
        ("mcts(rollout_moves=-1)", InvalidOptionError, "rollout_moves is -1"),
        ("mcts(rollout_moves=1.5)", InvalidOptionError, "rollout_moves is 1.5"),
        ("mcts(rollout_moves=99999999999)", InvalidOptionError, "rollout_moves is 99999999999"),
        ("mcts(constant=3)", InvalidOptionError, "mcts has no option 'constant'"),
        ("mcts(widening=3)", InvalidOptionError, "mcts has no option 'widening'"),
        ("dpw(constant=0)", InvalidOptionError, "constant is 0: expected a number above 0"),
        ("dpw(constant=nan)", InvalidOptionError, "constant is nan"),
        ("dpw(exponent=1.5)", InvalidOptionError, "exponent is 1.5: expected a number from 0 to 1"),
        ("dpw(exponent=-0.5)", InvalidOptionError, "exponent is -0.5"),
        ("mcts(final=best)", InvalidOptionError, "final is 'best': expected visits or value"),
        ("mcts(final=3)", InvalidOptionError, "final is 3"),
        ("mcts(max_nodes=0)", InvalidOptionError, "max_nodes is 0"),
        ("mcts(max_nodes=4294967295)", InvalidOptionError, "half of this machine's memory"),
        ("mcts(max_nodes=4294967296)", InvalidOptionError, "max_nodes is 4294967296"),
        ("mcts(threads=0)", InvalidOptionError, "threads is 0"),
        ("mcts(threads=1000)", InvalidOptionError, "threads is 1000: expected a whole number from 1 to 256"),
        ("mcts(skip_forced=1)", InvalidOptionError, "skip_forced is 1: expected true or false"),
        ("mcts", InvalidOptionError, "no limit by depth: expected simulations, nodes or seconds"),
        (None, InvalidOptionError, "expected Expectimax"),
        (Pig, InvalidOptionError, "expected Expectimax"),
    ],
)
def test_bad_algorithms(algorithm: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error) as caught:
        mcms.search(PIG, pig_state(0, 0), algorithm, limit=Limit(depth=1))
    assert says in str(caught.value)


def test_bad_states_and_games() -> None:
    tree = RandomTree()
    states: list[Any] = [tree.initial_state(0), None]
    for state in states:
        with pytest.raises(InvalidStateError, match="expected a PigState"):
            mcms.search(PIG, state, "exp", limit=Limit(depth=1))
    with pytest.raises(InvalidOptionError, match="expected a built-in game"):
        mcms.search("pig", pig_state(0, 0), "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    a_class: Any = Heap
    with pytest.raises(InvalidOptionError, match=r"the class Heap: expected an object of it, such as Heap\(\)"):
        mcms.search(a_class, pig_state(0, 0), "exp", limit=Limit(depth=1))
    with pytest.raises(InvalidOptionError, match=r"the class Heap: expected an object of it, such as Heap\(\)"):
        mcms.solve(a_class)
    with pytest.raises(GameOverError, match="the game is over"):
        mcms.search(PIG, pig_state(100, 0, to_move=1), "exp", limit=Limit(depth=1))


@pytest.mark.parametrize(("alpha", "beta"), [(1.0, 1.0), (2.0, 1.0), (math.nan, 1.0), ("0", 1.0), (True, 2.0)])
def test_bad_windows(alpha: Any, beta: Any) -> None:
    with pytest.raises(InvalidOptionError, match=r"window|alpha|beta"):
        mcms.prove(PIG, pig_state(0, 0), "star1", depth=2, alpha=alpha, beta=beta)


def test_algorithm_objects_and_names_mean_the_same() -> None:
    for text, made in [
        ("exp", Expectimax()),
        ("star1", Star1(chance=Exact())),
        ("star2ss(width=7)", Star2(chance=Sampled(7))),
        ("expss(width=3,table_mb=1,table_bounds=true)", Expectimax(chance=Sampled(3), table_mb=1, table_bounds=True)),
        ("star2(prune_from=0,keep_probes=false)", Star2(prune_from=0, keep_probes=False)),
        ("mcts", Mcts(exploration=100)),
        ("mcts(exploration=0.1,rollout_moves=none,threads=2)", Mcts(exploration=0.1, rollout_moves=None, threads=2)),
        (
            "dpw(exploration=2,constant=4,exponent=0.25,final=value)",
            Mcts(exploration=2, widening=Progressive(constant=4, exponent=0.25), final="value"),
        ),
    ]:
        assert mcms.algorithm(text) == made
        assert mcms.algorithm(str(made)) == made


def test_short_names_carry_the_paper_s_widths() -> None:
    widths = {name: depth_limited(name, PIG).chance for name in ("expss", "star1ss", "star2ss")}
    assert widths == {"expss": Sampled(20), "star1ss": Sampled(25), "star2ss": Sampled(18)}
    with pytest.raises(InvalidOptionError, match="chance"):
        Star1(chance=20)  # type: ignore[arg-type]


def test_short_names_carry_the_paper_s_mcts() -> None:
    assert mcms.algorithm("mcts", PIG) == Mcts(exploration=50, rollout_moves=0)
    tuned = Progressive(constant=5, exponent=0.2)
    assert mcms.algorithm("dpw", PIG) == Mcts(exploration=50, rollout_moves=0, widening=tuned)
    with pytest.raises(InvalidOptionError, match="widening"):
        Mcts(widening=3)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown search by depth 'mcts'"):
        depth_limited("mcts", PIG)
