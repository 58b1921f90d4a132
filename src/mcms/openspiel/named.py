"""An OpenSpiel game whose actions and outcomes go by OpenSpiel's texts, for people to read and type."""

from collections.abc import Sequence

from mcms.openspiel.adapter import SpielGame
from mcms.openspiel.state import SpielState


class NamedSpielGame(SpielGame):
    """The same game by names; asking OpenSpiel for each name takes longer than most of its moves."""

    def actions(self, state: SpielState) -> Sequence[str]:
        """List the legal actions by name."""
        return tuple(_numbers(state))

    def outcomes(self, state: SpielState) -> Sequence[tuple[str, float]]:
        """List the outcomes by name, with their probabilities."""
        probabilities = dict(super().outcomes(state))
        return tuple(
            (name, probabilities[number]) for name, number in _numbers(state).items() if number in probabilities
        )

    def play(self, state: SpielState, action: str) -> SpielState:
        """Return the state after an action."""
        return super().play(state, _numbers(state).get(action, action))

    def resolve(self, state: SpielState, outcome: str) -> SpielState:
        """Return the state after an outcome."""
        return super().resolve(state, _numbers(state).get(outcome, outcome))


def _numbers(state: SpielState) -> dict[str, int]:
    """Return OpenSpiel's number of every name."""
    if state.names is None:
        player, numbers = state.spiel.current_player(), state.spiel.legal_actions()
        names = [state.spiel.action_to_string(player, number) for number in numbers]
        if len(set(names)) < len(names):
            names = [f"{number} {name}" for number, name in zip(numbers, names, strict=True)]
        state.names = dict(zip(names, numbers, strict=True))
    return state.names
