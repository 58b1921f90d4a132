"""Where games are played: threads, processes, or many machines (:mod:`mcms.arena.cluster`).

All play the same games from the same seeds, so with limits by nodes, depth or simulations they end with the same
results. They take games from an iterator as workers become free and give back what is finished, in any order. Cheap
games travel in batches, as many as take about a twentieth of a second.
"""

import os
import pickle
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Protocol

from mcms._core import StopToken
from mcms.arena.player import Player
from mcms.arena.search_player import SearchPlayer, stopped_by
from mcms.exceptions import InvalidOptionError, WorkerError
from mcms.game import AnyGame
from mcms.games.native import NativeGame
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

_BATCH_SECONDS = 0.05
_LARGEST_BATCH = 500
_MOST_WORKERS = 10_000
_TRIES = 3


class GameExecutor(Protocol):
    """Plays games somewhere."""

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
    """Play some games, and say how long that took."""
    start = perf_counter()
    with stopped_by(token or StopToken()):
        records = [source.play(slot) for source, slot in jobs]
    return records, perf_counter() - start


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
        waiting: dict[Future[Played], list[Job]] = {}
        for _ in range(_TRIES):
            lost = list(waiting.values())
            waiting.clear()
            pool = self.open()
            try:
                waiting.update((self.submit(pool, games), games) for games in lost)
                yield from self._keep_busy(pool, batches, waiting)
                return
            except BrokenProcessPool:
                continue  # a worker died, with everything that was in flight: it is played again
            finally:
                self.close(pool)
        raise WorkerError(f"the workers died {_TRIES} times: expected a game and players that leave them alive")

    def _keep_busy(
        self, pool: Executor, batches: Batches, waiting: "dict[Future[Played], list[Job]]"
    ) -> Iterator[Finished]:
        while True:
            # One batch more than workers, so that none waits for the next.
            while len(waiting) <= self.workers and (jobs := batches.next()):
                waiting[self.submit(pool, jobs)] = jobs
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                records, seconds = future.result()
                jobs = waiting.pop(future)
                batches.took(len(jobs), seconds)
                yield [(source, record) for (source, _), record in zip(jobs, records, strict=True)]


class ThreadExecutor(PoolExecutor):
    """Threads: for searches of built-in games, which leave Python's lock to others."""

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
    """Processes: for games and players written in Python."""

    def open(self) -> Executor:
        """Start the processes; they are new ones, since forking a process with threads may hang."""
        return ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)

    def submit(self, pool: Executor, jobs: list[Job]) -> "Future[Played]":
        """Have a process play games."""
        return pool.submit(play_batch, jobs)

    def close(self, pool: Executor) -> None:
        """End the processes at once."""
        assert isinstance(pool, ProcessPoolExecutor)
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that waits for the games."""
    import signal  # noqa: PLC0415  only workers need it

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def busiest(sources: Sequence[Source]) -> int:
    """Return how many cores a game needs at most: only one of its players thinks at a time."""
    return max((engine.cores for source in sources for engine in source.engines), default=1)


def executor_for(sources: Sequence[Source], workers: int | None = None) -> GameExecutor:
    """Return the executor that suits the games and players, with as many workers as there are cores for.

    Searches of built-in games run in threads, everything that spends its time in Python in processes. Players with a
    time limit never share a core: more workers than cores are refused.
    """
    needed = busiest(sources)
    timed = any(engine.is_timed for source in sources for engine in source.engines)
    fitting = max(1, cores() // needed)
    chosen = fitting if workers is None else whole_number("workers", workers, 1, _MOST_WORKERS)
    if timed and chosen > fitting:
        raise InvalidOptionError(
            f"workers is {chosen}: expected at most {fitting}, so that players with a time limit have {needed} "
            f"of the {cores()} cores each"
        )
    if all(map(_searches_without_python, sources)) or not _picklable(sources) or chosen == 1:
        return ThreadExecutor(chosen)
    return ProcessExecutor(chosen)


def _searches_without_python(source: Source) -> bool:
    return isinstance(source.game, NativeGame) and bool(source.engines)


def _picklable(sources: Sequence[Source]) -> bool:
    """Say whether other processes can be told; a person or a function typed at a prompt stays in this one."""
    try:
        pickle.dumps(sources)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return not any(player.name == "human" for source in sources for player in source.players)
