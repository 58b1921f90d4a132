"""Pairings played to their end: resumed, decided early, interrupted, and always with the same result."""

import io
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

import mcms
from mcms.arena import (
    GameExecutor,
    Pairing,
    PairingResult,
    Progress,
    Records,
    Runner,
    SerialExecutor,
    ThreadExecutor,
    pairing,
    play_pairings,
)
from mcms.arena import executor as executor_module
from mcms.arena.executor import Finished, Job
from mcms.stats import Sprt, SprtDecision
from tests.arena.own_players import Heap, by_seed

PIG = mcms.load("pig(goal=30)")


def meetings(matches: int = 20) -> list[Pairing]:
    return [
        pairing(PIG, "star1@depth=2", "hold:2", matches=matches, seed=1),
        pairing(PIG, "hold:8", "hold:15", matches=matches, seed=1),
        pairing(Heap(), by_seed, "random", matches=matches, seed=1),
    ]


def totals(results: Iterable[PairingResult]) -> list[tuple[object, ...]]:
    return [(result.pairing.title, result.counts, result.decision) for result in results]


class Interrupted:
    """An executor that Ctrl-C ends after a number of games, which come one by one and last ones first."""

    workers = 1

    def __init__(self, games: int) -> None:
        self.games = games

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        for number, (meeting, slot) in enumerate(reversed(list(jobs))):
            if number == self.games:
                raise KeyboardInterrupt
            yield [(meeting, meeting.play(slot))]


@pytest.mark.parametrize("games", [0, 1, 7, 60])
def test_play_goes_on_where_it_was_interrupted(tmp_path: Path, games: int) -> None:
    path = tmp_path / "records.db"
    with pytest.raises(KeyboardInterrupt):
        play_pairings(meetings(), records=path, executor=Interrupted(games))
    with Records(path) as records:
        assert sum(len(records.scores(meeting)) for meeting in meetings()) == games
    seen: list[Progress] = []
    resumed = play_pairings(meetings(), records=path, executor=SerialExecutor(), on_progress=seen.append)
    assert totals(resumed) == totals(play_pairings(meetings(), executor=ThreadExecutor(2)))
    assert (seen[-1].played, seen[-1].left) == (120 - games, 0)


def test_what_is_all_recorded_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    first = play_pairings(meetings(3), records=path)
    assert totals(play_pairings(meetings(3), records=path, executor=Interrupted(0))) == totals(first)
    (shorter, *_) = play_pairings(meetings(2), records=path, executor=Interrupted(0))
    assert shorter.counts.pairs == 2


EXECUTORS: list[GameExecutor] = [SerialExecutor(), ThreadExecutor(1), ThreadExecutor(2), ThreadExecutor(4)]


def test_an_sprt_stops_early_with_the_same_result_at_any_number_of_workers() -> None:
    sprt = Sprt(elo0=0, elo1=60)
    decided = [totals(play_pairings(meetings(400), executor=executor, sprt=sprt)) for executor in EXECUTORS]
    assert all(found == decided[0] for found in decided)
    (_, counts, decision), *_ = decided[0]
    assert decision is SprtDecision.ACCEPT_H1
    assert counts.pairs < 400  # type: ignore[attr-defined]


def test_an_sprt_goes_on_in_the_same_records(tmp_path: Path) -> None:
    path, sprt = tmp_path / "records.db", Sprt(elo0=0, elo1=60)
    undecided = play_pairings(meetings(5)[:1], records=path, sprt=sprt)
    assert undecided[0].decision is SprtDecision.UNDECIDED
    resumed = play_pairings(meetings(400)[:1], records=path, sprt=sprt)
    assert totals(resumed) == totals(play_pairings(meetings(400)[:1], sprt=sprt, executor=SerialExecutor()))


def test_progress_counts_to_the_end() -> None:
    seen: list[Progress] = []
    play_pairings(meetings(), executor=ThreadExecutor(2), on_progress=seen.append)
    assert [progress.played for progress in seen] == sorted(progress.played for progress in seen)
    assert all(progress.played + progress.left == 120 for progress in seen)
    assert seen[-1].left == 0
    assert seen[-1].games_per_second > 0
    assert seen[-1].seconds_left == 0
    assert Progress(standings=(), played=0, left=9, seconds=0).seconds_left is None


def test_the_same_pairing_twice_is_refused() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="the pairing hold:8 – hold:15 is there twice"):
        play_pairings([*meetings()[1:2], *meetings()[1:2]])


def test_more_timed_searches_than_cores_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "cores", lambda: 2)
    with pytest.raises(mcms.InvalidOptionError, match="workers is 3: expected at most 2"):
        play_pairings([pairing(PIG, "star1@1ms", "random", matches=1)], executor=ThreadExecutor(3))


def test_the_end_of_a_person_s_input_ends_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    short = mcms.load("pig(goal=10)")
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 40))
    (result,) = play_pairings([pairing(short, "human", "hold:8", matches=1000)])
    assert 0 < result.counts.pairs < 40


def test_a_bad_player_s_error_leaves_finished_games(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    calls = iter(range(50))

    def fails_late(game: object, state: object, seed: int) -> object:
        if next(calls, None) is None:
            raise LookupError("lost my book")
        return by_seed(game, state, seed)  # type: ignore[arg-type]

    fails_late.identity = "fails late"  # type: ignore[attr-defined]
    meeting = pairing(Heap(), fails_late, "random", matches=1000)
    with pytest.raises(LookupError, match="lost my book"):
        play_pairings([meeting], records=path, executor=SerialExecutor())
    with Records(path) as records:
        finished = len(records.scores(meeting))
    assert 50 / 9 <= finished < 50  # it decides up to nine times a game


@pytest.mark.slow
@pytest.mark.parametrize("text", ["hold:20", "random", "mcts@simulations=8", "star1ss(width=2)@depth=1"])
def test_equal_players_are_equal(text: str) -> None:
    """At 99.9 %, over seeds and both orders: the intervals have 50 % in them."""
    from mcms.stats import paired_interval

    pig = mcms.load("pig(goal=40)")
    results = play_pairings([pairing(pig, text, text, matches=300, seed=seed) for seed in range(3)])
    for result in results:
        assert 0.5 in paired_interval(result.counts, 0.999)


def test_a_runner_plays_and_says_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "records.db"
    seen: list[Progress] = []
    with Runner(path, workers=1, on_progress=seen.append) as runner:
        played = runner.play(meetings(3), "a title")
        assert runner.workers == 1
    assert (seen[-1].title, seen[-1].left) == ("a title", 0)
    assert totals(played) == totals(play_pairings(meetings(3)))
    with Runner(path) as runner:
        assert [result.recorded for result in runner.play(meetings(3))] == [6, 6, 6]
