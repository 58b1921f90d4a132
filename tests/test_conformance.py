"""check_game passes games that keep the contract and names what is wrong with those that do not."""

import dataclasses
from typing import Any

import pytest

from mcms import ContractError, check_game


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
        (broken(play=lambda state, action: state), "has not ended"),
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
