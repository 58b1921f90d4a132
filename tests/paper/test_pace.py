"""The pace of 2013: the rule that finds it, cross-validation, fresh seeds, and the report that is committed."""

import dataclasses
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import Pairing, PairingResult, Runner
from mcms.paper.alternatives import ALTERNATIVES, AlternativesExperiment
from mcms.paper.bars import Agreement
from mcms.paper.evaluation import Evaluation
from mcms.paper.experiment import Setting
from mcms.paper.pace import PaceExperiment
from mcms.paper.pace_fit import fit, is_other, is_twin, pace_games, pace_of_2013, root_mean_square
from mcms.paper.program import AS_PUBLISHED
from mcms.paper.published import published
from mcms.paper.replay import played_again
from mcms.paper.report import Section, markdown
from mcms.paper.scale import Scale, scale
from mcms.paper.table1 import truth_of
from mcms.paper.twins import TWINS
from mcms.paper.without_luck import without_luck
from mcms.stats import PairCounts
from tests.paper.arrangements import Scripted
from tests.pig_positions import PIG

ROOT = Path(__file__).parents[2]
REPORTS = sorted((ROOT / "docs" / "pace").rglob("manifest.json"))


def scripted(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
    """At 300 nodes the twins score as published, at 700 the other comparisons do, and at 500 all nearly do."""
    return [PairingResult(pairing=each, counts=_counts(each)) for each in pairings]


def _counts(meeting: Pairing) -> PairCounts:
    left, right = (engine.label for engine in meeting.engines)
    nodes = meeting.engines[0].limit.nodes
    rate = published().rate((left, right), "pig")
    if rate is None:  # mcts against dpw
        return PairCounts(two_wins=6, two_losses=4)
    is_right = nodes == (300 if (left, right) in TWINS else 700)
    score = rate.percent + (0 if is_right else 2 if nodes == 500 else 15)
    won = round(100 * score)
    return PairCounts(two_wins=won, two_losses=10_000 - won)


def few(**changes: Any) -> Scale:
    return dataclasses.replace(
        scale("quick"), pace_matches={"pig": 2, "ewn": 2}, fresh_choice_matches=2, paces=(20, 60), **changes
    )


def setting(runner: Any, games: Sequence[Any], chosen: Scale) -> Setting:
    return Setting(games=games, solved_game=PIG, scale=chosen, seed=3, runner=runner, program=AS_PUBLISHED)


def test_the_pace_is_the_one_with_the_least_squared_distance() -> None:
    chosen = dataclasses.replace(scale("quick"), paces=(300, 500, 700, 1000))
    found = fit(PIG, chosen, runner=Scripted(scripted), seed=1)  # type: ignore[arg-type]
    assert [pace.nodes for pace in found.paces] == [300, 500, 700, 1000]
    assert found.nearest().nodes == 500
    assert found.nearest(is_twin).nodes == 300
    assert found.nearest(is_other).nodes == 700
    # Of mcts and dpw the winner plays on.
    assert {pace.choice.better("pig") for pace in found.paces} == {"mcts"}
    assert root_mean_square(found.nearest().bars) == pytest.approx(2, abs=0.01)
    assert found.paces[3].distance() == pytest.approx(7 * 15**2, rel=0.01)


def test_all_workers_find_the_same_to_the_last_digit() -> None:
    chosen = few(fresh_matches={"pig": 3, "ewn": 3})
    reports = []
    for workers in (1, 2):
        with Runner(workers=workers) as runner:
            games = [mcms.load("pig(goal=30)"), mcms.load("ewn")]
            reports.append(Evaluation(experiments=[PaceExperiment()], setting=setting(runner, games, chosen)).run())
    one, two = reports
    assert [markdown(dataclasses.replace(report, sections=report.sections[:-1])) for report in (one,)] == [
        markdown(dataclasses.replace(two, sections=two.sections[:-1]))
    ]
    assert one.manifest["replays"] == two.manifest["replays"]
    text = markdown(one)
    assert text.index("In two minutes") < text.index("How the pace was found") < text.index("How this was made")
    # EinStein würfelt nicht! is played with the evaluation that the paper most likely had.
    assert "ewn(evaluation=stones)" in text
    for replay in one.manifest["replays"][::5]:
        assert played_again(replay) == replay["games"]


def test_the_luck_is_taken_out_of_the_same_matches_of_a_solved_game() -> None:
    with Runner() as runner:
        chosen = few(fresh_matches={"pig": 40, "ewn": 2})
        measured = PaceExperiment().run(setting(runner, [PIG, mcms.load("ewn")], chosen))
        pig, ewn = measured
        again = without_luck(pig.fresh.bars, truth_of(PIG), records=runner.records)
    assert ewn.without_luck == ()
    assert pig.without_luck == again
    for found in again:
        low, high = found.bar.ends
        assert 2 * 196 * (found.score.standard_error or 0) < high - low
    summary, *_ = (sections := PaceExperiment().sections(measured))
    decided = [found.agreement for found in again if found.bar.published_direction]
    others = [bar.agreement for bar in ewn.fresh.bars if bar.published_direction]
    agree = (decided + others).count(Agreement.AGREES)
    assert any(f"{agree} of the {len(decided + others)} come out as published" in str(part) for part in summary.parts)
    assert [section.title for section in sections].count("Figure 2 without luck: pig") == 1
    # The part of a game that is not solved says nothing of luck.
    assert "without luck" not in markdown_of(PaceExperiment().sections((ewn,)))


def markdown_of(sections: Sequence[Section]) -> str:
    return " ".join(str(part) for section in sections for part in section.parts)


def test_the_last_run_has_seeds_of_its_own() -> None:
    met: list[Pairing] = []

    def meet(pairings: Sequence[Pairing], title: str) -> list[PairingResult]:
        met.extend(pairings)
        return scripted(pairings, title)

    chosen = dataclasses.replace(few(), fresh_matches={"pig": 7})
    unsolved = dataclasses.replace(setting(Scripted(meet), [PIG], chosen), solved_game=mcms.load("pig(goal=30)"))
    PaceExperiment().run(unsolved)
    assert {each.matches for each in met} == {2, 7}
    seeds = {each.seed for each in met if each.matches == 7}
    assert len(seeds) == 1
    assert seeds.isdisjoint(each.seed for each in met[: 2 * 8])


def test_alternatives_are_compared_with_the_game_without_them() -> None:
    chosen = few(alternative_matches={"pig": 2, "ewn": 2})
    with Runner() as runner:
        found = AlternativesExperiment().run(setting(runner, [mcms.load("ewn")], chosen))
    concerned = [each for each in ALTERNATIVES if "ewn" in each.games]
    assert [tried.title for tried in found] == [each.title for each in concerned]
    for tried, each in zip(found, concerned, strict=True):
        # One thing is changed: the evaluation, with its own pace, or an option of the searches at the same one.
        assert (tried.game == "ewn(evaluation=stones)") is bool(each.options)
        assert tried.played.nodes in ((pace_of_2013()["ewn"],) if each.options else (20, 60))
        assert tried.base.nodes == pace_of_2013()["ewn"]
    (section,) = AlternativesExperiment().sections(found)
    assert "more than these runs can show" in str(section.parts[0])


def test_games_get_the_paper_s_evaluations_unless_others_are_asked_for() -> None:
    games = [mcms.load(text) for text in ("pig", "ewn", "ewn(evaluation=race)")]
    assert [str(game) for game in pace_games(games)] == ["pig", "ewn(evaluation=stones)", "ewn(evaluation=race)"]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.parent.name)
def test_the_committed_reports_were_made_by_this_code(path: Path) -> None:
    """Each holds the first games of each pairing: played again they are the same, unless searches were changed since.

    A change of the golden signature is such a change, made on purpose; the report then stays what it says it is, one of
    its own commit.
    """
    manifest = json.loads(path.read_text(encoding="utf-8"))
    if _golden_signature_has_changed_since(manifest["commit"]):
        pytest.skip("the searches have changed on purpose since the report was made")
    assert len(manifest["replays"]) == 7 * len(manifest["games"])
    for replay in manifest["replays"]:
        assert played_again(replay) == replay["games"], replay


def _golden_signature_has_changed_since(commit: str) -> bool:
    path = "tests/golden/signature.json"
    command = ["git", "-C", str(ROOT), "show", f"{commit}:{path}"]
    then = subprocess.run(command, capture_output=True, check=False)
    return then.returncode == 0 and then.stdout != (ROOT / path).read_bytes()
