"""Everything mcms raises on purpose, in one hierarchy.

Each error names the offending value and what was expected. All of them are also a ``ValueError``, so code
that does not care about the difference need not import anything.
"""


class McmsError(ValueError):
    """Anything wrong with what a caller passed in."""


class UnknownNameError(McmsError):
    """No game, algorithm or player has this name."""


class InvalidOptionError(McmsError):
    """An option, limit or seed has a value it cannot have."""


class InvalidStateError(McmsError):
    """A state, or its JSON form, does not describe a position of the game."""


class IllegalMoveError(McmsError):
    """An action or outcome that the state does not have."""


class GameOverError(McmsError):
    """A finished game was asked for something only a running one has."""


class TooManyStatesError(McmsError):
    """A position has more states below it than may be listed."""


class StoppedError(McmsError):
    """A stop token ended work that has no answer before its end, such as solving a game."""


class PlayerError(McmsError):
    """A player answered with something that is no legal action."""


class WorkerError(McmsError):
    """Processes that were to play games died again and again."""


class RecordsError(McmsError):
    """A file that holds no match records, or cannot be read or written as such."""


class DisconnectedPlayersError(McmsError):
    """Players were to be compared that no chain of matches connects."""


class ContractError(McmsError):
    """A game breaks the contract described in :mod:`mcms.game`."""


class CompilationError(McmsError):
    """A function of a compiled game is not in the part of Python that can be compiled."""


class MissingExtraError(McmsError, ImportError):
    """Something was asked for that needs an optional dependency."""


class WeightsError(McmsError):
    """A file that holds no weights of a learnt evaluation, or those of another game."""
