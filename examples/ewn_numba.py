"""EinStein würfelt nicht! as plain functions that Numba compiles: the built-in game again, move for move."""

import numpy as np
from numba import njit

import mcms
from mcms.compiled import CHANCE, FIRST, OVER, SECOND, fold, mix, uniform

# Squares are 5 row + column. Stones 0 to 5 are the first player's 1 to 6, on their way to square 24, stones 6 to 11
# the second player's, on their way to square 0.
STATE = np.dtype(
    [
        ("squares", "i8"),  # of the twelve stones, 5 bits each, CAPTURED if taken
        ("first", "i4"),  # a bit for each square that the first player's stones stand on
        ("second", "i4"),
        ("die", "i1"),  # 0 before the throw
        ("lead", "i1"),  # the first player's stones less the second player's
        ("second_moves", "?"),
    ],
    align=True,
)
CAPTURED = 31
STARTS = ((0, 1, 2, 5, 6, 10), (14, 18, 19, 22, 23, 24))


def distance(side: int, square: int) -> int:
    row, column = divmod(24 - square if side == 0 else square, 5)
    return max(row, column)


def targets(side: int, square: int) -> list[int]:
    """Return where a stone may go: diagonally, vertically, horizontally."""
    sign = -1 if side else 1
    down, right = (0 <= square // 5 + sign <= 4), (0 <= square % 5 + sign <= 4)
    return [square + sign * step for step, legal in ((6, down and right), (5, down), (1, right)) if legal]


WAYS = np.array([[len(targets(side, square)) for square in range(25)] for side in (0, 1)])
TARGETS = np.array([[(targets(side, square) + [0] * 3)[:3] for square in range(25)] for side in (0, 1)])
# The squares at most 0, 1, 2, 3 moves from a side's goal.
NEAR = tuple(
    tuple(sum(1 << square for square in range(25) if distance(side, square) <= most) for most in range(4))
    for side in (0, 1)
)
# Moves are tried in this order, by what is on their target: nothing there, the goal first and diagonal moves before
# straight ones; an enemy stone, the nearer to its goal the sooner; an own stone last.
TO_EMPTY = np.array(
    [[[0 if distance(side, to) == 0 else 5 + (abs(to - square) != 6) for to in TARGETS[side, square]]
      for square in range(25)] for side in (0, 1)]
)  # fmt: skip
TO_ENEMY = np.array([[0 if distance(side, to) == 0 else distance(1 - side, to) for to in range(25)] for side in (0, 1)])
TO_OWN = 7


def initial_state(s, key):
    for side in range(2):
        luck, stones = fold(key, side), [0, 1, 2, 3, 4, 5]
        for left in range(6, 1, -1):
            drawn = int(uniform(luck, left) * left)
            stones[left - 1], stones[drawn] = stones[drawn], stones[left - 1]
        for stone, square in zip(stones, STARTS[side]):  # noqa: B905  Numba's zip knows no strict
            s.squares |= square << 5 * (stone + 6 * side)
    s.first = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 10
    s.second = 1 << 14 | 1 << 18 | 1 << 19 | 1 << 22 | 1 << 23 | 1 << 24


def turn(s):
    if s.die != 0:
        return SECOND if s.second_moves else FIRST
    return OVER if (s.first == 0) | (s.second == 0) | (s.first >> 24 & 1) | (s.second & 1) else CHANCE


@njit
def square_of(s, stone):
    return s.squares >> 5 * stone & 31


@njit
def movable(s):
    """Return the stones that may move: the one thrown, or else its neighbours left below and above; -1 for none."""
    low = 6 if s.second_moves else 0
    below = above = low + s.die - 1
    if square_of(s, below) != CAPTURED:
        return below, -1
    while below >= low and square_of(s, below) == CAPTURED:
        below -= 1
    while above < low + 6 and square_of(s, above) == CAPTURED:
        above += 1
    return (below if below >= low else -1), (above if above < low + 6 else -1)


def actions(s, out):
    """List moves as 32 stone + target, sorted by rank; stones and directions keep their order within a rank."""
    side = int(s.second_moves)
    own, enemy = (s.second, s.first) if s.second_moves else (s.first, s.second)
    count = 0
    for stone in movable(s):
        square = square_of(s, stone)
        for way in range(WAYS[side, square] if stone >= 0 else 0):
            to = TARGETS[side, square, way]
            rank = TO_ENEMY[side, to] if enemy >> to & 1 else TO_EMPTY[side, square, way]
            move = (TO_OWN if own >> to & 1 else rank) << 10 | stone << 5 | to
            place = count
            while place > 0 and out[place - 1] >> 10 > move >> 10:
                out[place] = out[place - 1]
                place -= 1
            out[place] = move
            count += 1
    for i in range(count):
        out[i] &= 1023
    return count


def play(s, action):
    stone, to = action >> 5, action & 31
    if (s.first | s.second) >> to & 1:
        taken = 0
        while square_of(s, taken) != to:
            taken += 1
        s.squares |= CAPTURED << 5 * taken
        s.lead += -1 if taken < 6 else 1
        s.first &= ~(1 << to)
        s.second &= ~(1 << to)
    square = square_of(s, stone)
    s.squares ^= (square ^ to) << 5 * stone
    if s.second_moves:
        s.second ^= 1 << square | 1 << to
    else:
        s.first ^= 1 << square | 1 << to
    s.die = 0
    s.second_moves = not s.second_moves


def resolve(s, outcome):
    s.die = outcome


def utility(s):
    return 100.0 if (s.second == 0) | (s.first >> 24 & 1) else -100.0


@njit
def moves_to_goal(board, near):
    return (board & near[0] == 0) + (board & near[1] == 0) + (board & near[2] == 0) + (board & near[3] == 0)


def estimate(s):
    return 20.0 * (moves_to_goal(s.second, NEAR[1]) - moves_to_goal(s.first, NEAR[0])) + 2.0 * s.lead


def state_hash(s):
    return mix(s.squares | s.die << 60 | s.second_moves << 63)


def sample(s, uniform):
    return 1 + int(6 * uniform)


def random_step(s, word):
    """Draw one of the moves by the word's upper half, and the throw after it by the lower half."""
    side = int(s.second_moves)
    below, above = movable(s)
    ways_below = WAYS[side, square_of(s, below)] if below >= 0 else 0
    ways_above = WAYS[side, square_of(s, above)] if above >= 0 else 0
    way = (word >> 32 & 0xFFFFFFFF) * (ways_below + ways_above) >> 32
    stone, way = (below, way) if way < ways_below else (above, way - ways_below)
    play_stone(s, stone << 5 | TARGETS[side, square_of(s, stone), way])
    if turn_of(s) == OVER:
        return 0
    s.die = 1 + ((word & 0xFFFFFFFF) * 6 >> 32)
    return 1


def action_name(s, action):
    def name(square):
        return "abcde"[square % 5] + str(square // 5 + 1)

    stone, to = divmod(action, 32)
    return f"{stone % 6 + 1}:{name(s.squares >> 5 * stone & 31)}-{name(to)}"


play_stone, turn_of = njit(play), njit(turn)

ewn = mcms.compiled_game(
    name="ewn_numba",
    title="EinStein würfelt nicht!, compiled by Numba",
    state=STATE,
    initial_state=initial_state,
    turn=turn,
    actions=actions,
    outcomes=[(die, 1 / 6) for die in range(1, 7)],
    play=play,
    resolve=resolve,
    utility=utility,
    estimate=estimate,
    value_range=(-100, 100),
    max_actions=6,
    hash=state_hash,
    sample=sample,
    random_step=random_step,
    action_name=action_name,
)

if __name__ == "__main__":
    state = ewn.resolve(ewn.initial_state(seed=1), "4")
    result = mcms.search(ewn, state, "star2", limit=mcms.Limit(depth=5))
    print(f"{result.action} is worth {result.value:+.2f} five moves deep, {result.nodes:,} nodes")
