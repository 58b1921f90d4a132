"""``mcms play``: a person against a search or a baseline player, in the terminal."""

import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TextIO, TypeVar

import typer
from rich.console import Console
from rich.text import Text

from mcms import SHORT_NAMES, Algorithm, Limit, Mcts, Player, SearchResult, StopToken, algorithm, load, player, search
from mcms.arena.human import Menu
from mcms.arena.search_keeper import SearchKeeper
from mcms.arena.session import Session
from mcms.cli.numbers import DEFAULT_MS, decimal, limit_of, whole
from mcms.cli.output import console
from mcms.cli.states import GAME_HELP, read_state
from mcms.cli.waiting import interrupt_stops, wait_for
from mcms.exceptions import IllegalMoveError, InvalidOptionError, UnknownNameError
from mcms.game import Turn
from mcms.games.base import LARGEST_SEED, BaseGame
from mcms.limit import parse_limit
from mcms.scoring import points
from mcms.spec import parse_spec, split_limit
from mcms.validation import whole_number

EXAMPLES = """Examples:

mcms play pig

mcms play pig --against optimal --seat second --seed 7

mcms play "pig(dice=1)" --against "star2ss(width=6)" --ms 200 --transcript game.jsonl

mcms play ewn --against mcts --simulations 20000 --no-keep"""

T = TypeVar("T")

HELP = "a move by number or name, undo, hint, board, help, quit"


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    against: Annotated[
        str,
        typer.Option(metavar="NAME", help="Your opponent: an algorithm, mcms or star2ss@50ms, or a player: random."),
    ] = "mcms",
    seat: Annotated[str, typer.Option(metavar="SEAT", help="Where you sit: first or second.")] = "first",
    depth: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="It searches N decisions deep.")] = None,
    nodes: Annotated[int | None, typer.Option(metavar="N", parser=whole, help="It searches N nodes a move.")] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="It makes N simulations a move, as mcts or dpw.")
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(metavar="T", parser=decimal, help=f"It thinks T ms a move. Without any limit: {DEFAULT_MS:.0f}."),
    ] = None,
    keep: Annotated[
        bool | None,
        typer.Option(
            "--keep/--no-keep",
            help="A search keeps its tree or table from move to move, until you undo. Default: yes.",
            show_default=False,
        ),
    ] = None,
    state: Annotated[
        str | None, typer.Option(metavar="JSON", help="Start from this state: JSON, @file, or - for stdin.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Draws the luck; by default a new one each game.")
    ] = None,
    transcript: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write the game; mcms replay shows it.", dir_okay=False)
    ] = None,
) -> None:
    """Play against a search or a player. Ctrl-C makes it move at once, or quits when it is your turn."""
    rules = load(game)
    own = _seat(seat)
    seed = secrets.randbits(32) if seed is None else whole_number("seed", seed, 0, LARGEST_SEED)
    opponent = Opponent(rules, against, limit_of(depth, nodes, simulations, ms), keep=keep, seed=seed)
    start = None if state is None else read_state(rules, state)
    path = transcript or _dated_path(rules.name)
    with _open_new(path) as log:
        TerminalGame(Session(rules, seed=seed, start=start, log=log), own, opponent).play()
    console().print(f"The game is in {path}; mcms replay shows it.", soft_wrap=True)


def _seat(text: str) -> Turn:
    if text not in ("first", "second"):
        raise InvalidOptionError(f"seat is {text!r}: expected first or second")
    return Turn(text)


def _dated_path(name: str) -> Path:
    """Return a path that no game has yet, even if another began this second."""
    dated = f"mcms-{name}-{time.strftime('%Y%m%d-%H%M%S')}"
    paths = (Path(f"{dated}{ending}.jsonl") for ending in ("", *(f"-{number}" for number in range(2, 1000))))
    return next((path for path in paths if not path.exists()), Path(f"{dated}.jsonl"))


def _open_new(path: Path) -> TextIO:
    try:
        return path.open("x", encoding="utf-8")
    except OSError as error:
        raise InvalidOptionError(f"cannot write the transcript {str(path)!r}: {error.strerror or error}") from error


class Opponent:
    """Whoever sits on the other side: a search with a limit, or a player."""

    def __init__(
        self, game: BaseGame[Any], text: str, limit: Limit, *, keep: bool | None = None, seed: int = 0
    ) -> None:
        self.name = text
        self._game = game
        described, own_limit = split_limit(text)
        limit = limit if own_limit is None else parse_limit(own_limit)
        self._limit = limit
        self._chooser = _chooser(game, described)
        self._keeper: SearchKeeper[Any] | None = None
        if isinstance(self._chooser, Algorithm):
            limit.for_algorithm(self._chooser)  # refused now, not at its first move
            if keep or (keep is None and (isinstance(self._chooser, Mcts) or self._chooser.can_keep)):
                self._keeper = SearchKeeper(game, self._chooser, seed=seed)
        elif own_limit is not None:
            raise InvalidOptionError(f"{text!r} has a limit: expected one only of an algorithm, not of {described}")
        elif keep:
            raise InvalidOptionError(f"{text} learns nothing to keep: expected an algorithm with --keep")

    def move(self, session: Session) -> tuple[str, dict[str, Any]]:
        """Return an action in the game, and what there is to say of it."""
        keeper = self._keeper
        if keeper is None:
            return self.advise(session)
        history = [event.name for event in session.events]
        kept = self._thought(lambda stop: keeper.search(session.state, history, limit=self._limit, stop=stop))
        notes = _notes(kept.result)
        if kept.carried_over is not None:
            notes |= {"simulations": kept.result.simulations, "carried_over": kept.carried_over}
        return str(kept.result.action), notes

    def advise(self, session: Session) -> tuple[str, dict[str, Any]]:
        """Return an action as a function of the position alone, so that asking changes no later move."""
        state, seed, wanted = session.state, len(session.events), self._chooser
        if not isinstance(wanted, Algorithm):
            return str(wanted.choose(self._game, state, seed)), {}
        result = self._thought(lambda stop: search(self._game, state, wanted, limit=self._limit, seed=seed, stop=stop))
        return str(result.action), _notes(result)

    def forget(self) -> None:
        """Drop what it has learnt of a line that was taken back."""
        if self._keeper is not None:
            self._keeper.forget()

    def _thought(self, work: Callable[[StopToken], T]) -> T:
        token = StopToken()
        with interrupt_stops(token):
            return wait_for(lambda: work(token), f"{self.name} is thinking; Ctrl-C makes it move")


def _notes(result: SearchResult[Any]) -> dict[str, Any]:
    return {"value": result.value, "depth": result.depth, "nodes": result.nodes}


def _chooser(game: BaseGame[Any], text: str) -> Algorithm | Player:
    if parse_spec(text).name in SHORT_NAMES:
        return algorithm(text, game)
    try:
        return player(text, game)
    except UnknownNameError as error:
        raise UnknownNameError(f"{error}, or an algorithm: {', '.join(SHORT_NAMES)}") from error


class TerminalGame:
    """The game on the screen."""

    def __init__(self, session: Session, own: Turn, opponent: Opponent) -> None:
        self.session = session
        self.own = own
        self.opponent = opponent
        self.screen: Console = console()

    def play(self) -> None:
        """Continue until the game is over or the person has had enough."""
        self._say(f"{self.session.game}, seed {self.session.seed}: you are {self.own}, against {self.opponent.name}")
        self._say(f"Type {HELP}.\n")
        while self.session.turn is not Turn.OVER:
            if self.session.turn is Turn.CHANCE:
                self._say(f"  chance: {self.session.roll().name}")
            elif self.session.turn is not self.own:
                self._opponent_moves()
            elif not self._person_moves():
                self._say("You left the game.")
                return
        self.session.finish()
        self._show_board()
        game = self.session.game
        won_by = points(game, game.utility(self.session.state))
        ours = won_by if self.own is Turn.FIRST else -won_by
        self._say("You win." if ours > 0 else "You lose." if ours < 0 else "A draw.", "bold")

    def _opponent_moves(self) -> None:
        action, notes = self.opponent.move(self.session)
        self.session.play(action, notes)
        said = f"  (value {notes['value']:+z.2f} for the first player, depth {notes['depth']}" if notes else ""
        said += f", {notes['carried_over']} simulations carried over" if "carried_over" in notes else ""
        self._say(f"  {self.opponent.name}: {action}{said and said + ')'}")

    def _person_moves(self) -> bool:
        """Carry out what the person types until it is a move; say whether the game continues."""
        self._show_board()
        actions = [str(action) for action in self.session.game.actions(self.session.state)]
        menu = Menu(actions)
        self._say(menu.text)
        while True:
            typed = self._ask()
            if typed is None or typed in ("quit", "exit", "q"):
                return False
            if self._command(typed):
                if typed == "undo":
                    return True
                continue
            try:
                self.session.play(menu.name_of(typed) or typed)
            except IllegalMoveError as error:
                self._say(f"{error}; or {HELP.partition(', ')[2]}", "red")
                continue
            return True

    def _command(self, typed: str) -> bool:
        """Carry out a command that is no move; say whether it was one."""
        if typed == "undo":
            if self.session.undo(self.own):
                self.opponent.forget()
            else:
                self._say("There is nothing to take back.")
        elif typed == "hint":
            action, notes = self.opponent.advise(self.session)
            self._say(f"  {self.opponent.name} would play {action}" + (f" ({notes['value']:+z.2f})" if notes else ""))
        elif typed == "board":
            self._show_board()
        elif typed in ("help", "?", ""):
            self._say(f"Type {HELP}.")
        else:
            return False
        return True

    def _ask(self) -> str | None:
        try:
            self.screen.print("> ", end="")
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.screen.print()
            return None
        return line.strip()

    def _show_board(self) -> None:
        self.screen.print()
        self.screen.print(self.session.game.board(self.session.state), soft_wrap=True)

    def _say(self, text: str, style: str = "") -> None:
        self.screen.print(Text(text, style), soft_wrap=True)
