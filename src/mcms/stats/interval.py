"""Where a quantity lies: :class:`Interval`."""

import dataclasses

from mcms.exceptions import InvalidOptionError


@dataclasses.dataclass(frozen=True)
class Interval:
    """Where a quantity lies with the stated confidence.

    >>> Interval(low=0.25, high=0.75, confidence=0.95).width
    0.5
    """

    low: float
    """The lower end."""
    high: float
    """The upper end."""
    confidence: float
    """How often such an interval holds the truth, such as 0.95."""

    @property
    def width(self) -> float:
        """How far apart the ends are."""
        return self.high - self.low

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def check_confidence(confidence: float) -> None:
    """Raise unless ``confidence`` lies strictly between 0 and 1."""
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0.0 < confidence < 1.0:
        raise InvalidOptionError(f"confidence is {confidence!r}: expected a number between 0 and 1, such as 0.95")
