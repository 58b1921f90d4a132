"""The Royal Game of Ur as plain functions that Numba compiles: the game of ur_in_python.py again, move for move.

The rules are told there, and how a position is shown is taken from there. `ur` is the game of seven pieces a side,
`game(pieces=2)` one of two.
"""

import numpy as np
from ur_in_python import CENTRE, HOME, LANE, ROSETTES, START, THROWS, Move, Position, Ur

import mcms
from mcms.arena import pairing, play_pairings
from mcms.compiled import CHANCE, FIRST, OVER, SECOND, mix

# Of each player: a bit for each square from 1 to 14, the number of pieces that wait to start, the steps left to all.
STATE = np.dtype(
    [("squares", "i2", 2), ("waiting", "i1", 2), ("steps", "i1", 2), ("throw", "i1"), ("thrown", "?"),
     ("second_moves", "?")]
)  # fmt: skip
HOME_BIT, CENTRE_BIT = 1 << HOME, 1 << CENTRE
LANE_BITS = sum(1 << square for square in LANE)
ROSETTE_BITS = sum(1 << square for square in ROSETTES)


def turn(s):
    if s.thrown:
        return SECOND if s.second_moves else FIRST
    return OVER if s.steps[0] == 0 or s.steps[1] == 0 else CHANCE


def resolve(s, throw):
    s.throw, s.thrown = throw, True


def actions(s, out):
    side, count = int(s.second_moves), 0
    enemy = s.squares[1 - side]
    own = s.squares[side] | (s.waiting[side] > 0)
    legal = own << s.throw & 2 * HOME_BIT - 1 & ~(own | enemy & CENTRE_BIT)
    to_rosettes, to_prey = legal & ROSETTE_BITS, legal & enemy & LANE_BITS
    others = legal & ~(ROSETTE_BITS | enemy & LANE_BITS | HOME_BIT)
    for targets in (to_rosettes, to_prey, legal & HOME_BIT, others):
        target = HOME
        while targets:
            if targets >> target & 1:
                out[count], count = move_number(target - s.throw, target), count + 1
                targets ^= 1 << target  # noqa: PLW2901
            target -= 1
    if count == 0:
        out[0], count = move_number(START, START), 1
    return count


def move_number(start, target):
    return start << 4 | target


def play(s, action):
    side, start, target = int(s.second_moves), action >> 4, action & 15
    if start:
        s.squares[side] ^= 1 << start
    elif target:
        s.waiting[side] -= 1
    if 0 < target < HOME:
        s.squares[side] |= 1 << target
    if s.squares[1 - side] & LANE_BITS & 1 << target:
        s.squares[1 - side] ^= 1 << target
        s.waiting[1 - side] += 1
        s.steps[1 - side] += target
    s.steps[side] -= target - start
    s.throw, s.thrown = 0, False
    s.second_moves ^= not ROSETTE_BITS >> target & 1


def utility(s):
    return 100.0 if s.steps[0] == 0 else -100.0


def estimate(s):
    first, second = steps_left(s, 0), steps_left(s, 1)
    return 100.0 * (second - first) / (second + first)


def steps_left(s, side):
    """Return the steps left to a player, four less with the safe square in the lane."""
    return s.steps[side] - 4 * (s.squares[side] >> CENTRE & 1)


def state_hash(s):
    squares, waiting = s.squares[0] | s.squares[1] << 15, s.waiting[0] | s.waiting[1] << 3
    return mix(squares | waiting << 30 | s.throw << 36 | s.thrown << 39 | s.second_moves << 40)


def game(pieces=7):
    plain = Ur(pieces)

    def initial_state(s, key):
        for side in range(2):
            s.waiting[side] = pieces
            s.steps[side] = HOME * pieces

    def position(s):
        """Return the state as the game in plain Python has it."""
        on_board = [[square for square in range(1, HOME) if side >> square & 1] for side in s.squares]
        places = [[START] * waiting + side for waiting, side in zip(s.waiting, on_board, strict=True)]
        sides = [(*side, *[HOME] * (pieces - len(side))) for side in places]
        return Position((sides[0], sides[1]), s.throw if s.thrown else None, int(s.second_moves))

    return mcms.compiled_game(
        name=f"ur_{pieces}", title="The Royal Game of Ur", state=STATE, initial_state=initial_state, turn=turn,
        actions=actions, outcomes=THROWS, play=play, resolve=resolve, utility=utility, estimate=estimate,
        value_range=(-100, 100), max_actions=7, hash=state_hash, text=lambda s: plain.text(position(s)),
        action_name=lambda s, action: str(Move(action >> 4, action & 15)),
    )  # fmt: skip


def compiled_state(game, position):
    """Return a position of the game in plain Python as a state of the compiled one."""
    fields = {
        "squares": [sum(1 << place for place in side if START < place < HOME) for side in position.places],
        "waiting": [side.count(START) for side in position.places],
        "steps": [sum(HOME - place for place in side) for side in position.places],
    }
    rest = {"throw": position.throw or 0, "thrown": position.throw is not None, "second_moves": position.mover == 1}
    return game.from_json(fields | rest)


ur = game()

if __name__ == "__main__":
    state = compiled_state(ur, Position(((0, 0, 0, 0, 3, 6, 9), (0, 0, 0, 0, 0, 2, 10)), throw=1, mover=0))
    print(ur.text(state))
    for algorithm, limit in (("star2ss", mcms.Limit(depth=7)), ("mcts", mcms.Limit(simulations=200_000))):
        result = mcms.search(ur, state, algorithm, limit=limit, seed=1)
        print(f"{algorithm}: {result.action}, worth {result.value:+.1f} after {result.nodes:,} nodes")
    (played,) = play_pairings([pairing(ur, "star2ss@depth=3", "random", matches=100)])
    print(f"star2ss wins {played.counts.points:g} of {played.counts.games} games against random")
