"""Theorem 1 of the paper: how far sampled values can be off.

With c outcomes sampled at each chance node, depth d, at most |A| actions and values in [-v_max, v_max],

    P(|V̂_d(s) - V_d(s)| <= λ d) >= 1 - (2 c |A|)^d exp(-λ² c / (2 v_max²))    for λ in (0, 2 v_max].

It needs sampling with replacement. The product grows with c up to c = 2 d v_max² / λ², but only where it is above 1
and says nothing: once it is below 1 it falls with every further sample. For let it be below 1 at c, that is
d log(2 c |A|) < λ² c / (2 v_max²). One sample more changes its logarithm by

    d log(1 + 1/c) - λ² / (2 v_max²) < d (log(1 + 1/c) - log(2 c |A|) / c) <= 0,

the last since log(2 c) / c is log 2 at c = 1 and above 1/c after that.
"""

import math

from mcms.exceptions import InvalidOptionError
from mcms.stats.interval import check_confidence
from mcms.validation import positive_number, whole_number

LARGEST_WIDTH = 10**18
LARGEST_DEPTH = 10**6
LARGEST_ACTIONS = 10**18


def failure_bound(*, width: int, actions: int, depth: int, tolerance: float, v_max: float) -> float:
    """Return the most that theorem 1 allows for the chance of an error above ``tolerance * depth``; at most 1.

    Parameters
    ----------
    width
        Outcomes sampled at each chance node.
    actions
        The most actions of a decision.
    depth
        Decisions on a line of play.
    tolerance
        The theorem's λ: the error allowed for each level.
    v_max
        Values lie between -``v_max`` and ``v_max``.

    Examples
    --------
    >>> failure_bound(width=100, actions=2, depth=2, tolerance=20, v_max=100)
    1.0
    >>> round(failure_bound(width=1500, actions=2, depth=2, tolerance=20, v_max=100), 8)
    3.37e-06

    """
    whole_number("width", width, 1, LARGEST_WIDTH)
    _check(actions, depth, tolerance, v_max)
    return _failure_bound(width, actions, depth, tolerance / v_max)


def required_width(*, actions: int, depth: int, tolerance: float, v_max: float, confidence: float) -> int:
    """Return the smallest width from which on the error stays within ``tolerance * depth`` with this confidence.

    That is, :func:`failure_bound` is at most 1 - ``confidence`` for this width, hence for all larger ones.

    Parameters
    ----------
    actions
        The most actions of a decision.
    depth
        Decisions on a line of play.
    tolerance
        The theorem's λ: the error allowed for each level.
    v_max
        Values lie between -``v_max`` and ``v_max``.
    confidence
        How likely the error has to stay within the tolerance.

    Examples
    --------
    >>> required_width(actions=2, depth=2, tolerance=20, v_max=100, confidence=0.95)
    977

    """
    check_confidence(confidence)
    _check(actions, depth, tolerance, v_max)
    too_small, width = 0, 1

    def enough(width: int) -> bool:
        return _failure_bound(width, actions, depth, tolerance / v_max) <= 1.0 - confidence

    while not enough(width):
        too_small, width = width, 2 * width
        if width > LARGEST_WIDTH:
            raise InvalidOptionError(
                f"tolerance is {tolerance!r} with v_max {v_max!r}: expected a larger one, "
                f"since this needs a width above {LARGEST_WIDTH:g}"
            )
    while width - too_small > 1:
        middle = (too_small + width) // 2
        too_small, width = (too_small, middle) if enough(middle) else (middle, width)
    return width


def _failure_bound(width: int, actions: int, depth: int, relative_tolerance: float) -> float:
    logarithm = depth * math.log(2 * width * actions) - relative_tolerance**2 * width / 2.0
    return math.exp(min(0.0, logarithm))


def _check(actions: int, depth: int, tolerance: float, v_max: float) -> None:
    whole_number("actions", actions, 1, LARGEST_ACTIONS)
    whole_number("depth", depth, 1, LARGEST_DEPTH)
    positive_number("v_max", v_max)
    positive_number("tolerance", tolerance)
    if tolerance > 2.0 * v_max:
        raise InvalidOptionError(
            f"tolerance is {tolerance!r}: expected at most 2 v_max = {2.0 * v_max:g}, as the theorem does"
        )
