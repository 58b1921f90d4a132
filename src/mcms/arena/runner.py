"""The one way to have something played: into which records, by how many workers, where, with what progress.

The command line, tuning, the paper's experiments and a notebook all use a :class:`Runner`; nobody else opens records
or chooses where games are played.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path
from types import TracebackType

from mcms.arena.executor import Finished, GameExecutor, Job, Source, busiest, executor_for
from mcms.arena.match import Pairing
from mcms.arena.play import Progress, play_pairings
from mcms.arena.records import MEMORY, Records
from mcms.arena.standings import AnySprt, PairingResult


class Runner:
    """Plays pairings, and whatever else can be cut into parts, into one place with one kind of progress.

    Parameters
    ----------
    records
        A file to keep games in, or open records. By default they are forgotten at the end.
    workers
        How many games to play at once; by default as many as there are cores for.
    cluster
        The address of a Ray cluster to play on, ``"auto"`` or ``"local"``.
    sprt
        A test that ends a pairing as soon as it is decided.
    on_progress
        Called after each batch of games.

    Examples
    --------
    >>> import mcms
    >>> from mcms.arena import pairing
    >>> with Runner() as runner:
    ...     (result,) = runner.play([pairing(mcms.load("pig"), "hold:20", "hold:3", matches=20)])
    >>> result.counts.games
    40

    """

    def __init__(
        self,
        records: Records | Path | str = MEMORY,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        sprt: AnySprt | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.records = records if isinstance(records, Records) else Records(records)
        self.sprt = sprt
        self._opened = not isinstance(records, Records)
        self._workers = workers
        self._cluster = cluster
        self._on_progress = on_progress

    def __enter__(self) -> "Runner":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._opened:
            self.records.close()

    def with_sprt(self, sprt: AnySprt | None) -> "Runner":
        """Return a runner into the same records whose pairings end once a test has decided."""
        return Runner(
            self.records, workers=self._workers, cluster=self._cluster, sprt=sprt, on_progress=self._on_progress
        )

    @property
    def workers(self) -> int:
        """How many games are played at once."""
        return self.executor([]).workers

    def play(self, pairings: Sequence[Pairing], title: str = "") -> tuple[PairingResult, ...]:
        """Play what the records lack of pairings, and return how each ended; ``title`` says what they are for."""
        return play_pairings(
            pairings,
            records=self.records,
            executor=self.executor(pairings),
            sprt=self.sprt,
            on_progress=self._on_progress,
            title=title,
        )

    def run(self, sources: Sequence[Source], jobs: Iterable[Job]) -> Generator[Finished]:
        """Have parts of something else played, and give them back as they end, in any order."""
        return self.executor(sources).run(jobs)

    def report(self, progress: Progress) -> None:
        """Report how far something else has come."""
        if self._on_progress is not None:
            self._on_progress(progress)

    def executor(self, sources: Sequence[Source]) -> GameExecutor:
        """Return where games, or whatever else takes long, are played."""
        if self._cluster is None:
            return executor_for(sources, self._workers)
        from mcms.arena.cluster import RayExecutor  # noqa: PLC0415  Ray is an extra

        return RayExecutor(self._cluster, self._workers, busiest(sources))
