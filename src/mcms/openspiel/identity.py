"""When two OpenSpiel states are the same: what hashes, the transposition table and ``solve`` go by.

The text of a state will not do. That of EinStein würfelt nicht! leaves out the die and who is to move, Yacht's the dice
that are being thrown again, Banqi's the square that is being turned over and the pieces that were taken, and no text
counts the moves that are left until a game is broken off. What always does is how the state came about: the start and
every action and outcome since. Different ways to one position then count as different states, which is right but finds
no transpositions. For the games named here the text and a few more facts are the whole state, so they do find them.
"""

from collections.abc import Callable

import pyspiel

Identity = Callable[[pyspiel.State], str]
"""Returns the same text for states that are the same in everything that matters from now on, and for no others."""


def by_history(state: pyspiel.State) -> str:
    """Tell states apart by how they came about; right for every game."""
    return str(state.serialize())


def by_steps(state: pyspiel.State) -> str:
    """Tell states of OpenSpiel's games in Python apart by how they came about; serializing those takes long."""
    return str(state.history_str())


def by_position(state: pyspiel.State) -> str:
    """Tell states apart by text, mover, choices and the moves made so far; right for games whose text tells the rest.

    The choices of EinStein würfelt nicht! tell its die, and its mover is whoever has moved less. What was done before a
    throw tells which dice of Yacht are thrown. Pig breaks off after a number of decisions, however many throws there
    were.
    """
    player = state.current_player()
    movers = [step.player for step in state.full_history()]
    moves = [movers.count(mover) for mover in (0, 1, pyspiel.PlayerId.CHANCE)]
    before_throw = state.history()[-1:] if player == pyspiel.PlayerId.CHANCE else ()
    return f"{player} {moves} {before_throw} {state.legal_actions()}\n{state}"


_KNOWN: dict[str, Identity] = {
    "connect_four": by_position,
    "einstein_wurfelt_nicht": by_position,
    "pig": by_position,
    "tic_tac_toe": by_position,
    "yacht": by_position,
}


def identity_of(game: pyspiel.Game) -> Identity:
    """Return the best way known to tell the states of a game apart."""
    is_in_python = type(game).__module__ != pyspiel.__name__
    return _KNOWN.get(game.get_type().short_name, by_steps if is_in_python else by_history)
