"""The depth-limited value by its definition, in plain Python through the public game API, as ground truth.

Nothing here comes from the core but the rules of the game; the sampling is written again from its description.
"""

from typing import Any

from mcms import Sampled, Turn

_MASK = 2**64 - 1
_GOLDEN = 0x9E3779B97F4A7C15


def value(game: Any, state: Any, depth: int, sample: Any = None, candidates: int | None = None) -> float:
    """Return V_depth(state); ``sample(state, depth)`` replaces the outcomes of a chance node and shifts their mean.

    Decisions that are not just above the leaves have so many ``candidates``, by their static values.
    """
    turn = game.turn(state)
    if turn is Turn.OVER:
        return game.utility(state)
    if turn is Turn.CHANCE:
        outcomes, shift = sample(state, depth) if sample else (game.outcomes(state), 0.0)
        mean = sum(p * value(game, game.resolve(state, outcome), depth, sample, candidates) for outcome, p in outcomes)
        mean += shift
        low, high = game.value_range()
        return min(max(mean, low), high)
    if depth == 0:
        return game.estimate(state)
    children = [game.play(state, action) for action in game.actions(state)]
    if candidates is not None and depth > 1:
        children.sort(key=lambda child: value(game, child, 0), reverse=turn is Turn.FIRST)
        children = children[:candidates]
    best = max if turn is Turn.FIRST else min
    return best(value(game, child, depth - 1, sample, candidates) for child in children)


def sampler(game: Any, chance: Sampled, seed: int) -> Any:
    """Return the sparse sampling of a search: draws that depend on the seed and the state, or the depth, alone."""

    def sample(state: Any, depth: int) -> tuple[list[tuple[str, float]], float]:
        everything = game.outcomes(state)
        if depth < chance.exact_below:
            return everything, 0.0
        key = _key(_key(seed) ^ _mix(depth + _GOLDEN)) if chance.luck == "depth" else _key(seed) ^ game.hash(state)
        if chance.draw == "systematic":
            drawn = systematic(everything, chance.width, _uniform(key, 0))
        else:
            picked = [_pick(everything, _uniform(key, i)) for i in range(chance.width)]
            drawn = [(outcome, picked.count(outcome) / chance.width) for outcome in dict.fromkeys(picked)]
        if chance.control is None or drawn == everything:
            return drawn, 0.0
        return drawn, static_mean(game, state, everything) - static_mean(game, state, drawn)

    return sample


def systematic(outcomes: list[tuple[str, float]], width: int, offset: float) -> list[tuple[str, float]]:
    """Return the likely outcomes, and those of the others that equal steps from the offset hit."""
    if len(outcomes) <= width:
        return outcomes
    step = min(s for s in _thresholds(outcomes, width))
    chosen, walked, stop = [], 0.0, offset * step
    for outcome, probability in outcomes:
        if probability >= step:
            chosen.append((outcome, probability))
            continue
        walked += probability
        if walked > stop:
            chosen.append((outcome, step))
            stop += step
    return chosen


def _thresholds(outcomes: list[tuple[str, float]], width: int) -> list[float]:
    """Return the steps as ever more outcomes are kept for certain, the last of which keeps no more."""
    steps = [1 / width]
    while True:
        rest = [p for _, p in outcomes if p < steps[-1]]
        kept = len(outcomes) - len(rest)
        if kept >= width or (step := sum(rest) / (width - kept)) >= steps[-1] or len(steps) > len(outcomes):
            return steps
        steps.append(step)


def static_mean(game: Any, state: Any, outcomes: list[tuple[str, float]]) -> float:
    """Return the mean of the estimates of what some outcomes lead to, all luck after them exact."""
    return sum(p * value(game, game.resolve(state, outcome), 0) for outcome, p in outcomes)


def _mix(x: int) -> int:
    x &= _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def _key(seed: int) -> int:
    return _mix(seed + _GOLDEN)


def _uniform(key: int, i: int) -> float:
    word = _mix(key + (i // 2 + 1) * _GOLDEN)  # each word serves two draws
    return (word >> 32 if i % 2 == 0 else word & (2**32 - 1)) * 2.0**-32


def _pick(outcomes: list[tuple[str, float]], uniform: float) -> str:
    for outcome, probability in outcomes[:-1]:
        if uniform < probability:
            return outcome
        uniform -= probability
    return outcomes[-1][0]
