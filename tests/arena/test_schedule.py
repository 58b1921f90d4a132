"""Who meets whom."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms.arena import Pairing, PairingResult, Player
from mcms.arena.schedule import eliminate, gauntlet, round_robin, winner
from mcms.stats import PairCounts
from tests.paper.arrangements import Scripted

PIG = mcms.load("pig")


def holders(*totals: int) -> list[Player]:
    return [mcms.player(f"hold:{total}", PIG) for total in totals]


@given(st.lists(st.integers(1, 99), min_size=2, max_size=8, unique=True))
def test_round_robin_has_each_pair_once(totals: list[int]) -> None:
    pairs = [frozenset((p.a.name, p.b.name)) for p in round_robin(PIG, holders(*totals), matches=1)]
    assert len(pairs) == len(set(pairs)) == len(totals) * (len(totals) - 1) // 2
    assert all(len(pair) == 2 for pair in pairs)


def test_gauntlet_is_the_first_against_each_other() -> None:
    pairings = gauntlet(PIG, holders(5, 6, 7), matches=4, seed=3)
    assert [pairing.title for pairing in pairings] == ["hold:5 – hold:6", "hold:5 – hold:7"]
    assert {(pairing.matches, pairing.seed) for pairing in pairings} == {(4, 3)}


def stronger_wins(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
    """Have the player with the greater number win, without a game."""

    def strength(player: Player) -> int:
        return int(player.name.partition(":")[2])

    won, lost = PairCounts(two_wins=1), PairCounts(two_losses=1)
    return [PairingResult(pairing=p, counts=won if strength(p.a) > strength(p.b) else lost) for p in pairings]


@given(st.lists(st.integers(1, 99), min_size=2, max_size=20, unique=True))
def test_the_strongest_is_champion_and_losers_never_come_back(totals: list[int]) -> None:
    finished = eliminate(PIG, holders(*totals), matches=1, runner=Scripted(stronger_wins))
    assert finished.champion.name == f"hold:{max(totals)}"
    left = len(totals)
    seeds = set()
    for played in finished.rounds:
        assert len(played.results) == left // 2
        left -= left // 2
        assert len({player.name for player in played.winners}) == len(played.winners) == left
        seeds |= {result.pairing.seed for result in played.results}
    assert left == 1
    assert len(seeds) == len(finished.rounds)  # new luck each round


def test_nobody_goes_on_without_a_match_twice_in_a_row() -> None:
    finished = eliminate(PIG, holders(1, 2, 3, 4, 5), matches=1, runner=Scripted(stronger_wins))
    first, second, third = finished.rounds
    assert [player.name for player in first.winners] == ["hold:5", "hold:2", "hold:4"]
    assert [player.name for player in second.winners] == ["hold:4", "hold:5"]
    assert [player.name for player in third.winners] == ["hold:5"]


def test_titles_tell_the_round() -> None:
    titles = []

    def meet(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
        titles.append(title)
        return stronger_wins(pairings, title)

    eliminate(PIG, holders(1, 2, 3, 4), matches=1, runner=Scripted(meet))
    assert titles == ["round 1, 4 left", "round 2, 2 left"]


def test_of_equals_the_first_goes_on() -> None:
    (pairing,) = round_robin(PIG, holders(7, 8), matches=1)
    for counts in (PairCounts(win_and_loss=1), PairCounts()):
        assert winner(PairingResult(pairing=pairing, counts=counts)).name == "hold:7"
    assert winner(PairingResult(pairing=pairing, counts=PairCounts(loss_and_draw=1))).name == "hold:8"


@pytest.mark.parametrize("schedule", [round_robin, gauntlet])
def test_too_few_players_and_twins(schedule: type) -> None:
    with pytest.raises(mcms.InvalidOptionError, match="there are 1 players"):
        schedule(PIG, holders(7), matches=1)
    with pytest.raises(mcms.InvalidOptionError, match="there are 0 players"):
        schedule(PIG, [], matches=1)
    with pytest.raises(mcms.InvalidOptionError, match="player hold:7 is there 2 times"):
        schedule(PIG, holders(7, 8, 7), matches=1)
    with pytest.raises(mcms.InvalidOptionError, match="there are 1 players"):
        eliminate(PIG, holders(7), matches=1, runner=Scripted(stronger_wins))
