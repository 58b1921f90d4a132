"""A person at the terminal as a player of matches; :mod:`mcms.cli.play` is the comfortable way to play a game."""

import dataclasses
import sys
from typing import Any

from mcms.arena.search_player import GameStopped
from mcms.game import AnyGame, Turn, require_decision


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
        self._say("  ".join(f"{number} {name}" for number, name in enumerate(actions, 1)) + "\n")
        while True:
            self._say("> ")
            line = sys.stdin.readline()
            if not line:
                raise GameStopped
            typed = line.strip()
            if typed in actions:
                return actions[typed]
            if typed.isdecimal() and 1 <= int(typed) <= len(actions):
                return list(actions.values())[int(typed) - 1]
            self._say(f"{typed[:40]!r} is no action: expected a number or one of {', '.join(actions)}\n")

    def _say(self, text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)  # results alone go to stdout
