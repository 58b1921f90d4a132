"""A game reviewed: every decision with what it gave away, every roll with what it gave, and each player's totals.

Values of a game that is won or lost are turned into chances to win, in percent: where they lie between a sure loss and
a sure win. Other games keep their points. A decision gives away the worth of the best move less that of the move made;
luck is what a roll changed. Both are told from the side of the player whose decision or roll it was, so skill and luck
stand apart, as in GNU Backgammon's analysis.
"""

import dataclasses
import enum
from collections.abc import Callable
from typing import Any

from mcms._core import StopToken
from mcms.analysis.judge import DEFAULT_NODES, Judge, Verdict, judge_of
from mcms.arena.session import Session
from mcms.exceptions import StoppedError
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.scoring import ScoreBy, score_by

OnProgress = Callable[[int, int], None]
"""Called with the number of steps done and of all steps."""
_PLAYERS = (Turn.FIRST, Turn.SECOND)


class Unit(enum.StrEnum):
    """What a review counts in.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> review(Session(pig)).unit
    <Unit.PERCENT: 'percent'>
    """

    PERCENT = "percent"
    """Of a win."""
    POINTS = "points"
    """Of the game, where it is about more than winning."""


_SMALLEST = 1e-9
_RATINGS = ((0.1, "flawless"), (0.5, "excellent"), (1.5, "good"), (3.0, "fair"), (6.0, "shaky"))
"""In percent of the way from a loss to a win; in a game for points, that way is two points."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReviewedStep:
    """A decision or a roll. Values are the first player's; what was given away or gained is its own player's.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> session = Session(pig, start=pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0}))
    >>> session.play("stop")
    >>> (step,) = review(session).steps
    >>> step.name, step.best, step.gave_away > 0
    ('stop', 'roll', True)
    """

    number: int
    """How many steps came before it."""
    by: Turn
    """Who made the step: a player or chance."""
    name: str
    """The action or outcome."""
    player: Turn
    """Whose decision or roll it was."""
    before: float
    """What the position was worth under best play."""
    after: float
    """What it was worth after the step."""
    best: str | None
    """The best action; ``None`` for a roll."""
    gave_away: float | None
    """What the decision gave away; ``None`` for a roll."""
    luck: float | None
    """What the roll gained; ``None`` for a decision."""
    depth: int | None
    """Depth of the search that valued it; ``None`` if the values are exact."""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {name: str(value) if isinstance(value, Turn) else value for name, value in _items(self)} | {
            "exact": self.depth is None
        }


@dataclasses.dataclass(frozen=True, kw_only=True)
class PlayerReview:
    """A player's totals.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> session = Session(pig, start=pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0}))
    >>> session.play("stop")
    >>> first, second = review(session).players
    >>> first.decisions, first.mistakes, first.rating
    (1, 1, 'good')
    """

    player: Turn
    """Whose totals they are."""
    decisions: int
    """The player's decisions, forced ones too."""
    mistakes: int
    """Decisions that gave something away."""
    gave_away: float
    """What all of them gave away together."""
    rolls: int
    """The player's rolls."""
    luck: float
    """What all of these gained together."""
    rating: str
    """A word for the average decision."""

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return dict(_items(self)) | {"player": str(self.player)}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Review:
    """What a review found.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> session = Session(pig, start=pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0}))
    >>> session.play("stop")
    >>> found = review(session)
    >>> found.exact, found.judged_by, [step.name for step in found.worst]
    (True, ('the exact solution',), ['stop'])
    """

    game: str
    """The game with its options."""
    steps: tuple[ReviewedStep, ...]
    """Every decision and roll, in order."""
    players: tuple[PlayerReview, PlayerReview]
    """The totals of the first and the second player."""
    judged_by: tuple[str, ...]
    """What the values rest on."""
    unit: Unit
    """Whether values are chances to win, in percent, or points."""
    worth_range: tuple[float, float]
    """What a position can be worth to the first player."""
    result: float | None
    """What the first player got; ``None`` if the game has not ended."""

    @property
    def exact(self) -> bool:
        """Whether every value is exact."""
        return all(step.depth is None for step in self.steps)

    @property
    def worst(self) -> tuple[ReviewedStep, ...]:
        """The decisions that gave something away, the worst first."""
        given = [step for step in self.steps if (step.gave_away or 0.0) > _SMALLEST]
        return tuple(sorted(given, key=lambda step: -(step.gave_away or 0.0)))

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "game": self.game,
            "exact": self.exact,
            "judged_by": list(self.judged_by),
            "unit": str(self.unit),
            "worth_range": list(self.worth_range),
            "result": self.result,
            "players": [player.to_json() for player in self.players],
            "worst": [step.number for step in self.worst],
            "steps": [step.to_json() for step in self.steps],
        }


def review(
    session: Session,
    *,
    nodes: int = DEFAULT_NODES,
    judges: tuple[Judge, ...] | None = None,
    stop: StopToken | None = None,
    on_progress: OnProgress | None = None,
) -> Review:
    """Review a game that was played.

    Parameters
    ----------
    session
        The game, finished or not.
    nodes
        Limits the search of each position that cannot be solved.
    judges
        Who values positions; the first one that knows a position does. By default :func:`judge_of` decides.
    stop
        Ends the review from another thread, which then raises ``StoppedError``.
    on_progress
        Called with the number of steps done and of all steps.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> session = Session(pig, start=pig.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0}))
    >>> session.play("stop")
    >>> found = review(session)
    >>> found.exact, found.steps[0].best, round(found.steps[0].gave_away, 2)
    (True, 'roll', 1.16)

    """
    game = session.game
    unit = Unit.PERCENT if game.win_or_lose else Unit.POINTS
    asked = judges or judge_of(game, session.states, nodes=nodes, stop=stop)
    steps = []
    for number, event in enumerate(session.events):
        state = session.states[number]
        judge = next(one for one in asked if one.knows(state))
        verdict = judge.verdict(state, event.name)
        if stop is not None and stop.stopped:  # and with it the search that the verdict is from
            raise StoppedError(f"reviewing {game} was stopped: expected to be left to its end")
        steps.append(_step(game, number, state, event.name, verdict))
        if on_progress is not None:
            on_progress(number + 1, len(session.events))
    return Review(
        game=str(game),
        steps=tuple(steps),
        players=(_player(game, Turn.FIRST, steps), _player(game, Turn.SECOND, steps)),
        judged_by=tuple(judge.says for judge in asked),
        unit=unit,
        worth_range=(0.0, 100.0) if unit is Unit.PERCENT else game.value_range(),
        result=_result(session),
    )


def _step(game: BaseGame[Any], number: int, state: Any, name: str, verdict: Verdict) -> ReviewedStep:
    by = game.turn(state)
    player = _roller(game, state) if by is Turn.CHANCE else by
    before, after = _worth(game, verdict.before), _worth(game, verdict.after)
    gained = after - before if player is Turn.FIRST else before - after
    return ReviewedStep(
        number=number,
        by=by,
        name=name,
        player=player,
        before=before,
        after=after,
        best=verdict.best,
        # Rounding and the order of a sum must not make a move better than the best.
        gave_away=None if by is Turn.CHANCE else max(-gained, 0.0),
        luck=gained if by is Turn.CHANCE else None,
        depth=verdict.depth,
    )


def _worth(game: BaseGame[Any], value: float) -> float:
    """Return the first player's chance in percent, or his points where a game is about more than winning."""
    if not game.win_or_lose:
        return value
    lost, won = game.value_range()
    return 100 * (value - lost) / (won - lost)


def _roller(game: BaseGame[Any], state: Any) -> Turn:
    """Return whose roll it is: the player to move, as the game's own state has it."""
    described = game.to_json(state) if game.has_json else {}
    return _PLAYERS[1 if described.get("to_move") == 1 else 0]


def _player(game: BaseGame[Any], player: Turn, steps: list[ReviewedStep]) -> PlayerReview:
    own = [step for step in steps if step.player is player]
    given = [step.gave_away for step in own if step.gave_away is not None]
    luck = [step.luck for step in own if step.luck is not None]
    return PlayerReview(
        player=player,
        decisions=len(given),
        mistakes=sum(loss > _SMALLEST for loss in given),
        gave_away=sum(given),
        rolls=len(luck),
        luck=sum(luck),
        rating=_rating(game, given),
    )


def _rating(game: BaseGame[Any], given: list[float]) -> str:
    """Return a word for the average decision."""
    if not given:
        return "no decisions"
    average = sum(given) / len(given) * (1.0 if game.win_or_lose else 100 / _whole(game))
    return next((word for most, word in _RATINGS if average <= most), "wild")


def _whole(game: BaseGame[Any]) -> float:
    """Return how far apart a loss and a win are, gammons and the like left aside."""
    lost, won = game.value_range()
    return 2.0 if score_by(game) is ScoreBy.POINTS else won - lost


def _result(session: Session) -> float | None:
    lost, won = session.game.value_range()
    if session.resigned is not None:
        return lost if session.resigned is Turn.FIRST else won
    return session.game.utility(session.state) if session.turn is Turn.OVER else None


def _items(record: ReviewedStep | PlayerReview) -> list[tuple[str, Any]]:
    return [(field.name, getattr(record, field.name)) for field in dataclasses.fields(record)]
