"""The command ``mcms``: one file a command; :mod:`mcms.cli.app` puts them together."""

from mcms.cli.app import main

__all__ = ["main"]
