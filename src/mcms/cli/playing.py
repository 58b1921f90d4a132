"""What a command shows while games are played: a bar, or lines where there is no terminal; the score at Ctrl-C."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as ProgressBar

from mcms.arena import Progress, Runner
from mcms.arena.executor import has_person
from mcms.arena.records import MEMORY
from mcms.arena.standings import AnySprt
from mcms.cli.output import progress_console
from mcms.stats import Interval

_PERIOD = 0.2
"""Seconds between two looks at the score: the interval takes longer to work out than a cheap game."""
_LINE_PERIOD = 30.0
"""Seconds between two lines where there is no terminal."""


@contextmanager
def playing(
    out: Path | None = None, workers: int | None = None, cluster: str | None = None, sprt: AnySprt | None = None
) -> Iterator[Runner]:
    """Open records and play into them, with progress; an interrupted run says how it stands."""
    with (
        _ProgressScreen() as screen,
        Runner(
            MEMORY if out is None else out, workers=workers, cluster=cluster, sprt=sprt, on_progress=screen.show
        ) as runner,
    ):
        try:
            yield runner
        except KeyboardInterrupt:
            screen.say_how_it_stands(out)
            raise


class _ProgressScreen:
    """The progress of whatever is being played."""

    def __init__(self) -> None:
        screen = progress_console()
        self._shown = screen.is_terminal
        self._bar = ProgressBar(
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[pace]}"),
            TimeRemainingColumn(),
            console=screen,
            transient=True,
            disable=not self._shown,
        )
        self._task = self._bar.add_task("", total=None, pace="", visible=False)
        self._title = ""
        self._looked = self._said = 0.0
        self._last: Progress | None = None

    def __enter__(self) -> "_ProgressScreen":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Show how far it is, if it is time to."""
        self._last = progress
        if has_person([standing.pairing for standing in progress.standings]):
            return
        if progress.title != self._title:
            self._title, self._looked, self._said = progress.title, 0.0, 0.0
        period = _PERIOD if self._shown else _LINE_PERIOD
        if progress.seconds < self._looked + period and progress.left > 0:
            return
        self._looked = progress.seconds
        if self._shown:
            self._bar.update(
                self._task,
                description=_description(progress),
                completed=progress.played,
                total=progress.played + progress.left,
                pace=f"games, {progress.games_per_second:.3g}/s" if progress.standings else "",
                visible=progress.left > 0,
            )
        elif progress.left > 0:
            done = f"{progress.played} of {progress.played + progress.left}, {progress.games_per_second:.3g}/s"
            print(f"{_description(progress)} {done}".strip(), file=sys.stderr, flush=True)

    def say_how_it_stands(self, out: Path | None) -> None:
        """Say what is known of each pairing when a run is interrupted."""
        self._bar.stop()
        if self._last is None:
            return
        for standing in self._last.standings:
            result = standing.result()
            known = result.counts.score is not None
            score = percent(result.counts.score or 0.0, result.interval) if known else "no match is complete"
            print(f"{result.pairing.title}: {score} after {result.counts.games} games", file=sys.stderr)
        if out is not None:
            print(f"Every finished game is in {out}: the same command resumes.", file=sys.stderr)


def _description(progress: Progress) -> str:
    """Say what is played, and how a single pairing stands; of several only their number."""
    if len(progress.standings) != 1:
        several = f"{len(progress.standings)} pairings" if progress.standings else ""
        return f"{progress.title} {several}".strip() or "playing"
    result = progress.standings[0].result()
    score = "" if result.counts.score is None else percent(result.counts.score, result.interval)
    return f"{progress.title} {score}".strip() or "playing"


def percent(score: float, interval: Interval) -> str:
    """Write a score with its interval."""
    return f"{100 * score:.1f} % ({100 * interval.low:.1f}–{100 * interval.high:.1f})"
