"""Everything mcms raises on purpose, in one hierarchy.

Each error names the offending value and what was expected. All of them are also a ``ValueError``, so code
that does not care about the difference need not import anything.
"""


class McmsError(ValueError):
    """Anything wrong with what a caller passed in.

    >>> import mcms
    >>> try:
    ...     mcms.load("chess")
    ... except ValueError as error:
    ...     print(type(error).__name__, isinstance(error, mcms.McmsError))
    UnknownNameError True
    """


class UnknownNameError(McmsError):
    """No game, algorithm or player has this name.

    >>> import mcms
    >>> mcms.algorithm("alphabeta")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.UnknownNameError: unknown algorithm 'alphabeta': expected one of mcms, exp, star1, ...
    """


class InvalidOptionError(McmsError):
    """An option, limit or seed has a value it cannot have.

    >>> import mcms
    >>> mcms.Pig(goal=0)
    Traceback (most recent call last):
        ...
    mcms.exceptions.InvalidOptionError: goal is 0: expected a whole number from 1 to 10000
    """


class InvalidStateError(McmsError):
    """A state, or its JSON form, does not describe a position of the game.

    >>> import mcms
    >>> mcms.load("pig").from_json({"scores": [50, 40], "turn_total": -1, "to_move": 0})
    Traceback (most recent call last):
        ...
    mcms.exceptions.InvalidStateError: turn_total is -1: expected a whole number from 0 to 111
    """


class IllegalMoveError(McmsError):
    """An action or outcome that the state does not have.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> pig.play(pig.initial_state(), "stop")
    Traceback (most recent call last):
        ...
    mcms.exceptions.IllegalMoveError: illegal action 'stop': expected one of roll
    """


class GameOverError(McmsError):
    """A finished game was asked for something only a running one has.

    >>> import mcms
    >>> pig = mcms.load("pig")
    >>> over = pig.from_json({"scores": [100, 40], "turn_total": 0, "to_move": 1})
    >>> mcms.search(pig, over, "star1", limit=mcms.Limit(depth=1))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.GameOverError: the game is over in ...
    """


class TooManyStatesError(McmsError):
    """A position has more states below it than may be listed.

    >>> import mcms
    >>> mcms.solve(mcms.load("ewn"), most_states=1000)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.TooManyStatesError: ewn has more than 1000 states below ...
    """


class StoppedError(McmsError):
    """A stop token ended work that has no answer before its end, such as solving a game.

    >>> import mcms
    >>> token = mcms.StopToken()
    >>> token.stop()
    >>> mcms.solve(mcms.load("ewn"), stop=token)
    Traceback (most recent call last):
        ...
    mcms.exceptions.StoppedError: solving ewn was stopped: expected to be left to its end
    """


class PlayerError(McmsError):
    """A player answered with something that is no legal action.

    >>> import mcms
    >>> from mcms.arena import play_game
    >>> pig = mcms.load("pig")
    >>> class Wrong(mcms.RandomPlayer):
    ...     def choose(self, game, state, seed):
    ...         return "pass"
    >>> play_game(pig, (Wrong(), Wrong()), seed=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.PlayerError: player random answered 'pass' in ...
    """


class WorkerError(McmsError):
    """Processes that were to play games died again and again."""


class RecordsError(McmsError):
    """A file that holds no match records, or cannot be read or written as such.

    >>> from mcms.arena import Records
    >>> Records(__file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.RecordsError: ... is no file of match records: expected one that mcms wrote
    """


class DisconnectedPlayersError(McmsError):
    """Players were to be compared that no chain of matches connects.

    >>> from mcms.stats import PairCounts, ratings
    >>> ratings({("a", "b"): PairCounts(two_wins=1), ("c", "d"): PairCounts(two_wins=1)})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.DisconnectedPlayersError: no match connects the groups (a, b), (c, d): expected ...
    """


class ContractError(McmsError):
    """A game breaks the contract described in :mod:`mcms.game`.

    >>> import mcms
    >>> from mcms.bench.python_pig import PythonPig
    >>> game = PythonPig()
    >>> game.estimate = lambda state: 101
    >>> mcms.check_game(game)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.ContractError: estimate of ... returned 101: expected a number from -100.0 to 100.0
    """


class CompilationError(McmsError):
    """A function of a compiled game is not in the part of Python that can be compiled."""


class MissingExtraError(McmsError, ImportError):
    """Something was asked for that needs an optional dependency."""


class WeightsError(McmsError):
    """A file that holds no weights of a learnt evaluation, or those of another game.

    >>> from mcms.learn import Weights
    >>> Weights.read(__file__)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    mcms.exceptions.WeightsError: ... is no file of weights: expected one that mcms learn wrote
    """
