"""Programs as players: one that plays, one that hangs, one that dies, one that lies."""

import sys
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import EnginePlayer, Records, SerialExecutor, pairing, play_pairings
from tests.arena.own_players import Heap, first_action

PIG = mcms.load("pig(goal=30)")
EXAMPLE = Path(__file__).parents[2] / "examples" / "engine.py"
ANSWER = "print(json.dumps({{'action': {action}}}), flush=True)"
ENGINE = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    {body}
"""


def engine(folder: Path, body: str, patience: float = 300.0, limit: mcms.Limit | None = None) -> EnginePlayer:
    """Return an engine with the patience that a busy machine takes to start it."""
    path = folder / "engine.py"
    path.write_text(ENGINE.format(body=body))
    return EnginePlayer(command=f"{sys.executable} {path}", patience=patience, limit=limit)


def played(player: EnginePlayer, matches: int = 1) -> Any:
    (result,) = play_pairings([pairing(PIG, player, "hold:8", matches=matches, seed=1)], executor=SerialExecutor())
    return result


def test_the_example_plays_as_it_says() -> None:
    example = mcms.player(f"engine(command={sys.executable} {EXAMPLE},patience=300)", mcms.load("pig"))
    (result,) = play_pairings([pairing(mcms.load("pig"), example, "hold:20", matches=3)], executor=SerialExecutor())
    assert result.counts.win_and_loss == 3  # the same rule, so both games of a match go the same way
    (other,) = play_pairings([pairing(Heap(), example, first_action, matches=2)], executor=SerialExecutor())
    assert other.counts.pairs == 2


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("time.sleep(3600)", "did not answer within 0.5 s"),
        ("sys.exit(3)", "died with exit code 3"),
        ('print(\'{"action": "fly"}\', flush=True)', "answered 'fly': expected one of roll"),
        ("print('checkmate', flush=True)", "expected a line with a JSON object"),
        ("print('[]', flush=True)", "expected a line with a JSON object"),
    ],
)
def test_no_legal_answer_is_a_loss(body: str, says: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    result = played(engine(tmp_path, body, patience=0.5 if "sleep" in body else 300.0))
    assert result.counts.two_losses == 1
    assert result.points.per_game == -100
    assert len(caplog.messages) == 2
    assert all(says in message and "it loses the game and is started again" in message for message in caplog.messages)


def test_it_is_started_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It answers twice and dies; another one plays the next game."""
    dies = "if number == 2: sys.exit(1)\n    " + ANSWER.format(action="question['actions'][-1]")
    result = played(engine(tmp_path, dies), matches=3)
    assert result.counts.pairs == 3
    assert any("died with exit code 1" in message for message in caplog.messages)


def test_what_an_engine_is_told(tmp_path: Path) -> None:
    told = tmp_path / "told"
    body = f"open({str(told)!r}, 'a').write(line)\n    " + ANSWER.format(action="question['actions'][0]")
    player = engine(tmp_path, body, limit=mcms.Limit(nodes=7))
    state = PIG.from_json({"scores": [3, 4], "turn_total": 9, "to_move": 1})
    assert player.choose(PIG, state, 5) == "roll"
    import json

    (question,) = map(json.loads, told.read_text().splitlines())
    assert question["state"] == PIG.to_json(state)
    assert (question["turn"], question["actions"]) == ("second", ["roll", "stop"])
    assert (question["limit"], question["seed"], question["history"]) == ({"nodes": 7}, 5, [])
    played(player)
    history = [json.loads(line)["history"] for line in told.read_text().splitlines()][1:]
    assert max(map(len, history)) > 2


def test_records_know_the_file(tmp_path: Path) -> None:
    codes = set()
    for action in (0, -1):
        player = engine(tmp_path, ANSWER.format(action=f"question['actions'][{action}]"))
        with Records(tmp_path / "records.db") as records:
            meeting = pairing(PIG, player, "hold:8", matches=1)
            records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])
            codes |= {stored.a_code for stored in records.pairings()}
    assert len(codes) == 2


def test_what_is_refused() -> None:
    with pytest.raises(mcms.InvalidOptionError, match="an engine lacks its command"):
        mcms.player("engine", PIG)
    with pytest.raises(mcms.InvalidOptionError, match="patience is 0"):
        mcms.player("engine(command=true,patience=0)", PIG)
    missing = mcms.player("engine(command=./not-there-at-all)", PIG)
    with pytest.raises(mcms.McmsError, match="cannot be started"):
        missing.choose(PIG, PIG.initial_state(), 0)
