"""The search algorithms and their options, and the paper's short names for them.

Expectimax, Star1 and Star2, each over all outcomes of a chance node (``Exact``) or a sparse sample
(``Sampled``): the paper's exp, star1, star2 and expss, star1ss, star2ss. Its mcts and dpw are in :mod:`mcms.mcts`.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from mcms import _core
from mcms import evaluation as evaluations
from mcms.exceptions import InvalidOptionError
from mcms.games.learnt import seen_by
from mcms.mcts import LARGEST_THREADS, Mcts, Progressive, mcts_of, tuning_of
from mcms.options import OptionInfo, option, options_of
from mcms.spec import Spec, format_spec, parse_spec, require_known, require_options
from mcms.validation import choice, truth, whole_number

LARGEST_WIDTH = 1_000_000
LARGEST_TABLE_MB = 2**20
DEFAULT_WIDTH = 10
"""Sample width of the short names for games the paper did not tune."""


@dataclasses.dataclass(frozen=True)
class Exact:
    """A chance node expands to all its outcomes.

    >>> print(Star2(chance=Exact()), Star2(chance=Sampled(18)))
    star2 star2ss(width=18)
    """


@dataclasses.dataclass(frozen=True)
class Sampled:
    """A chance node expands to a sample of its outcomes.

    As in the paper, ``width`` outcomes are drawn with replacement and weighted equally, and a draw is a function of the
    search's seed and the state, so every algorithm sees the same sample. The other options make a sample of the same
    width say more; all of them leave it unbiased.

    >>> Sampled(8, draw="systematic", luck="depth", exact_below=1, control="estimate").control
    'estimate'
    """

    width: int = dataclasses.field(
        metadata={"meaning": f"outcomes drawn at a chance node; tuned: as the paper found best, else {DEFAULT_WIDTH}"}
    )
    draw: Literal["independent", "systematic"] = option(
        "independent", "independent: with replacement; systematic: the likely ones for certain, the others by one walk"
    )
    luck: Literal["state", "depth", "visit"] = option(
        "state",
        "what decides a draw: the state; its depth alone, so that siblings are compared under the same luck; or each "
        "visit draws afresh, so that nothing is the same twice",
    )
    exact_below: int = option(0, "chance nodes with fewer decisions below them take all their outcomes")
    control: Literal["estimate"] | None = option(
        None, "estimate: correct a sample by what the estimates of all outcomes say that it leaves out"
    )
    thrifty: bool = option(
        False,
        "where estimates are costly, as learnt ones are, take a third of the outcomes, at least 6, and leave out what "
        "asks for an estimate of every outcome: exact_below and control; where that is fewer than 16, each state has "
        "luck of its own even if luck is depth",
    )

    def __post_init__(self) -> None:
        whole_number("width", self.width, 1, LARGEST_WIDTH)
        choice("draw", self.draw, ("independent", "systematic"))
        choice("luck", self.luck, ("state", "depth", "visit"))
        whole_number("exact_below", self.exact_below, 0, _core.largest_depth)
        if self.control is not None:
            choice("control", self.control, ("estimate",))
        truth("thrifty", self.thrifty)

    def request(self) -> _core.Sampling:
        """Return the options for the core."""
        return _core.Sampling(
            width=self.width,
            systematic=self.draw == "systematic",
            luck=_core.LuckBy[self.luck],
            exact_below=self.exact_below,
            control=self.control is not None,
            thrifty=self.thrifty,
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class DepthLimited:
    """What the depth-limited searches share; use one of its subclasses.

    >>> [isinstance(algorithm(name), DepthLimited) for name in ("mcms", "star2ss", "mcts")]
    [True, True, False]
    """

    _core_algorithm: ClassVar[_core.Algorithm]
    _exact_name: ClassVar[str]

    chance: Exact | Sampled = Exact()
    """What a chance node expands to: all its outcomes, or a sample of them."""
    table_mb: int = option(16, "memory of the transposition table in megabytes, rounded down to a power of two")
    table_bounds: bool = option(
        False, "let stored bounds answer a search; off, the table only orders moves, as in the paper"
    )
    threads: int = option(
        1, "threads that search one tree together; they find the values and the action that one finds"
    )
    keep: bool = option(False, "keep the table, and with it one seed, from move to move of a game")
    candidates: int | None = option(
        None, "search only this many actions of a decision, those that the estimate likes best; none: all"
    )
    evaluation: str | None = option(None, evaluations.MEANING)

    def __post_init__(self) -> None:
        if not isinstance(self.chance, Exact | Sampled):
            raise InvalidOptionError(f"chance is {self.chance!r}: expected Exact() or Sampled(width)")
        whole_number("table_mb", self.table_mb, 0, LARGEST_TABLE_MB)
        truth("table_bounds", self.table_bounds)
        whole_number("threads", self.threads, 1, LARGEST_THREADS)
        truth("keep", self.keep)
        if self.candidates is not None:
            whole_number("candidates", self.candidates, 1, _core.most_candidates)
        evaluations.check_name(self.evaluation)
        if self.keep and not self.can_keep:
            raise InvalidOptionError('keep is True: expected False with luck="visit", since nothing is the same twice')

    def __str__(self) -> str:
        """Return the short name with options, which :func:`algorithm` reads."""
        sampled = isinstance(self.chance, Sampled)
        options = (_changed(self.chance) if sampled else {}) | _changed(self)
        options.pop("chance", None)
        return format_spec(self._exact_name + ("ss" if sampled else ""), options)

    @property
    def can_keep(self) -> bool:
        """Whether what it finds out about a state at a depth stays true, so that a later search may use it."""
        return not (isinstance(self.chance, Sampled) and self.chance.luck == "visit")

    @property
    def table_bytes(self) -> int:
        """Memory of the transposition table."""
        return self.table_mb * 2**20

    def request(self, seed: int) -> _core.SearchRequest:
        """Return what the core is asked to run."""
        return _core.SearchRequest(
            algorithm=self._core_algorithm,
            sampling=self.chance.request() if isinstance(self.chance, Sampled) else None,
            table_bounds=self.table_bounds,
            threads=self.threads,
            candidates=self.candidates or 0,
            seed=seed,
            **self._pruning(),
        )

    def _pruning(self) -> dict[str, Any]:
        return {}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Expectimax(DepthLimited):
    """Expectimax: the depth-limited value by its definition, nothing pruned.

    >>> print(Expectimax(chance=Sampled(20)))
    expss(width=20)
    """

    _core_algorithm: ClassVar[_core.Algorithm] = _core.Algorithm.expectimax
    _exact_name: ClassVar[str] = "exp"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Star1(DepthLimited):
    """Star1: leaves a chance node once the outcomes searched so far decide.

    >>> print(Star1(chance=Sampled(5), prune_from=0))
    star1ss(width=5,prune_from=0)
    """

    _core_algorithm: ClassVar[_core.Algorithm] = _core.Algorithm.star1
    _exact_name: ClassVar[str] = "star1"

    prune_from: int | None = option(
        None,
        "prune only at chance nodes with at least this many decisions left below, 0 everywhere; none: 2, the paper's "
        "choice, or 1 with a learnt evaluation, which costs more than pruning does",
    )
    rule_bounds: bool = option(
        True, "begin with what the game's rules say of values; off, with the range of values, as in the paper"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.prune_from is not None:
            whole_number("prune_from", self.prune_from, 0, _core.largest_depth)
        truth("rule_bounds", self.rule_bounds)

    def _pruning(self) -> dict[str, Any]:
        return {"prune_from": self.prune_from, "rule_bounds": self.rule_bounds}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Star2(Star1):
    """Star2: Star1 after probing one action under each outcome.

    >>> print(Star2(chance=Sampled(18), table_bounds=True))
    star2ss(width=18,table_bounds=true)
    """

    _core_algorithm: ClassVar[_core.Algorithm] = _core.Algorithm.star2
    _exact_name: ClassVar[str] = "star2"

    probe_from: int | None = option(
        None,
        "probe only at chance nodes with at least this many decisions left below, 2 in the paper; none: 3, or 1 with a "
        "learnt evaluation",
    )
    keep_probes: bool = option(
        True, "go on from the probes; off, a probe that did not cut is searched again, as in the paper"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.probe_from is not None:
            whole_number("probe_from", self.probe_from, 0, _core.largest_depth)
        truth("keep_probes", self.keep_probes)

    def _pruning(self) -> dict[str, Any]:
        return super()._pruning() | {"probe_from": self.probe_from, "keep_probes": self.keep_probes}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Mcms(DepthLimited):
    """Star2 over samples that tell as much as they can; there is nothing to choose.

    Up to eight outcomes of a chance node are drawn systematically, under one luck for all nodes of a depth; leaves are
    exact, estimates correct what a sample leaves out, and stored bounds answer. Games with fewer outcomes are searched
    exactly, and so is backgammon, whose estimates do not see the dice. Where estimates are learnt, and so cost more, a
    third of the outcomes is taken and nothing is corrected; if that is fewer than 16, as in Ra, each state has luck of
    its own. Of more than eight actions only those that the estimate
    likes best are searched. Positions are valued by the best evaluation there is: the learnt weights that come with
    mcms, in games that have them.

    >>> print(Mcms())
    mcms
    """

    _core_algorithm: ClassVar[_core.Algorithm] = _core.Algorithm.star2
    _exact_name: ClassVar[str] = "mcms"

    chance: Exact | Sampled = dataclasses.field(
        default=Sampled(8, draw="systematic", luck="depth", exact_below=1, control="estimate", thrifty=True),
        init=False,
        repr=False,
    )
    table_bounds: bool = dataclasses.field(default=True, init=False, repr=False)
    candidates: int | None = dataclasses.field(default=8, init=False, repr=False)
    table_mb: int = option(64, "memory of the transposition table in megabytes, rounded down to a power of two")
    evaluation: str | None = option(evaluations.BEST, evaluations.MEANING)

    def __str__(self) -> str:
        """Return the short name with options, which :func:`algorithm` reads."""
        return format_spec(self._exact_name, _changed(self))


def _changed(options: Any) -> dict[str, Any]:
    """Return the options that are not at their defaults."""
    values = {field.name: (getattr(options, field.name), field.default) for field in dataclasses.fields(options)}
    return {name: value for name, (value, default) in values.items() if value != default}


_CLASSES: Mapping[str, type[DepthLimited]] = {
    "mcms": Mcms,
    "exp": Expectimax,
    "star1": Star1,
    "star2": Star2,
    "expss": Expectimax,
    "star1ss": Star1,
    "star2ss": Star2,
}

DEPTH_LIMITED_NAMES = tuple(_CLASSES)
"""The short names of the searches by depth."""

SHORT_NAMES = (*DEPTH_LIMITED_NAMES, "mcts", "dpw")
"""The names of the algorithms: ``mcms``, and the paper's."""

PAPER_NAMES = tuple(name for name in SHORT_NAMES if name != "mcms")
"""The paper's names alone."""

Algorithm = DepthLimited | Mcts
"""Whatever :func:`mcms.search` runs."""


def algorithm(text: str, game: object = None) -> Algorithm:
    """Return the algorithm of a short name, with the options the paper tuned for the game.

    Parameters
    ----------
    text
        The name, perhaps with options in brackets: ``"star1ss(width=3)"``.
    game
        The game to be searched. An evaluation that it does not have is refused.

    Examples
    --------
    >>> algorithm("star1ss(width=3)")
    Star1(chance=Sampled(width=3, draw='independent', luck='state', exact_below=0, control=None, thrifty=False), \
table_mb=16, table_bounds=False, threads=1, keep=False, candidates=None, evaluation=None, prune_from=None, \
rule_bounds=True)

    """
    spec = parse_spec(text)
    require_known("algorithm", spec.name, list(SHORT_NAMES))
    require_options(spec.name, spec.options, [known.name for known in algorithm_options(spec.name)])
    by_depth = spec.name in DEPTH_LIMITED_NAMES
    chosen = _depth_limited(spec, game) if by_depth else mcts_of(spec.name, spec.options, tuning_of(game))
    if game is not None:
        seen_by(chosen, game)  # refused now, not at the first move
    return chosen


def depth_limited(text: str, game: object = None) -> DepthLimited:
    """Return the algorithm of the short name of a search by depth."""
    spec = parse_spec(text)
    require_known("search by depth", spec.name, list(DEPTH_LIMITED_NAMES))
    require_options(spec.name, spec.options, [known.name for known in algorithm_options(spec.name)])
    return _depth_limited(spec, game)


def _depth_limited(spec: Spec, game: object) -> DepthLimited:
    options = dict(spec.options)
    if spec.name.endswith("ss"):
        tuned: Mapping[str, int] = getattr(game, "tuned_widths", {})
        sampling = {known.name: options.pop(known.name) for known in options_of(Sampled) if known.name in options}
        options["chance"] = Sampled(**{"width": tuned.get(spec.name, DEFAULT_WIDTH)} | sampling)
    return _CLASSES[spec.name](**options)


def algorithm_options(name: str) -> tuple[OptionInfo, ...]:
    """List the options of a short name; the default of some is what the paper tuned for the game.

    >>> [known.name for known in algorithm_options("star1ss")]
    ['width', 'draw', 'luck', 'exact_below', 'control', 'thrifty', 'table_mb', 'table_bounds', 'threads', 'keep', \
'candidates', 'evaluation', 'prune_from', 'rule_bounds']
    """
    if name not in DEPTH_LIMITED_NAMES:
        widening = options_of(Progressive) if name == "dpw" else ()
        first, second, *others = options_of(Mcts)
        return (*map(_tuned, (first, second, *widening)), *others)
    options = options_of(_CLASSES[name])
    if not name.endswith("ss"):
        return options
    width, *others = options_of(Sampled)
    return (_tuned(width), *others, *options)


def _tuned(known: OptionInfo) -> OptionInfo:
    return dataclasses.replace(known, default="tuned")


def algorithm_title(name: str) -> str:
    """Say in a line what the algorithm of a short name does."""
    if name == "dpw":
        return "mcts with double progressive widening: nodes open more children as their visits grow"
    if name.endswith("ss"):
        return f"{name.removesuffix('ss')} over a sample of each chance node's outcomes"
    return (_CLASSES.get(name, Mcts).__doc__ or "").partition("\n")[0].removesuffix(".")
