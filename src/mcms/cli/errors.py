"""Errors as one sentence."""

import typer

_LONGEST = 400


class CommandFailedError(Exception):
    """A command ran as asked, and what it found is a failure."""


def sentence(error: Exception) -> str:
    """Return the error's message on one line, in the form of this package's own messages."""
    message = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    message = " ".join(message.split()).removesuffix(".")
    if len(message) > _LONGEST:
        message = f"{message[:_LONGEST]}…"
    # Typer writes "Missing argument 'GAME'."; names such as GAME keep their capitals.
    return message[:1].lower() + message[1:] if isinstance(error, typer.TyperException) else message
