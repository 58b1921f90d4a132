"""Figure 2: who meets whom, and when a direction counts as the published one."""

import dataclasses
from collections.abc import Sequence

import pytest

import mcms
from mcms.arena.match import Pairing, pairing
from mcms.arena.standings import PairingResult
from mcms.paper.bars import Agreement, Bar
from mcms.paper.choice import Choice, choose
from mcms.paper.figure2 import bars_of
from mcms.paper.published import WinRate
from mcms.paper.scale import scale
from mcms.stats import PairCounts, SprtDecision
from tests.paper.arrangements import Scripted
from tests.pig_positions import PIG

EWN = mcms.load("ewn")


def result(won: int, lost: int, meeting: Pairing | None = None) -> PairingResult:
    meeting = meeting or pairing(PIG, "hold:20", "hold:21", matches=won + lost)
    return PairingResult(pairing=meeting, counts=PairCounts(two_wins=won, two_losses=lost))


@pytest.mark.parametrize(
    ("published", "won", "lost", "expected"),
    [
        (WinRate(60, 2), 90, 10, Agreement.AGREES),
        (WinRate(60, 2), 10, 90, Agreement.DISAGREES),
        (WinRate(60, 2), 50, 50, Agreement.UNDECIDED),
        (WinRate(40, 2), 10, 90, Agreement.AGREES),
        (WinRate(40, 2), 90, 10, Agreement.DISAGREES),
        (WinRate(51, 2), 90, 10, Agreement.UNDECIDED),
        (None, 90, 10, Agreement.UNDECIDED),
    ],
)
def test_agreement(published: WinRate | None, won: int, lost: int, expected: Agreement) -> None:
    bar = Bar(names=("expss", "exp"), game="pig", result=result(won, lost), published=published)
    assert bar.agreement is expected


def test_the_better_of_mcts_and_dpw_plays_the_mcts_bars() -> None:
    met: list[tuple[str, Sequence[Pairing]]] = []

    def meet(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
        met.append((title, pairings))
        # dpw wins in Pig, mcts elsewhere.
        return [result(3, 7, each) if each.game is PIG else result(7, 3, each) for each in pairings]

    quick = scale("quick")
    choice = choose([PIG, EWN], quick, runner=Scripted(meet), seed=5)
    assert (choice.better(PIG), choice.better("ewn")) == ("dpw", "mcts")
    bars = bars_of([PIG, EWN], quick, choice, runner=Scripted(meet), seed=5)
    # Seven of the paper's, and mcms against the better of mcts and dpw.
    assert len(bars) == 16
    titles = {bar.result.pairing.title for bar in bars if bar.names[1] == "mcts"}
    assert titles == {f"{name}@1ms – {best}@1ms" for name in ("star1", "star1ss", "mcms") for best in ("dpw", "mcts")}
    (_, choosing), (_, playing) = met
    assert {each.matches for each in choosing} == {quick.choice_matches}
    assert {each.matches for each in playing} == {quick.matches["pig"]}
    # The choice must not be made with the luck that is then measured.
    assert {each.seed for each in choosing}.isdisjoint(each.seed for each in playing)


def test_by_nodes_the_paper_s_pairings_are_played_as_often_as_in_the_paper() -> None:
    met: list[Pairing] = []

    def meet(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
        met.extend(pairings)
        return [result(7, 3, each) for each in pairings]

    paced = scale("quick").at_pace({"pig": 300, "ewn": 700})
    stones = mcms.load("ewn(evaluation=stones)")
    choice = choose([PIG, stones], paced, runner=Scripted(meet), seed=5)
    assert {each.matches for each in met} == {500}
    met.clear()
    bars = bars_of([PIG, stones], paced, choice, runner=Scripted(meet), seed=5)
    assert len(bars) == 14
    assert {each.matches for each in met} == {5000}
    assert {(str(each.game).partition("(")[0], each.a.name.partition("@")[2]) for each in met} == {
        ("pig", "nodes=300"),
        ("ewn", "nodes=700"),
    }
    # A game with another evaluation is compared with the paper's.
    assert all(bar.published is not None for bar in bars)


def test_a_direction_is_what_a_test_that_ended_the_matches_says() -> None:
    def bar(won: int, lost: int, decision: SprtDecision) -> Bar:
        ended = dataclasses.replace(result(won, lost), decision=decision)
        return Bar(names=("expss", "exp"), game="pig", result=ended, published=WinRate(60, 2))

    assert bar(60, 40, SprtDecision.ACCEPT_H1).agreement is Agreement.AGREES
    assert bar(40, 60, SprtDecision.ACCEPT_H0).agreement is Agreement.DISAGREES
    assert bar(90, 10, SprtDecision.UNDECIDED).agreement is Agreement.UNDECIDED


def test_choice_of_equals_is_the_first() -> None:
    meeting = pairing(PIG, "mcts@1ms", "dpw@1ms", matches=2)
    assert Choice(results={"pig": result(1, 1, meeting)}).better("pig") == "mcts"
