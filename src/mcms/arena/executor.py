"""Where games are played: threads, processes, or many machines (:mod:`mcms.arena.cluster`).

All play the same games from the same seeds, so with limits by nodes, depth or simulations they end with the same
results. They take games from an iterator as workers become free and give back what is finished, in any order. Cheap
games travel in batches, as many as take about a twentieth of a second.
"""

import dataclasses
import logging
import os
import pickle
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Protocol

from mcms._core import StopToken
from mcms.arena.human import HumanPlayer
from mcms.arena.player import Player
from mcms.arena.search_player import SearchPlayer, stopped_by
from mcms.exceptions import InvalidOptionError, PlayerError, WorkerError
from mcms.game import AnyGame
from mcms.games.base import BaseGame
from mcms.validation import whole_number


class Source(Protocol):
    """Something whose parts can be played anywhere in any order: a pairing's games, an algorithm's estimates."""

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        ...

    @property
    def players(self) -> Sequence[Player]:
        """Who plays it."""
        ...

    @property
    def engines(self) -> Sequence[SearchPlayer]:
        """Those of the players that search."""
        ...

    def play(self, slot: Any) -> Any:
        """Play one part, and return its record."""
        ...


Job = tuple[Source, Any]
Finished = list[tuple[Any, Any]]
Played = tuple[list[Any], float]

_log = logging.getLogger(__name__)

_BATCH_SECONDS = 0.05
_LARGEST_BATCH = 500
_LONGEST_BATCH_SECONDS = 1.0
"""After this time a batch gives back what it has, even if its games took longer than those before it."""
_MOST_WORKERS = 10_000
_TRIES = 3


class GameExecutor(Protocol):
    """Plays games somewhere.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing
    >>> executor = executor_for([pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=1)], workers=2)
    >>> type(executor).__name__, executor.workers
    ('ThreadExecutor', 2)
    """

    @property
    def workers(self) -> int:
        """How many games are played at once."""
        ...

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        """Play games as workers become free, and give them back as they end; closing it ends the games in flight."""
        ...


class Batches:
    """Cuts games into batches that take about the same time, learning from those that are finished."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._size = 1

    def next(self) -> list[Job]:
        """Return some games, none at the end."""
        return list(islice(self._jobs, self._size))

    def took(self, games: int, seconds: float) -> None:
        """Learn how long games take."""
        fitting = int(games * _BATCH_SECONDS / max(seconds, 1e-9))
        self._size = max(1, min(fitting, 2 * self._size, _LARGEST_BATCH))


def play_batch(jobs: Sequence[Job], token: StopToken | None = None) -> Played:
    """Play some games, at least one and as many as a batch has time for, and say how long that took."""
    start = perf_counter()
    records: list[Any] = []
    with stopped_by(token or StopToken()):
        for source, slot in jobs:
            records.append(source.play(slot))
            if perf_counter() - start > _LONGEST_BATCH_SECONDS:
                break
    return records, perf_counter() - start


def with_sources(jobs: Sequence[Job], records: Sequence[Any]) -> Finished:
    """Return the records of the first of some games, each with its source as this process has it."""
    return [(source, record) for (source, _), record in zip(jobs, records, strict=False)]


class SerialExecutor:
    """One game after the other in the calling thread, which notices Ctrl-C even where a player does not.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing, play_pairings
    >>> meeting = pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=5)
    >>> (result,) = play_pairings([meeting], executor=SerialExecutor())
    >>> result.played
    10
    """

    workers = 1

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        """Play games, and give them back now and then; see :class:`GameExecutor`."""
        finished: Finished = []
        start = perf_counter()
        try:
            for source, slot in jobs:
                finished.append((source, source.play(slot)))
                if perf_counter() - start > _BATCH_SECONDS:
                    ready, finished = finished, []
                    yield ready
                    start = perf_counter()
        finally:
            # Whatever ended it, Ctrl-C or a player's error, finished games are kept.
            if finished:
                yield finished


@dataclasses.dataclass(frozen=True, kw_only=True)
class Batch:
    """Games on their way to a worker, and how many workers died with them."""

    jobs: list[Job]
    deaths: int = 0


class PoolExecutor(ABC):
    """What threads and processes share: a pool of workers that is kept busy."""

    def __init__(self, workers: int) -> None:
        self.workers = whole_number("workers", workers, 1, _MOST_WORKERS)

    @abstractmethod
    def open(self) -> Executor:
        """Start the pool."""

    @abstractmethod
    def submit(self, pool: Executor, jobs: list[Job]) -> "Future[Played]":
        """Have games played."""

    @abstractmethod
    def close(self, pool: Executor) -> None:
        """End the pool and whatever is still being played."""

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        """Play games as workers become free; see :class:`GameExecutor`."""
        batches = Batches(jobs)
        again: list[Batch] = []  # to be played before new ones
        while True:
            waiting: dict[Future[Played], Batch] = {}
            pool = self.open()
            try:
                yield from self._keep_busy(pool, batches, again, waiting)
                return
            except BrokenProcessPool:
                # A worker died, and nobody can tell with which of the games in flight.
                again += [dataclasses.replace(batch, deaths=batch.deaths + 1) for batch in waiting.values()]
                lost = sum(len(batch.jobs) for batch in waiting.values())
                _log.warning("a worker died: the %d games in flight are played again", lost)
            finally:
                self.close(pool)
            if any(batch.deaths == _TRIES for batch in again):
                raise WorkerError(
                    f"the workers died {_TRIES} times with the same games: expected a game and players that leave "
                    "them alive, and in a script of your own everything below if __name__ == '__main__'"
                )

    def _keep_busy(
        self, pool: Executor, batches: Batches, again: list[Batch], waiting: "dict[Future[Played], Batch]"
    ) -> Iterator[Finished]:
        while True:
            # One batch more than workers, so that none waits for the next.
            while len(waiting) <= self.workers:
                if not again and (jobs := batches.next()):
                    again.append(Batch(jobs=jobs))
                if not again:
                    break
                waiting[self.submit(pool, again[0].jobs)] = again[0]
                del again[0]  # only now: what a broken pool refuses is not lost
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                records, seconds = future.result()
                jobs = waiting.pop(future).jobs
                batches.took(len(records), seconds)
                if rest := jobs[len(records) :]:
                    again.append(Batch(jobs=rest))
                yield with_sources(jobs, records)


class ThreadExecutor(PoolExecutor):
    """Threads: for searches of built-in games, which leave Python's lock to others.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing, play_pairings
    >>> meeting = pairing(pig, "star1@depth=1", "star2@depth=1", matches=5)
    >>> (result,) = play_pairings([meeting], executor=ThreadExecutor(2))
    >>> result.played
    10
    """

    def open(self) -> Executor:
        """Start the threads."""
        self._token = StopToken()
        return ThreadPoolExecutor(self.workers, thread_name_prefix="mcms-game")

    def submit(self, pool: Executor, jobs: list[Job]) -> "Future[Played]":
        """Have a thread play games."""
        return pool.submit(play_batch, jobs, self._token)

    def close(self, pool: Executor) -> None:
        """Stop the searches and wait for the threads."""
        self._token.stop()
        pool.shutdown(wait=True, cancel_futures=True)


class ProcessExecutor(PoolExecutor):
    """Processes: for games and players written in Python.

    >>> ProcessExecutor(2).workers
    2
    """

    def open(self) -> Executor:
        """Start the processes; they are new ones, since forking a process with threads may hang."""
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))

    def submit(self, pool: Executor, jobs: list[Job]) -> "Future[Played]":
        """Have a process play games, perhaps a new one."""
        with _interrupts_blocked():
            return pool.submit(_play_batch_elsewhere, jobs)

    def close(self, pool: Executor) -> None:
        """End the processes at once."""
        assert isinstance(pool, ProcessPoolExecutor)
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _play_batch_elsewhere(jobs: list[Job]) -> Played:
    """Play games in a process whose errors have to be pickled; one that cannot be is put into words."""
    try:
        return play_batch(jobs)
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise PlayerError(
                f"a player or the game raised {type(error).__name__} ({error}): expected an action"
            ) from None
        raise


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Have processes that start meanwhile leave Ctrl-C to this one, from their first instruction on."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def busiest(sources: Sequence[Source]) -> int:
    """Return how many cores a game needs at most: only one of its players thinks at a time."""
    return max((engine.cores for source in sources for engine in source.engines), default=1)


def has_person(sources: Sequence[Source]) -> bool:
    """Say whether someone sits at the terminal."""
    return any(isinstance(player, HumanPlayer) for source in sources for player in source.players)


def require_cores(sources: Sequence[Source], workers: int) -> None:
    """Raise if players with a time limit would have to share a core, or a person play two games at once."""
    needed = busiest(sources)
    fitting = max(1, cores() // needed)
    if workers > fitting and any(engine.is_timed for source in sources for engine in source.engines):
        raise InvalidOptionError(
            f"workers is {workers}: expected at most {fitting}, so that players with a time limit have {needed} "
            f"of the {cores()} cores each"
        )
    if workers > 1 and has_person(sources):
        raise InvalidOptionError(f"workers is {workers}: expected 1, since a person plays one game at a time")


def executor_for(sources: Sequence[Source], workers: int | None = None) -> GameExecutor:
    """Return the executor that suits the games and players, with as many workers as there are cores for.

    Searches of built-in games run in threads, everything that spends its time in Python in processes. Players with a
    time limit never share a core: more workers than cores are refused.

    Parameters
    ----------
    sources
        The pairings to be played.
    workers
        How many games to play at once; by default as many as there are cores for.

    Examples
    --------
    >>> import mcms
    >>> from mcms.arena import pairing
    >>> executor_for([pairing(mcms.load("pig"), "star1@depth=2", "hold:20", matches=5)], workers=1).workers
    1

    """
    fitting = 1 if has_person(sources) else max(1, cores() // busiest(sources))
    chosen = fitting if workers is None else whole_number("workers", workers, 1, _MOST_WORKERS)
    require_cores(sources, chosen)
    if chosen == 1:
        return SerialExecutor()
    if all(_searches_without_python(source) for source in sources) or not _picklable(sources):
        return ThreadExecutor(chosen)
    return ProcessExecutor(chosen)


def _searches_without_python(source: Source) -> bool:
    return isinstance(source.game, BaseGame) and not source.game.runs_in_python and bool(source.engines)


def _picklable(sources: Sequence[Source]) -> bool:
    """Say whether other processes can be sent them; what was typed at a prompt stays in this one."""
    try:
        data = pickle.dumps(sources)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return hasattr(sys.modules["__main__"], "__file__") or b"__main__" not in data
