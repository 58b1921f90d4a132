"""When sampling pays: which games, whom they meet, and the one result that nobody doubts."""

import dataclasses

import mcms
from mcms.arena import Records, Runner
from mcms.paper.sampling import games_for_sampling, sampling, sampling_section
from mcms.paper.scale import scale
from mcms.paper.twins import TWINS


def test_a_game_with_a_poor_evaluation_comes_twice() -> None:
    games = [mcms.load(name) for name in ("pig", "ewn", "ra")]
    assert [str(game) for game in games_for_sampling(games)] == ["pig", "ewn", "ewn(evaluation=stones)", "ra"]
    other = [mcms.load("ewn(evaluation=race)")]
    assert games_for_sampling(other) == other


def test_the_second_level_decides_cant_stop() -> None:
    few = dataclasses.replace(scale("quick"), work=(300,), work_matches=12, levels=1)
    with Records(":memory:") as records:
        found = sampling([mcms.load("cant_stop")], few, runner=Runner(records), seed=1)
        assert found == sampling([mcms.load("cant_stop")], few, runner=Runner(records), seed=1)
    assert [point.names for point in found.work] == list(TWINS)
    for point in found.work:
        # Sampled, the second level fits into so few nodes.
        assert point.result.interval.low > 0.5
        assert [str(player.limit) for player in point.result.pairing.engines] == ["nodes=300"] * 2
    (level,) = found.levels
    assert level.deeper.interval.low > 0.75
    assert level.deeper.pairing.title == "star2@depth=2 – star2@depth=1"
    assert level.sampled.pairing.title == "star2ss@depth=1 – star2@depth=1"
    tables = [part for part in sampling_section(found).parts if not isinstance(part, str)]
    assert [table.name for table in tables] == ["equal_work", "claim_at_equal_work", "equal_work", "levels"]
    (plain, poor) = found.claims()
    assert (plain.above, plain.surely_above, plain.surely_below) == (3, 3, 0)
    assert poor.points == plain.points


def test_a_claim_counts_each_game_once() -> None:
    few = dataclasses.replace(scale("quick"), work=(50, 100), work_matches=1, levels=1)
    with Records(":memory:") as records:
        found = sampling([mcms.load("ewn"), mcms.load("pig")], few, runner=Runner(records), seed=1)
    claims = {(claim.poorly_evaluated, claim.nodes): claim for claim in found.claims()}
    assert len(claims) == 4
    for (poorly, nodes), claim in claims.items():
        ewn = "ewn(evaluation=stones)" if poorly else "ewn"
        assert [point.game for point in claim.points] == [ewn] * 3 + ["pig"] * 3
        assert all(point.nodes == nodes for point in claim.points)
