"""EinStein würfelt nicht! as plain functions that Numba compiles: the built-in game again, move for move."""

import numpy as np

import mcms
from mcms.compiled import CHANCE, FIRST, OVER, SECOND, fold, mix, uniform

# Squares are 5 row + column. Stones 0 to 5 are the first player's 1 to 6, on their way to square 24, stones 6 to 11
# the second player's, on their way to square 0. `squares` has 5 bits for each stone, `first` and `second` a bit for
# each square that a side stands on; `lead` is in stones, for the first player; `die` is 0 before a throw.
STATE = np.dtype(
    [("squares", "i8"), ("first", "i4"), ("second", "i4"), ("die", "i1"), ("lead", "i1"), ("second_moves", "?")],
    align=True,
)
CAPTURED = 31
EVERY_FIELD = sum(1 << 5 * stone for stone in range(12))  # the lowest bit of each stone's
STARTS = np.array([[0, 1, 2, 5, 6, 10], [14, 18, 19, 22, 23, 24]])
FIRST_START, SECOND_START = (sum(1 << int(square) for square in side) for side in STARTS)


def targets_of(side, square):
    """Return where a stone can go, diagonally, vertically and horizontally."""
    sign = -1 if side else 1
    down, right = 0 <= square // 5 + sign <= 4, 0 <= square % 5 + sign <= 4
    return [square + sign * step for step, legal in ((6, down and right), (5, down), (1, right)) if legal]


def by_square(of):
    return np.array([[of(side, square) for square in range(25)] for side in (0, 1)])


WAYS = by_square(lambda side, square: len(targets_of(side, square)))
TARGETS = by_square(lambda side, square: [*targets_of(side, square), 0, 0, 0][:3])
DISTANCE = by_square(lambda side, square: max(divmod(square if side else 24 - square, 5)))
# The move order: wins; enemy stones, those nearest to their goal first; diagonal moves, straight ones; own stones.
TO_ENEMY = by_square(lambda side, to: DISTANCE[1 - side, to] * (DISTANCE[side, to] > 0))
TO_EMPTY = by_square(lambda side, a: [(5 + (abs(b - a) != 6)) * (DISTANCE[side, b] > 0) for b in TARGETS[side, a]])
TO_OWN = 7
NEAR = np.array([(most >= DISTANCE) @ (1 << np.arange(25)) for most in range(4)])  # to the goal, a bit each


def initial_state(s, key):
    for side in range(2):
        stones = 0o543210  # on the start squares, a digit each
        for left in range(6, 1, -1):
            drawn, last = int(uniform(fold(key, side), left) * left), left - 1
            swapped = (stones >> 3 * last ^ stones >> 3 * drawn) & 7
            stones ^= swapped << 3 * last | swapped << 3 * drawn
        for i in range(6):
            s.squares |= STARTS[side, i] << 5 * (6 * side + (stones >> 3 * i & 7))
    s.first, s.second = FIRST_START, SECOND_START


def turn(s):
    if s.die:
        return SECOND if s.second_moves else FIRST
    return OVER if (s.first == 0) | (s.second == 0) | (s.first >> 24 & 1) | (s.second & 1) else CHANCE


def square_of(s, stone):
    return s.squares >> 5 * stone & 31


def movable(s):
    """Return the stone thrown or else the next ones left below and above it; -1 for none."""
    low = 6 * s.second_moves
    below = above = low + s.die - 1
    while below >= low and square_of(s, below) == CAPTURED:
        below -= 1
    while above < low + 6 and square_of(s, above) == CAPTURED:
        above += 1
    return (below if below >= low else -1), (above if above < low + 6 and above != below else -1)


def actions(s, out):
    side, count = int(s.second_moves), 0
    own, enemy = (s.second, s.first) if s.second_moves else (s.first, s.second)
    for stone in movable(s):
        square = square_of(s, stone)
        for way in range(WAYS[side, square] if stone >= 0 else 0):
            to = TARGETS[side, square, way]
            rank = TO_ENEMY[side, to] if enemy >> to & 1 else TO_EMPTY[side, square, way]
            move = (TO_OWN if own >> to & 1 else rank) << 11 | stone << 7 | way << 5 | to
            place, count = count, count + 1
            while place > 0 and out[place - 1] > move:
                out[place], place = out[place - 1], place - 1
            out[place] = move
    for i in range(count):
        out[i] &= 0x7FF
    return count


def play(s, action):
    stone, to = action >> 7, action & 31
    if (s.first | s.second) >> to & 1:
        rest = s.squares ^ to * EVERY_FIELD  # is zero in the field of the stone that stands there
        found = (rest - EVERY_FIELD) & ~rest & EVERY_FIELD << 4
        s.squares |= ((found & -found) << 1) - ((found & -found) >> 4)
        s.lead += -1 if s.first >> to & 1 else 1
        s.first &= ~(1 << to)
        s.second &= ~(1 << to)
    square = square_of(s, stone)
    s.squares ^= (square ^ to) << 5 * stone
    s.first ^= 0 if s.second_moves else 1 << square | 1 << to
    s.second ^= 1 << square | 1 << to if s.second_moves else 0
    s.die = 0
    s.second_moves = not s.second_moves


def resolve(s, die):
    s.die = die


def random_step(s, word):
    """Draw a move by the word's upper half and the throw after it by the lower one."""
    side, (below, above) = int(s.second_moves), movable(s)
    ways_below = WAYS[side, square_of(s, below)] if below >= 0 else 0
    ways_above = WAYS[side, square_of(s, above)] if above >= 0 else 0
    way = (word >> 32 & 0xFFFFFFFF) * (ways_below + ways_above) >> 32
    stone, way = (below, way) if way < ways_below else (above, way - ways_below)
    play(s, stone << 7 | TARGETS[side, square_of(s, stone), way])
    over = turn(s) == OVER
    s.die = 0 if over else 1 + ((word & 0xFFFFFFFF) * 6 >> 32)
    return int(not over)


def estimate(s):
    """Return 20 for each move that the first player is nearer to the goal, and 2 for each stone more."""
    value = 2 * s.lead
    for most in range(4):
        value += 20 * ((s.second & NEAR[most, 1] == 0) - (s.first & NEAR[most, 0] == 0))
    return float(value)


def action_name(s, action):
    stone, squares = action >> 7, (s.squares >> 5 * (action >> 7) & 31, action & 31)
    return f"{stone % 6 + 1}:" + "-".join("abcde"[square % 5] + str(square // 5 + 1) for square in squares)


ewn = mcms.compiled_game(
    name="ewn_numba", state=STATE, initial_state=initial_state, turn=turn, actions=actions, play=play, resolve=resolve,
    outcomes=[(die, 1 / 6) for die in range(1, 7)], random_step=random_step, action_name=action_name, max_actions=6,
    utility=lambda s: 100.0 if (s.second == 0) | (s.first >> 24 & 1) else -100.0, estimate=estimate,
    value_range=(-100, 100), hash=lambda s: mix(s.squares | s.die << 60 | s.second_moves << 63),
)  # fmt: skip

if __name__ == "__main__":
    result = mcms.search(ewn, ewn.resolve(ewn.initial_state(seed=1), "4"), "star2", limit=mcms.Limit(depth=5))
    print(f"{result.action} is worth {result.value:+.2f} five moves deep, {result.nodes:,} nodes")
