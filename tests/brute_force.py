"""The depth-limited value by its definition, in plain Python through the public game API, as ground truth.

Nothing here comes from the core but the rules of the game; the sampling is written again from its description.
"""

from typing import Any

from mcms import Turn

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15


def value(game: Any, state: Any, depth: int, sample: Any = None) -> float:
    """Return V_depth(state); ``sample(state)`` replaces the outcomes of a chance node."""
    turn = game.turn(state)
    if turn is Turn.OVER:
        return game.utility(state)
    if turn is Turn.CHANCE:
        outcomes = sample(state) if sample else game.outcomes(state)
        return sum(p * value(game, game.resolve(state, outcome), depth, sample) for outcome, p in outcomes)
    if depth == 0:
        return game.estimate(state)
    best = max if turn is Turn.FIRST else min
    return best(value(game, game.play(state, action), depth - 1, sample) for action in game.actions(state))


def sampler(game: Any, width: int, seed: int) -> Any:
    """Return the sparse sampling of a search: ``width`` draws that depend on the seed and the state alone."""

    def sample(state: Any) -> list[tuple[str, float]]:
        key = _key(_key(seed) ^ _mix(game.hash(state) + _GOLDEN))
        draws = [_pick(game.outcomes(state), _uniform(key, i)) for i in range(width)]
        return [(outcome, draws.count(outcome) / width) for outcome in dict.fromkeys(draws)]

    return sample


def _mix(x: int) -> int:
    x &= _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def _key(seed: int) -> int:
    return _mix(seed + _GOLDEN)


def _uniform(key: int, i: int) -> float:
    return (_mix(key + (i + 1) * _GOLDEN) >> 11) * 2.0**-53


def _pick(outcomes: list[tuple[str, float]], uniform: float) -> str:
    for outcome, probability in outcomes[:-1]:
        if uniform < probability:
            return outcome
        uniform -= probability
    return outcomes[-1][0]
