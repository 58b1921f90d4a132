"""A person at the terminal as a player of matches; :mod:`mcms.cli.play` is the comfortable way to play a game."""

import dataclasses
import sys
from collections.abc import Sequence
from typing import Any

from mcms.arena.search_player import GameStopped
from mcms.game import AnyGame, Turn, require_decision


class Menu:
    """Actions to choose from, by name or place; where names are numbers, by name only."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = list(names)
        self._numbered = not any(name.isdecimal() for name in names)

    @property
    def text(self) -> str:
        """The actions, with the numbers that stand for them."""
        if not self._numbered:
            return "  ".join(self._names)
        return "  ".join(f"{number} {name}" for number, name in enumerate(self._names, 1))

    def name_of(self, typed: str) -> str | None:
        """Return the name of the action that was typed; ``None`` if it is none.

        >>> Menu(["roll", "stop"]).name_of("2"), Menu(["2", "5"]).name_of("2"), Menu(["2", "5"]).name_of("1")
        ('stop', '2', None)
        """
        if typed in self._names:
            return typed
        if self._numbered and typed.isdecimal() and 1 <= int(typed) <= len(self._names):
            return self._names[int(typed) - 1]
        return None


@dataclasses.dataclass(frozen=True)
class HumanPlayer:
    """Asks for each action by number or name; the end of the input ends the match."""

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return "human"

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Show the state, and return the action that was typed."""
        actions = {str(action): action for action in require_decision(game, state)}
        show = getattr(game, "text", repr)
        self._say(f"\n{show(state)}\nYou are {Turn(game.turn(state))}:  ")
        menu = Menu(list(actions))
        self._say(f"{menu.text}\n")
        while True:
            self._say("> ")
            line = sys.stdin.readline()
            if not line:
                raise GameStopped
            typed = line.strip()
            if (name := menu.name_of(typed)) is not None:
                return actions[name]
            self._say(f"{typed[:40]!r} is no action: expected a number or one of {', '.join(actions)}\n")

    def _say(self, text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)  # results alone go to stdout
