"""Pairings: two games a match, seats swapped, a seed for each match and for no other."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms.arena import FunctionPlayer, Pairing, SearchPlayer, Slot, pairing
from mcms.arena.identity import game_text
from mcms.arena.player import as_player
from tests.arena.own_players import Heap, Named, by_seed, first_action, last_action

PIG = mcms.load("pig(goal=30)")


def test_a_match_is_two_games_with_the_seats_swapped() -> None:
    meeting = pairing(PIG, "hold:8", "hold:20", matches=3)
    assert [(slot.match, slot.leg) for slot in meeting.slots()] == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    first, second = (meeting.play(Slot(match=1, leg=leg)) for leg in (0, 1))
    assert first.seed == second.seed == meeting.match_seed(1)
    assert first.score_a == first.played.score
    assert second.score_a == 1 - second.played.score


def test_the_same_player_on_both_sides_splits_every_match() -> None:
    """Both games of a match see the same luck, so a player without randomness repeats the game from the other seat."""
    meeting = pairing(PIG, "hold:15", "hold:15", matches=30)
    for match in range(meeting.matches):
        games = [meeting.play(Slot(match=match, leg=leg)) for leg in (0, 1)]
        assert games[0].played.moves == games[1].played.moves
        assert games[0].score_a + games[1].score_a == 1


def test_each_match_of_each_pairing_has_its_own_seed() -> None:
    texts = ["hold:8", "hold:15", "hold:20", "random"]
    players = [mcms.player(text, PIG) for text in texts]
    meetings = [
        Pairing(game=game, a=a, b=b, matches=50, seed=seed)
        for game in (PIG, mcms.load("pig(goal=31)"))
        for seed in (0, 1)
        for a in players
        for b in players
    ]
    seeds = [meeting.match_seed(match) for meeting in meetings for match in range(meeting.matches)]
    assert len(set(seeds)) == len(seeds)
    games = [meetings[1].play(Slot(match=match, leg=0)).played.moves for match in range(50)]
    assert len(set(games)) == 50


def test_seeds_never_change() -> None:
    """Records of a year ago go on from where they stand."""
    assert pairing(mcms.load("pig"), "hold:20", "hold:25", matches=1, seed=7).match_seed(3) == 5360025409813949053


@given(st.integers(0, 2**64 - 1), st.integers(0, 10**9))
def test_match_seeds_have_64_bits(seed: int, match: int) -> None:
    assert 0 <= pairing(PIG, "hold:8", "hold:20", matches=1, seed=seed).match_seed(match) < 2**64


def test_identity_knows_all_options() -> None:
    def identity(a: Any, game: Any = PIG, seed: int = 0, **more: Any) -> tuple[str, ...]:
        return pairing(game, a, "random", matches=1, seed=seed, **more).identity

    limit = mcms.Limit(depth=2)
    different = [
        identity("star1@depth=2"),
        identity("star1@depth=3"),
        identity("star1(prune_from=0)@depth=2"),
        identity(SearchPlayer(algorithm=mcms.Star1(table_bounds=True), limit=limit, label="star1")),
        identity("star1@depth=2", seed=1),
        identity("star1@depth=2", game=mcms.load("pig(goal=31)")),
        identity("hold:8"),
        identity("hold:9"),
        identity(first_action),
        identity(last_action),
        identity(first_action, game=Heap(7)),
        identity(first_action, game=Heap(8)),
    ]
    assert len(set(different)) == len(different)
    assert identity("star1@depth=2") == identity("star1", limit=limit)


def test_games_by_their_text() -> None:
    class Plain:
        pass

    assert game_text(mcms.load("pig(goal=30)")) == "pig(goal=30)"
    assert game_text(Heap(7)) == "tests.arena.own_players:Heap(size=7)"
    assert game_text(Plain()).endswith(":test_games_by_their_text.<locals>.Plain")


def test_pairings_travel() -> None:
    meeting = pairing(PIG, "star1@depth=2", by_seed, matches=2)
    copy = pickle.loads(pickle.dumps(meeting))
    slot = Slot(match=1, leg=1)
    assert copy.identity == meeting.identity
    assert copy.play(slot).played.moves == meeting.play(slot).played.moves


@pytest.mark.parametrize("matches", [0, -1, 10**9 + 1, True, 1.5])
def test_bad_numbers_of_matches(matches: Any) -> None:
    with pytest.raises(mcms.InvalidOptionError, match="matches"):
        pairing(PIG, "random", "hold:8", matches=matches)


@pytest.mark.parametrize("seed", [-1, 2**64, "x"])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(mcms.InvalidOptionError, match="seed"):
        pairing(PIG, "random", "hold:8", matches=1, seed=seed)


def test_players_of_every_description() -> None:
    limit = mcms.Limit(depth=2)
    assert as_player("hold:8", PIG, None).name == "hold:8"
    assert as_player(mcms.Star1(), PIG, limit).name == "star1@depth=2"
    assert as_player(Named(1), PIG, None) == Named(1)
    assert as_player(first_action, PIG, None) == FunctionPlayer(first_action)
    with pytest.raises(mcms.InvalidOptionError, match="lacks a limit"):
        as_player(mcms.Star1(), PIG, None)
    with pytest.raises(mcms.InvalidOptionError, match="player is 3: expected a text"):
        as_player(3, PIG, None)  # type: ignore[arg-type]
