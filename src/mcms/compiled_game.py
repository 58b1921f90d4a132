"""Games whose rules are plain Python functions compiled by Numba: no Python runs while they are searched."""

import ctypes
import inspect
import math
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from mcms.exceptions import InvalidOptionError
from mcms.extras import require_extra
from mcms.validation import whole_number

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from mcms.games.table import GameTable, Naming, TableGame
    from mcms.scoring import ScoreBy, ScoreName

MOST_ACTIONS = 1024
MOST_OUTCOMES = 256
MOST_FEATURES = 4096

Rule = Callable[..., Any]


def compiled_game(
    *,
    name: str,
    state: Any,
    turn: Rule,
    actions: Rule,
    outcomes: Rule | Sequence[tuple[int, float]],
    play: Rule,
    resolve: Rule,
    utility: Rule,
    estimate: Rule,
    value_range: tuple[float, float],
    max_actions: int,
    max_outcomes: int | None = None,
    initial_state: Rule | None = None,
    hash: Rule | None = None,  # noqa: A002  the name it has everywhere
    sample: Rule | None = None,
    random_step: Rule | None = None,
    features: Rule | None = None,
    feature_count: int | None = None,
    action_name: "Naming | None" = None,
    outcome_name: "Naming | None" = None,
    text: Callable[[Any], str] | None = None,
    title: str | None = None,
    draw_value: float = 0.0,
    score_by: "ScoreBy | ScoreName" = "wins",
) -> "TableGame":
    """Compile the rules of a game with Numba, which takes a few seconds, and return the game.

    The rules are plain functions in the part of Python that Numba knows:

    ================================================  ========================================================
    ``turn(s)``                                       ``FIRST``, ``SECOND``, ``CHANCE`` or ``OVER`` of
                                                      :mod:`mcms.compiled`
    ``actions(s, out)``                               writes the actions, whole numbers, most promising first,
                                                      and returns how many
    ``outcomes(s, out, probabilities)``               the same for the outcomes, numbers from 0 to 255; or a
                                                      list of ``(outcome, probability)`` if they never differ
    ``play(s, action)``, ``resolve(s, outcome)``      change ``s``, which is a copy, to what follows
    ``utility(s)``, ``estimate(s)``                   values for the first player, within ``value_range``
    ``initial_state(s, key)``                         optional: changes ``s`` from all zeros to the start
    ``hash(s)``                                       optional: 64 bits of the whole state
    ``sample(s, uniform)``                            optional: the outcome a number in [0, 1) falls on
    ``random_step(s, word)``                          optional: changes ``s`` by a random action and perhaps
                                                      the luck after it, drawn from 64 random bits, and
                                                      returns how many chance nodes that passed
    ``features(s, out)``                              optional, for :func:`mcms.learn.learn`: writes
                                                      ``feature_count`` numbers from -2 to 2 over zeros, as the
                                                      first player sees the state
    ================================================  ========================================================

    Functions they call by name are compiled with them. A game that is a global of its module can be pickled.
    ``docs/compiled-games.md`` is a walk-through with an example.

    Parameters
    ----------
    name, title
        What the game is called: an identifier, and a line for people.
    state
        A NumPy structured dtype.
    turn, actions, outcomes, play, resolve, utility, estimate, initial_state, hash, sample, random_step, features
        The rules above.
    value_range
        The least and the greatest value.
    max_actions, max_outcomes
        The most that a state has; the second is needed where ``outcomes`` is a function.
    feature_count
        How many numbers ``features`` writes.
    action_name, outcome_name, text
        ``action_name(s, action)``, ``outcome_name(s, outcome)`` and ``text(s)`` run in Python.
    draw_value
        The utility of a draw.
    score_by
        What matches are about, ``"wins"`` or ``"points"``.

    """
    require_extra("numba", "a compiled game")
    from mcms.games.table import GameTable, Weighted, abi, make_game  # noqa: PLC0415  needs NumPy, which takes a while
    from mcms.games.table_state import checked_layout  # noqa: PLC0415

    layout = checked_layout(state)
    fixed = None if callable(outcomes) else fixed_outcomes(outcomes)
    rules = {"initial_state": initial_state, "turn": turn, "actions": actions, "play": play, "resolve": resolve,
             "utility": utility, "estimate": estimate, "hash": hash, "sample": sample, "random_step": random_step,
             "features": features,
             "outcomes": outcomes if fixed is None else None}  # fmt: skip
    given = {rule: _checked_rule(rule, function) for rule, function in rules.items() if function is not None}
    table = GameTable()
    table.abi, table.size = abi()
    table.state_size = layout.itemsize
    table.max_actions = whole_number("max_actions", max_actions, 1, MOST_ACTIONS)
    table.max_outcomes = _most_outcomes(max_outcomes, fixed)
    table.feature_count = _features_of(features, feature_count)
    table.lowest_value, table.highest_value = _checked_range(value_range)
    if fixed is not None:
        table.fixed_outcome_count = len(fixed)
        table.fixed_outcomes = fixed.ctypes.data_as(ctypes.POINTER(Weighted))
    code = _compiled(given, layout, table, fixed)
    for rule, function in code.items():
        setattr(table, rule, function.address)
    home = sys._getframe(1).f_globals.get("__name__", "__main__")
    return make_game(ctypes.addressof(table), home, name=name, state=layout, title=title, action_name=action_name,
                     outcome_name=outcome_name, text=text, keep=code, draw_value=draw_value,
                     score_by=score_by)  # fmt: skip


def fixed_outcomes(outcomes: Sequence[tuple[int, float]]) -> "npt.NDArray[Any]":
    """Return outcomes that never differ as records, if they are distinct and their probabilities sum to 1."""
    import numpy as np  # noqa: PLC0415

    from mcms.compiled.callbacks import WEIGHTED  # noqa: PLC0415  imports Numba

    try:
        listed = [(whole_number("an outcome", outcome, 0, MOST_OUTCOMES - 1), float(p)) for outcome, p in outcomes]
    except (TypeError, ValueError) as error:
        raise InvalidOptionError(
            f"outcomes is {outcomes!r:.200}: expected a function or pairs of an outcome from 0 to 255 and a probability"
        ) from error
    probabilities = [probability for _, probability in listed]
    if len({outcome for outcome, _ in listed}) != len(listed) or not listed:
        raise InvalidOptionError(f"outcomes is {outcomes!r:.200}: expected each outcome once, and at least one")
    if not all(probability > 0 for probability in probabilities) or abs(math.fsum(probabilities) - 1) > 1e-9:
        raise InvalidOptionError(f"outcomes is {outcomes!r:.200}: expected probabilities above 0 that sum to 1")
    return np.array(listed, WEIGHTED)


def _checked_rule(name: str, function: Any) -> Rule:
    python = getattr(function, "py_func", function)
    if not inspect.isfunction(python):
        raise InvalidOptionError(f"{name} is {function!r:.200}: expected a Python function")
    rule: Rule = function
    return rule


def _most_outcomes(given: int | None, fixed: "npt.NDArray[Any] | None") -> int:
    if fixed is not None:
        return len(fixed)
    if given is None:
        raise InvalidOptionError("max_outcomes is None: expected a number, since outcomes is a function")
    return whole_number("max_outcomes", given, 1, MOST_OUTCOMES)


def _features_of(function: Rule | None, count: int | None) -> int:
    if (function is None) != (count is None):
        raise InvalidOptionError(f"feature_count is {count!r}: expected a number if there are features, else none")
    return 0 if count is None else whole_number("feature_count", count, 1, MOST_FEATURES)


def _checked_range(value_range: Any) -> tuple[float, float]:
    try:
        low, high = map(float, value_range)
    except (TypeError, ValueError):
        low = high = math.nan
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        raise InvalidOptionError(f"value_range is {value_range!r}: expected two finite numbers, low below high")
    return low, high


def _compiled(
    rules: dict[str, Rule], layout: "np.dtype[Any]", table: "GameTable", fixed: "npt.NDArray[Any] | None"
) -> dict[str, Any]:
    from mcms.compiled.callbacks import Compiler, Shape  # noqa: PLC0415  imports Numba

    shape = Shape(
        layout=layout,
        max_actions=table.max_actions,
        max_outcomes=table.max_outcomes,
        fixed_outcomes=fixed,
        value_range=(table.lowest_value, table.highest_value),
        feature_count=table.feature_count,
    )
    # A state of zeros is a start too, and the table has to have one.
    return Compiler(shape).compile({"initial_state": _zeros, **rules})


def _zeros(s: Any, key: Any) -> None:
    """Leave the state as it is."""
