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
    Pig,
    RandomTree,
    Sampled,
    Star1,
    Star2,
    UnknownNameError,
)
from tests.pig_positions import PIG, pig_state


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


def test_a_limit_is_required() -> None:
    with pytest.raises(InvalidOptionError, match="at least one of depth, nodes, seconds"):
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
        ("minimax", UnknownNameError, "expected one of exp, star1, star2, expss, star1ss, star2ss"),
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
    with pytest.raises(InvalidStateError, match="expected a PigState"):
        mcms.search(PIG, tree.initial_state(0), "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(InvalidStateError, match="expected a PigState"):
        mcms.search(PIG, None, "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
    with pytest.raises(InvalidOptionError, match="expected a built-in game"):
        mcms.search("pig", pig_state(0, 0), "exp", limit=Limit(depth=1))  # type: ignore[arg-type]
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
    ]:
        assert mcms.algorithm(text) == made
        assert mcms.algorithm(str(made)) == made


def test_short_names_carry_the_paper_s_widths() -> None:
    widths = {name: mcms.algorithm(name, PIG).chance for name in ("expss", "star1ss", "star2ss")}
    assert widths == {"expss": Sampled(20), "star1ss": Sampled(25), "star2ss": Sampled(18)}
    with pytest.raises(InvalidOptionError, match="chance"):
        Star1(chance=20)  # type: ignore[arg-type]
