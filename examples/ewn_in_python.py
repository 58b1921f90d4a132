"""EinStein würfelt nicht! in plain Python, searched like a built-in game.

A die says which stone moves; reach the far corner or take every stone. Squares are numbered 5 row + column; the first
player goes from square 0 to square 24, the second the other way. Move order, evaluation and hash are those of the
built-in game, so that every search gives the same answer for both.
"""

from typing import ClassVar, NamedTuple

import mcms

GOALS = (24, 0)
STEPS = ((1, 1), (1, 0), (0, 1))  # rows and columns towards the goal: diagonal, vertical, horizontal
CAPTURED = 31
THROWS = tuple((die, 1 / 6) for die in range(1, 7))


class Position(NamedTuple):
    stones: tuple[tuple[int, ...], tuple[int, ...]]  # of each player, the squares of stones 1 to 6
    die: int  # 0 before the throw
    mover: int


class Move(NamedTuple):
    stone: int  # 1 to 6
    start: int
    target: int

    def __str__(self) -> str:
        return f"{self.stone}:{square_name(self.start)}-{square_name(self.target)}"


def square_name(square: int) -> str:
    return f"{'abcde'[square % 5]}{square // 5 + 1}"


def distance(player: int, square: int) -> int:
    """Moves to the goal if nothing is in the way."""
    row, column = divmod(square if player else 24 - square, 5)
    return max(row, column)


def targets(player: int, square: int) -> list[tuple[bool, int]]:
    """Where a stone can go, and whether diagonally."""
    row, column = divmod(square, 5)
    sign = -1 if player else 1
    steps = [(row + sign * down, column + sign * right, down == right) for down, right in STEPS]
    return [(diagonal, 5 * r + c) for r, c, diagonal in steps if 0 <= r <= 4 and 0 <= c <= 4]


class Ewn:
    tuned_widths: ClassVar = {"expss": 1, "star1ss": 1, "star2ss": 2}

    def initial_state(self, seed: int) -> Position:
        return Position(((0, 1, 2, 5, 6, 10), (24, 23, 22, 19, 18, 14)), die=0, mover=0)

    def turn(self, state: Position) -> str:
        if state.die:
            return "second" if state.mover else "first"
        return "over" if any(self._has_won(player, state) for player in (0, 1)) else "chance"

    def _has_won(self, player: int, state: Position) -> bool:
        return GOALS[player] in state.stones[player] or all(square == CAPTURED for square in state.stones[1 - player])

    def actions(self, state: Position) -> list[Move]:
        own, enemy = state.stones[state.mover], state.stones[1 - state.mover]
        moves = [
            (self._rank(state.mover, target, diagonal, own, enemy), Move(stone, own[stone - 1], target))
            for stone in self._movable(own, state.die)
            for diagonal, target in targets(state.mover, own[stone - 1])
        ]
        return [move for _, move in sorted(moves, key=lambda ranked: ranked[0])]

    def _movable(self, own: tuple[int, ...], die: int) -> list[int]:
        """The stone thrown or, if it is gone, the next lower and the next higher one left."""
        if own[die - 1] != CAPTURED:
            return [die]
        left = [stone for stone in range(1, 7) if own[stone - 1] != CAPTURED]
        return [stone for stone in left if stone < die][-1:] + [stone for stone in left if stone > die][:1]

    def _rank(self, player: int, target: int, diagonal: bool, own: tuple[int, ...], enemy: tuple[int, ...]) -> int:
        """Wins first, then captures of the enemies nearest to their goal, diagonal moves, others, own captures."""
        if target in own:
            return 7
        if target == GOALS[player]:
            return 0
        if target in enemy:
            return distance(1 - player, target)
        return 5 if diagonal else 6

    def outcomes(self, state: Position) -> tuple[tuple[int, float], ...]:
        return THROWS

    def play(self, state: Position, move: Move) -> Position:
        sides = [[CAPTURED if square == move.target else square for square in side] for side in state.stones]
        sides[state.mover][move.stone - 1] = move.target
        return Position((tuple(sides[0]), tuple(sides[1])), 0, 1 - state.mover)

    def resolve(self, state: Position, die: int) -> Position:
        return Position(state.stones, die, state.mover)

    def utility(self, state: Position) -> float:
        return 100.0 if self._has_won(0, state) else -100.0

    def estimate(self, state: Position) -> float:
        """20 times the lead in distance, 2 times the lead in stones."""
        left = [[square for square in side if square != CAPTURED] for side in state.stones]
        least = [min(distance(player, square) for square in left[player]) for player in (0, 1)]
        return 20.0 * (least[1] - least[0]) + 2.0 * (len(left[0]) - len(left[1]))

    def value_range(self) -> tuple[float, float]:
        return -100.0, 100.0

    def hash(self, state: Position) -> int:
        """The whole state in 64 bits, then mixed so that each of them matters to all."""
        word = state.die << 60 | state.mover << 63
        for place, square in enumerate((*state.stones[0], *state.stones[1])):
            word |= square << 5 * place
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        word = (word ^ word >> 27) * 0x94D049BB133111EB & 2**64 - 1
        return word ^ word >> 31


if __name__ == "__main__":
    ewn = Ewn()
    start = ewn.resolve(ewn.initial_state(0), 4)
    for algorithm in mcms.SHORT_NAMES:
        result = mcms.search(ewn, start, algorithm, limit=mcms.Limit(nodes=3000), seed=1)
        print(f"{algorithm:8} {result.action} {result.value:+6.2f} after {result.nodes:,} nodes, depth {result.depth}")
