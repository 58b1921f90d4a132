"""One game between two players: who moved what, how it ended, how long each of them thought."""

import dataclasses
import time
from collections.abc import Iterable, Iterator
from typing import Any

from mcms.arena.engine_player import EnginePlayer, ForfeitError
from mcms.arena.luck import Luck, chance_kind, player_seed, start_seed
from mcms.arena.player import Player
from mcms.arena.search_player import GameStopped, SearchPlayer, stop_token
from mcms.exceptions import PlayerError
from mcms.game import AnyGame, Turn
from mcms.games.base import BaseGame
from mcms.games.learnt import seen_by
from mcms.interrupt import in_main_thread
from mcms.scoring import points, score

MOST_EVENTS = 20_000
"""Moves and outcomes after which a game counts as a draw: two players who never finish must not play for ever."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Clock:
    """How long a player thought in a game.

    >>> Clock().after(0.5).after(0.25)
    Clock(decisions=2, seconds=0.75, slowest=0.5)
    """

    decisions: int = 0
    """How often the player was asked."""
    seconds: float = 0.0
    """How long it thought in all."""
    slowest: float = 0.0
    """How long it thought over its slowest decision."""

    def after(self, seconds: float) -> "Clock":
        """Return the clock after one more decision."""
        return Clock(
            decisions=self.decisions + 1,
            seconds=self.seconds + seconds,
            slowest=max(self.slowest, seconds),
        )


@dataclasses.dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game from its start to its end.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> players = (mcms.player("hold:20", pig), mcms.player("random", pig))
    >>> game = play_game(pig, players, seed=1)
    >>> game.score, game.points, game.moves[:4]
    (1.0, 100.0, ('roll', '5', 'roll', '9'))
    """

    moves: tuple[str, ...]
    """Actions and outcomes in their order, by name."""
    utility: float | None
    """For the first seat; ``None`` if the game was given up as endless, or an engine lost it without a legal move."""
    points: float
    """By how much the first seat won: its utility above that of a draw."""
    clocks: tuple[Clock, Clock]
    """Of the first and the second seat."""

    @property
    def score(self) -> float:
        """Of the first seat: 1 a win, ½ a draw, 0 a loss."""
        return score(self.points)


def play_game(game: AnyGame, players: tuple[Player, Player], *, seed: int, leg: int = 0) -> PlayedGame:
    """Play a game.

    Players get seeds of their own for each move, from another stream for each leg, seat and move, from which neither
    the luck nor the other player's seeds can be worked out. A game between two searches with the same evaluation is
    played by the core, without coming back between the moves; it is the same game.

    Parameters
    ----------
    game
        The game to play.
    players
        Those of the first and the second seat.
    seed
        Decides the start and the luck: games of the same seed see the same luck.
    leg
        Which game of a match it is, 0 or 1.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> hold = mcms.player("hold:20", pig)
    >>> play_game(pig, (hold, hold), seed=1).score in (0, 1)
    True

    """
    if isinstance(game, BaseGame) and not game.runs_in_python:
        first, second = players
        if isinstance(first, SearchPlayer) and isinstance(second, SearchPlayer):
            seen, other = (seen_by(player.algorithm, game) for player in (first, second))
            if seen == other:  # a game of the core has one evaluation
                return _play_in_core(seen, (first, second), seed, leg)
    return play_step_by_step(game, players, seed=seed, leg=leg)


def _play_in_core(game: BaseGame[Any], players: tuple[SearchPlayer, SearchPlayer], seed: int, leg: int) -> PlayedGame:
    first, second = (player.in_core for player in players)
    played = game.core.play_game(first, second, seed, leg, MOST_EVENTS, stop_token(), in_main_thread())
    if played.stopped:
        raise GameStopped
    clocks = [Clock(decisions=each.decisions, seconds=each.seconds, slowest=each.slowest) for each in played.clocks]
    return PlayedGame(
        moves=tuple(map(str, played.moves)),
        utility=played.utility,
        points=points(game, played.utility),
        clocks=(clocks[0], clocks[1]),
    )


def play_step_by_step(game: AnyGame, players: tuple[Player, Player], *, seed: int, leg: int = 0) -> PlayedGame:
    """Play a game by asking the players move by move, whoever they are; see :func:`play_game`."""
    state, last, luck = game.initial_state(start_seed(seed)), Turn.CHANCE, Luck(seed)
    moves: list[str] = []
    forfeited: Turn | None = None
    clocks = {Turn.FIRST: Clock(), Turn.SECOND: Clock()}
    seats = dict(zip(clocks, map(_for_one_game, players), strict=True))
    while (turn := Turn(game.turn(state))) is not Turn.OVER and len(moves) < MOST_EVENTS:
        if turn is Turn.CHANCE:
            step = luck.draw(game, state, chance_kind(last))
            state = game.resolve(state, step)
        else:
            own_seed = player_seed(seed, leg, turn, clocks[turn].decisions)
            start = time.perf_counter()
            try:
                step = _chosen(seats[turn], game, state, own_seed, moves)
            except ForfeitError:
                forfeited = turn
                break
            clocks[turn] = clocks[turn].after(time.perf_counter() - start)
            state = _played(game, state, step, seats[turn])
            last = turn
        moves.append(str(step))
    utility = game.utility(state) if turn is Turn.OVER else None
    return PlayedGame(
        moves=tuple(moves),
        utility=utility,
        points=points(game, utility) if forfeited is None else _forfeit(game, forfeited),
        clocks=(clocks[Turn.FIRST], clocks[Turn.SECOND]),
    )


def _for_one_game(player: Player) -> Player:
    return player.for_one_game() if isinstance(player, SearchPlayer) else player


def _chosen(player: Player, game: AnyGame, state: Any, seed: int, moves: list[str]) -> Any:
    """Ask a player, who may want to know what happened before."""
    if isinstance(player, EnginePlayer):
        return player.choose_after(game, state, seed, tuple(moves))
    return player.choose(game, state, seed)


def _forfeit(game: AnyGame, by: Turn) -> float:
    """Return the first seat's points if a player gives no legal answer: as much as can be lost."""
    low, high = game.value_range()
    return points(game, low if by is Turn.FIRST else high)


def _played(game: AnyGame, state: Any, action: Any, by: Player) -> Any:
    if action not in (actions := game.actions(state)):
        legal = ", ".join(map(str, actions))
        raise PlayerError(f"player {by.name} answered {action!r} in {state!r}: expected one of {legal}")
    return game.play(state, action)


def replayed(game: AnyGame, moves: Iterable[str], *, seed: int) -> Iterator[Any]:
    """Return the states in which the moves of a game were made, from its start on."""
    state = game.initial_state(start_seed(seed))
    for move in moves:
        yield state
        state = (game.resolve if Turn(game.turn(state)) is Turn.CHANCE else game.play)(state, move)
