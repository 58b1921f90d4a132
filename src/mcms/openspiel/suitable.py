"""Which OpenSpiel games can be searched here, and what is wrong with the others."""

from collections.abc import Callable
from typing import Any

import pyspiel

from mcms.exceptions import InvalidOptionError, UnknownNameError
from mcms.spec import require_options

_Type = pyspiel.GameType
_EXPECTED = "expected a game of two players in turns, zero-sum, without hidden information"
_REASONS: tuple[tuple[Callable[[pyspiel.GameType], bool], str], ...] = (
    (lambda kind: kind.dynamics != _Type.Dynamics.SEQUENTIAL, "its players do not move in turns"),
    (lambda kind: kind.information != _Type.Information.PERFECT_INFORMATION, "it hides information from its players"),
    (lambda kind: kind.utility != _Type.Utility.ZERO_SUM, "what one player wins is not what the other loses"),
    (
        lambda kind: kind.chance_mode == _Type.ChanceMode.SAMPLED_STOCHASTIC,
        "it draws its luck inside its moves, without telling the probabilities",
    ),
)


def require_suitable(game: pyspiel.Game) -> None:
    """Raise unless a game can be searched, with the reason in a sentence."""
    if (reason := _unsuitable(game.get_type(), game.num_players())) is not None:
        raise InvalidOptionError(f"OpenSpiel's {game} cannot be searched, {reason}: {_EXPECTED}")


def suitable_games() -> list[str]:
    """List the registered games that can be searched with their default parameters.

    >>> {"backgammon", "pig", "tic_tac_toe"} <= set(suitable_games()), "kuhn_poker" in suitable_games()
    (True, False)
    """
    return [
        kind.short_name
        for kind in pyspiel.registered_games()
        if kind.default_loadable
        and _unsuitable(kind, min(2, kind.max_num_players)) is None
        and kind.min_num_players <= 2
    ]


def load_spiel_game(name: str, parameters: dict[str, Any]) -> pyspiel.Game:
    """Return OpenSpiel's game of a name, or of a text in its own form such as ``pig(winscore=50)``."""
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    short_name = name.partition("(")[0]
    if short_name not in kinds:
        raise UnknownNameError(
            f"OpenSpiel has no game {short_name[:80]!r}: expected one of {', '.join(suitable_games())}"
        )
    _check_parameters(kinds[short_name], parameters)
    try:
        return pyspiel.load_game(name, parameters) if parameters else pyspiel.load_game(name)
    except pyspiel.SpielError as error:
        said = " ".join(str(error).split()).removesuffix(".")
        raise InvalidOptionError(f"OpenSpiel cannot make {name} with the parameters {parameters}: {said}") from error


def _check_parameters(kind: pyspiel.GameType, parameters: dict[str, Any]) -> None:
    """Refuse what OpenSpiel would refuse too, but not before it has printed something."""
    known = kind.parameter_specification
    require_options(kind.short_name, parameters, list(known))
    for name, value in parameters.items():
        default = known[name]
        if isinstance(default, bool | int | float | str) and type(value) is not type(default):
            raise InvalidOptionError(
                f"{name} is {value!r:.80}: expected a {type(default).__name__} such as {default!r}"
            )


def _unsuitable(kind: pyspiel.GameType, players: int) -> str | None:
    if players != 2:
        return f"it has {players} player{'s' if players != 1 else ''}"
    return next((reason for is_so, reason in _REASONS if is_so(kind)), None)
