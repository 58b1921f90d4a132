"""check_game passes games that keep the contract and names what is wrong with those that do not."""

import dataclasses
import random
from typing import Any

import pytest

from mcms import ContractError, check_game, conformance, solve


@dataclasses.dataclass(frozen=True)
class Coin:
    """The smallest game: the first player may pass or flip; heads wins."""

    at: str = "start"


class CoinGame:
    def initial_state(self, seed: int) -> Coin:
        return Coin()

    def turn(self, state: Coin) -> str:
        return {"start": "first", "flipping": "chance"}.get(state.at, "over")

    def actions(self, state: Coin) -> list[str]:
        return ["flip", "pass"]

    def outcomes(self, state: Coin) -> list[tuple[str, float]]:
        return [("heads", 0.5), ("tails", 0.5)]

    def play(self, state: Coin, action: str) -> Coin:
        return Coin("flipping" if action == "flip" else "passed")

    def resolve(self, state: Coin, outcome: str) -> Coin:
        return Coin(outcome)

    def utility(self, state: Coin) -> float:
        return {"heads": 1.0, "tails": -1.0, "passed": 0.0}[state.at]

    def estimate(self, state: Coin) -> float:
        return 0.0

    def value_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def hash(self, state: Coin) -> int:
        return ["start", "flipping", "passed", "heads", "tails"].index(state.at)


def broken(**methods: Any) -> Any:
    """Return a coin game with some methods replaced."""
    return type("BrokenGame", (CoinGame,), {name: staticmethod(method) for name, method in methods.items()})()


def test_a_game_in_plain_python_passes() -> None:
    seen = check_game(CoinGame(), games=200, seed=3)
    assert seen.games == seen.decisions == 200
    assert seen.mean_actions == 2
    assert seen.distinct_states == 5
    assert seen.longest_game == 1
    assert 0.3 < seen.first_player_wins < 0.7


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (broken(actions=lambda state: []), "actions of .* returned nothing"),
        (broken(actions=lambda state: ["flip", "flip"]), "each must be there once"),
        (broken(actions=lambda state: [["flip"]]), "not hashable"),
        (broken(outcomes=lambda state: []), "outcomes of .* returned nothing"),
        (broken(outcomes=lambda state: [("heads", 0.5), ("tails", 0.4)]), "sum to 0.9"),
        (broken(outcomes=lambda state: [("heads", 1.0), ("tails", 0.0)]), "each must be above 0"),
        (broken(outcomes=lambda state: [("heads", float("nan"))]), "each must be above 0"),
        (broken(outcomes=lambda state: [("heads", 0.5), ("heads", 0.5)]), "each must be there once"),
        (broken(utility=lambda state: 2.0), "utility of .* returned 2.0: expected a number from -1.0 to 1.0"),
        (broken(utility=lambda state: None), "utility of .* returned None"),
        (broken(utility=lambda state: float("nan")), "utility of .* returned nan"),
        (broken(estimate=lambda state: -7), "estimate of .* returned -7"),
        (broken(turn=lambda state: "nobody"), "turn of .* returned 'nobody'"),
        (broken(hash=lambda state: 5), "which is also the hash of"),
        (broken(hash=lambda state: 2**70), "expected a whole number of 64 bits"),
        (broken(hash=lambda state: "x"), "expected a whole number of 64 bits"),
        (broken(value_range=lambda: (1.0, -1.0)), "low below high"),
        (broken(play=lambda state, action: state), r"never ends from Coin\(at='start'\)"),
        (broken(to_json=lambda state: {"at": state.at}, from_json=lambda data: Coin()), "a different state"),
        (broken(to_json=lambda state: {1j}, from_json=lambda data: Coin()), "cannot be read back"),
    ],
)
def test_broken_games_are_named(game: Any, says: str) -> None:
    with pytest.raises(ContractError, match=says):
        check_game(game, games=200)


def test_games_that_change_their_answers() -> None:
    answers = iter(range(10**6))
    with pytest.raises(ContractError, match="a different state for the same seed"):
        check_game(broken(initial_state=lambda seed: Coin(f"start{next(answers)}")))
    with pytest.raises(ContractError, match="when asked twice"):
        check_game(broken(play=lambda state, action: Coin(f"passed{next(answers)}")))
    with pytest.raises(ContractError, match="different actions when asked again"):
        check_game(broken(actions=lambda state: [next(answers)]))


def test_what_it_saw() -> None:
    seen = check_game(CoinGame(), games=200)
    assert (seen.most_actions, seen.shortest_game, seen.mean_game) == (2, 1, 1.0)
    assert seen.first_player_decisions == 1.0
    assert 0.3 < seen.draws < 0.7
    assert seen.hash_elsewhere is True
    assert "the second player never decides anything" in seen.suspicions
    assert any(suspicion.startswith("the estimate is always 0") for suspicion in seen.suspicions)


def test_one_player_who_wins_all_is_suspicious() -> None:
    seen = check_game(broken(utility=lambda state: 1.0), games=50)
    assert "the first player wins every game played at random" in seen.suspicions


def forever(state: Coin, outcome: str) -> Coin:
    return Coin("flipping")


def longer(state: Coin, outcome: str) -> Coin:
    return Coin(state.at + "+")


@pytest.mark.parametrize(
    ("methods", "says"),
    [
        ({"resolve": forever}, r"never ends from Coin\(at='flipping'\)"),
        ({"hash": lambda state: random.getrandbits(60)}, r"hash of .* and then another number"),
        ({"play": lambda state, action: None}, "play of .* returned None for '.*': expected the next state"),
        ({"initial_state": lambda seed: None}, "initial_state of 0 returned None"),
        ({"actions": lambda state: ["flip", "flip"]}, "each must be there once"),
        ({"turn": None}, "which lacks turn: expected all of mcms.Game"),
        ({"initial_state": lambda: 0}, r"initial_state of .* takes other arguments: .* initial_state\(seed\)"),
        ({"play": lambda state: 0}, r"play of .* takes other arguments: expected play\(state, action\)"),
    ],
)
def test_what_it_names(methods: dict[str, Any], says: str) -> None:
    with pytest.raises(ContractError, match=says):
        check_game(broken(**methods), games=20)


def test_a_class_is_no_game() -> None:
    with pytest.raises(ContractError, match=r"game is the class CoinGame: expected an object of it, such as CoinGame"):
        check_game(CoinGame)  # type: ignore[arg-type]


class Scratchpad(CoinGame):
    """Writes into the state it is given, which its hash does not see."""

    def initial_state(self, seed: int) -> Any:
        return [Coin()]

    def turn(self, state: Any) -> str:
        return super().turn(state[0])

    def play(self, state: Any, action: str) -> Any:
        successor = [super().play(state[0], action)]
        state.append("seen")
        return successor

    def resolve(self, state: Any, outcome: str) -> Any:
        return [super().resolve(state[0], outcome)]

    def utility(self, state: Any) -> float:
        return super().utility(state[0])

    def hash(self, state: Any) -> int:
        return super().hash(state[0])


def test_a_state_changed_in_place_is_named() -> None:
    with pytest.raises(ContractError, match=r"play of .* by changing the one it was given: expected a new one"):
        check_game(Scratchpad())


class Salted(CoinGame):
    """Hashes texts as Python does."""

    def hash(self, state: Coin) -> int:
        return hash(state.at) & (2**63 - 1)


def test_a_hash_that_differs_in_another_process_is_named() -> None:
    with pytest.raises(ContractError, match=r"hash of .* in another process .*expected the same everywhere"):
        check_game(Salted())


def test_what_the_game_raises_says_where() -> None:
    def lost(state: Coin) -> float:
        raise LookupError("lost my book")

    with pytest.raises(LookupError, match="lost my book") as raised:
        check_game(broken(estimate=lost))
    assert raised.value.__notes__ == ["raised by estimate of Coin(at='start'), which check_game asked for"]


def test_a_game_of_ever_new_states_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "_LONGEST_GAME", 2_000)
    game = broken(turn=lambda state: "chance", resolve=longer, hash=lambda state: len(state.at))
    with pytest.raises(ContractError, match="has not ended after 0 decisions and 2001 outcomes"):
        check_game(game)


def test_an_endless_game_has_no_value() -> None:
    game = broken(resolve=forever, actions=lambda state: ["flip"])
    with pytest.raises(ContractError, match=r"never ends from Coin\(at='start'\): expected an end"):
        solve(game, game.initial_state(0))


class Maze(CoinGame):
    """Coin, with a room that has no way out, and a round on which neither player need ever stop."""

    def __init__(self, trap: bool = False, stop: float = -1.0) -> None:
        self.trap, self.stop = trap, stop

    def turn(self, state: Coin) -> str:
        return {"room": "first", "hall": "chance", "round": "second"}.get(state.at) or super().turn(state)

    def actions(self, state: Coin) -> list[str]:
        if state.at == "start":
            return ["flip", "pass", "enter" if self.trap else "round"]
        return ["go on"] if state.at == "room" else ["back", "stop"]

    def outcomes(self, state: Coin) -> list[tuple[str, float]]:
        return [("left", 0.5), ("right", 0.5)] if state.at == "hall" else super().outcomes(state)

    def play(self, state: Coin, action: str) -> Coin:
        places = {"enter": "room", "go on": "hall", "round": "round", "back": "start", "stop": "stopped"}
        return Coin(places[action]) if action in places else super().play(state, action)

    def resolve(self, state: Coin, outcome: str) -> Coin:
        return Coin("room") if state.at == "hall" else super().resolve(state, outcome)

    def utility(self, state: Coin) -> float:
        return self.stop if state.at == "stopped" else super().utility(state) - 0.5 * (state.at == "passed")

    def hash(self, state: Coin) -> int:
        return sum(ord(letter) * 31**place for place, letter in enumerate(state.at)) % 2**63


def test_a_game_that_is_endless_in_part_has_no_value_either() -> None:
    game = Maze(trap=True)
    with pytest.raises(ContractError, match=r"never ends from Coin\(at='room'\): expected an end"):
        solve(game, game.initial_state(0))
    with pytest.raises(ContractError, match=r"never ends from Coin\(at='room'\): expected an end"):
        check_game(game)


def test_a_part_without_end_that_random_games_do_not_enter_is_found() -> None:
    with pytest.raises(ContractError, match=r"never ends from Coin\(at='room'\): expected an end"):
        check_game(Maze(trap=True), games=1, seed=_seed_that_keeps_out())


def _seed_that_keeps_out() -> int:
    return next(seed for seed in range(100) if random.Random(seed).choice(["flip", "pass", "enter"]) == "pass")


def test_best_play_that_goes_round_for_ever_has_no_value() -> None:
    """Going round, the first player avoids 0 by a coin and -0.5, the second one 0.9: no one need ever stop."""
    game = Maze(stop=0.9)
    solution = solve(Maze(stop=-0.25), Coin())
    assert solution.value(Coin()) == 0.0
    with pytest.raises(ContractError, match=r"best play of .* never ends from Coin"):
        solve(_reluctant(game), Coin())
    assert any("best play" in each for each in check_game(_reluctant(game)).suspicions)


def _reluctant(game: Maze) -> Maze:
    """Return the game with tails on both sides of the coin."""
    game.outcomes = lambda state: [("tails", 1.0)]  # type: ignore[method-assign]
    return game
