"""Draws a state of Can't Stop: a line a column, in plain characters and in colours."""

from typing import TYPE_CHECKING, Any

from mcms.extras import require_extra

if TYPE_CHECKING:
    from rich.text import Text

    from mcms.games.cant_stop import CantStop

_FIRST, _SECOND, _RUNNER, _DIM = "bold red", "bold blue", "bold yellow", "dim"


def draw(game: "CantStop", data: dict[str, Any], turn: str) -> "Text":
    """Return the board of a state's JSON form.

    Steps go up to the right. ``1`` and ``2`` are the players' markers, ``x`` both on one step, ``*`` a runner.
    """
    require_extra("rich", "a board in colours")
    from rich.text import Text  # noqa: PLC0415  only terminals need it

    text = Text()
    for index, height in enumerate(game.column_heights):
        steps = [data["markers"][player][index] for player in (0, 1)]
        _draw_column(text, index + 2, height, steps, data["runners"].get(str(index + 2)))
        text.append("\n")
    text.append(_caption(game, data, turn))
    return text


def _draw_column(text: "Text", column: int, height: int, steps: list[int], runner: int | None) -> None:
    owner = next((player for player in (0, 1) if steps[player] == height), None)
    text.append(f"{column:>2} ", "bold" if owner is None else _DIM)
    if owner is not None:
        text.append((f"{owner + 1}" * height), (_FIRST, _SECOND)[owner])
        text.append(f" claimed by {('first', 'second')[owner]}", _DIM)
        return
    for step in range(1, height + 1):
        here = [player for player in (0, 1) if steps[player] == step]
        if step == runner:
            text.append("*", _RUNNER)
        elif len(here) == 2:
            text.append("x", "bold magenta")
        elif here:
            text.append(f"{here[0] + 1}", (_FIRST, _SECOND)[here[0]])
        else:
            text.append(".", _DIM)
    if runner in steps:
        text.append(f" {'12'[steps.index(runner)]} under *", _DIM)


def _caption(game: "CantStop", data: dict[str, Any], turn: str) -> str:
    player = ("first", "second")[data["to_move"]]
    if turn == "over":
        return f"{('second', 'first')[data['to_move']]} has won with {game.columns} columns"
    if data["phase"] == "move":
        return f"{player} to move with {'-'.join(map(str, data['dice']))}"
    if data["phase"] == "rolling":
        return f"{player} is rolling"
    return f"{player} to roll or stop" if data["runners"] else f"{player} to roll"
