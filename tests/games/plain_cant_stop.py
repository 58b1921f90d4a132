"""Can't Stop written again from its rules page in plain Python, on JSON states, as ground truth for the core."""

import itertools
import random
from collections import Counter
from typing import Any

HEIGHTS = dict(zip(range(2, 13), (3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3), strict=True))
ROLLS = Counter(tuple(sorted(dice)) for dice in itertools.product(range(1, 7), repeat=4))
Data = dict[str, Any]


def advanced(data: Data, runners: dict[int, int], column: int) -> dict[int, int] | None:
    """Return the runners after one step in a column, or None if it is not playable."""
    own, other = (data["markers"][player][column - 2] for player in (data["to_move"], 1 - data["to_move"]))
    height = HEIGHTS[column]
    if height in (own, other) or runners.get(column) == height:
        return None
    if column not in runners and len(runners) == 3:
        return None
    return runners | {column: runners.get(column, own) + 1}


def moves(data: Data, dice: tuple[int, ...]) -> dict[str, dict[int, int]]:
    """Return every move of a roll by name, with the runners after it."""
    runners = {int(column): step for column, step in data["runners"].items()}
    found: dict[str, dict[int, int]] = {}
    a, b, c, d = dice
    for pair in ((a + b, c + d), (a + c, b + d), (a + d, b + c)):
        x, y = sorted(pair)
        after_x = advanced(data, runners, x)
        both = None if after_x is None else advanced(data, after_x, y)
        if both is not None:
            found[f"{x}+{y}"] = both
            continue
        for column in (x, y):
            alone = advanced(data, runners, column)
            if alone is not None:
                found[str(column)] = alone
    return found


def after_move(data: Data, runners: dict[int, int]) -> Data:
    named = {str(column): runners[column] for column in sorted(runners)}
    return data | {"runners": named, "dice": None, "phase": "pre_roll"}


def after_bust(data: Data) -> Data:
    return data | {"runners": {}, "dice": None, "phase": "pre_roll", "to_move": 1 - data["to_move"]}


def after_stop(data: Data) -> Data:
    markers = [list(steps) for steps in data["markers"]]
    for column, step in data["runners"].items():
        markers[data["to_move"]][int(column) - 2] = step
    return after_bust(data) | {"markers": markers}


def outcomes(data: Data) -> dict[str, tuple[int, dict[str, dict[int, int]]]]:
    """Return the merged outcomes of a roll by name: ways of 1296, and the moves."""
    merged: dict[frozenset[str], tuple[str, int, dict[str, dict[int, int]]]] = {}
    for dice, ways in sorted(ROLLS.items()):
        legal = moves(data, dice)
        name, so_far, _ = merged.get(frozenset(legal), ("-".join(map(str, dice)), 0, legal))
        merged[frozenset(legal)] = (name, so_far + ways, legal)
    return {name: (ways, legal) for name, ways, legal in merged.values()}


def claimed(data: Data, player: int) -> int:
    return sum(step == height for step, height in zip(data["markers"][player], HEIGHTS.values(), strict=True))


def estimate(data: Data) -> float:
    """Return the evaluation of a position: the best three columns, runners by the chance to keep them."""
    keep = 1 - sum(ways for dice, ways in ROLLS.items() if not moves(data, dice)) / 1296
    scores = []
    for player, steps in enumerate(data["markers"]):
        values = []
        for column, height in HEIGHTS.items():
            step = steps[column - 2]
            value = (step / height) ** 2
            runner = data["runners"].get(str(column))
            if player == data["to_move"] and runner is not None:
                value = keep * (runner / height) ** 2 + (1 - keep) * value
            values.append(0.0 if data["markers"][1 - player][column - 2] == height else value)
        scores.append(sum(sorted(values)[-3:]))
    return 100 * (scores[0] - scores[1]) / 3


def random_position(rng: random.Random) -> Data:
    """Return a possible position before a roll, of any stage of a game, often with columns nearly climbed."""
    while True:
        nearness = rng.choice((0.3, 1, 3))
        markers = [
            [min(height, int((height + 0.4) * rng.random() ** (1 / nearness))) for height in HEIGHTS.values()]
            for _ in range(2)
        ]
        for first, (second, height) in enumerate(zip(markers[1], HEIGHTS.values(), strict=True)):
            if markers[0][first] == second == height:
                markers[rng.randrange(2)][first] -= 1
        data: Data = {"markers": markers, "runners": {}, "dice": None, "phase": "pre_roll", "to_move": rng.randrange(2)}
        if max(claimed(data, 0), claimed(data, 1)) >= 3:
            continue
        own, other = markers[data["to_move"]], markers[1 - data["to_move"]]
        free = [c for c, height in HEIGHTS.items() if height not in (own[c - 2], other[c - 2])]
        for column in sorted(rng.sample(free, min(len(free), rng.randrange(4)))):
            data["runners"][str(column)] = rng.choice(
                (own[column - 2] + 1, rng.randint(own[column - 2] + 1, HEIGHTS[column]))
            )
        topped = sum(HEIGHTS[int(column)] == step for column, step in data["runners"].items())
        if claimed(data, data["to_move"]) + topped < 3:
            return data
