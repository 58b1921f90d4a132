"""The command ``mcms``: one file a command; :mod:`mcms.cli.app` puts them together."""

import sys
from typing import NoReturn

from mcms.build import VERSION
from mcms.exceptions import MissingExtraError
from mcms.extras import require_extra


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and exit; whoever asks only for the version need not wait for all commands."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        print(f"mcms {VERSION}")
        sys.exit(0)
    try:
        require_extra("typer", "the command mcms")
        require_extra("rich", "the command mcms")
    except MissingExtraError as error:
        print(f"mcms: {error}", file=sys.stderr)
        sys.exit(2)
    from mcms.cli.app import main as run  # noqa: PLC0415  takes a second

    run(given)


__all__ = ["main"]
