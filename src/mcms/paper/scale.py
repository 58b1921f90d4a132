"""How much of the evaluation is run: for a coffee, for an afternoon, or as published."""

import dataclasses
from collections.abc import Mapping

from mcms.exceptions import UnknownNameError
from mcms.limit import Limit
from mcms.paper.published import published

_PACE_MATCHES = {"pig": 500, "ewn": 500, "cant_stop": 100, "ra": 100}
"""More where a match takes a few milliseconds; the other two games take far longer, and their scores differ by more."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Scale:
    """The numbers that decide how long everything takes and how sure it is."""

    name: str
    ms: float
    """Thinking time of a move."""
    matches: Mapping[str, int]
    """Matches of a pairing, by game."""
    choice_matches: int
    """Matches that choose between mcts and dpw."""
    states: int
    """States of table 1."""
    runs: int
    """Searches of each algorithm in each state."""
    tuning_matches: int
    tuning_points: int
    """How many values of an option are tried at most."""
    time_limits: tuple[float, ...]
    """Milliseconds a move for the effect of the time limit."""
    time_matches: int
    work: tuple[int, ...]
    """Nodes a move for twins at equal work."""
    work_matches: int
    levels: int
    """Depths whose worth is measured: from one to this many."""
    widths: tuple[int, ...]
    """Sample widths for theorem 1."""
    theorem_states: int
    theorem_runs: int

    processor_time: bool = False
    """Whether thinking time is the processor's, which does not pass while other programs have it."""
    nodes: Mapping[str, int] | None = None
    """Nodes of a move, by game, where matches and table 1 go by nodes instead of time."""
    decide_elo: float | None = None
    """Figure 2 ends a pairing once it is known to be stronger or weaker, as if by this many Elo; ``None``: play all."""
    paces: tuple[int, ...] = (100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 10_000, 20_000, 30_000, 100_000)
    """Nodes of a move among which the pace of 2013 is looked for."""
    pace_matches: Mapping[str, int] = dataclasses.field(default_factory=lambda: _PACE_MATCHES)
    """Matches of a pairing at each pace, by game, as long as a move takes few nodes."""
    fresh_matches: Mapping[str, int] = dataclasses.field(default_factory=lambda: published().matches)
    """Matches of a pairing at the pace that was found."""
    fresh_choice_matches: int = dataclasses.field(default_factory=lambda: published().choice_matches)
    alternative_matches: Mapping[str, int] = dataclasses.field(default_factory=lambda: published().matches)
    """The same of each alternative."""

    def matches_in(self, game: str) -> int:
        """Return the matches of a pairing; in a game that the paper does not have, as few as in its slowest."""
        return in_game(self.matches, game)

    def limit_in(self, game: str) -> Limit:
        """Return the limit of a move; in a game that has no pace of its own, the fastest of the others."""
        if self.nodes is None:
            return self.timed(self.ms)
        return Limit(nodes=in_game(self.nodes, game))

    def timed(self, ms: float) -> Limit:
        """Return a limit in milliseconds."""
        return Limit(cpu_seconds=ms / 1000) if self.processor_time else Limit(seconds=ms / 1000)

    @property
    def time_words(self) -> str:
        """What a move of a time-limited experiment has."""
        return f"{self.ms:g} ms {'of processor time ' if self.processor_time else ''}a move"

    def at_pace(self, nodes: Mapping[str, int]) -> "Scale":
        """Return the scale with moves by nodes, which are quick enough for as many matches as the paper played."""
        paper = published()
        return dataclasses.replace(self, nodes=dict(nodes), matches=paper.matches, choice_matches=paper.choice_matches)


def in_game(numbers: Mapping[str, int], game: str) -> int:
    """Return the number of a game; of one that has none, the least of the others."""
    return numbers.get(game, min(numbers.values()))


def _matches(most: int) -> dict[str, int]:
    paper = published().matches
    return {game: max(1, most * matches // max(paper.values())) for game, matches in paper.items()}


def scale(name: str) -> Scale:
    """Return the scale of a name: ``quick``, ``laptop`` or ``paper``."""
    scales = {known.name: known for known in (_quick(), _laptop(), _paper())}
    if name not in scales:
        raise UnknownNameError(f"unknown scale {name!r}: expected one of {', '.join(scales)}")
    return scales[name]


def _quick() -> Scale:
    return Scale(
        name="quick",
        ms=1,
        matches=_matches(30),
        choice_matches=10,
        states=60,
        runs=8,
        tuning_matches=6,
        tuning_points=3,
        time_limits=(1, 2, 4),
        time_matches=8,
        work=(300, 3000),
        work_matches=8,
        levels=2,
        widths=(1, 4, 16, 64),
        theorem_states=10,
        theorem_runs=20,
        pace_matches=_matches(10),
        fresh_matches=_matches(60),
        fresh_choice_matches=20,
        alternative_matches=_matches(60),
    )


def _laptop() -> Scale:
    return Scale(
        name="laptop",
        ms=10,
        matches=_matches(500),
        choice_matches=100,
        states=400,
        runs=25,
        tuning_matches=200,
        tuning_points=4,
        time_limits=(1, 2, 5, 10, 20, 50),
        time_matches=40,
        work=(100, 300, 1000, 3000, 10_000, 30_000, 100_000),
        work_matches=130,
        levels=3,
        widths=(1, 2, 5, 10, 20, 50, 100, 200, 500),
        theorem_states=50,
        theorem_runs=50,
        fresh_matches=published().matches | {"cant_stop": 500, "ra": 500},
        alternative_matches={"pig": 1000, "ewn": 1000, "cant_stop": 100, "ra": 100},
    )


def _paper() -> Scale:
    paper = published()
    return Scale(
        name="paper",
        ms=paper.ms,
        matches=paper.matches,
        choice_matches=paper.choice_matches,
        states=paper.states,
        runs=paper.runs,
        tuning_matches=paper.tuning_matches,
        tuning_points=8,
        time_limits=(1, 2, 5, 10, 20, 50, 100, 200),
        time_matches=1000,
        work=(100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000),
        work_matches=1000,
        levels=4,
        widths=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
        theorem_states=200,
        theorem_runs=200,
        pace_matches=dict.fromkeys(paper.matches, 500),
    )
