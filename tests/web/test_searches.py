import asyncio
import json
import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import mcms
from mcms import StopToken
from mcms.web.limits import RefusedError
from mcms.web.searches import Emit, SearchQueue, Work
from tests.web.conftest import client_of
from tests.web.streams import events

PIG = {"game": "pig", "state": {"scores": [50, 40], "turn_total": 12, "to_move": 0}, "ms": 200}

BACKGAMMON = {
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": [0, 0], "off": [0, 0], "dice": [3, 1], "to_move": 0,
}  # fmt: skip


def search(client: TestClient, **changes: object) -> list[tuple[str, dict[str, object]]]:
    answer = client.post("/api/searches", json=PIG | changes)
    assert answer.status_code == 200, answer.text
    return events(answer.text)


@pytest.mark.parametrize("algorithm", mcms.SHORT_NAMES)
def test_every_algorithm_shows_how_it_deepens(client: TestClient, algorithm: str) -> None:
    seen = search(client, algorithm=algorithm)
    found = [data for name, data in seen if name == "progress"]
    assert [seen[0][0], seen[-1][0]] == ["started", "done"]
    assert len(found) > 1
    depths = [data["depth"] for data in found]
    assert depths == sorted(depths)  # type: ignore[type-var]
    last = found[-1]
    assert last["action"] in ("roll", "stop")
    (fan,) = [data for name, data in seen if name == "fan"]
    assert len(fan["outcomes"]) == 11 or algorithm == "dpw"  # type: ignore[arg-type]
    assert last["nodes_per_second"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("algorithm", ["star2", "mcts"])
def test_rolls_are_shown_after_a_move_that_leads_to_a_forced_one(client: TestClient, algorithm: str) -> None:
    """Who stops lets the other roll, who has no choice: the next luck is his."""
    seen = search(client, algorithm=algorithm, state={"scores": [0, 0], "turn_total": 60, "to_move": 0})
    fan = dict(seen)["fan"]
    assert fan["action"] == "stop"
    assert sum(roll["probability"] for roll in fan["outcomes"]) == pytest.approx(1)  # type: ignore[attr-defined]


def test_the_rolls_of_backgammon(client: TestClient) -> None:
    seen = search(client, algorithm="star2", game="backgammon", state=BACKGAMMON)
    assert len(dict(seen)["fan"]["outcomes"]) == 21  # type: ignore[arg-type]


def test_the_values_are_those_of_search(client: TestClient) -> None:
    pig = mcms.load("pig")
    state = pig.from_json(PIG["state"])
    found = [data for name, data in search(client, algorithm="star1", ms=1000) if name == "progress"][:4]
    assert len(found) == 4
    for depth, data in enumerate(found, 1):
        assert data["value"] == mcms.search(pig, state, "exp", limit=mcms.Limit(depth=depth)).value


def test_mcts_shows_its_tree(client: TestClient) -> None:
    tree = dict(search(client, algorithm="mcts"))["tree"]["root"]
    roll = next(child for child in tree["children"] if child["step"] == "roll")  # type: ignore[index]
    probabilities = {child["step"]: child["probability"] for child in roll["children"]}
    assert probabilities["8"] == pytest.approx(5 / 36)


def test_a_forced_move_ends_a_tree_search(client: TestClient) -> None:
    started = time.monotonic()
    seen = search(client, algorithm="mcts", ms=10_000, state={"scores": [0, 0], "turn_total": 0, "to_move": 0})
    assert seen[-1][0] == "done"
    assert time.monotonic() - started < 9


def test_children_are_valued_by_shallower_searches(client: TestClient) -> None:
    pig = mcms.load("pig")
    state = pig.from_json(PIG["state"])
    answer = client.post("/api/expansions", json=PIG | {"algorithm": "star2", "depth": 3, "ms": 10_000})
    children = [data for name, data in events(answer.text) if name == "child"]
    for child in children:
        after = pig.play(state, child["step"])
        assert child["value"] == mcms.search(pig, after, "exp", limit=mcms.Limit(depth=2)).value
        assert (child["probability"], child["state"]) == (None, pig.to_json(after))
    rolling = pig.play(state, "roll")
    answer = client.post("/api/expansions", json=PIG | {"algorithm": "star2", "state": pig.to_json(rolling)})
    chances = [data["probability"] for name, data in events(answer.text) if name == "child"]
    assert sum(chances) == pytest.approx(1)
    assert client.post("/api/expansions", json=PIG | {"algorithm": "mcts"}).status_code == 422


@pytest.mark.parametrize(
    ("algorithm", "tree_by"), [("mcms", "star2(evaluation=best)"), ("mcms(evaluation=none)", "star2")]
)
def test_the_tree_goes_by_the_evaluation_of_the_value_above_it(
    client: TestClient, algorithm: str, tree_by: str
) -> None:
    """Where rolls are sampled, another search shows the tree; what it says of positions must be of the same kind."""
    ra = mcms.load("ra")
    state = ra.initial_state(1)
    seen = search(client, algorithm=algorithm, game="ra", state=ra.to_json(state), ms=300)
    assert seen[-1] == ("done", seen[-1][1] | {"tree_by": tree_by})
    order = {"game": "ra", "state": ra.to_json(state), "algorithm": tree_by, "depth": 1, "ms": 10_000}
    children = [data for name, data in events(client.post("/api/expansions", json=order).text) if name == "child"]
    value = mcms.search(ra, state, tree_by, limit=mcms.Limit(depth=1)).value
    assert max(child["value"] for child in children) == pytest.approx(value, abs=1e-9)


def test_pig_s_regrets(client: TestClient) -> None:
    answer = client.post("/api/solutions", json={"game": "pig", "state": PIG["state"]}).json()
    assert answer["action"] == "roll"
    assert answer["regrets"]["roll"] == 0
    assert answer["regrets"]["stop"] == pytest.approx(
        answer["win_probabilities"]["roll"] - answer["win_probabilities"]["stop"]
    )
    mirrored = {"scores": [40, 50], "turn_total": 12, "to_move": 1}
    second = client.post("/api/solutions", json={"game": "pig", "state": mirrored}).json()
    assert second["win_probabilities"] == pytest.approx(answer["win_probabilities"])
    assert second["value"] == pytest.approx(-answer["value"])
    rolling = {"game": "pig", "state": mirrored | {"rolling": True}}
    for bad in (rolling, {"game": "ewn", "state": {}}, {"game": "pig(goal=300)", "state": PIG["state"]}):
        assert client.post("/api/solutions", json=bad).status_code == 422


def test_the_exact_answer_counts_as_the_game_does(client: TestClient) -> None:
    # Both have one checker left: first takes it off now, by either move; for money that is a point, else a win.
    points = [1] + [0] * 21 + [-1, 0]
    state = {"points": points, "bar": [0, 0], "off": [14, 14], "dice": [6, 2], "to_move": 0}
    for scoring, unit in (("money", "points"), ("win", "win_probabilities")):
        game = f"backgammon(scoring={scoring})"
        answer = client.post("/api/solutions", json={"game": game, "state": state}).json()
        assert answer[unit] == {"1/off": 1}
        assert answer["regrets"] == {"1/off": 0}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"algorithm": "quantum"}, "quantum"),
        ({"algorithm": "star2", "ms": 10**6}, "ms is 1000000"),
        ({"algorithm": "star2", "state": {"scores": [100, 0], "turn_total": 0, "to_move": 1}}, "over"),
        ({"algorithm": "star2", "state": []}, "state"),
        ({"algorithm": ["star2"]}, "algorithm"),
    ],
)
def test_searches_that_cannot_be(client: TestClient, changes: dict[str, object], says: str) -> None:
    answer = client.post("/api/searches", json=PIG | changes)
    assert answer.status_code == 422
    assert says in answer.json()["error"]


def test_text_that_utf_8_cannot_write_is_refused_in_plain_characters(client: TestClient) -> None:
    body = json.dumps(PIG | {"algorithm": "star2", "state": {"scores": ["\ud800", 0], "turn_total": 0, "to_move": 1}})
    answer = client.post("/api/searches", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert "ud800" in answer.json()["error"]


def test_a_full_queue_is_refused() -> None:
    with client_of(waiting=0) as client:
        answer = client.post("/api/searches", json=PIG | {"algorithm": "star2"})
        assert answer.status_code == 429
        assert "waiting" in answer.json()["error"]


def held(release: threading.Event) -> Work:
    """Work that ends when it is told to, by the event or by its token; it says which."""

    def work(emit: Emit, token: StopToken) -> None:
        while not release.wait(0.005):
            if token.stopped:
                emit("stopped", {})
                return
        emit("released", {})

    return work


async def _names(queue: SearchQueue, work: Work) -> list[str]:
    return [f"{update.name} {update.data.get('ahead', '')}".strip() async for update in queue.follow(work)]


def test_those_who_wait_hear_how_many_are_before_them() -> None:
    async def scene() -> list[list[str]]:
        queue, release = SearchQueue(running=1, waiting=5), threading.Event()
        tasks = [asyncio.create_task(_names(queue, held(release))) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert queue.counts == {"running": 1, "waiting": 2}
        release.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(scene()) == [
        ["started", "released"],
        ["queued 1", "started", "released"],
        ["queued 2", "queued 1", "started", "released"],
    ]


def test_who_leaves_stops_his_search_and_frees_his_place() -> None:
    async def scene() -> list[str]:
        queue, never, release = SearchQueue(running=1, waiting=5), threading.Event(), threading.Event()
        tasks = [asyncio.create_task(_names(queue, held(never))) for _ in range(2)]
        last = asyncio.create_task(_names(queue, held(release)))
        await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        release.set()
        return await asyncio.wait_for(last, 20)

    assert asyncio.run(scene())[-2:] == ["started", "released"]


def test_work_that_fails_is_reported_and_frees_its_place(caplog: pytest.LogCaptureFixture) -> None:
    def broken(emit: Emit, token: StopToken) -> None:
        raise RuntimeError("a bug")

    def refused(emit: Emit, token: StopToken) -> None:
        raise mcms.GameOverError("it is over")

    async def scene() -> list[list[str]]:
        queue = SearchQueue(running=1, waiting=5)
        return [[update.data.get("error", "") async for update in queue.follow(work)] for work in (broken, refused)]

    assert asyncio.run(scene()) == [["", "the search failed, and the server's log says why"], ["", "it is over"]]
    assert "a bug" in caplog.text


def test_a_queue_without_room_refuses() -> None:
    with pytest.raises(RefusedError):
        SearchQueue(running=1, waiting=0).require_room()


EWN = {
    "stones": [
        [[0, 1], [1, 0], None, [0, 2], [2, 0], [0, 0]],
        [[4, 3], [3, 4], [2, 4], [4, 2], [4, 4], [3, 3]],
    ],
    "die": 3,
    "to_move": 0,
}


def children(client: TestClient, state: dict[str, object], depth: int) -> list[dict[str, Any]]:
    order = {"game": "ewn", "state": state, "algorithm": "star2", "ms": 10_000, "depth": depth}
    answer = client.post("/api/expansions", json=order)
    return [data for name, data in events(answer.text) if name == "child"]


@pytest.mark.parametrize("depth", [1, 3])
def test_the_tree_agrees_with_itself(client: TestClient, depth: int) -> None:
    game = mcms.load("ewn")
    value = mcms.search(game, game.from_json(EWN), "star2", limit=mcms.Limit(depth=depth)).value
    moves = children(client, EWN, depth)
    assert max(move["value"] for move in moves) == pytest.approx(value)
    for move in moves:
        outcomes = children(client, move["state"], move["depth"])
        mean = sum(outcome["probability"] * outcome["value"] for outcome in outcomes)
        assert mean == pytest.approx(move["value"])


def test_every_finding_has_the_numbers_of_its_depth(client: TestClient) -> None:
    game = mcms.load("ewn")
    order = {"game": "ewn", "state": EWN, "algorithm": "star2", "ms": 1500}
    seen = events(client.post("/api/searches", json=order).text)
    found = [data for name, data in seen if name == "progress"]
    for data in found:
        limit = mcms.Limit(depth=data["depth"])
        alone = mcms.search(game, game.from_json(EWN), "star2", limit=limit)
        assert (data["value"], data["action"]) == (alone.value, alone.action)
        assert data["nodes"] == alone.nodes
        assert data["cuts"]["alpha"] == alone.cuts.alpha
        assert {entry["depth"] for entry in data["actions"]} == {data["depth"]}
    end = seen[-1][1]
    assert end["stop_reason"] == "seconds"
    assert end["unfinished"] is None or end["unfinished"]["depth"] == found[-1]["depth"] + 1


def test_the_last_depth_of_all_is_shown(client: TestClient) -> None:
    near = {"stones": [[[3, 3], *[None] * 5], [[1, 1], *[None] * 5]], "die": 1, "to_move": 0}
    seen = search(client, game="ewn", state=near, algorithm="star2", ms=2000)
    game = mcms.load("ewn")
    whole = mcms.search(game, game.from_json(near), "star2", limit=mcms.Limit(depth=100))
    assert (whole.stop_reason, seen[-1][1]["stop_reason"]) == ("complete", "complete")
    last = [data for name, data in seen if name == "progress"][-1]
    assert (last["depth"], last["value"]) == (whole.depth, whole.value)
    assert seen[-1][1]["unfinished"] is None


def test_visitors_take_turns() -> None:
    async def scene() -> list[str]:
        queue, release, order = SearchQueue(running=1, waiting=50), threading.Event(), []

        def work(name: str) -> Work:
            def run(emit: Emit, token: StopToken) -> None:
                release.wait(60)
                order.append(name)

            return run

        async def visit(name: str) -> None:
            async for _ in queue.follow(work(name), visitor=name):
                pass

        tasks = [asyncio.create_task(visit(name)) for name in [*["greedy"] * 10, "anna", "bert"]]
        while queue.counts["waiting"] < 11:
            await asyncio.sleep(0.01)
        release.set()
        await asyncio.gather(*tasks)
        return order

    order = asyncio.run(scene())
    assert order[:3] == ["greedy", "anna", "bert"]


def test_one_visitor_cannot_fill_the_queue() -> None:
    async def scene() -> None:
        queue, release = SearchQueue(running=1, waiting=10), threading.Event()
        tasks = [asyncio.create_task(_names(queue, held(release))) for _ in range(6)]
        while queue.counts["waiting"] < 5:
            await asyncio.sleep(0.01)
        queue.require_room("")
        tasks.append(asyncio.create_task(_names(queue, held(release))))
        while queue.counts["waiting"] < 6:
            await asyncio.sleep(0.01)
        with pytest.raises(RefusedError, match="of yours"):
            queue.require_room("")
        queue.require_room("somebody else")
        release.set()
        await asyncio.gather(*tasks)

    asyncio.run(scene())
