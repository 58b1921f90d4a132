"""``mcms learn``: let a game teach itself an evaluation by playing, and keep the weights in a file."""

import dataclasses
import signal
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console

from mcms import load
from mcms.cli.numbers import decimal, whole
from mcms.cli.output import console, count, duration, print_json, progress_console
from mcms.cli.states import GAME_HELP
from mcms.learn import LearningOptions, LearningProgress, LearningResult, Weights, learn

_DEFAULTS = LearningOptions()

EXAMPLES = """Examples:

mcms learn ewn --games 200000 --out ewn.npz

mcms learn backgammon --hidden 128 --games 1000000 --out backgammon.npz --checkpoint backgammon.ckpt

mcms learn my_module:MyGame --games 5000 --out my_game.npz"""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go.", dir_okay=False)],
    games: Annotated[int, typer.Option(metavar="N", parser=whole, help="Games of self-play.")] = _DEFAULTS.games,
    hidden: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=whole,
            help="Units of the hidden layer, a multiple of 16; 0 for none. "
            f"Default: {_DEFAULTS.hidden}, or as --start has them.",
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="Rate of learning at the start.")
    ] = _DEFAULTS.rate,
    last_rate: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="The same at the end.")
    ] = _DEFAULTS.last_rate,
    lambda_: Annotated[
        float, typer.Option("--lambda", metavar="X", parser=decimal, help="The λ of TD(λ) at the start.")
    ] = _DEFAULTS.lambda_,
    last_lambda: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="The same at the end.")
    ] = _DEFAULTS.last_lambda,
    explore: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="Share of moves played at random.")
    ] = _DEFAULTS.explore,
    guided: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Games at the start played by the game's own estimate.")
    ] = _DEFAULTS.guided,
    without_luck: Annotated[
        bool, typer.Option("--without-luck", help="Take the luck out of targets: games are slower, but say more.")
    ] = _DEFAULTS.without_luck,
    alternatives: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Learn from this many of the next best actions too.")
    ] = _DEFAULTS.alternatives,
    margin: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="How much worse those may be, in points.")
    ] = _DEFAULTS.margin,
    output_weight: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="Weight of the outputs' errors in what is learnt.")
    ] = _DEFAULTS.output_weight,
    value_weight: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="Weight of the value's squared error.")
    ] = _DEFAULTS.value_weight,
    common: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="Share to keep of the error common to all actions.")
    ] = _DEFAULTS.common,
    round_: Annotated[
        int, typer.Option("--round", metavar="N", parser=whole, help="Games between two updates of the player.")
    ] = _DEFAULTS.round,
    passes: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="How often each example is learnt from.")
    ] = _DEFAULTS.passes,
    in_turn: Annotated[
        bool, typer.Option("--in-turn", help="Learn from each round before the next is played: for large rounds.")
    ] = _DEFAULTS.in_turn,
    batch: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Examples per step of learning.")
    ] = _DEFAULTS.batch,
    keep_average: Annotated[
        float, typer.Option(metavar="X", parser=decimal, help="How slowly the averaged weights follow, below 1.")
    ] = _DEFAULTS.keep_average,
    seed: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Draws the first weights and the games.")
    ] = _DEFAULTS.seed,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights to start from. Default: small random ones.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", parser=whole, help="Threads that play. Default: one per processor.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the run here every minute, and resume from it.", dir_okay=False),
    ] = None,
    measure_pairs: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Pairs of games in each measurement; 0 for none.")
    ] = 200,
    small: Annotated[bool, typer.Option("--small", help="Keep numbers in half the bytes, as float16.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Let a game learn an evaluation by playing against itself; use it as GAME(evaluation=FILE).

    Every half minute it plays the game's own evaluation, both looking one move ahead. Ctrl-C ends the run and keeps
    what is learnt.
    """
    begun = None if start is None else Weights.read(start)
    as_begun = _DEFAULTS.hidden if begun is None else begun.manifest.hidden
    options = LearningOptions(
        games=games,
        hidden=as_begun if hidden is None else hidden,
        rate=rate,
        last_rate=last_rate,
        lambda_=lambda_,
        last_lambda=last_lambda,
        explore=explore,
        guided=guided,
        without_luck=without_luck,
        alternatives=alternatives,
        margin=margin,
        output_weight=output_weight,
        value_weight=value_weight,
        common=common,
        round=round_,
        passes=passes,
        in_turn=in_turn,
        batch=batch,
        keep_average=keep_average,
        seed=seed,
    )
    with _Watch(progress_console()) as watch:
        result = learn(
            load(game),
            options,
            start=begun,
            threads=threads,
            checkpoint=checkpoint,
            measure_pairs=measure_pairs,
            on_progress=watch.report,
        )
    result.weights.save(out, small=small)
    if as_json:
        print_json(
            dataclasses.asdict(result.weights.manifest) | {"curve": [dataclasses.asdict(p) for p in result.curve]}
        )
    else:
        _show(console(), result, out)


class _Watch:
    """Shows how a run progresses, and notices Ctrl-C."""

    def __init__(self, screen: Console) -> None:
        self._screen = screen
        self._stopped = False
        self._measured: float | None = None

    def __enter__(self) -> "_Watch":
        self._before = signal.signal(signal.SIGINT, self._stop)
        return self

    def __exit__(self, *error: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _stop(self, signal_number: int, frame: FrameType | None) -> None:
        self._stopped = True

    def report(self, progress: LearningProgress) -> bool:
        line = _line(progress)
        if progress.score != self._measured:  # a line of its own for each measurement
            self._measured = progress.score
            self._screen.print(line)
        elif self._screen.is_terminal:
            self._screen.print(line, end="\r")
        return not self._stopped


def _line(progress: LearningProgress) -> str:
    speed = count(progress.games / progress.seconds) if progress.seconds > 0 else "–"
    line = f"{count(progress.games)} of {count(progress.of)} games, {speed}/s, error {progress.error:.5f}"
    if progress.score is None or progress.score_error is None:
        return line
    return f"{line}, against the game's own evaluation {progress.score:+.3g} ± {progress.score_error:.2g}"


def _show(screen: Console, result: LearningResult, out: Path) -> None:
    about = result.weights.manifest
    screen.print(
        f"{about.game}: {about.networks} × {about.features} features, {about.hidden} hidden units, "
        f"{about.games:,} games"
    )
    if result.curve:
        last = result.curve[-1]
        screen.print(f"{_line(last)}, {duration(last.seconds)}")
    screen.print(f"weights  {out}", soft_wrap=True)
