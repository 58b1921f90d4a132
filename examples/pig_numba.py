"""Pig with two dice as plain functions that Numba compiles: the built-in game again, to the last random number."""

import numpy as np

import mcms
from mcms.compiled import CHANCE, FIRST, OVER, SECOND, mix

GOAL = 100
ROLL, STOP = 0, 1
ONE, DOUBLE_ONE = 0, 1  # a throw is its points, or one of these
# How many of the 36 throws are a one, an 8, a 7, …: likeliest first, so that a search can prune soon.
WAYS = {ONE: 10, 8: 5, 7: 4, 9: 4, 6: 3, 10: 3, 5: 2, 11: 2, 4: 1, 12: 1, DOUBLE_ONE: 1}
THROWS = np.array([throw for throw, ways in WAYS.items() for _ in range(ways)])

STATE = np.dtype(
    [("own", "i4"), ("other", "i4"), ("turn_total", "i4"), ("second_moves", "?"), ("rolling", "?")], align=True
)


def turn(s):
    if s.other >= GOAL:  # a winning stop passes the turn
        return OVER
    if s.rolling:
        return CHANCE
    return SECOND if s.second_moves else FIRST


def actions(s, out):
    if s.own + s.turn_total >= GOAL:
        out[0] = STOP
        return 1
    stop_first = s.turn_total >= 21
    out[0], out[1] = (STOP, ROLL) if stop_first else (ROLL, STOP)
    return 2 if s.turn_total > 0 else 1


def play(s, action):
    if action == ROLL:
        s.rolling = True
    else:
        s.own, s.other = s.other, s.own + s.turn_total
        s.turn_total = 0
        s.second_moves = not s.second_moves


def resolve(s, throw):
    s.rolling = False
    if throw > DOUBLE_ONE:
        s.turn_total += throw
    else:
        s.own, s.other = s.other, 0 if throw == DOUBLE_ONE else s.own
        s.turn_total = 0
        s.second_moves = not s.second_moves


def utility(s):
    return 100.0 if s.second_moves else -100.0


def estimate(s):
    """Return the lead, with the turn total counted as if banked."""
    lead = min(max(s.own + s.turn_total - s.other, -99), 99)
    return -float(lead) if s.second_moves else float(lead)


def state_hash(s):
    return mix(s.own | s.other << 16 | s.turn_total << 32 | s.second_moves << 48 | s.rolling << 49)


def sample(s, uniform):
    return THROWS[int(uniform * 36)]


def random_step(s, word):
    """Roll or stop by the highest bit, throw by the lower half."""
    roll = s.own + s.turn_total < GOAL and (s.turn_total == 0 or word < 0)
    play(s, ROLL if roll else STOP)
    if roll:
        resolve(s, THROWS[(word & 0xFFFFFFFF) * 36 >> 32])
    return int(roll)


pig = mcms.compiled_game(
    name="pig_numba",
    title="Pig, compiled by Numba",
    state=STATE,
    turn=turn,
    actions=actions,
    outcomes=[(throw, ways / 36) for throw, ways in WAYS.items()],
    play=play,
    resolve=resolve,
    utility=utility,
    estimate=estimate,
    value_range=(-100, 100),
    max_actions=2,
    hash=state_hash,
    sample=sample,
    random_step=random_step,
    action_name=lambda s, action: "stop" if action == STOP else "roll",
    outcome_name=lambda s, throw: {ONE: "one", DOUBLE_ONE: "double-one"}.get(throw, str(throw)),
)

if __name__ == "__main__":
    state = pig.from_json({"own": 50, "other": 40, "turn_total": 12, "second_moves": False, "rolling": False})
    for algorithm in ("star2", "star2ss(width=18)", "mcts"):
        result = mcms.search(pig, state, algorithm, limit=mcms.Limit(seconds=0.05))
        print(f"{algorithm:18} {result.action} is worth {result.value:+.2f}, {result.nodes:,} nodes")
