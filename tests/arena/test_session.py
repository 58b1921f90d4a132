"""A game in progress: luck, undo, transcripts that survive and damaged ones that are refused."""

import io
import json
from pathlib import Path

import pytest

import mcms
from mcms import IllegalMoveError, InvalidStateError, Pig, RandomTree, Turn
from mcms.arena import Session, replay
from mcms.arena.session import read_transcript

PIG = Pig()


def play_some(session: Session, moves: int) -> None:
    """Play always the first legal action."""
    while moves > 0 and session.turn is not Turn.OVER:
        if session.turn is Turn.CHANCE:
            session.roll()
        else:
            session.play(session.game.actions(session.state)[0])
            moves -= 1


def test_the_luck_is_the_seed_s() -> None:
    games = []
    for seed in (1, 1, 2):
        session = Session(PIG, seed=seed)
        play_some(session, 30)
        games.append([event.name for event in session.events])
    assert games[0] == games[1] != games[2]


def test_taking_back_does_not_change_the_dice() -> None:
    session = Session(PIG, seed=5)
    session.play("roll")
    first = session.roll()
    assert session.undo()
    assert session.state == PIG.initial_state()
    session.play("roll")
    assert session.roll() == first
    assert not Session(PIG).undo()


def test_undo_of_a_seat_goes_back_to_its_own_move() -> None:
    session = Session(RandomTree(depth=6, chance=0.0))
    play_some(session, 4)
    assert session.undo(Turn.FIRST)
    assert session.turn is Turn.FIRST
    assert len(session.events) == 2
    assert session.undo(Turn.SECOND)
    assert [event.by for event in session.events] == [Turn.FIRST]


def test_an_illegal_move_changes_nothing() -> None:
    log = io.StringIO()
    session = Session(PIG, log=log)
    written = log.getvalue()
    with pytest.raises(IllegalMoveError):
        session.play("stop")
    assert session.events == []
    assert log.getvalue() == written


def test_a_transcript_replays_to_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("w") as log:
        session = Session(Pig(goal=30), seed=9, log=log)
        play_some(session, 5)
        session.undo()
        session.play(session.game.actions(session.state)[0], {"value": 1.5, "depth": 3})
        play_some(session, 1000)
        session.finish()
    again = replay(path)
    assert again.game == session.game
    assert again.states == session.states
    assert again.events == session.events
    # A program killed in mid-write leaves half a line behind.
    whole = path.read_text()
    for cut in (len(whole) - 3, len(whole) // 2):
        path.write_text(whole[:cut])
        part = replay(path)
        assert part.game == session.game


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no transcript"),
        ("{}\n", "is no transcript"),
        ("[1]\n", "no JSON object"),
        ("hello\n", "no JSON object"),
        ("hello", "is no transcript"),
        ('{"format": "mcms transcript 1"}\n', "line 1"),
        ('{"format": "mcms transcript 1", "game": "chess", "seed": 1, "start": {}}\n', "unknown game 'chess'"),
    ],
)
def test_files_that_are_no_transcripts(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(InvalidStateError) as caught:
        replay(path)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [{"by": "second", "action": "roll"}, {"by": "first", "action": "fly"}, {"by": "first"}, {"by": "nobody"},
     {"undo": 0}, {"undo": 99}, {"undo": "x"}, {"undo": True}, {"by": "chance", "outcome": "7"}, {}],
)  # fmt: skip
def test_lines_that_cannot_be_replayed(tmp_path: Path, line: object) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("w") as log:
        Session(PIG, log=log)
        log.write(json.dumps(line) + "\n")
    with pytest.raises(InvalidStateError, match="line 2 of"):
        replay(path)


def test_a_missing_or_binary_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidStateError, match="cannot read"):
        replay(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidStateError, match="cannot read"):
        replay(tmp_path / "binary")


def test_a_resigned_game_reads_back_as_such() -> None:
    log = io.StringIO()
    session = Session(mcms.load("pig"), seed=5, log=log)
    play_some(session, 3)
    session.resign(Turn.SECOND)
    assert json.loads(log.getvalue().splitlines()[-1]) == {"result": 100, "resigned": "second"}
    read = read_transcript(log.getvalue())
    assert (read.resigned, read.states) == (Turn.SECOND, session.states)
    session.undo()
    assert session.resigned is None
    assert read_transcript(log.getvalue()).resigned is None


def test_a_game_goes_on_in_the_same_transcript() -> None:
    log = io.StringIO()
    play_some(Session(mcms.load("ewn"), seed=5, log=log), 4)
    session = read_transcript(log.getvalue())
    session.go_on_in(log)
    play_some(session, 3)
    assert read_transcript(log.getvalue()).states == session.states
