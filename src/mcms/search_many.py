"""Many positions at once: :func:`search_many` searches them in parallel and answers in their order."""

import dataclasses
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from mcms.algorithms import Algorithm
from mcms.exceptions import InvalidOptionError
from mcms.game import AnyGame
from mcms.games.base import LARGEST_SEED
from mcms.limit import Limit
from mcms.result import SearchResult
from mcms.validation import whole_number

if TYPE_CHECKING:
    from mcms.arena.executor import GameExecutor
    from mcms.arena.search_player import SearchPlayer


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Searches:
    """Positions to be searched by one algorithm, wherever there is a worker."""

    game: AnyGame
    engine: "SearchPlayer"
    seed: int

    @property
    def players(self) -> "Sequence[SearchPlayer]":
        return (self.engine,)

    @property
    def engines(self) -> "Sequence[SearchPlayer]":
        return (self.engine,)

    def play(self, slot: tuple[int, Any]) -> tuple[int, SearchResult[Any]]:
        place, state = slot
        return place, self.engine.search(self.game, state, self.seed)


def search_many(
    game: AnyGame,
    states: Sequence[Any],
    algorithm: Algorithm | str,
    *,
    limit: Limit,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> list[SearchResult[Any]]:
    """Search many positions of a game, and return what :func:`mcms.search` finds in each, in the order of the states.

    Built-in and compiled games are searched in threads, games in Python in processes. With a limit by nodes, depth or
    simulations the number of workers changes nothing.

    Parameters
    ----------
    game
        The rules.
    states
        The positions.
    algorithm, limit, seed
        As for :func:`mcms.search`; the same for every position.
    workers
        How many positions to search at once; by default as many as there are cores.
    cluster
        The address of a Ray cluster to search on, ``"auto"`` or ``"local"``.
    on_progress
        Called with how many are done and how many there are.

    Examples
    --------
    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> states = [pig.initial_state(), pig.play(pig.initial_state(), "roll")]
    >>> [result.action for result in search_many(pig, states, "star1", limit=mcms.Limit(depth=2), workers=1)]
    ['roll', None]

    """
    found: dict[int, SearchResult[Any]] = {}
    searched = searches(game, states, algorithm, limit=limit, seed=seed, workers=workers, cluster=cluster)
    with closing(searched) as results:
        for place, result in results:
            found[place] = result
            if on_progress is not None:
                on_progress(len(found), len(states))
    return [found[place] for place in range(len(states))]


def searches(
    game: AnyGame,
    states: Sequence[Any],
    algorithm: Algorithm | str,
    *,
    limit: Limit,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
) -> Generator[tuple[int, SearchResult[Any]]]:
    """Search positions as :func:`search_many` does, and give back each with its place as it is found, in any order."""
    from mcms.arena.player import as_player  # noqa: PLC0415  the arena takes a while to load
    from mcms.arena.search_player import SearchPlayer  # noqa: PLC0415

    whole_number("seed", seed, 0, LARGEST_SEED)
    engine = as_player(algorithm, game, limit)
    if not isinstance(engine, SearchPlayer):
        raise InvalidOptionError(f"algorithm is {algorithm!r}: expected one that searches")
    source = _Searches(game=game, engine=engine, seed=seed)
    return _run(_executor(source, workers, cluster), source, states)


def _run(
    executor: "GameExecutor", source: _Searches, states: Sequence[Any]
) -> Generator[tuple[int, SearchResult[Any]]]:
    with closing(executor.run((source, slot) for slot in enumerate(states))) as batches:
        for finished in batches:
            for _, found in finished:
                yield found


def _executor(source: _Searches, workers: int | None, cluster: str | None) -> "GameExecutor":
    from mcms.arena.executor import executor_for  # noqa: PLC0415

    if cluster is None:
        return executor_for([source], workers)
    from mcms.arena.cluster import RayExecutor  # noqa: PLC0415  Ray is an extra

    return RayExecutor(cluster, workers, source.engine.cores)
