"""The bidder: it does what its description says, and wins against random play."""

import pickle
import random

import pytest

import mcms
from mcms.games.ra_players import Bidder
from tests.games.ra_scenes import RA, after, player, scene

BIDDER = mcms.player("bidder", RA)


def first_wins(players: tuple[mcms.Player, mcms.Player], seed: int) -> bool:
    rng = random.Random(seed)
    state = RA.initial_state(seed)
    while (turn := RA.turn(state)) is not mcms.Turn.OVER:
        if turn is mcms.Turn.CHANCE:
            outcomes = RA.outcomes(state)
            state = RA.resolve(state, rng.choices([name for name, _ in outcomes], [p for _, p in outcomes])[0])
        else:
            chooser = players[turn is mcms.Turn.SECOND]
            state = RA.play(state, chooser.choose(RA, state, rng.getrandbits(64)))
    return RA.utility(state) > 0


def test_it_beats_random_play() -> None:
    """100 games in either seat; the chance of 180 wins of 200 by luck is below 1e-30."""
    lucky = mcms.player("random", RA)
    wins = sum(first_wins((BIDDER, lucky), seed) for seed in range(100))
    wins += sum(not first_wins((lucky, BIDDER), seed) for seed in range(100))
    assert wins >= 180


def choice(state: mcms._core.RaState) -> str:
    chosen = BIDDER.choose(RA, state, 0)
    assert chosen in RA.actions(state)
    return str(chosen)


RICH = {"gold": 2, "civilization_1": 1, "civilization_2": 1, "civilization_3": 1, "flood": 1}


def test_bids() -> None:
    assert choice(after(scene(track=RICH), "invoke")) == "bid:3"
    assert choice(after(scene(track=RICH), "invoke", "bid:3")) == "bid:5"
    assert choice(after(scene(track={"nile": 1}, ra_track=1), "draw", "ra")) == "pass"
    assert choice(after(scene(track={"funeral": 1, "unrest": 1}), "invoke", "pass")) == "bid:2"


def test_calls() -> None:
    assert choice(scene(track=RICH)) == "invoke"
    assert choice(scene(track={"nile": 1})) == "draw"
    fair = {"gold": 1, "nile": 1}
    last_sun = {"first": player([2], [9, 6, 5]), "track": fair}
    assert choice(scene(**last_sun, ra_track=0)) == "draw"
    assert choice(scene(**last_sun, ra_track=5)) == "invoke"


def test_gods_and_discards() -> None:
    god = player([9, 6, 5, 2], god=1, civilization_1=1, civilization_2=1)
    assert choice(scene(first=god, track={"civilization_3": 1, "nile": 1})) == "god:civilization_3"
    assert choice(scene(first=god, track={"nile": 1})) == "draw"
    assert choice(after(scene(first=god | {"tiles": {"god": 2}}, track={"gold": 1, "nile": 1}), "god:gold")) == "done"
    discarding = scene(
        phase="discard", to_move=1, caller=0, centre_sun=8, pending_discards=["unrest"],
        second=player([7, 4, 3], [1], civilization_1=2, civilization_2=1, civilization_3=1),
    )  # fmt: skip
    assert choice(discarding) == "discard:civilization_1"


def test_its_name_is_read_back() -> None:
    assert isinstance(BIDDER, mcms.Player)
    assert mcms.player(BIDDER.name, RA) == BIDDER == Bidder()
    assert pickle.loads(pickle.dumps(BIDDER)) == BIDDER
    with pytest.raises(mcms.UnknownNameError, match="expected one of random, human, bidder"):
        mcms.player("bider", RA)


def test_states_that_do_not_fit() -> None:
    tree = mcms.RandomTree()
    with pytest.raises(mcms.InvalidStateError, match="bidder plays only Ra"):
        BIDDER.choose(tree, tree.initial_state(1), 0)
    with pytest.raises(mcms.GameOverError):
        BIDDER.choose(RA, scene(phase="over", epoch=3, to_move=None), 0)
    with pytest.raises(mcms.IllegalMoveError):
        BIDDER.choose(RA, scene(phase="drawing"), 0)
