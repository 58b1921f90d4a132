"""The luck of a match: the same in both games, fair, and nothing a player can see coming."""

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcms
from mcms.arena import luck as luck_module
from mcms.arena import play_game
from mcms.arena.luck import Luck, chance_kind
from mcms.arena.seeds import derive
from mcms.game import AnyGame, Turn
from tests.arena.own_players import Heap, by_seed

SEEDS = st.integers(0, 2**64 - 1)


def rolling(game: AnyGame) -> Any:
    return game.play(game.initial_state(0), "roll")


@given(SEEDS, st.lists(st.sampled_from(["first", "second"]), max_size=12))
def test_each_kind_has_its_own_numbers(seed: int, kinds: list[str]) -> None:
    """What one seat rolls does not depend on how often the other rolled in between."""
    pig = mcms.load("pig")
    state, mixed, alone = rolling(pig), Luck(seed), {kind: Luck(seed) for kind in kinds}
    for kind in kinds:
        assert mixed.draw(pig, state, kind) == alone[kind].draw(pig, state, kind)


def test_outcomes_come_as_often_as_their_probability_says() -> None:
    pig = mcms.load("pig")
    state = rolling(pig)
    outcomes = dict(pig.outcomes(state))
    draws = 20_000
    luck = Luck(11)
    seen = Counter(luck.draw(pig, state, "first") for _ in range(draws))
    assert set(seen) <= set(outcomes)
    for outcome, share in outcomes.items():
        assert abs(seen[outcome] - draws * share) < 5 * (draws * share * (1 - share)) ** 0.5


def test_the_last_outcome_takes_what_rounding_leaves() -> None:
    class Rounded:
        def outcomes(self, state: Any) -> list[tuple[str, float]]:
            return [("a", 0.0), ("b", 0.0)]

    assert Luck(1).draw(Rounded(), None, "first") == "b"  # type: ignore[arg-type]


def test_kinds_are_those_who_moved_last() -> None:
    assert len({chance_kind(turn) for turn in (Turn.FIRST, Turn.SECOND, Turn.CHANCE)}) == 3


def test_both_games_of_a_match_see_the_same_luck() -> None:
    """Also where the seats roll a different number of times: the k-th roll of a seat is its k-th roll."""
    pig = mcms.load("pig")
    short, long = mcms.player("hold:8", pig), mcms.player("hold:30", pig)
    games = [play_game(pig, seats, seed=5, leg=leg) for leg, seats in enumerate([(short, long), (long, short)])]
    rolls = [rolls_by_seat(pig, game.moves) for game in games]
    for seat in (Turn.FIRST, Turn.SECOND):
        both = min(len(rolls[0][seat]), len(rolls[1][seat]))
        assert both > 5
        assert rolls[0][seat][:both] == rolls[1][seat][:both]
    assert len(rolls[0][Turn.FIRST]) != len(rolls[1][Turn.FIRST])


def rolls_by_seat(game: AnyGame, moves: tuple[str, ...]) -> dict[Turn, list[str]]:
    rolls: dict[Turn, list[str]] = {Turn.FIRST: [], Turn.SECOND: []}
    state, last = game.initial_state(0), Turn.FIRST
    for move in moves:
        turn = Turn(game.turn(state))
        if turn is Turn.CHANCE:
            rolls[last].append(move)
            state = game.resolve(state, move)
        else:
            last, state = turn, game.play(state, move)
    return rolls


class Spy:
    """Writes down all that a player is given, by seat and number of the decision."""

    name = "spy"

    def __init__(self) -> None:
        self.seeds: dict[tuple[str, int], int] = {}
        self.decisions: Counter[str] = Counter()

    def choose(self, game: AnyGame, state: Any, seed: int) -> Any:
        seat = str(game.turn(state))
        self.seeds[seat, self.decisions[seat]] = seed
        self.decisions[seat] += 1
        return by_seed(game, state, seed)


def spied(game: AnyGame, seed: int) -> tuple[Spy, tuple[str, ...]]:
    spy = Spy()
    return spy, play_game(game, (spy, spy), seed=seed).moves


def other_luck(seed: int, *path: object) -> int:
    return derive(seed, "another", *path) if path[0] == "luck" else derive(seed, *path)


@pytest.mark.parametrize("game", [mcms.load("pig(goal=30)"), mcms.load("random_tree"), Heap()], ids=str)
def test_other_luck_changes_no_seed_and_no_choice_before_it(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [spied(game, seed) for seed in range(40)]
    monkeypatch.setattr(luck_module, "derive", other_luck)
    after = [spied(game, seed) for seed in range(40)]
    assert [moves for _, moves in before] != [moves for _, moves in after]
    assert [moves[0] for _, moves in before] == [moves[0] for _, moves in after]
    for (one, _), (other, _) in zip(before, after, strict=True):
        shared = one.seeds.keys() & other.seeds.keys()
        assert ("first", 0) in shared
        assert all(one.seeds[decision] == other.seeds[decision] for decision in shared)


class KeepsItsSeed(mcms.Pig):
    """A game whose states might tell the seed they were drawn by."""

    def initial_state(self, seed: int = 0) -> Any:
        object.__setattr__(self, "given", seed)
        return super().initial_state(seed)


def test_nothing_a_player_sees_leads_to_the_luck() -> None:
    """Neither its seeds nor that of the start foretell the dice by the luck's own formula."""
    pig = KeepsItsSeed()
    state = rolling(pig)
    hits = guesses = 0
    for seed in range(150):
        spy, moves = spied(pig, seed)
        seen = {*spy.seeds.values(), pig.given}  # type: ignore[attr-defined]
        assert seed not in seen
        rolled = rolls_by_seat(pig, moves)[Turn.FIRST][:3]
        for guess in seen:
            luck = Luck(guess)
            hits += [luck.draw(pig, state, "first") for _ in rolled] == rolled
            guesses += 1
    by_chance = guesses * sum(p * p for _, p in pig.outcomes(state)) ** 3
    assert guesses > 2000
    assert hits < by_chance + 5 * by_chance**0.5


def test_the_true_seed_would_foretell_it() -> None:
    """The guesses above are made the right way: with the match's seed they all hit."""
    pig = mcms.load("pig")
    for seed in range(20):
        _, moves = spied(pig, seed)
        rolled = rolls_by_seat(pig, moves)[Turn.FIRST][:3]
        luck = Luck(seed)
        assert [luck.draw(pig, rolling(pig), "first") for _ in rolled] == rolled


def test_player_streams_differ_by_leg_seat_and_decision() -> None:
    places = itertools.product(range(5), (0, 1), (Turn.FIRST, Turn.SECOND), range(10))
    seeds = {luck_module.player_seed(*place) for place in places}
    assert len(seeds) == 5 * 2 * 2 * 10
    assert not seeds & {luck_module.start_seed(seed) for seed in range(5)}
