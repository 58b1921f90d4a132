"""Random trees of every shape a search can meet, and the provers that are to agree on them."""

import dataclasses
import math
import os
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

import mcms
from mcms import Exact, Expectimax, RandomTree, Sampled, Star1, Star2

TOLERANCE = 1e-9


def examples(count: int) -> int:
    """Return how many cases to try: the sanitized build, many times slower, takes a share of them."""
    return max(1, int(count * float(os.environ.get("MCMS_EXAMPLES", "1"))))


shares = st.sampled_from([0.0, 0.3, 1.0])


@st.composite
def trees(draw: st.DrawFn) -> RandomTree:
    """Draw a shape; the sizes keep a whole tree to a few thousand nodes."""
    return RandomTree(
        depth=draw(st.integers(1, 4)),
        branching=draw(st.integers(1, 3)),
        outcomes_per_node=draw(st.integers(1, 3)),
        ragged=draw(st.booleans()),
        uneven=draw(st.booleans()),
        chance=draw(st.sampled_from([0.0, 0.5, 1.0, 1.0])),
        chance_chain=draw(st.sampled_from([0.0, 0.0, 0.3])),
        chance_root=draw(st.booleans()),
        alternate=draw(st.booleans()),
        extreme=draw(shares),
        early_end=draw(st.sampled_from([0.0, 0.2])),
        merge=draw(st.sampled_from([None, None, 2, 8])),
        bounded=draw(shares),
    )


@dataclasses.dataclass(frozen=True)
class Case:
    """A state to search, and how."""

    tree: RandomTree
    state: Any
    depth: int
    prune_from: int
    probe_from: int
    chance: Exact | Sampled
    seed: int
    window: tuple[float, float]
    candidates: int | None = None


@st.composite
def samplings(draw: st.DrawFn) -> Sampled:
    """Draw a way of sampling: every combination of the options."""
    return Sampled(
        draw(st.integers(1, 5)),
        draw=draw(st.sampled_from(["independent", "systematic"])),
        luck=draw(st.sampled_from(["state", "depth"])),
        exact_below=draw(st.integers(0, 2)),
        control=draw(st.sampled_from([None, "estimate"])),
    )


@st.composite
def cases(draw: st.DrawFn, sampled: bool | None = None, windows: bool = False, candidates: bool = False) -> Case:
    """Draw a tree, its root and a search's options; where asked, a narrow root window and a few candidates."""
    tree = draw(trees())
    if sampled is None:
        sampled = draw(st.booleans())
    window = (-math.inf, math.inf)
    if windows:
        # The extremes themselves matter: a window that ends exactly where values pile up.
        bounds = st.sampled_from([-100.0, 0.0, 100.0]) | st.floats(-110, 110)
        window = draw(st.tuples(bounds, bounds).filter(lambda pair: pair[0] < pair[1]))
    return Case(
        tree=tree,
        state=tree.initial_state(draw(st.integers(0, 2**64 - 1))),
        depth=draw(st.integers(0, 5)),
        prune_from=draw(st.integers(0, 3)),
        probe_from=draw(st.integers(0, 4)),
        chance=draw(samplings()) if sampled else Exact(),
        seed=draw(st.integers(0, 2**64 - 1)),
        window=window,
        candidates=draw(st.sampled_from([None, 1, 2])) if candidates else None,
    )


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a prover says of a case."""

    lower: float
    upper: float
    leaves: int

    def value(self) -> float:
        assert self.upper - self.lower <= TOLERANCE, f"no exact value: {self}"
        return self.lower


Prover = Callable[[Case], Answer]


def searched_by(make: Callable[[Case], mcms.DepthLimited]) -> Prover:
    """Return the prover of one of the package's algorithms."""

    def prove(case: Case) -> Answer:
        if case.tree.turn(case.state) is mcms.Turn.OVER:
            utility = case.tree.utility(case.state)
            return Answer(utility, utility, 1)
        alpha, beta = case.window
        proof = mcms.prove(case.tree, case.state, make(case), depth=case.depth, alpha=alpha, beta=beta, seed=case.seed)
        return Answer(proof.lower, proof.upper, proof.leaves)

    return prove


def expectimax(case: Case) -> mcms.DepthLimited:
    return Expectimax(chance=case.chance, table_mb=1, candidates=case.candidates)


def star1(case: Case) -> mcms.DepthLimited:
    return Star1(chance=case.chance, prune_from=case.prune_from, table_mb=1, candidates=case.candidates)


def star2(case: Case) -> mcms.DepthLimited:
    return Star2(
        chance=case.chance,
        prune_from=case.prune_from,
        probe_from=case.probe_from,
        table_mb=1,
        candidates=case.candidates,
    )


def star2_as_printed(case: Case) -> mcms.DepthLimited:
    probing = star2(case)
    assert isinstance(probing, mcms.Star2)
    return dataclasses.replace(probing, keep_probes=False)


def with_table_bounds(make: Callable[[Case], mcms.DepthLimited]) -> Callable[[Case], mcms.DepthLimited]:
    """Return the same algorithm, answered by stored bounds where they decide."""
    return lambda case: dataclasses.replace(make(case), table_bounds=True)
