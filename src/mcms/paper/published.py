"""What the paper printed, read from ``published.toml``: no report has these numbers from anywhere else."""

import dataclasses
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@dataclasses.dataclass(frozen=True)
class WinRate:
    """A win rate in percent with half the width of its 95 % interval."""

    percent: float
    half_width: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class Table1Row:
    """What the paper measured of an algorithm as an estimator on Pig."""

    mse: float
    variance: float
    abs_bias: float
    regret: float


@dataclasses.dataclass(frozen=True, kw_only=True)
class Published:
    """All numbers of the paper's evaluation."""

    ms: float
    states: int
    runs: int
    choice_matches: int
    tuning_matches: int
    matches: dict[str, int]
    table1: dict[str, Table1Row]
    figure2: dict[tuple[str, str], dict[str, WinRate]]
    """By pairing and game."""
    choice: dict[str, str]
    """Which of mcts and dpw was better in a game."""
    tuning: dict[str, dict[str, dict[str, float]]]
    """Options by algorithm and game."""

    def rate(self, names: tuple[str, str], game: str) -> WinRate | None:
        """Return what a pairing scored in a game, if the paper has it."""
        return self.figure2.get(names, {}).get(game)


@cache
def published() -> Published:
    """Return the paper's numbers.

    >>> published().figure2["star2ss", "star2"]["cant_stop"]
    WinRate(percent=85.03, half_width=1.11)
    """
    data: dict[str, Any] = tomllib.loads(files("mcms.paper").joinpath("published.toml").read_text(encoding="utf-8"))
    names = [field.name for field in dataclasses.fields(Table1Row)]
    return Published(
        **data["protocol"],
        table1={name: Table1Row(**dict(zip(names, row, strict=True))) for name, row in data["table1"].items()},
        figure2={
            (row["pairing"][0], row["pairing"][1]): {
                game: WinRate(*rate) for game, rate in row.items() if game != "pairing"
            }
            for row in data["figure2"]
        },
        choice=data["choice"],
        tuning=data["tuning"],
    )
