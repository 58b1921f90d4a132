"""Our games as games of OpenSpiel: ``mcms_pig``, ``mcms_ewn``, ``mcms_cant_stop`` and ``mcms_ra``.

They are Python games over our C++ rules, so all of OpenSpiel runs on them, at the speed of its Python games. Utilities
are 1 and -1, as its algorithms expect, where ours are 100 and -100.
"""

import json
from typing import Any, ClassVar

import pyspiel

from mcms.exceptions import IllegalMoveError
from mcms.game import Turn
from mcms.games.base import BaseGame
from mcms.openspiel.numbering import NUMBERINGS, Numbering, numbering_of, to_parameter

_PLAYERS = {
    Turn.FIRST: 0,
    Turn.SECOND: 1,
    Turn.CHANCE: pyspiel.PlayerId.CHANCE,
    Turn.OVER: pyspiel.PlayerId.TERMINAL,
}


def register() -> list[str]:
    """Add our games to OpenSpiel's, and return their names; their parameters are our options.

    >>> register()
    ['mcms_pig', 'mcms_ewn', 'mcms_cant_stop', 'mcms_ra']
    >>> state = pyspiel.load_game("mcms_pig(goal=50,dice=1)").new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()]
    ['roll']
    """
    known = set(pyspiel.registered_names())
    for numbering in NUMBERINGS:
        if numbering.name not in known:
            pyspiel.register_game(_game_type(numbering), _game_class(numbering))
    return [numbering.name for numbering in NUMBERINGS]


def _game_class(numbering: Numbering) -> type["RegisteredGame"]:
    """Return a class, since a function would not survive that OpenSpiel lets go of it only after Python has ended."""
    return type(numbering.name, (RegisteredGame,), {"numbering": numbering})


def _game_type(numbering: Numbering) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=numbering.name,
        long_name=numbering.cls.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=numbering.parameters,
    )


class RegisteredGame(pyspiel.Game):
    """One of our games, in OpenSpiel's form."""

    numbering: ClassVar[Numbering]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        numbering = self.numbering
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbering.actions),
            max_chance_outcomes=numbering.most_outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=numbering.longest,
        )
        parameters = {name: to_parameter(value) for name, value in (params or {}).items()}
        super().__init__(_game_type(numbering), info, parameters)
        self._rules = _Rules(numbering.game(numbering.parameters | parameters))

    def new_initial_state(self) -> "RegisteredState":
        """Return the start, before the luck that sets up the game."""
        return RegisteredState(self, self._rules)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often luck can decide: in the start, and after each decision."""
        return int(self.max_game_length()) + len(self._rules.draws)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "_Observer":
        """Return what tells a player about a state: all of it."""
        return _Observer(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_game, (str(self),)


class _Rules:
    """The game and the numbers of its actions, shared by all states; copying a state copies none of it."""

    def __init__(self, game: BaseGame[Any]) -> None:
        numbering = numbering_of(game)
        self.game = game
        self.actions = numbering.actions
        self.numbers = {name: number for number, name in enumerate(numbering.actions)}
        self.draws = numbering.draws(game)
        self._start = numbering.start
        self.before_all = self.place((), None)

    def place(self, drawn: tuple[int, ...], position: Any) -> "_Place":
        """Return where a game stands: what was drawn for its start, and its position once that is done."""
        if position is None and len(drawn) == len(self.draws):
            position = self._start(self.game, drawn)
        return _Place(drawn, position, Turn.CHANCE if position is None else self.game.turn(position))

    def __deepcopy__(self, memo: Any) -> "_Rules":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Rules, (self.game,)


class _Place:
    """Where a game stands; never changed, so a copy is itself."""

    __slots__ = ("drawn", "position", "turn")

    def __init__(self, drawn: tuple[int, ...], position: Any, turn: Turn) -> None:
        self.drawn = drawn
        self.position = position
        self.turn = turn

    def __deepcopy__(self, memo: Any) -> "_Place":
        return self


class RegisteredState(pyspiel.State):
    """A state of one of our games, in OpenSpiel's form."""

    def __init__(self, game: RegisteredGame, rules: _Rules) -> None:
        super().__init__(game)
        self._rules = rules
        self._place = rules.before_all

    @property
    def position(self) -> Any:
        """Our own state; ``None`` while luck sets up the game."""
        return self._place.position

    def current_player(self) -> int:
        """Return who is to move."""
        return int(_PLAYERS[self._place.turn])

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self._place.turn is Turn.OVER

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; zeros before the end."""
        if not self.is_terminal():
            return [0.0, 0.0]
        utility = self._rules.game.utility(self.position) / self._rules.game.value_range()[1]
        return [utility, -utility]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes by their places, with their probabilities."""
        return [(place, probability) for place, (_, probability) in enumerate(self._outcomes())]

    def _outcomes(self) -> list[tuple[str, float]]:
        if self.position is not None:
            return self._rules.game.outcomes(self.position)
        names = self._rules.draws[len(self._place.drawn)]
        return [(name, 1 / len(names)) for name in names]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._rules.numbers[name] for name in self._rules.game.actions(self.position))

    def _apply_action(self, action: int) -> None:
        rules, place = self._rules, self._place
        if self.position is None:
            self._outcome_name(action)
            self._place = rules.place((*place.drawn, action), None)
        elif place.turn is Turn.CHANCE:
            self._place = rules.place(place.drawn, rules.game.resolve(self.position, self._outcome_name(action)))
        else:
            self._place = rules.place(place.drawn, rules.game.play(self.position, self._action_name(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._outcome_name(action) if player == pyspiel.PlayerId.CHANCE else self._action_name(action)

    def _action_name(self, action: int) -> str:
        if not 0 <= action < len(self._rules.actions):
            raise IllegalMoveError(f"{action} is no action of {self._rules.game}: expected one of its numbers")
        return self._rules.actions[action]

    def _outcome_name(self, outcome: int) -> str:
        outcomes = self._outcomes()
        if not 0 <= outcome < len(outcomes):
            raise IllegalMoveError(f"{outcome} is no outcome of {self}: expected 0 to {len(outcomes) - 1}")
        return outcomes[outcome][0]

    def __str__(self) -> str:
        if self.position is None:
            drawn = zip(self._rules.draws, self._place.drawn, strict=False)
            return f"setting up {[names[place] for names, place in drawn]}"
        return json.dumps(self._rules.game.to_json(self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded_state, (str(self.get_game()), self.serialize())


def _loaded_game(text: str) -> pyspiel.Game:
    """Return a pickled game; the process that reads it may not have registered any."""
    register()
    return pyspiel.load_game(text)


def _loaded_state(game: str, text: str) -> pyspiel.State:
    return _loaded_game(game).deserialize_state(text)


class _Observer:
    """Shows a player everything: the state, or with perfect recall all that has happened."""

    tensor = None

    def __init__(self, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters are {params}: expected none")
        self.dict: dict[str, Any] = {}
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall

    def set_from(self, state: RegisteredState, player: int) -> None:
        """Do nothing: there is no tensor."""

    def string_from(self, state: RegisteredState, player: int) -> str:
        """Return the observation."""
        return str(state.history_str() if self._recalls else state)
