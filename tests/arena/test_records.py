"""Files of records: what is kept, what is refused, and that nothing refused is ever changed."""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms.arena import Pairing, Records, SerialExecutor, Slot, pairing, play_pairings
from mcms.exceptions import RecordsError
from tests.arena.comparing import essence
from tests.arena.own_players import Heap, by_seed, first_action

PIG = mcms.load("pig(goal=30)")
NOBODY = 65534


def meeting(matches: int = 3, seed: int = 0) -> Pairing:
    return pairing(PIG, "hold:8", "hold:15", matches=matches, seed=seed)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


def test_games_come_back_as_they_were(path: Path) -> None:
    python_game = pairing(Heap(7), by_seed, "random", matches=2)
    played = [(each, each.play(slot)) for each in (meeting(), python_game) for slot in each.slots()]
    with Records(path) as records:
        records.add(played)
    with Records(path, read_only=True) as records:
        stored = list(records.games())
        assert [game.record for game in stored] == [record for _, record in played]
        assert records.scores(meeting()) == {record.slot: (record.score_a, record.points_a) for _, record in played[:6]}
        assert stored[0].pairing.game == "pig(goal=30)"
        assert stored[6].pairing.game == "tests.arena.own_players:Heap(size=7)"
        assert [game.seats for game in stored[:2]] == [("hold:8", "hold:15"), ("hold:15", "hold:8")]
        (first, second) = records.pairings()
        assert (first.a, first.b, first.seed, first.version) == ("hold:8", "hold:15", 0, mcms.__version__)
        assert second.b_options == "random"


def test_a_data_frame_has_a_row_for_each_game(path: Path) -> None:
    pytest.importorskip("pandas")
    with Records(path) as records:
        records.add([(meeting(), meeting().play(slot)) for slot in meeting().slots()])
        stored = list(records.games())
        frame = records.to_pandas()
        assert list(frame["id"]) == [game.id for game in stored]
        assert list(zip(frame["first"], frame["second"], strict=True)) == [game.seats for game in stored]
        assert list(frame["score_a"]) == [game.record.score_a for game in stored]
        assert list(frame["moves"]) == [game.record.played.moves for game in stored]
        assert list(records.to_pandas(player="nobody").columns) == list(frame.columns)
        assert len(records.to_pandas(player="nobody")) == 0
    assert repr(records) == f"<Records {path}>"


def test_a_game_is_kept_once(path: Path) -> None:
    record = meeting().play(Slot(match=0, leg=0))
    with Records(path) as records:
        for _ in range(2):
            records.add([(meeting(), record), (meeting(), record)])
        assert len(list(records.games())) == 1


def test_scores_are_those_of_the_very_same_pairing(path: Path) -> None:
    with Records(path) as records:
        records.add([(meeting(), meeting().play(slot)) for slot in meeting().slots()])
        assert len(records.scores(meeting())) == 6
        assert len(records.scores(meeting(matches=2))) == 4
        assert records.scores(meeting(seed=1)) == {}
        assert records.scores(pairing(PIG, "hold:15", "hold:8", matches=3)) == {}


def test_a_game_is_found_by_its_number(path: Path) -> None:
    with Records(path) as records:
        records.add([(meeting(), meeting().play(slot)) for slot in meeting().slots()])
        found = records.game(2)
        assert found is not None
        assert found.id == 2
        assert all(records.game(number) is None for number in (-1, 0, 7, 2**63, 10**30))


def test_games_are_those_of_a_pairing_a_game_or_a_player(path: Path) -> None:
    other = pairing(mcms.load("pig(goal=20)"), "hold:10", "random", matches=2)
    with Records(path) as records:
        for each in (meeting(), other):
            records.add([(each, each.play(slot)) for slot in each.slots()])
        first, second = (found.id for found in records.pairings())
        assert [records.count(number) for number in (first, second, 99)] == [6, 4, 0]
        assert {found.pairing.id for found in records.games(pairing=second)} == {second}
        assert len(list(records.games(game="pig"))) == 10
        assert {found.pairing.id for found in records.games(game="pig(goal=20)")} == {second}
        assert {found.pairing.id for found in records.games(player="random")} == {second}
        assert list(records.games(game="pi")) == []


def test_a_batch_is_kept_as_a_whole_or_not_at_all(path: Path) -> None:
    record = meeting().play(Slot(match=0, leg=0))
    with Records(path) as records:
        with pytest.raises(AttributeError):
            records.add([(meeting(), record), (meeting(), None)])  # type: ignore[list-item]
        assert list(records.games()) == []
        records.add([(meeting(), record)])
        assert len(list(records.games())) == 1


def test_endless_games_are_kept(path: Path) -> None:
    endless = pairing(mcms.load("pig(goal=1000)"), first_action, "hold:8", matches=1)
    record = endless.play(Slot(match=0, leg=0))
    assert record.played.utility is None
    assert record.score_a == 0.5
    with Records(path) as records:
        records.add([(endless, record)])
        assert [essence(game.record) for game in records.games()] == [essence(record)]


def test_a_new_file_leaves_nothing_else_behind(path: Path) -> None:
    with Records(path):
        pass
    assert os.listdir(path.parent) == [path.name]


def test_nothing_is_made_to_be_read(path: Path) -> None:
    with pytest.raises(RecordsError, match="No such file"):
        Records(path, read_only=True)
    assert not path.exists()


def test_who_only_reads_cannot_write(path: Path) -> None:
    with Records(path):
        pass
    before = path.read_bytes()
    with Records(path, read_only=True) as records, pytest.raises(RecordsError, match="readonly"):
        records.add([(meeting(), meeting().play(Slot(match=0, leg=0)))])
    assert path.read_bytes() == before


def test_many_at_once_make_one_file(path: Path) -> None:
    """Threads that all find no file: each opens the one that the first of them made."""
    errors: list[Exception] = []

    def work(seed: int) -> None:
        try:
            with Records(path) as records:
                for slot in meeting(seed=seed).slots():
                    records.add([(meeting(seed=seed), meeting(seed=seed).play(slot))])
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number % 3,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with Records(path) as records:
        assert len(list(records.games())) == 3 * 6


def a_sound_file(path: Path) -> None:
    play_pairings([meeting(200)], records=path, executor=SerialExecutor())


def damaged(path: Path) -> None:
    a_sound_file(path)
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = os.urandom(64)
    path.write_bytes(content)


def cut_short(path: Path) -> None:
    a_sound_file(path)
    path.write_bytes(path.read_bytes()[:5000])


def newer(path: Path) -> None:
    a_sound_file(path)
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 3")
    file.close()


def someone_else_s(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE letters(text)")
    file.close()


def someone_else_s_without_tables(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 7")
    file.close()


def empty(path: Path) -> None:
    path.touch()


def text(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def short_text(path: Path) -> None:
    path.write_text("Dear diary")


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (damaged, "damaged|malformed"),
        (cut_short, "damaged|malformed|not a database"),
        (newer, "has records of format 3: expected format 2"),
        (someone_else_s, "is no file of match records"),
        (someone_else_s_without_tables, "is no file of match records"),
        (empty, "is no file of match records"),
        (text, "is no file of match records"),
        (short_text, "is no file of match records"),
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_other_files_are_refused_and_left_alone(
    path: Path, make: Callable[[Path], None], says: str, read_only: bool
) -> None:
    make(path)
    before = path.read_bytes()
    with pytest.raises(RecordsError, match=says) as error:
        Records(path, read_only=read_only)
    assert "\n" not in str(error.value).strip() or make is damaged
    assert path.read_bytes() == before


def test_a_folder_and_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RecordsError, match="Is a directory"):
        Records(tmp_path)
    with pytest.raises(RecordsError, match="No such file"):
        Records(tmp_path / "missing" / "records.db")
    assert os.listdir(tmp_path) == []


def as_nobody(path: Path, read_only: bool) -> str:
    """Open the file in a process that may not write it; a superuser may do everything, so it becomes nobody."""
    answer, answering = os.pipe()
    if (child := os.fork()) == 0:
        try:
            if os.geteuid() == 0:
                os.setuid(NOBODY)
            with Records(path, read_only=read_only) as records:
                said = str(len(list(records.games())))
        except BaseException as error:
            said = repr(error)
        os.write(answering, said.encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(answering)
    with os.fdopen(answer) as pipe:
        return pipe.read()


def test_a_file_that_may_only_be_read(path: Path) -> None:
    a_sound_file(path)
    before = path.read_bytes()
    path.chmod(0o444)
    for folder in (path.parent, *path.parent.parents):
        if folder.owner() == path.owner() and folder != Path(folder.anchor) and not folder.stat().st_mode & 0o001:
            folder.chmod(0o755)
    path.parent.chmod(0o555)
    try:
        assert "cannot be written" in as_nobody(path, read_only=False)
        assert as_nobody(path, read_only=True) == "400"
    finally:
        path.parent.chmod(0o755)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_file_system_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr("os.link", refuse)
    with Records(tmp_path / "r.db") as records:
        assert records.pairings() == []


def test_a_full_disk_is_called_so(path: Path) -> None:
    played = [(meeting(200), meeting(200).play(slot)) for slot in meeting(200).slots()]
    with Records(path) as records:
        records.add(played[:2])
        (pages,) = next(iter(records.read("PRAGMA page_count")))
        list(records.read(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(RecordsError, match=r"there is no room for .* expected space on its disk"):
            records.add(played)
        assert len(list(records.games())) == 2
