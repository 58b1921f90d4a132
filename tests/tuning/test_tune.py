"""Tuning: an elimination, and the champion once more on seeds that no round has seen."""

from collections.abc import Sequence
from typing import Any

import pytest

import mcms
from mcms.arena import Pairing, PairingResult
from mcms.stats import PairCounts
from mcms.tuning import tune

PIG = mcms.load("pig(goal=20)")
LIMIT = mcms.Limit(depth=2)


class Scripted:
    """Plays nothing; the wider sample wins. Writes down what was to be played."""

    def __init__(self) -> None:
        self.pairings: list[Pairing] = []
        self.titles: list[str] = []

    def play(self, pairings: Sequence[Pairing], title: str = "") -> list[PairingResult]:
        self.pairings += pairings
        self.titles.append(title)
        return [
            PairingResult(
                pairing=p,
                counts=PairCounts(two_wins=1) if "width=9" in p.a.name else PairCounts(two_losses=1),
            )
            for p in pairings
        ]


def test_the_champion_is_validated_on_fresh_seeds() -> None:
    script = Scripted()
    found = tune(PIG, "star1ss", {"width": [3, 9, 5]}, limit=LIMIT, runner=script, matches=4, seed=1)
    assert found.champion.name == "star1ss(width=9)@depth=2"
    assert found.default.name == "star1ss@depth=2"
    assert found.validation is not None
    fresh = found.validation.pairing
    assert (fresh.a.name, fresh.b.name, fresh.matches) == ("star1ss(width=9)@depth=2", "star1ss@depth=2", 4)
    assert script.titles[-1] == "validating the champion"
    seeds = [pairing.match_seed(match) for pairing in script.pairings for match in range(pairing.matches)]
    assert len(set(seeds)) == len(seeds) == 4 * len(script.pairings)
    assert fresh.seed not in {pairing.seed for pairing in script.pairings[:-1]}


def test_validation_may_be_longer() -> None:
    script = Scripted()
    tune(PIG, "star1ss", {"width": [3, 9]}, limit=LIMIT, runner=script, matches=4, validation_matches=11)
    assert [pairing.matches for pairing in script.pairings] == [4, 11]


def test_a_champion_that_is_the_default_needs_no_validation() -> None:
    script = Scripted()
    found = tune(PIG, "star1ss(width=9)", {"width": [3, 9]}, limit=LIMIT, runner=script, matches=1)
    assert found.champion.algorithm == found.default.algorithm
    assert found.validation is None


def test_it_plays_real_games() -> None:
    found = tune(PIG, "star1ss", {"width": [1, 9]}, limit=LIMIT, matches=20)
    assert [result.counts.pairs for played in found.elimination.rounds for result in played.results] == [20]
    assert found.validation is not None
    assert found.validation.counts.pairs == 20


@pytest.mark.parametrize(
    ("algorithm", "grid", "more", "says"),
    [
        ("hold:20", {"width": [1, 2]}, {}, "unknown algorithm 'hold:20'"),
        ("star1", {"width": [1, 2]}, {}, "no option 'width'"),
        ("star1ss", {"width": [1, -2]}, {}, "width"),
        ("star1ss", {"width": [1, 1]}, {}, "is there 2 times"),
        ("star1ss", {"width": [1, 2]}, {"matches": 0}, "matches is 0"),
        ("star1ss", {"width": [1, 2]}, {"validation_matches": 0}, "validation_matches is 0"),
        ("mcts", {"exploration": [1, 2]}, {}, "no limit by depth"),
    ],
)
def test_bad_input_before_the_first_game(algorithm: str, grid: Any, more: Any, says: str) -> None:
    script = Scripted()
    with pytest.raises(mcms.McmsError) as error:
        tune(PIG, algorithm, grid, limit=LIMIT, runner=script, **more)
    assert says in str(error.value)
    assert script.pairings == []
