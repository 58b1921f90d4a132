"""A run of learning: rounds of self-play in the core, with progress, checkpoints and a measure of how well it plays."""

import dataclasses
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcms import build
from mcms.exceptions import WeightsError
from mcms.games.base import BaseGame, CoreLearning
from mcms.games.custom import as_core_game
from mcms.learn.checkpoint import restore_checkpoint, save_checkpoint
from mcms.learn.options import LearningOptions
from mcms.learn.weights import Manifest, Weights, digest_of
from mcms.validation import whole_number

_REPORT_SECONDS = 0.5
_MOST_THREADS = 256


@dataclasses.dataclass(frozen=True, kw_only=True)
class LearningProgress:
    """How far a run is.

    >>> import mcms
    >>> seen = []
    >>> result = learn(mcms.load("ewn"), LearningOptions(games=64, hidden=16), on_progress=seen.append)
    >>> seen[-1].games, seen[-1].of
    (64, 64)
    """

    games: int
    """Games played, earlier runs of the same checkpoint included."""
    of: int
    """Games in all."""
    examples: int
    """States learnt from since the last report."""
    error: float
    """The mean squared difference between targets and what the network said, since the last report."""
    score: float | None
    """What the learnt evaluation won on average against the game's own, one move deep; ``None`` until measured."""
    score_error: float | None
    """The standard error of the score."""
    seconds: float
    """Time since this call began."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class LearningResult:
    """What a run leaves behind.

    >>> import mcms
    >>> result = learn(mcms.load("ewn"), LearningOptions(games=64, hidden=16), measure_pairs=10)
    >>> len(result.curve), result.weights.manifest.games
    (1, 64)
    """

    weights: Weights
    """What was learnt."""
    curve: list[LearningProgress]
    """The reports that came with a new score."""


def learn(
    game: Any,
    options: LearningOptions | None = None,
    *,
    start: Weights | None = None,
    threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    checkpoint_seconds: float = 60.0,
    measure_pairs: int = 200,
    measure_seconds: float = 30.0,
    on_progress: Callable[[LearningProgress], bool | None] | None = None,
) -> LearningResult:
    """Let a game learn an evaluation by playing against itself.

    Parameters
    ----------
    game
        A built-in game with features (ewn, cant_stop, ra, backgammon), a compiled game with features, or a game in
        Python with a method ``features(state)``, which lists numbers from -2 to 2 as the first player sees the state.
    options
        How; see :class:`LearningOptions`.
    start
        Weights of the same game to start from; if they have fewer hidden units, more are added, without influence at
        first. None: small random ones.
    threads
        How many play at the same time; none: as many as there are processors. The weights do not depend on it.
    checkpoint
        A file in which the run is saved from time to time. If it is there, the run resumes from it.
    checkpoint_seconds, measure_pairs, measure_seconds
        How often it is saved; with how many pairs of games, and how often, its play is measured (0: never).
    on_progress
        Called about twice a second; an answer of ``False`` ends the run early, with what is learnt so far.

    Examples
    --------
    >>> import mcms
    >>> result = learn(mcms.load("ewn"), LearningOptions(games=64, hidden=16), measure_pairs=10)
    >>> result.weights.manifest.options["hidden"]
    16

    """
    options = options or LearningOptions()
    whole_number("measure_pairs", measure_pairs, 0, 1_000_000)
    rules = as_core_game(game)
    most = 1 if rules.runs_in_python else whole_number("threads", threads or os.cpu_count() or 1, 1, _MOST_THREADS)
    learning, shape = rules.learning(options.for_core(most))
    run = _Run(rules, options, learning, None if checkpoint is None else Path(checkpoint))
    run.begin(start)
    run.play(on_progress, checkpoint_seconds, measure_pairs, measure_seconds)
    return LearningResult(weights=_weights(run, shape), curve=run.curve)


class _Run:
    """One run, resumed from its checkpoint if there is one."""

    def __init__(
        self, rules: BaseGame[Any], options: LearningOptions, learning: CoreLearning, kept: Path | None
    ) -> None:
        self.rules, self.options, self.learning, self.kept = rules, options, learning, kept
        self.made_with = dataclasses.asdict(options)
        self.curve: list[LearningProgress] = []
        self.games = 0
        self.score: tuple[float, float] | None = None

    def begin(self, start: Weights | None) -> None:
        """Take the weights of the checkpoint, or else those to start from, or else leave the random ones."""
        if start is not None:
            self.made_with["start"] = start.manifest.digest
        if self.kept is not None and self.kept.exists():
            restore_checkpoint(self.kept, str(self.rules), self.made_with, self.learning)
            self.games = self.learning.checkpoint()[0][0] * self.options.round
        elif start is not None:
            if start.manifest.game != self.game:
                raise WeightsError(f"the weights to start from are of {start.manifest.game}: expected {self.game}")
            try:
                self.learning.start_from(start.networks)
            except ValueError as error:
                raise WeightsError(f"the weights to start from do not fit: {error}") from error

    @property
    def game(self) -> str:
        """The game as manifests name it: whatever is learnt of a built-in one serves all its options."""
        return str(self.rules) if self.rules.runs_in_python else self.rules.name

    def play(
        self,
        on_progress: Callable[[LearningProgress], bool | None] | None,
        checkpoint_seconds: float,
        pairs: int,
        measure_seconds: float,
    ) -> None:
        start = saved = measured = time.monotonic()
        rounds = 1
        while self.games < self.options.games:
            before = time.monotonic()
            left = -(-(self.options.games - self.games) // self.options.round)
            report = self.learning.rounds(min(rounds, left), poll_signals=True)
            now = time.monotonic()
            rounds = max(1, min(2 * rounds, int(rounds * _REPORT_SECONDS / max(now - before, 1e-6))))
            self.games = report.games
            new_score = pairs > 0 and (now - measured >= measure_seconds or self.games >= self.options.games)
            if new_score:
                comparison = self.learning.compare(pairs, self.options.seed)
                self.score = (comparison.mean, comparison.error)
                measured = time.monotonic()
            progress = self._progress(report.examples, report.error, time.monotonic() - start)
            if new_score:
                self.curve.append(progress)
            if self.kept is not None and (now - saved >= checkpoint_seconds or self.games >= self.options.games):
                save_checkpoint(self.kept, str(self.rules), self.made_with, self.learning)
                saved = time.monotonic()
            if on_progress is not None and on_progress(progress) is False:
                break
        if self.kept is not None:
            save_checkpoint(self.kept, str(self.rules), self.made_with, self.learning)

    def _progress(self, examples: int, error: float, seconds: float) -> LearningProgress:
        score, score_error = self.score or (None, None)
        return LearningProgress(
            games=self.games,
            of=self.options.games,
            examples=examples,
            error=error,
            score=score,
            score_error=score_error,
            seconds=seconds,
        )


def _weights(run: _Run, shape: tuple[int, int, int]) -> Weights:
    networks = run.learning.networks()
    features, outputs, count = shape
    measured = {} if run.score is None else {"against the game's own estimate": list(run.score)}
    manifest = Manifest(
        game=run.game,
        features=features,
        outputs=outputs,
        hidden=run.options.hidden,
        networks=count,
        games=run.games,
        seed=run.options.seed,
        commit=build.COMMIT,
        options=run.made_with,
        measured=measured,
        digest=digest_of(networks),
    )
    return Weights(manifest, networks)
