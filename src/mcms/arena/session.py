"""One game in progress: what has happened, the luck to come, undo, and a transcript that can be replayed.

The luck is a function of the seed and of how many chance events came before, so taking a move back never
changes the dice. A transcript is a file of JSON lines that only grows: a move taken back is a line of its
own, and whatever was written when the program died can be replayed.
"""

import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

import mcms
from mcms.exceptions import InvalidStateError
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.registry import load

FORMAT = "mcms transcript 1"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Event:
    """An action or outcome, who chose it, and what was said of it (an engine's value and depth).

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> session = Session(pig, seed=1)
    >>> session.play("roll")
    >>> session.events[0].by, session.events[0].name
    (<Turn.FIRST: 'first'>, 'roll')
    """

    by: Turn
    """Whose action it was, or chance."""
    name: str
    """The action or outcome."""
    notes: dict[str, Any] = dataclasses.field(default_factory=dict)
    """What was said of it, such as a search's value and depth; part of the transcript."""

    def to_json(self) -> dict[str, Any]:
        """Return the line of the transcript."""
        kind = "outcome" if self.by is Turn.CHANCE else "action"
        return {"by": str(self.by), kind: self.name} | self.notes


class Session:
    """A game being played. States are kept, so undo is exact.

    Parameters
    ----------
    game
        The game.
    seed
        Decides the start and the luck.
    start
        A state to start from instead.
    log
        An open text file for the transcript, which :func:`replay` reads.

    Examples
    --------
    >>> import mcms
    >>> session = Session(mcms.load("pig"), seed=7)
    >>> session.play("roll")
    >>> session.roll().by
    <Turn.CHANCE: 'chance'>
    >>> session.undo(), len(session.events)
    (True, 0)

    """

    def __init__(self, game: BaseGame[Any], *, seed: int = 0, start: Any = None, log: TextIO | None = None) -> None:
        self.game = game
        self.seed = seed
        self.states = [game.initial_state(seed) if start is None else start]
        self.events: list[Event] = []
        self.resigned: Turn | None = None
        self._log = log
        self._write(
            {
                "format": FORMAT,
                "version": mcms.__version__,
                "game": str(game),
                "seed": seed,
                # Without JSON a game starts where its seed has it start.
                "start": game.to_json(self.states[0]) if game.has_json else None,
            }
        )

    @property
    def state(self) -> Any:
        """Where the game stands."""
        return self.states[-1]

    @property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.game.turn(self.state)

    def play(self, action: str, notes: dict[str, Any] | None = None) -> None:
        """Play an action for whoever is to move; an illegal one raises and changes nothing."""
        self._advance(Event(by=self.turn, name=action, notes=notes or {}))

    def advance(self, name: str) -> None:
        """Follow an action or, where chance decides, an outcome that is already known."""
        self._advance(Event(by=self.turn, name=name))

    def roll(self) -> Event:
        """Let chance decide, as the seed has it."""
        events = sum(event.by is Turn.CHANCE for event in self.events)
        luck = random.Random(f"{self.seed}/{events}")
        outcomes, probabilities = zip(*self.game.outcomes(self.state), strict=True)
        event = Event(by=Turn.CHANCE, name=str(luck.choices(outcomes, probabilities)[0]))
        self._advance(event)
        return event

    def undo(self, seat: Turn | None = None) -> bool:
        """Take back the last action (of a seat) and all that followed; say whether there was one."""
        for i in reversed(range(len(self.events))):
            by = self.events[i].by
            if by is seat or (seat is None and by is not Turn.CHANCE):
                self._write({"undo": len(self.events) - i})
                self._take_back(len(self.events) - i)
                return True
        return False

    def resign(self, seat: Turn) -> None:
        """Let a player give the game up, which ends it; taking a move back takes this back too."""
        lost, won = self.game.value_range()
        self._write({"result": lost if seat is Turn.FIRST else won, "resigned": str(seat)})
        self.resigned = seat

    def finish(self) -> None:
        """Write down the result of a finished game."""
        self._write({"result": self.game.utility(self.state)})

    def go_on_in(self, log: TextIO) -> None:
        """Write what happens from now on to a log that has all that happened so far."""
        self._log = log

    def _take_back(self, events: int) -> None:
        del self.events[-events:]
        del self.states[-events:]
        self.resigned = None

    def _advance(self, event: Event) -> None:
        step = self.game.resolve if event.by is Turn.CHANCE else self.game.play
        self.states.append(step(self.state, event.name))
        self.events.append(event)
        self._write(event.to_json())

    def _write(self, line: dict[str, Any]) -> None:
        if self._log is not None:
            self._log.write(json.dumps(line) + "\n")
            self._log.flush()


def replay(path: Path) -> Session:
    """Return the game of a transcript as it stood at its end.

    Parameters
    ----------
    path
        A file that ``mcms play`` or a :class:`Session` with a ``log`` wrote; anything else raises
        ``InvalidStateError``.

    Examples
    --------
    >>> import mcms, tempfile
    >>> path = Path(tempfile.mkdtemp()) / "game.jsonl"
    >>> with path.open("w") as log:
    ...     Session(mcms.load("pig"), seed=7, log=log).play("roll")
    >>> replay(path).turn
    <Turn.CHANCE: 'chance'>

    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidStateError(f"cannot read {str(path)!r}: {error}") from error
    return read_transcript(text, repr(str(path)))


def read_transcript(
    text: str, source: str = "the transcript", *, find_game: Callable[[str], BaseGame[Any]] = load
) -> Session:
    """Return the game of a transcript's text as it stood at its end.

    ``source`` is what errors call the text. A transcript from somebody else names a game, and ``load`` would import
    a module of that name; ``find_game`` may be stricter.

    >>> read_transcript("dear diary")
    Traceback (most recent call last):
    mcms.exceptions.InvalidStateError: the transcript is no transcript: expected 'mcms transcript 1' in its first line
    """
    lines = _lines(text, source)
    number, header = next(lines, (1, {}))
    if header.get("format") != FORMAT:
        raise InvalidStateError(f"{source} is no transcript: expected {FORMAT!r} in its first line")
    try:
        game = find_game(header["game"])
        start = game.from_json(header["start"]) if game.has_json else None
        session = Session(game, seed=header["seed"], start=start)
        for number, line in lines:  # noqa: B007  the number of the line that failed is used below
            _apply(session, line)
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidStateError(f"line {number} of {source} cannot be replayed: {error}") from error
    return session


def _apply(session: Session, line: dict[str, Any]) -> None:
    if "undo" in line:
        count = line["undo"]
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(session.events):
            raise InvalidStateError(f"undo is {count!r}: expected a number from 1 to {len(session.events)}")
        session._take_back(count)
    elif "resigned" in line:
        session.resigned = Turn(line["resigned"])
    elif "result" not in line:
        by = Turn(line["by"])
        if by is not session.turn:
            raise InvalidStateError(f"{by} moves: expected {session.turn}")
        notes = {key: value for key, value in line.items() if key not in ("by", "action", "outcome")}
        event = Event(by=by, name=line["outcome" if by is Turn.CHANCE else "action"], notes=notes)
        session._advance(event)


def _lines(text: str, source: str) -> Iterator[tuple[int, dict[str, Any]]]:
    *complete, torn = text.split("\n")
    for number, line in enumerate(complete, 1):
        yield number, _object(line, number, source)
    # A program that dies while it writes leaves half a line, which is as if it had died before.
    if torn.strip() and not complete:
        raise InvalidStateError(f"{source} is no transcript: expected {FORMAT!r} in its first line")


def _object(line: str, number: int, source: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise InvalidStateError(f"line {number} of {source} is no JSON object: expected a transcript")
    return data
