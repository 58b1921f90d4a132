"""The command ``mcms``: one file a command; :mod:`mcms.cli.app` puts them together."""

import sys
from typing import NoReturn

from mcms.build import VERSION


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit; whoever asks only for the version need not wait for all commands."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        print(f"mcms {VERSION}")
        sys.exit(0)
    from mcms.cli.app import main as run  # noqa: PLC0415  takes a second

    run(given)


__all__ = ["main"]
