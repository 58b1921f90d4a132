"""``python -m mcms``: the same as the command ``mcms``."""

from mcms.cli import main

main()
