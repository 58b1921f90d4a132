"""When a search stops: :class:`Limit`."""

import dataclasses

from mcms import _core
from mcms.algorithms import Algorithm
from mcms.exceptions import InvalidOptionError
from mcms.mcts import Mcts
from mcms.validation import positive_number, whole_number

LARGEST_DEPTH: int = _core.largest_depth
LARGEST_NODES = 2**62
LARGEST_SIMULATIONS = 2**32 - 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limit:
    """When a search stops: any combination, at least one.

    With ``depth``, ``nodes`` or ``simulations`` the answer is a function of state, algorithm, limit and seed.
    ``seconds`` is kept to within a few milliseconds, and there is a legal move however small it is. ``depth`` is
    for the searches by depth, ``simulations`` for MCTS; ``nodes`` are the decision and finished states entered,
    those of MCTS's rollouts too.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        names = [field.name for field in dataclasses.fields(self)]
        if all(getattr(self, name) is None for name in names):
            raise InvalidOptionError(f"no limit given: expected at least one of {', '.join(names)}")
        if self.depth is not None:
            whole_number("depth", self.depth, 1, LARGEST_DEPTH)
        if self.nodes is not None:
            whole_number("nodes", self.nodes, 1, LARGEST_NODES)
        if self.seconds is not None:
            positive_number("seconds", self.seconds)
        if self.simulations is not None:
            whole_number("simulations", self.simulations, 1, LARGEST_SIMULATIONS)

    def for_algorithm(self, algorithm: Algorithm) -> _core.Limits:
        """Return the limit for the core, if the algorithm can keep to all of it."""
        tree = isinstance(algorithm, Mcts)
        if (self.depth if tree else self.simulations) is not None:
            name, other = ("depth", "simulations") if tree else ("simulations", "depth")
            raise InvalidOptionError(f"{algorithm} has no limit by {name}: expected {other}, nodes or seconds")
        return _core.Limits(**dataclasses.asdict(self))
