"""Ra played at random: what holds in every state, the rules page's statistics, hashes, conformance."""

import math
import random
import statistics
from collections.abc import Iterator
from typing import Any

import pytest
from mcms._core import RaPhase

import mcms
from mcms import Ra, _core
from mcms.games.ra_json import DISASTERS, INDEX, SUPPLY
from tests.games.ra_scenes import RA, State

CORE = RA.core
OVER, CHANCE = 3, 2
ALL_SUNS = sum(1 << sun for sun in range(1, 10))
SUPPLY_LIST = _core.ra_supply()


def choose(actions: list[str], rng: random.Random, drawing: float | None) -> str:
    """Uniform, or a draw with a given probability where legal and otherwise uniform over the rest."""
    if drawing is None or "draw" not in actions or len(actions) == 1:
        return rng.choice(actions)
    if rng.random() < drawing:
        return "draw"
    return rng.choice([action for action in actions if action != "draw"])


def walk(seed: int, drawing: float | None = None, game: Any = CORE) -> Iterator[tuple[State, str]]:
    """Every state of a random game, with the move made in it; the last one with none."""
    rng = random.Random(seed)
    state = game.initial_state(seed)
    while (turn := game.turn(state)) != OVER:
        if turn == CHANCE:
            outcomes = game.outcomes(state)
            move = rng.choices([name for name, _ in outcomes], [p for _, p in outcomes])[0]
            yield state, move
            state = game.resolve(state, move)
        else:
            move = choose(game.actions(state), rng, drawing)
            yield state, move
            state = game.play(state, move)
    yield state, ""


def check_state(state: State) -> list[int]:
    """Check what holds in every state and return how many tiles of each kind are in play."""
    suns = [*state.suns, *state.used_suns, 1 << state.centre_sun]
    assert sum(suns) == ALL_SUNS  # each of the nine is in one place
    assert all((state.suns[p] | state.used_suns[p]).bit_count() == 4 for p in (0, 1))
    assert min(state.points) >= 0
    assert 0 <= state.ra_track <= 5
    if state.phase not in (RaPhase.discard, RaPhase.over):
        assert state.suns[state.to_move]
    if state.phase not in (RaPhase.bid, RaPhase.discard):
        assert (state.caller, state.voluntary, state.bid) == (0, False, 0)
    bag, track, tiles = _core.ra_bag(state), _core.ra_auction_track(state), _core.ra_tiles(state)
    assert sum(track) == state.track_total <= 8
    assert sum(bag) == state.bag_total
    total = [sum(counts) for counts in zip(bag, track, *tiles, strict=True)]
    total[INDEX["ra"]] += state.ra_track
    return total


def check_step(before: State, move: str, after: State, total_before: list[int], total: list[int]) -> None:
    """Check what a move may change."""
    same_epoch = after.epoch == before.epoch and after.phase is not RaPhase.over
    assert after.epoch - before.epoch in (0, 1)
    assert all(now <= then for now, then in zip(total, total_before, strict=True))
    if same_epoch:
        assert after.points == before.points
        if before.phase is RaPhase.drawing or move in ("draw", "invoke", "done"):
            assert total == total_before
        if move.startswith("god:"):
            gone = [then - now for now, then in zip(total, total_before, strict=True)]
            assert gone[INDEX["god"]] == sum(gone) == 1
    else:
        assert after.phase in (RaPhase.main, RaPhase.over)
        assert (after.used_suns, after.ra_track, after.track_total) == ([0, 0], 0, 0)
        assert before.ra_track == 5 or not any(before.suns) or sum(map(int.bit_count, before.suns)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("drawing", [None, 0.85])
def test_what_holds_in_every_state(drawing: float | None) -> None:
    """1,200 games in all, over 100,000 states, each of which is also looked at on its own."""
    phases: set[RaPhase] = set()
    for seed in range(600):
        before, move, total_before = None, "", SUPPLY_LIST
        for state, next_move in walk(seed, drawing):
            total = check_state(state)
            if before is not None:
                check_step(before, move, state, total_before, total)
            phases.add(state.phase)
            before, move, total_before = state, next_move, total
        assert before is not None
        assert before.phase is RaPhase.over
        assert before.epoch == 3
        assert before.bag_total >= 12
    assert phases == set(RaPhase)


def test_what_is_carried_along_is_what_it_would_be_worked_out_to() -> None:
    """The lead, totals and track_worth of a state read from JSON are worked out afresh."""
    for seed in range(60):
        for state, _ in walk(seed, 0.7):
            assert RA.from_json(RA.to_json(state)) == state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("drawing", "decisions", "decisions_error", "draws"), [(None, 86.2, 0.4, 21.0), (0.85, 133.8, 0.8, 71.9)]
)
def test_random_play_of_the_rules_page(
    drawing: float | None, decisions: float, decisions_error: float, draws: float
) -> None:
    games = 2_000
    counts = []
    for seed in range(games):
        phases = [state.phase for state, _ in walk(1_000_000 + seed, drawing)]
        drawn = phases.count(RaPhase.drawing)
        counts.append((len(phases) - drawn - 1, drawn))
    for found, expected, page_error in zip(
        zip(*counts, strict=True), (decisions, draws), (decisions_error, decisions_error), strict=True
    ):
        error = statistics.stdev(found) / math.sqrt(games)
        assert statistics.mean(found) == pytest.approx(expected, abs=4 * error + page_error)


@pytest.mark.slow
def test_hashes_differ() -> None:
    """Over 100,000 distinct states of random games, told apart by all they are made of."""
    hashes: set[int] = set()
    states: set[int] = set()
    seed = 0
    while len(states) < 100_000:
        for state, _ in walk(seed, 0.85 if seed % 2 else None):
            hashes.add(CORE.hash(state))
            states.add(hash(tuple(map(str, state.as_dict().values()))))
        seed += 1
    assert len(hashes) == len(states)


def test_hashes_of_neighbours_differ() -> None:
    """States of play and all that follow them, which differ in little: a weak hash would mix up some."""
    states = set()
    for seed in range(25):
        for state, _ in walk(seed):
            if CORE.turn(state) == 2:
                states |= {CORE.resolve(state, outcome) for outcome, _ in CORE.outcomes(state)}
            else:
                states |= {CORE.play(state, action) for action in CORE.actions(state)}
    assert len({CORE.hash(state) for state in states}) == len(states) > 5000


@pytest.mark.parametrize("ra", [Ra(), Ra(gods=False)], ids=str)
def test_conformance(ra: Ra) -> None:
    seen = mcms.check_game(ra, games=30)
    assert seen.games == 30
    assert seen.chance_nodes > 300
    assert 1 < seen.mean_actions < 10


def test_without_gods_no_god_action_is_ever_legal() -> None:
    off = Ra(gods=False).core
    for seed in range(40):
        for state, _ in walk(seed, 0.8, off):
            assert state.phase is not RaPhase.god
            assert not any(action.startswith(("god:", "done")) for action in off.actions(state))


def test_sampling_draws_each_tile_as_often_as_it_is_there() -> None:
    """A sampled search at a chance node sees the bag's proportions: its value is near the exact one."""
    drawing = RA.play(RA.initial_state(), "draw")
    exact = mcms.prove(RA, drawing, "exp", depth=1).lower
    values = [
        mcms.prove(RA, drawing, mcms.Expectimax(chance=mcms.Sampled(200)), depth=1, seed=seed).lower
        for seed in range(50)
    ]
    error = statistics.stdev(values) / math.sqrt(len(values))
    assert statistics.mean(values) == pytest.approx(exact, abs=4 * error)


def test_disasters_are_never_held() -> None:
    for seed in range(100):
        for state, _ in walk(seed, 0.85):
            for tiles in _core.ra_tiles(state):
                assert not any(tiles[INDEX[kind]] for kind in (*DISASTERS, "ra"))
    assert SUPPLY["unrest"] == 4
