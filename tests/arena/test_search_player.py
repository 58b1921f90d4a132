"""Players that search: their limits, names and how they are stopped; limits as texts."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms.arena import SearchPlayer
from mcms.arena.search_player import GameStopped, stopped_by
from mcms.limit import parse_limit

PIG = mcms.load("pig")


def engine(text: str) -> SearchPlayer:
    made = mcms.player(text, PIG)
    assert isinstance(made, SearchPlayer)
    return made


def test_it_plays_what_the_search_finds() -> None:
    state = PIG.from_json({"scores": [50, 40], "turn_total": 12, "to_move": 0})
    for seed in range(5):
        found = mcms.search(PIG, state, "star2ss(width=3)", limit=mcms.Limit(depth=3), seed=seed)
        assert engine("star2ss(width=3)@depth=3").choose(PIG, state, seed) == found.action


def test_an_evaluation_of_its_own() -> None:
    """It searches the game with that evaluation, whichever the match is played with."""
    ewn = mcms.load("ewn")
    race = mcms.load("ewn(evaluation=race)")
    player = mcms.player("star2(evaluation=race)@depth=3", ewn)
    keeper = mcms.player("star2(evaluation=race,keep=true)@depth=3", ewn)
    assert isinstance(player, SearchPlayer)
    assert isinstance(keeper, SearchPlayer)
    differs = False
    for seed in range(20):
        state = ewn.resolve(ewn.initial_state(seed), "4")
        by_race, own = (mcms.search(game, state, "star2", limit=mcms.Limit(depth=3)) for game in (race, ewn))
        assert player.choose(ewn, state, seed) == by_race.action
        assert player.search(ewn, state, seed).value == by_race.value
        assert keeper.for_one_game().choose(ewn, state, seed) == by_race.action
        differs |= by_race.action != own.action
    assert differs
    with pytest.raises(mcms.InvalidOptionError, match="evaluation is 'race': expected none, since random_tree"):
        mcms.player("star2(evaluation=race)@depth=3", mcms.load("random_tree"))
    with pytest.raises(mcms.InvalidOptionError, match="expected one of distance, race"):
        mcms.player("star2(evaluation=rcae)@depth=3", ewn)


def test_own_limits_go_before_the_common_one() -> None:
    common = mcms.Limit(depth=5)
    assert mcms.player("star1", PIG, common).name == "star1@depth=5"
    assert mcms.player("star1@nodes=7", PIG, common).name == "star1@nodes=7"
    with pytest.raises(mcms.InvalidOptionError, match=r"player 'star1' lacks a limit: expected one as in star1@50ms"):
        mcms.player("star1", PIG)
    with pytest.raises(mcms.InvalidOptionError, match="has a limit: expected one only of an algorithm"):
        mcms.player("hold:20@50ms", PIG)


def test_limits_that_an_algorithm_cannot_keep_are_refused_at_once() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="no limit by simulations"):
        engine("star1@simulations=5")
    with pytest.raises(mcms.InvalidOptionError, match="no limit by depth"):
        engine("mcts@depth=5")


def test_cores_and_time() -> None:
    assert engine("star1@50ms").is_timed
    assert not engine("star1@depth=2").is_timed
    assert engine("mcts(threads=3)@50ms").cores == 3
    assert engine("star1@50ms").cores == 1


def test_a_stopped_search_ends_the_game() -> None:
    token = mcms.StopToken()
    with stopped_by(token):
        assert engine("star1@depth=2").choose(PIG, PIG.initial_state(), 0) == "roll"
        threading.Timer(0.05, token.stop).start()
        with pytest.raises(GameStopped):
            engine("exp@60s").choose(PIG, PIG.initial_state(), 0)
    assert engine("star1@depth=2").choose(PIG, PIG.initial_state(), 0) == "roll"


LIMITS = st.builds(
    lambda depth, nodes, ms, first, cpu: mcms.Limit(
        depth=depth, nodes=nodes, seconds=None if ms is None else ms / 1000, simulations=first, cpu_seconds=cpu
    ),
    st.none() | st.integers(1, 200),
    st.none() | st.integers(1, 2**62),
    st.none() | st.integers(1, 10**6) | st.sampled_from([0.001, 0.25, 1e-6]),
    st.integers(1, 2**32 - 1),
    st.none() | st.sampled_from([0.01, 1.5, 1e-7]),
)


@given(LIMITS)
def test_limits_read_back_as_they_are_written(limit: mcms.Limit) -> None:
    assert parse_limit(str(limit)) == limit


@pytest.mark.parametrize(
    "text", ["", "50", "ms", "-5ms", "5 minutes", "depth", "depth=", "depth=-1", "depth=1.5", "depth=2,depth=3",
             "1s,2ms", "0ms", "cpu=1s,cpu=2s", "cpu=5", "cpu=0ms", "depth=0", "nodes=1e6", "depth=2,",
             "1" * 30 + "s", "depth=" + "9" * 25, "nanms"],
)  # fmt: skip
def test_bad_limits(text: str) -> None:
    with pytest.raises(mcms.InvalidOptionError):
        parse_limit(text)
