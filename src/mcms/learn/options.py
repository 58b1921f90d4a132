"""How a game is learnt: the size of the network, how long, how fast."""

import dataclasses

from mcms import _core
from mcms.exceptions import InvalidOptionError
from mcms.options import option
from mcms.validation import number, truth, whole_number

_MOST_HIDDEN = 1024
_MOST_GAMES = 10**12
_LARGEST_SEED = 2**64 - 1


@dataclasses.dataclass(frozen=True, kw_only=True)
class LearningOptions:
    """Options of :func:`mcms.learn.learn`; with the same ones and the same seed, a game learns the same weights.

    >>> LearningOptions(hidden=100)
    Traceback (most recent call last):
        ...
    mcms.exceptions.InvalidOptionError: hidden is 100: expected a multiple of 16, or 0 for no hidden layer
    """

    games: int = option(100_000, "games of self-play, over which the rate of learning and lambda go down")
    hidden: int = option(64, "units of the hidden layer, a multiple of 16, or 0 for none")
    rate: float = option(0.003, "rate of learning at the start")
    last_rate: float = option(0.0001, "rate of learning at the end")
    lambda_: float = option(0.95, "how much of a target is how the game continued, from 0 to 1, at the start")
    last_lambda: float = option(0.9, "the same at the end")
    explore: float = option(0.0, "share of moves that are any move, for games with little luck of their own")
    guided: int = option(0, "games at the start that the game's own estimate plays, where random play hardly ends any")
    without_luck: bool = option(
        False, "targets have the luck taken out: slower games, of which each says more; see the page on learning"
    )
    alternatives: int = option(
        0, "of a decision's other actions, how many of the best to learn from too, by targets without luck"
    )
    margin: float = option(0.1, "by which these are worse at most, in the game's points")
    output_weight: float = option(1.0, "weight of the outputs' errors in what is learnt")
    value_weight: float = option(0.0, "weight of the squared error of the value, which is what play goes by")
    common: float = option(
        1.0, "share of the error that a decision's actions have in common to learn from; no choice depends on it"
    )
    round: int = option(64, "games between two updates of the weights that play")
    in_turn: bool = option(
        False, "whether a round is learnt from before the next is played, for large rounds; else both go on at once"
    )
    passes: int = option(1, "how often each example is learnt from, for games that are slow to play")
    batch: int = option(256, "examples a step of learning")
    keep_average: float = option(0.999, "how slowly the averaged weights, which play and are kept, follow")
    seed: int = option(0, "of the first weights and all games")

    def __post_init__(self) -> None:
        whole_number("games", self.games, 1, _MOST_GAMES)
        whole_number("hidden", self.hidden, 0, _MOST_HIDDEN)
        if self.hidden % 16 != 0:
            raise InvalidOptionError(f"hidden is {self.hidden}: expected a multiple of 16, or 0 for no hidden layer")
        for name in ("rate", "last_rate"):
            number(name, getattr(self, name), 1e-9, 1.0)
        for name in ("lambda_", "last_lambda", "explore", "common", "keep_average"):
            number(name, getattr(self, name), 0.0, 1.0)
        for name in ("output_weight", "value_weight", "margin"):
            number(name, getattr(self, name), 0.0, 1000.0)
        truth("without_luck", self.without_luck)
        truth("in_turn", self.in_turn)
        whole_number("alternatives", self.alternatives, 0, 1000)
        if self.alternatives > 0 and not self.without_luck:
            raise InvalidOptionError("alternatives are learnt from without luck only: expected without_luck as well")
        whole_number("guided", self.guided, 0, _MOST_GAMES)
        whole_number("round", self.round, 1, 1_000_000)
        whole_number("passes", self.passes, 1, 1000)
        whole_number("batch", self.batch, 1, 1_000_000)
        whole_number("seed", self.seed, 0, _LARGEST_SEED)

    def for_core(self, threads: int) -> _core.TrainingOptions:
        """Return them as the core takes them."""
        return _core.TrainingOptions(**dataclasses.asdict(self), threads=threads)
