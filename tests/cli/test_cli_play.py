"""``mcms play`` and ``mcms replay`` as a person uses them, through a pipe and through a terminal."""

import io
import json
import os
import pty
import select
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import COMMAND, RunMcms
from tests.patience import PATIENCE


def test_a_whole_game_and_its_replay(mcms: RunMcms, tmp_path: Path) -> None:
    outcome = mcms(
        "play", "pig(goal=20)", "--against", "optimal", "--seed", "4", "--transcript", "g.jsonl", stdin="1\n" * 500
    )
    assert outcome.returncode == 0
    assert "you are first, against optimal" in outcome.stdout
    assert "You win." in outcome.stdout or "You lose." in outcome.stdout
    lines = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert lines[0]["game"] == "pig(goal=20)"
    assert abs(lines[-1]["result"]) == 100
    again = mcms("replay", "g.jsonl")
    assert again.returncode == 0
    assert "has won" in again.stdout
    printed = json.loads(mcms("replay", "g.jsonl", "--json").stdout)
    assert printed["result"] == lines[-1]["result"]
    assert len(printed["moves"]) == len(lines) - 2
    assert mcms("replay", "g.jsonl", "--boards").stdout.count("turn total") > 3


def test_the_same_seed_is_the_same_game(mcms: RunMcms) -> None:
    arguments = ("play", "pig", "--seed", "7", "--depth", "3", "--transcript")
    games = [mcms(*arguments, f"{i}.jsonl", stdin="roll\nroll\nquit\n").stdout for i in range(2)]
    assert games[0].replace("0.jsonl", "1.jsonl") == games[1]


def test_commands_and_mistakes(mcms: RunMcms) -> None:
    typed = "help\n\nroll\nhint\nfly\n9\nboard\nundo\nundo\nroll\nquit\n"
    outcome = mcms("play", "pig", "--seed", "7", "--depth", "2", stdin=typed)
    assert outcome.returncode == 0
    assert "illegal action 'fly': expected one of roll, stop" in outcome.stdout
    assert "illegal action '9'" in outcome.stdout
    assert "mcms would play" in outcome.stdout
    assert "There is nothing to take back." in outcome.stdout
    assert "You left the game." in outcome.stdout
    assert "mcms replay shows it" in outcome.stdout


def test_the_second_seat_and_the_engine_s_words(mcms: RunMcms) -> None:
    outcome = mcms("play", "pig", "--seat", "second", "--seed", "1", "--depth", "4", stdin="quit\n")
    assert "for the first player, depth 4)" in outcome.stdout
    assert "chance: " in outcome.stdout


def test_against_mcts(mcms: RunMcms) -> None:
    outcome = mcms(
        "play", "pig", "--against", "dpw", "--seat", "second", "--seed", "1", "--simulations", "50", stdin="quit\n"
    )
    assert "dpw: roll" in outcome.stdout
    refused = mcms("play", "pig", "--against", "mcts", "--depth", "4")
    assert refused.returncode == 2
    assert "no limit by depth" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "chess"), "unknown game"),
        (("play", "pig", "--against", "nobody"), "unknown player 'nobody'"),
        (("play", "pig", "--against", "hold:0"), "hold"),
        (("play", "pig", "--seat", "third"), "expected first or second"),
        (("play", "pig", "--ms", "-1"), "ms is -1"),
        (("play", "pig", "--seed", "-1"), "seed is -1"),
        (("play", "pig", "--transcript", "missing/g.jsonl"), "cannot write the transcript"),
        (("replay", "missing.jsonl"), "cannot read"),
        (("replay", "/"), "cannot read"),
    ],
)
def test_bad_input(mcms: RunMcms, arguments: tuple[str, ...], says: str) -> None:
    outcome = mcms(*arguments, stdin="")
    assert outcome.returncode == 2
    assert outcome.stderr.startswith("mcms: ")
    assert outcome.stderr.count("\n") == 1
    assert says in outcome.stderr


def test_a_transcript_is_never_overwritten(mcms: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text("precious")
    assert mcms("play", "pig", "--transcript", "g.jsonl", stdin="quit\n").returncode == 2
    assert (tmp_path / "g.jsonl").read_text() == "precious"


def test_ctrl_c_on_a_terminal_quits_and_keeps_the_transcript(tmp_path: Path) -> None:
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "play", "pig", "--seed", "1", "--transcript", "g.jsonl"],
        cwd=tmp_path, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    os.write(controller, b"roll\n")
    seen = ""
    while seen.count("> ") < 2:
        assert select.select([controller], [], [], PATIENCE)[0]
        seen += os.read(controller, 4096).decode()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 0
    os.close(controller)
    assert '"action": "roll"' in (tmp_path / "g.jsonl").read_text()


def opponents_lines(path: Path) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if line.get("by") == "second" and "value" in line]


AGAINST_A_TREE = ("play", "pig", "--seed", "3", "--simulations", "2000", "--against")


@pytest.mark.parametrize("name", ["mcts", "dpw", "dpw(threads=2)"])
def test_the_tree_is_kept_from_move_to_move(mcms: RunMcms, tmp_path: Path, name: str) -> None:
    typed = "roll\nstop\n" * 6
    shown = mcms(*AGAINST_A_TREE, name, "--transcript", "g.jsonl", stdin=typed).stdout
    moves = opponents_lines(tmp_path / "g.jsonl")
    carried = [move["carried_over"] for move in moves]
    assert len(carried) > 5
    assert carried[0] == 0
    # The opponent's own roll is followed by its next decision, the most visited line of all.
    assert max(carried) > 100
    assert {move["simulations"] for move in moves} <= {1000, 2000}, "a single action is looked at only briefly"
    assert all(f"{number} simulations carried over)" in shown for number in carried)
    # Under a limit of simulations the whole game is a function of the seed and what was typed; a hint changes nothing.
    hinted = typed.replace("roll\n", "hint\nroll\n", 2)
    assert "would play" in mcms(*AGAINST_A_TREE, name, "--transcript", "again.jsonl", stdin=hinted).stdout
    assert (tmp_path / "again.jsonl").read_text() == (tmp_path / "g.jsonl").read_text()
    assert mcms("replay", "g.jsonl").returncode == 0


def test_without_keeping_the_tree_a_move_depends_on_the_position_alone(mcms: RunMcms, tmp_path: Path) -> None:
    mcms(*AGAINST_A_TREE, "mcts", "--no-keep", "--transcript", "g.jsonl", stdin="roll\nstop\n" * 3)
    moves = opponents_lines(tmp_path / "g.jsonl")
    assert len(moves) > 2
    assert not any("carried_over" in move for move in moves)


def test_undo_starts_a_new_tree(mcms: RunMcms, tmp_path: Path) -> None:
    # EinStein würfelt nicht!: a single decision a turn, so the same move after undo meets the kept position again.
    typed = "1\n1\nundo\n1\n1\nquit\n"
    arguments = ("play", "ewn", "--seed", "3", "--simulations", "5000", "--against", "mcts", "--transcript")
    mcms(*arguments, "g.jsonl", stdin=typed)
    before, after_undo, *later = (move["carried_over"] for move in opponents_lines(tmp_path / "g.jsonl")[1:])
    assert before > 0
    assert after_undo == 0
    assert later[0] > 0


def test_a_table_is_kept_from_move_to_move(mcms: RunMcms, tmp_path: Path) -> None:
    # Pig's opponent decides several times in a row, and nothing is sampled: the seed makes no difference either.
    arguments = ("play", "pig", "--seed", "3", "--depth", "4", "--against", "star2(table_bounds=true)", "--transcript")
    moves = {}
    for name, options in {"kept": [], "anew": ["--no-keep"]}.items():
        mcms(*arguments, f"{name}.jsonl", *options, stdin="roll\nstop\n" * 4)
        moves[name] = opponents_lines(tmp_path / f"{name}.jsonl")
    pairs = list(zip(moves["kept"], moves["anew"], strict=True))
    assert len(pairs) > 3
    assert all((kept["action"], kept["value"]) == (anew["action"], anew["value"]) for kept, anew in pairs)
    assert sum(kept["nodes"] for kept, _ in pairs) < sum(anew["nodes"] for _, anew in pairs)


def test_games_that_begin_in_one_second_have_files_of_their_own(
    mcms_here: RunMcms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcms.cli.play.time.strftime", lambda _: "20261119-120000")
    for _ in range(3):
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        assert mcms_here("play", "pig", "--against", "random").returncode == 0
    assert [path.stem[len("mcms-pig-20261119-120000") :] for path in sorted(tmp_path.iterdir())] == ["-2", "-3", ""]


def test_only_what_is_learnt_can_be_kept(mcms: RunMcms) -> None:
    refused = mcms("play", "pig", "--against", "random", "--keep", stdin="quit\n")
    assert refused.returncode == 2
    assert "random learns nothing to keep: expected an algorithm" in refused.stderr
    assert mcms("play", "pig", "--against", "star2ss(luck=visit)", "--keep", stdin="quit\n").returncode == 2
    assert mcms("play", "pig", "--against", "star2ss(luck=visit)", stdin="quit\n").returncode == 0
    assert mcms("play", "pig", "--against", "star1", "--no-keep", stdin="quit\n").returncode == 0
