"""Threads and processes: the same games whoever plays them, and none lost with a worker."""

import os
import re
import sys
import threading
import types
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import mcms
from mcms.arena import ProcessExecutor, SerialExecutor, ThreadExecutor, executor_for, pairing
from mcms.arena import executor as executor_module
from mcms.arena.executor import Batches, cores, play_batch
from mcms.exceptions import PlayerError, WorkerError
from tests.arena.comparing import jobs_of, played_by
from tests.arena.own_players import Heap, Killer, by_seed, first_action, raises_lookup_error, raises_two_reasons

PIG = mcms.load("pig(goal=30)")
EWN = mcms.load("ewn")
PAIRINGS = (
    pairing(PIG, "star2ss(width=4)@depth=2", "random", matches=6, seed=1),
    pairing(EWN, "mcts@simulations=20", "exp@nodes=200", matches=3, seed=1),
    pairing(Heap(), by_seed, "random", matches=8),
)


@pytest.fixture(scope="module")
def expected() -> list[tuple[object, ...]]:
    return played_by(SerialExecutor(), jobs_of(*PAIRINGS))


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_threads_play_the_same_games(workers: int, expected: list[tuple[object, ...]]) -> None:
    assert played_by(ThreadExecutor(workers), jobs_of(*PAIRINGS)) == expected
    assert len(expected) == 2 * (6 + 3 + 8)


@pytest.mark.parametrize(
    "workers", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_processes_play_the_same_games(workers: int, expected: list[tuple[object, ...]]) -> None:
    assert played_by(ProcessExecutor(workers), jobs_of(*PAIRINGS)) == expected


def test_a_batch_that_takes_too_long_is_given_back_in_parts(
    expected: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = jobs_of(*PAIRINGS)
    assert len(play_batch(jobs)[0]) == len(jobs)
    monkeypatch.setattr(executor_module, "_LONGEST_BATCH_SECONDS", 0.0)
    assert len(play_batch(jobs)[0]) == 1
    assert played_by(ThreadExecutor(2), jobs) == expected


def test_batches_learn_how_long_games_take() -> None:
    batches = Batches(jobs_of(pairing(PIG, "random", "hold:8", matches=10_000)))
    sizes = []
    for _ in range(12):
        sizes.append(len(batches.next()))
        batches.took(sizes[-1], 1e-6 * sizes[-1])
    assert sizes[:4] == [1, 2, 4, 8]
    assert max(sizes) <= 500
    batches.took(10, 10.0)
    assert len(batches.next()) == 1


def test_the_end_of_the_games_is_the_end() -> None:
    assert list(ThreadExecutor(2).run([])) == []
    assert list(SerialExecutor().run([])) == []
    assert list(ProcessExecutor(2).run([])) == []


def threads_that_play() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("mcms-game")]


def test_closing_ends_searches_in_flight() -> None:
    """Each of these games would take an hour."""
    endless = pairing(PIG, "exp@600s", "exp@600s", matches=10)
    quick = pairing(PIG, "hold:8", "hold:9", matches=1)
    running = ThreadExecutor(2).run(jobs_of(quick, endless))
    next(running)
    assert threads_that_play()
    running.close()
    assert not threads_that_play()


def test_a_worker_that_dies_loses_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Everything that was in flight is played again, once."""
    meeting = pairing(PIG, Killer(str(tmp_path), deaths=1), "random", matches=20)
    played = played_by(ProcessExecutor(2), jobs_of(meeting))
    assert len(os.listdir(tmp_path)) == 1
    assert played == played_by(SerialExecutor(), jobs_of(meeting))  # its deaths are used up
    assert len(played) == 40
    (message,) = caplog.messages
    assert re.fullmatch(r"a worker died: the \d+ games in flight are played again", message)


@pytest.mark.slow
def test_a_worker_that_always_dies_is_given_up(tmp_path: Path) -> None:
    harmless = pairing(PIG, "hold:8", "random", matches=3)
    deadly = pairing(PIG, Killer(str(tmp_path), deaths=1000), "random", matches=3)
    with pytest.raises(WorkerError, match="the workers died 3 times with the same games: expected"):
        played_by(ProcessExecutor(1), jobs_of(harmless, deadly))


def test_a_pool_that_breaks_while_it_is_fed_loses_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool may notice the death of a worker first when it is given the next games."""
    submit, refusals = ThreadExecutor.submit, iter([False, True, False, True])

    def breaks(self: ThreadExecutor, pool: object, jobs: list[executor_module.Job]) -> object:
        if next(refusals, False):
            raise BrokenProcessPool
        return submit(self, pool, jobs)  # type: ignore[arg-type]

    jobs = jobs_of(PAIRINGS[0])
    expected = played_by(SerialExecutor(), jobs)
    monkeypatch.setattr(ThreadExecutor, "submit", breaks)
    assert played_by(ThreadExecutor(1), jobs) == expected


def test_errors_of_players_arrive_as_they_are() -> None:
    for executor in (SerialExecutor(), ThreadExecutor(2), ProcessExecutor(1)):
        with pytest.raises(LookupError, match="lost my book"):
            played_by(executor, jobs_of(pairing(PIG, raises_lookup_error, "random", matches=2)))


def test_an_error_that_cannot_travel_is_put_into_words() -> None:
    with pytest.raises(PlayerError, match=r"raised TwoReasonsError \(one and other\)"):
        played_by(ProcessExecutor(1), jobs_of(pairing(PIG, raises_two_reasons, "random", matches=1)))


def test_the_executor_suits_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "cores", lambda: 8)

    def chosen(a: object, game: object = PIG, workers: int | None = None) -> tuple[type, int]:
        made = executor_for([pairing(game, a, "random", matches=1)], workers)  # type: ignore[arg-type]
        return type(made), made.workers

    assert chosen("star1@depth=2") == (ThreadExecutor, 8)
    assert chosen("mcts(threads=3)@simulations=9") == (ThreadExecutor, 2)
    assert chosen("hold:8") == (ProcessExecutor, 8)
    assert chosen(first_action, Heap()) == (ProcessExecutor, 8)
    assert chosen(lambda *_: "roll") == (ThreadExecutor, 8)  # no other process could be told
    assert chosen("hold:8", workers=3) == (ProcessExecutor, 3)
    assert chosen("hold:8", workers=1) == (SerialExecutor, 1)
    assert chosen("human") == (SerialExecutor, 1)
    with pytest.raises(mcms.InvalidOptionError, match="workers is 2: expected 1, since a person"):
        chosen("human", workers=2)


def test_what_was_typed_at_a_prompt_stays_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "cores", lambda: 8)
    prompt = types.ModuleType("__main__")
    exec("def typed(game, state, seed): return game.actions(state)[0]", prompt.__dict__)
    monkeypatch.setitem(sys.modules, "__main__", prompt)
    assert type(executor_for([pairing(PIG, prompt.typed, "random", matches=1)])) is ThreadExecutor
    assert type(executor_for([pairing(PIG, "hold:8", "random", matches=1)])) is ProcessExecutor


def test_timed_players_never_share_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_module, "cores", lambda: 4)
    timed = [pairing(PIG, "star1@5ms", "random", matches=1)]
    assert executor_for(timed).workers == 4
    with pytest.raises(mcms.InvalidOptionError, match=r"workers is 5: expected at most 4, .* 1 of the 4 cores each"):
        executor_for(timed, 5)
    with pytest.raises(mcms.InvalidOptionError, match="workers is 3: expected at most 2"):
        executor_for([pairing(PIG, "mcts(threads=2)@5ms", "random", matches=1)], 3)
    assert executor_for([pairing(PIG, "star1@depth=2", "random", matches=1)], 9).workers == 9


@pytest.mark.parametrize("workers", [0, -1, 10_001, True])
def test_bad_numbers_of_workers(workers: int) -> None:
    for make in (ThreadExecutor, ProcessExecutor, lambda n: executor_for([PAIRINGS[0]], n)):
        with pytest.raises(mcms.InvalidOptionError, match="workers"):
            make(workers)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no way to take cores from a process")
def test_cores_are_those_that_the_process_may_use() -> None:
    mine = os.sched_getaffinity(0)
    assert cores() == len(mine)
    try:
        os.sched_setaffinity(0, {min(mine)})
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, mine)
