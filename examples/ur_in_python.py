"""The Royal Game of Ur in plain Python: 4,500 years old, half race and half fight.

The rules are the simple ones that Irving Finkel of the British Museum proposes:

- Each player brings 7 pieces home along 14 squares: 1 to 4, 13 and 14 are the player's own, both walk through the lane
  from 5 to 12. Home is one step behind 14 and reached by exactly the right throw.
- Four dice show 0 or 1 each. One piece goes as many squares as their sum, never to a square of one's own.
- Who lands on an enemy sends it back to its start.
- Squares 4, 8 and 14 have rosettes: who lands there throws again, and nobody is sent back from there.
- Who can move must; who cannot passes. The first with all pieces at home wins.
"""

from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

import mcms
from mcms.arena import pairing, play_pairings

START, HOME = 0, 15
LANE = range(5, 13)
ROSETTES = (4, CENTRE := 8, 14)
THROWS = tuple((points, comb(4, points) / 16) for points in range(5))
OWN_ROW = (4, 3, 2, 1, None, None, 14, 13)
BOARD_ROWS = ((OWN_ROW, (0,)), (tuple(LANE), (0, 1)), (OWN_ROW, (1,)))  # with the players who walk there


class Position(NamedTuple):
    places: tuple[tuple[int, ...], tuple[int, ...]]  # of each player's pieces, sorted: all are home if the first is
    throw: int | None  # None before the throw
    mover: int


class Move(NamedTuple):
    start: int
    target: int

    def __str__(self) -> str:
        return "pass" if self == PASS else f"{self.start or 'start'}-{'home' if self.target == HOME else self.target}"


PASS = Move(START, START)


@dataclass(frozen=True)
class Ur:
    pieces: int = 7

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, int) or not 1 <= self.pieces <= 7:
            raise mcms.InvalidOptionError(f"pieces is {self.pieces!r}: expected a whole number from 1 to 7")

    def initial_state(self, seed: int) -> Position:
        return Position(((START,) * self.pieces, (START,) * self.pieces), throw=None, mover=0)

    def turn(self, state: Position) -> str:
        if state.throw is not None:
            return "second" if state.mover else "first"
        return "over" if HOME in (state.places[0][0], state.places[1][0]) else "chance"

    def outcomes(self, state: Position) -> tuple[tuple[int, float], ...]:
        return THROWS

    def resolve(self, state: Position, throw: int) -> Position:
        return Position(state.places, throw, state.mover)

    def actions(self, state: Position) -> list[Move]:
        """To rosettes first, then to where an enemy is sent back, then home; of each kind the foremost piece first.

        A pass is a move too: if luck followed luck there, a search some moves deep could go on for ever.
        """
        own, enemy = {*state.places[state.mover]} - {HOME}, {*state.places[1 - state.mover]}
        blocked, prey = own | enemy & {CENTRE}, enemy & {*LANE}
        moves = [Move(start, start + (state.throw or 0)) for start in sorted(own, reverse=True)]
        legal = [move for move in moves if move.target <= HOME and move.target not in blocked]
        legal.sort(key=lambda move: (move.target not in ROSETTES, move.target not in prey, move.target != HOME))
        return legal or [PASS]

    def play(self, state: Position, move: Move) -> Position:
        if move == PASS:
            return Position(state.places, None, 1 - state.mover)
        start, target = move
        own, enemy = [*state.places[state.mover]], [*state.places[1 - state.mover]]
        own[own.index(start)] = target
        if target in LANE and target in enemy:
            enemy[enemy.index(target)] = START
        sides = (tuple(sorted(own)), tuple(sorted(enemy)))
        next_mover = state.mover if target in ROSETTES else 1 - state.mover
        return Position(sides[::-1] if state.mover else sides, None, next_mover)

    def utility(self, state: Position) -> float:
        return 100.0 if state.places[0][0] == HOME else -100.0

    def estimate(self, state: Position) -> float:
        """The lead in steps as a share of all steps left; to hold the safe square in the lane is worth four of them."""
        first, second = (HOME * self.pieces - sum(side) - 4 * (CENTRE in side) for side in state.places)
        return 100.0 * (second - first) / (second + first)

    def value_range(self) -> tuple[float, float]:
        return -100.0, 100.0

    def hash(self, state: Position) -> int:
        """The whole state in 41 bits, then mixed so that each of them matters to all of 64."""
        word = state.mover << 40 | (0 if state.throw is None else 8 | state.throw) << 36
        for player, side in enumerate(state.places):
            squares = sum(1 << place for place in side if START < place < HOME)
            word |= squares << 15 * player | side.count(START) << 30 + 3 * player
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & 2**64 - 1
        word = (word ^ word >> 27) * 0x94D049BB133111EB & 2**64 - 1
        return word ^ word >> 31

    def text(self, state: Position) -> str:
        def mark(square: int | None, players: tuple[int, ...]) -> str:
            here = ["ox"[player] for player in players if square in state.places[player]]
            return here[0] if here else " " if square is None else "*" if square in ROSETTES else "."

        off_board = [f"{side.count(START)} to start, {side.count(HOME)} home" for side in state.places]
        lines = [" ".join(mark(square, players) for square in row) for row, players in BOARD_ROWS]
        doing = "throws" if state.throw is None else f"moves {state.throw}"
        over = self.turn(state) == "over"
        last = f"{'xo'[self.utility(state) > 0]} has won" if over else f"{'ox'[state.mover]} {doing}"
        return f"{lines[0]}   o: {off_board[0]}\n{lines[1]}\n{lines[2]}   x: {off_board[1]}\n{last}"

    def to_json(self, state: Position) -> dict[str, Any]:
        return {"places": [list(side) for side in state.places], "throw": state.throw, "to_move": state.mover}

    def from_json(self, data: Any) -> Position:
        match data:
            case {"places": [[*first], [*second]], "throw": None | int() as throw, "to_move": int(mover)}:
                fit = self._are_places(first) and self._are_places(second) and not {*first} & {*second} & {*LANE}
                won = (min(first) == HOME) + (min(second) == HOME) if fit else 0
                if fit and won < 2 and throw in ((None,) if won else (None, *range(5))) and mover in (0, 1):
                    return Position((tuple(sorted(first)), tuple(sorted(second))), throw, mover)
        raise mcms.InvalidStateError(f"the state is {data!r:.200}: expected places, throw and to_move of {self}")

    def _are_places(self, side: list[Any]) -> bool:
        """Whether a player's pieces can be there: as many as there are, no two on one square."""
        whole = all(isinstance(place, int) and START <= place <= HOME for place in side)
        return whole and len(side) == self.pieces and all(side.count(square) <= 1 for square in range(1, HOME))


if __name__ == "__main__":
    ur, position = Ur(), Position(((0, 0, 0, 0, 3, 6, 9), (0, 0, 0, 0, 0, 2, 10)), throw=1, mover=0)
    print(ur.text(position))
    for algorithm, limit in (("star2ss", mcms.Limit(depth=4)), ("mcts", mcms.Limit(simulations=3000))):
        result = mcms.search(ur, position, algorithm, limit=limit, seed=1)
        print(f"{algorithm}: {result.action}, worth {result.value:+.1f} after {result.nodes:,} nodes")
    (played,) = play_pairings([pairing(ur, "star2ss@depth=2", "random", matches=10)])
    print(f"star2ss wins {played.counts.points:g} of {played.counts.games} games against random")
