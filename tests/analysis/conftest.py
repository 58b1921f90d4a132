"""The command line as its own tests run it."""

from tests.cli.conftest import mcms, mcms_here

__all__ = ["mcms", "mcms_here"]
