"""Games on a Ray cluster: the same as anywhere else, also when a machine dies in the middle."""

import importlib.util
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import Records, SerialExecutor, pairing, play_pairings
from mcms.arena.cluster import RayExecutor
from mcms.paper.estimates import Estimation, Trial, search_player
from tests.arena.comparing import jobs_of, played_by
from tests.arena.own_players import Heap, Killer, Slow, by_seed, raises_lookup_error
from tests.patience import PATIENCE

ray: Any = pytest.importorskip("ray")
pytestmark = pytest.mark.slow

PIG = mcms.load("pig(goal=30)")
STORE_BYTES = 80 * 2**20


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that plays nothing, and two machines with a core each."""
    from ray.cluster_utils import Cluster

    folder = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # sockets are in it, whose paths have to be short
    with pytest.MonkeyPatch.context() as patch:
        # Ray notes its address in the folder `ray` of this one, whatever `temp_dir` says, and does not make it.
        patch.setenv("RAY_TMPDIR", str(folder))
        (folder / "ray").mkdir()
        made: Any = Cluster(
            initialize_head=True,
            head_node_args={
                "num_cpus": 0, "object_store_memory": STORE_BYTES, "include_dashboard": False, "wait": False,
            },
        )  # fmt: skip
        made.machines = [made.add_node(num_cpus=1, object_store_memory=STORE_BYTES, wait=False) for _ in range(2)]
        made.wait_for_nodes(PATIENCE)
        try:
            yield made
        finally:
            ray.shutdown()
            made.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


def test_the_same_games_as_anywhere(cluster: Any) -> None:
    pairings = (
        pairing(PIG, "star2ss(width=4)@depth=2", "random", matches=6, seed=1),
        pairing(Heap(), by_seed, "random", matches=8),
    )
    executor = RayExecutor(cluster.address)
    assert executor.workers == 2
    assert played_by(executor, jobs_of(*pairings)) == played_by(SerialExecutor(), jobs_of(*pairings))
    with pytest.raises(LookupError, match="lost my book"):
        played_by(executor, jobs_of(pairing(PIG, raises_lookup_error, "random", matches=2)))
    assert RayExecutor(cluster.address, workers=1).workers == 1
    assert RayExecutor(cluster.address, workers=50).workers == 2


def test_the_same_estimates_as_anywhere(cluster: Any) -> None:
    estimation = Estimation(game=PIG, engine=search_player("expss(width=4)", PIG, mcms.Limit(depth=2)), seed=2)
    jobs = [(estimation, Trial(state=PIG.initial_state(), run=run)) for run in range(6)]

    def values(executor: Any) -> list[tuple[int, float, str]]:
        finished = (estimate for batch in executor.run(iter(jobs)) for _, estimate in batch)
        return sorted((estimate.trial.run, estimate.value, estimate.action) for estimate in finished)

    assert values(RayExecutor(cluster.address)) == values(SerialExecutor())


def test_games_lost_with_their_worker_are_played_again_and_that_is_said(
    cluster: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    meeting = pairing(PIG, Killer(str(tmp_path), deaths=1), "random", matches=10)
    played = played_by(RayExecutor(cluster.address), jobs_of(meeting))
    assert played == played_by(SerialExecutor(), jobs_of(meeting))  # its deaths are used up
    messages = [record.getMessage() for record in caplog.records if record.name.startswith("mcms")]
    assert any(
        re.fullmatch(r"a machine of the cluster died \(\w+\): the \d+ games .* again", each) for each in messages
    )


def test_a_machine_that_dies_loses_no_game_and_counts_none_twice(cluster: Any, tmp_path: Path) -> None:
    meeting = pairing(Heap(), Slow(0.01), "random", matches=60)
    machines = list(cluster.machines)

    def kill_one(progress: Any) -> None:
        if machines and progress.played >= 10:
            assert progress.left > 40
            cluster.remove_node(machines.pop(), allow_graceful=False)
            machines.clear()

    path = tmp_path / "records.db"
    executor = RayExecutor(cluster.address)
    (result,) = play_pairings([meeting], records=path, executor=executor, on_progress=kill_one)
    assert machines == []
    (expected,) = play_pairings([meeting], executor=SerialExecutor())
    assert result.counts == expected.counts
    assert result.counts.pairs == 60
    with Records(path, read_only=True) as records:
        slots = [game.record.slot for game in records.games()]
    assert sorted((slot.match, slot.leg) for slot in slots) == [(m, leg) for m in range(60) for leg in (0, 1)]


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:port", "nowhere.invalid:6379"])
def test_a_cluster_that_is_not_there(address: str) -> None:
    ray.shutdown()
    with pytest.raises(mcms.InvalidOptionError, match=f"cluster is '{address}', which does not answer"):
        RayExecutor(address)


def test_without_ray_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(mcms.MissingExtraError, match=r"pip install 'mcms\[cluster\]'"):
        RayExecutor()


@pytest.mark.parametrize(
    "error",
    [
        "ray.exceptions.AuthenticationError('no authentication token was found')",
        "ConnectionError('Failed to connect') from RuntimeError('Unauthenticated: InvalidAuthToken')",
    ],
)
def test_a_missing_or_wrong_token_is_named(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ray's versions raise them; tests/arena/test_cluster_tokens.py asks a real cluster."""

    def refuses(**_: Any) -> None:
        exec(f"raise {error}", {"ray": ray})

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", refuses)
    with pytest.raises(mcms.InvalidOptionError, match=r"wants a token .* RAY_AUTH_TOKEN .* docs/arena.md"):
        RayExecutor("auto")
