"""A program in any language as a player: lines of JSON over its standard input and output. See docs/engines.md.

An engine that hangs, dies or answers with something illegal loses the game it plays, which is logged, and is started
again for the next one.
"""

import atexit
import dataclasses
import json
import logging
import select
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcms.arena.identity import Identity, identity_of_files
from mcms.exceptions import InvalidOptionError, PlayerError
from mcms.game import AnyGame, JsonGame, Turn, require_decision
from mcms.limit import Limit
from mcms.validation import positive_number

PROTOCOL = 1
DEFAULT_PATIENCE = 10.0
_LONGEST_LINE = 1_000_000
_log = logging.getLogger(__name__)
_here = threading.local()
_started: set["subprocess.Popen[bytes]"] = set()


class ForfeitError(Exception):
    """A player loses its game for a reason that is not in the rules."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class EnginePlayer:
    """Plays what a program answers.

    >>> EnginePlayer(command="python3 examples/engine.py", limit=Limit(seconds=0.1)).name
    'engine(command=python3 examples/engine.py)@100ms'
    """

    command: str
    """As on a command line, without a shell: ``python3 engine.py``."""
    limit: Limit | None = None
    """What the engine is told; only ``seconds`` is enforced."""
    patience: float = DEFAULT_PATIENCE
    """Seconds that an answer may take, beyond those of the limit."""

    def __post_init__(self) -> None:
        positive_number("patience", self.patience)
        try:
            words = shlex.split(self.command)
        except (ValueError, AttributeError):
            words = []
        if not words:
            raise InvalidOptionError(f"command is {self.command!r}: expected a program, as in engine(command=./engine)")

    @property
    def name(self) -> str:
        """The text :func:`mcms.player` reads."""
        return f"engine(command={self.command})" + ("" if self.limit is None else f"@{self.limit}")

    @property
    def identity(self) -> Identity:
        """The command, and a digest of the files it names."""
        files = [Path(word) for word in shlex.split(self.command) if Path(word).is_file()]
        return identity_of_files(f"engine {self.command}", files)

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        """Return what the engine answers to a position without a history."""
        return self.choose_after(game, state, seed, ())

    def choose_after(self, game: AnyGame, state: Any, seed: int, history: tuple[str, ...]) -> Any:
        """Return what the engine answers to a position; whatever is wrong with the answer raises ``ForfeitError``."""
        actions = {str(action): action for action in require_decision(game, state)}
        question = {
            "protocol": PROTOCOL,
            "game": str(game),
            "state": game.to_json(state) if isinstance(game, JsonGame) and getattr(game, "has_json", True) else None,
            "text": str(getattr(game, "text", repr)(state)),
            "history": list(history),
            "turn": str(Turn(game.turn(state))),
            "actions": list(actions),
            "limit": {} if self.limit is None else _given(self.limit),
            "seed": seed,
        }
        try:
            answer = self._asked(json.dumps(question))
            action = answer.get("action")
            if not isinstance(action, str) or action not in actions:
                raise ForfeitError(f"answered {action!r:.80}: expected one of {', '.join(actions)}")
        except ForfeitError as error:
            self._end()
            _log.warning("%s %s; it loses the game and is started again", self.name, error)
            raise
        return actions[action]

    def _asked(self, question: str) -> dict[str, Any]:
        process = self._process()
        seconds = self.patience + (self.limit.seconds or 0.0 if self.limit else 0.0)
        try:
            assert process.stdin is not None
            process.stdin.write(question.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise ForfeitError(f"died with exit code {process.wait()}") from None
        line = _line(process, time.monotonic() + seconds)
        if line is None:
            raise ForfeitError(f"did not answer within {seconds:g} s")
        if not line:
            raise ForfeitError(f"died with exit code {process.wait()}")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ForfeitError(f"answered {line[:80]!r}: expected a line with a JSON object")
        return answer

    def _process(self) -> "subprocess.Popen[bytes]":
        """Return this thread's engine, started if need be."""
        engines: dict[str, subprocess.Popen[bytes]] = _here.__dict__.setdefault("engines", {})
        if self.command not in engines:
            try:
                engines[self.command] = subprocess.Popen(
                    shlex.split(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
                )
            except OSError as error:
                raise PlayerError(f"{self.name} cannot be started ({error}): expected a program") from error
            _started.add(engines[self.command])
        return engines[self.command]

    def _end(self) -> None:
        process = _here.__dict__.setdefault("engines", {}).pop(self.command, None)
        if process is not None:
            _kill(process)


def _given(limit: Limit) -> dict[str, Any]:
    return {name: value for name, value in dataclasses.asdict(limit).items() if value is not None}


def _line(process: "subprocess.Popen[bytes]", deadline: float) -> bytes | None:
    """Return a line of an engine, nothing if it died, ``None`` if it is late."""
    assert process.stdout is not None
    line = b""
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or len(line) > _LONGEST_LINE or not select.select([process.stdout], [], [], left)[0]:
            return None
        piece = process.stdout.read(65536)
        if not piece:
            return b""
        line += piece
    return line


def _kill(process: "subprocess.Popen[bytes]") -> None:
    _started.discard(process)
    for stream in (process.stdin, process.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    process.kill()
    process.wait()


@atexit.register
def _kill_all() -> None:
    for process in list(_started):
        _kill(process)
