"""Plays pairings to their end: what the records lack is played, what is played is recorded as it ends."""

import dataclasses
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import islice
from pathlib import Path
from time import monotonic

from mcms.arena.executor import GameExecutor, Job, PoolExecutor, executor_for, require_cores
from mcms.arena.match import LEGS, Pairing
from mcms.arena.records import GameScore, Records
from mcms.arena.search_player import GameStopped
from mcms.arena.standings import AnySprt, PairingResult, Standing
from mcms.exceptions import InvalidOptionError

_log = logging.getLogger(__name__)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Progress:
    """How far the play has come.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> from mcms.arena import pairing
    >>> seen = []
    >>> meeting = pairing(pig, "star1@depth=1", "mcts@simulations=2", matches=5)
    >>> results = play_pairings([meeting], on_progress=seen.append)
    >>> seen[-1].played, seen[-1].left
    (10, 0)
    """

    title: str = ""
    """What is being done."""
    standings: tuple[Standing, ...] = ()
    """How the pairings stand, if pairings are being played."""
    played: int
    """Games played by this call."""
    left: int
    """Games still to be played, at most."""
    seconds: float
    """Time since this call began."""

    @property
    def games_per_second(self) -> float:
        """The pace of this call."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at this pace; ``None`` while nobody can tell."""
        return self.left / self.games_per_second if self.played else None


def play_pairings(
    pairings: Sequence[Pairing],
    *,
    records: Records | Path | str = ":memory:",
    executor: GameExecutor | None = None,
    sprt: AnySprt | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    title: str = "",
) -> tuple[PairingResult, ...]:
    """Play what is missing of the pairings, and return how each ended.

    Every game is recorded as it ends; playing the same pairings into the same records again resumes from there. The end
    of a person's input ends the play, with what is known by then.

    Parameters
    ----------
    pairings
        Who meets whom; no two of them the same.
    records
        A file to keep games in, or open records. By default they are forgotten at the end.
    executor
        Where games are played; by default :func:`executor_for` decides.
    sprt
        A test that ends a pairing as soon as it is decided.
    on_progress
        Called after each batch of games.
    title
        What the progress says is being done.

    Examples
    --------
    >>> import mcms
    >>> from mcms.arena import pairing
    >>> (result,) = play_pairings([pairing(mcms.load("pig"), "hold:20", "hold:3", matches=20)])
    >>> result.counts.games, result.counts.score > 0.5
    (40, True)

    """
    _require_distinct(pairings)
    if executor is None:
        executor = executor_for(pairings)
    elif isinstance(executor, PoolExecutor):
        require_cores(pairings, executor.workers)
    if isinstance(records, Records):
        return _play(pairings, records, executor, sprt, on_progress, title)
    with Records(records) as opened:
        return _play(pairings, opened, executor, sprt, on_progress, title)


def _require_distinct(pairings: Sequence[Pairing]) -> None:
    seen: set[tuple[str, ...]] = set()
    for pairing in pairings:
        if pairing.identity in seen:
            raise InvalidOptionError(f"the pairing {pairing.title} is there twice: expected each with a seed once")
        seen.add(pairing.identity)


def _play(
    pairings: Sequence[Pairing],
    records: Records,
    executor: GameExecutor,
    sprt: AnySprt | None,
    on_progress: Callable[[Progress], None] | None,
    title: str,
) -> tuple[PairingResult, ...]:
    standings = tuple(Standing(pairing, records.scores(pairing), sprt) for pairing in pairings)
    standing_of = {id(standing.pairing): standing for standing in standings}
    for pairing in pairings:
        _say_what_is_kept_apart(pairing, records)
    start, played = monotonic(), 0
    with suppress(GameStopped), closing(executor.run(_in_turns(standings))) as batches:
        for finished in batches:
            records.add(finished)
            for pairing, record in finished:
                standing_of[id(pairing)].add(record.slot, GameScore(record.score_a, record.points_a))
            played += len(finished)
            left = sum(standing.games_left for standing in standings)
            if on_progress is not None:
                seconds = monotonic() - start
                on_progress(Progress(title=title, standings=standings, played=played, left=left, seconds=seconds))
            if left == 0:
                break  # nobody needs what is still being played
    # As the file has them: another process may have recorded a game first, which a time limit made end differently.
    return tuple(
        dataclasses.replace(
            Standing(standing.pairing, records.scores(standing.pairing), sprt).result(),
            recorded=standing.recorded,
            played=standing.played,
        )
        for standing in standings
    )


def _say_what_is_kept_apart(pairing: Pairing, records: Records) -> None:
    """Log that code has changed since games were recorded."""
    if records.is_file and (former := records.former(pairing)) is not None:
        changed = " and ".join(former.files) or pairing.title
        have = "have" if len(former.files) > 1 else "has"
        kind = "ones" if len(former.files) > 1 else "one"
        _log.warning("%s %s changed since: %d games of the former %s are kept apart", changed, have, former.games, kind)


def _in_turns(standings: Sequence[Standing]) -> Iterator[Job]:
    """Return the games of all pairings, a match of each in turn, so that all become known at the same pace."""
    waiting = {standing: standing.open_slots() for standing in standings}
    while waiting:
        for standing, slots in list(waiting.items()):
            games = list(islice(slots, len(LEGS)))
            if not games:
                del waiting[standing]
            yield from ((standing.pairing, slot) for slot in games)
