"""When a search stops: :class:`Limit`."""

import dataclasses
import re
from decimal import Decimal

from mcms import _core
from mcms.algorithms import Algorithm
from mcms.exceptions import InvalidOptionError
from mcms.mcts import Mcts
from mcms.spec import split_list
from mcms.validation import positive_number, whole_number

LARGEST_DEPTH: int = _core.largest_depth
LARGEST_NODES = 2**62
LARGEST_SIMULATIONS = 2**32 - 1
_LIMIT = re.compile(
    r"(?P<name>depth|nodes|simulations)=(?P<count>\d{1,20})"
    r"|(?P<cpu>cpu=)?(?P<time>\d{1,10}(?:\.\d{1,40})?)\s*(?P<unit>ms|s)"
)
_IN_A_SECOND = {"ms": 1000, "s": 1}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Limit:
    """When a search stops: any combination, at least one.

    With ``depth``, ``nodes`` or ``simulations`` the answer is a function of state, algorithm, limit and seed. Only if
    several threads share a search by depth does it depend on their timing which depth ``nodes`` let them finish.
    ``seconds`` is kept to within a few milliseconds, and there is a legal move however small it is. ``cpu_seconds``
    is processor time, which does not pass while other programs have the processor, so that players stay comparable
    on a busy machine; it is for searches by one thread. ``depth`` is for the searches by depth, ``simulations`` for
    MCTS; ``nodes`` are the decision and finished states entered, those of MCTS's rollouts too.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> result = mcms.search(pig, pig.initial_state(), "star1", limit=Limit(depth=4, seconds=60))
    >>> result.depth, result.stop_reason
    (4, 'depth')
    """

    depth: int | None = None
    """Decisions on a line of play, for searches by depth."""
    nodes: int | None = None
    """Decision and finished states to enter."""
    seconds: float | None = None
    """Time to think."""
    simulations: int | None = None
    """Simulations, for MCTS."""
    cpu_seconds: float | None = None
    """Processor time of the thread that searches."""

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
        if self.cpu_seconds is not None:
            positive_number("cpu_seconds", self.cpu_seconds)
        if self.simulations is not None:
            whole_number("simulations", self.simulations, 1, LARGEST_SIMULATIONS)

    def for_algorithm(self, algorithm: Algorithm) -> _core.Limits:
        """Return the limit for the core, if the algorithm can keep to all of it."""
        tree = isinstance(algorithm, Mcts)
        if (self.depth if tree else self.simulations) is not None:
            name, other = ("depth", "simulations") if tree else ("simulations", "depth")
            raise InvalidOptionError(f"{algorithm} has no limit by {name}: expected {other}, nodes or seconds")
        if self.cpu_seconds is not None and algorithm.threads > 1:
            raise InvalidOptionError(f"{algorithm} has no limit by processor time: expected threads=1 or seconds")
        return _core.Limits(**dataclasses.asdict(self))

    def __str__(self) -> str:
        """Return the text that :func:`parse_limit` reads.

        >>> str(Limit(depth=4, seconds=0.2))
        'depth=4,200ms'
        """
        counts = ((name, getattr(self, name)) for name in ("depth", "nodes", "simulations"))
        parts = [f"{name}={count}" for name, count in counts if count is not None]
        if self.seconds is not None:
            parts.append(_milliseconds(self.seconds))
        if self.cpu_seconds is not None:
            parts.append(f"cpu={_milliseconds(self.cpu_seconds)}")
        return ",".join(parts)


def _milliseconds(seconds: float) -> str:
    # By its shortest decimal digits: a thousand times the float may be another number.
    text = f"{1000 * Decimal(repr(float(seconds))):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) + "ms"


def parse_limit(text: str) -> Limit:
    """Read a limit: ``50ms``, ``2s``, ``depth=4``, ``nodes=10000``, ``simulations=500``, ``cpu=50ms``, or several.

    >>> parse_limit("depth=4,200ms")
    Limit(depth=4, nodes=None, seconds=0.2, simulations=None, cpu_seconds=None)
    """
    values: dict[str, float] = {}
    for part in split_list(text):
        match = _LIMIT.fullmatch(part)
        if match is None:
            raise InvalidOptionError(f"limit is {text!r}: expected something like 50ms, 2s, depth=4 or nodes=10000")
        name = match["name"] or ("cpu_seconds" if match["cpu"] else "seconds")
        if name in values:
            raise InvalidOptionError(f"limit {text!r} gives {name} twice: expected each once")
        if match["time"]:
            values[name] = float(Decimal(match["time"]) / _IN_A_SECOND[match["unit"]])
        else:
            values[name] = int(match["count"])
    return Limit(**values)  # type: ignore[arg-type]  # only seconds is no whole number
