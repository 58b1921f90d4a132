"""Draws a board of backgammon in characters, from the first player's side."""

from collections.abc import Iterator
from typing import Any

_ROWS = 5
_MARKS = ("X", "O")
_COLOURS = ("bold red", "bold cyan")
_DIM = "dim"
_TOP = "+13-14-15-16-17-18------19-20-21-22-23-24-+"
_BOTTOM = "+12-11-10--9--8--7-------6--5--4--3--2--1-+"
Piece = tuple[str, str]


def pieces(data: dict[str, Any], turn: str) -> list[Piece]:
    """Return the text of a state's JSON form in pieces, each with its style: ``X`` is the first player."""
    return list(_lines(data, turn))


def _lines(data: dict[str, Any], turn: str) -> Iterator[Piece]:
    upper = [*range(12, 18), *range(18, 24)]
    lower = [*range(11, 5, -1), *range(5, -1, -1)]
    yield f"{_TOP}\n", _DIM
    for row in range(_ROWS):
        # The first player enters in the upper half, so its checkers wait there.
        yield from _row(data, upper, row, 0)
    yield "|                  |BAR|                  |\n", _DIM
    for row in reversed(range(_ROWS)):
        yield from _row(data, lower, row, 1)
    yield f"{_BOTTOM}\n", _DIM
    yield from _status(data, turn)


def _row(data: dict[str, Any], points: list[int], row: int, waiting: int) -> Iterator[Piece]:
    yield "|", _DIM
    for place, point in enumerate(points):
        if place == len(points) // 2:
            yield "|", _DIM
            yield _cell(data["bar"][waiting], waiting, row)
            yield "|", _DIM
        count = data["points"][point]
        yield _cell(abs(count), int(count < 0), row)
    yield "|\n", _DIM


def _cell(count: int, player: int, row: int) -> Piece:
    """Return a checker, or in the last row how many there are if they are more than rows."""
    if row == _ROWS - 1 and count > _ROWS:
        return f"{count:^3}", _COLOURS[player]
    return (f" {_MARKS[player]} ", _COLOURS[player]) if row < count else ("   ", "")


def _status(data: dict[str, Any], turn: str) -> Iterator[Piece]:
    off = data["off"]
    yield f"off: X {off[0]}, O {off[1]}; ", _DIM
    mover = data["to_move"]
    if mover is None:
        yield "the opening roll decides who begins", ""
        return
    if turn == "over":
        yield f"{('second', 'first')[mover]} {_MARKS[1 - mover]} has won", _COLOURS[1 - mover]
        return
    doing = "to roll" if data["dice"] is None else f"to move with {data['dice'][0]}{data['dice'][1]}"
    yield f"{('first', 'second')[mover]} {_MARKS[mover]} {doing}", _COLOURS[mover]
