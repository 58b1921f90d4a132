"""Puts the commands together, and turns whatever is wrong with the input into one sentence.

Bad input of any kind ends with ``mcms: <sentence>`` on stderr and exit code 2. A reader that goes away
(``mcms games | head -1``) and Ctrl-C end quietly, with the exit codes of any Unix tool.
"""

import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import mcms
from mcms.cli import (
    algorithms,
    analyse,
    bench,
    check,
    games,
    learn,
    match,
    paper,
    play,
    replay,
    results,
    search,
    serve,
    solve,
    tournament,
    tune,
)
from mcms.cli.errors import CommandFailedError, sentence
from mcms.exceptions import McmsError

BAD_INPUT = 2
_KILLED_BY = 128
"""A shell's exit code for a process that a signal ended, less the number of the signal."""

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    games,
    algorithms,
    check,
    search,
    play,
    replay,
    analyse,
    solve,
    learn,
    match,
    tournament,
    tune,
    results,
    paper,
    serve,
    bench,
):
    app.command(command.__name__.rpartition(".")[2], epilog=command.EXAMPLES)(command.run)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"mcms {mcms.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Search stochastic two-player games: the best action, its value, and how fast it was found."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark, not a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    _look_here_for_games()
    with _shown_log():
        sys.exit(_exit_code(sys.argv[1:] if arguments is None else arguments))


def _look_here_for_games() -> None:
    """Let games of one's own be imported from the current folder; last, so that a file there hides no other module."""
    with suppress(OSError):  # the folder may be gone
        here = str(Path.cwd())
        if here not in sys.path:
            sys.path.append(here)


@contextmanager
def _shown_log() -> Iterator[None]:
    """Say on stderr what the arena has to say: that code has changed, that a worker died."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("mcms: %(message)s"))
    log = logging.getLogger("mcms")
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def _exit_code(arguments: list[str]) -> int:
    try:
        code = app(args=arguments, prog_name="mcms", standalone_mode=False)
        sys.stdout.flush()
    except (McmsError, typer.TyperException) as error:
        return _complain(sentence(error), BAD_INPUT)
    except CommandFailedError as error:
        return _complain(sentence(error), 1)
    except MemoryError:
        return _complain("there is not enough memory: expected a smaller table_mb", BAD_INPUT)
    except (BrokenPipeError, SystemExit):
        # Typer exits by itself for a broken pipe in a command, and for nothing else in this mode. The
        # interpreter flushes stdout once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _KILLED_BY + signal.SIGPIPE
    except KeyboardInterrupt:
        return _KILLED_BY + signal.SIGINT
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    sys.stdout.flush()
    print(f"mcms: {message}", file=sys.stderr)
    return code
