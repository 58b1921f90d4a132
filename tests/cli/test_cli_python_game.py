"""A game of one's own on the command line, in real processes, from a file in the current folder."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mcms as package
from tests.cli.process import RunMcms
from tests.patience import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "race_to_target.py"
RACE = "race_to_target:RaceToTarget"
PYTHON_PIG = "mcms.bench.python_pig:PythonPig"


@pytest.fixture(autouse=True)
def game_file(tmp_path: Path) -> Path:
    return Path(shutil.copy(EXAMPLE, tmp_path))


def test_search(mcms: RunMcms) -> None:
    outcome = mcms("search", RACE, "--depth", "3", "--algorithm", "star2")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert "race_to_target:RaceToTarget · star2 · seed 0" in outcome.stdout
    assert "((0, 0), 0, None)" in outcome.stdout
    assert "two dice" in outcome.stdout


def test_the_installed_command_finds_it_too(tmp_path: Path) -> None:
    command = shutil.which("mcms", path=str(Path(sys.executable).parent))
    assert command is not None
    arguments = [command, "search", RACE, "--depth", "1", "--json"]
    outcome = subprocess.run(arguments, capture_output=True, text=True, cwd=tmp_path, timeout=PATIENCE, check=True)
    assert json.loads(outcome.stdout)["game"] == RACE


def test_options_and_json(mcms: RunMcms) -> None:
    outcome = mcms("search", f"{PYTHON_PIG}( goal = 50 )", "--depth", "3", "--algorithm", "exp", "--json")
    found = json.loads(outcome.stdout)
    assert (found["game"], found["action"], found["principal_variation"][:2]) == (
        f"{PYTHON_PIG}(goal=50)",
        "roll",
        ["roll", "0"],
    )
    pig = package.load("pig(goal=50)")
    built_in = package.search(pig, pig.initial_state(), "exp", limit=package.Limit(depth=3))
    assert found["value"] == pytest.approx(built_in.value, abs=1e-9)
    assert found["nodes"] == built_in.nodes


def test_solve(mcms: RunMcms) -> None:
    found = json.loads(mcms("solve", f"{PYTHON_PIG}(goal=20)", "--json").stdout)
    assert found["value"] == pytest.approx(package.solve(package.Pig(goal=20)).value(package.Pig().initial_state()))
    assert list(found["actions"]) == ["roll"]
    assert "The exact value is" in mcms("solve", f"{PYTHON_PIG}(goal=20)").stdout


def test_play_and_replay(mcms: RunMcms, tmp_path: Path) -> None:
    moves = "one die\n2\nhint\nundo\n" + "two dice\n" * 300
    played = mcms(
        *("play", RACE, "--against", "mcts", "--simulations", "50", "--seed", "3", "--transcript", "game.jsonl"),
        stdin=moves,
    )
    assert played.returncode == 0, played.stderr
    assert "You win." in played.stdout or "You lose." in played.stdout
    again = json.loads(mcms("replay", "game.jsonl", "--json").stdout)
    assert again["result"] in (1.0, -1.0)
    assert (tmp_path / "game.jsonl").read_text().startswith('{"format"')
    assert mcms("replay", "game.jsonl").returncode == 0


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("nowhere:Game", "unknown module 'nowhere'"),
        ("race_to_target:Nothing", "has no 'Nothing'"),
        ("race_to_target:TARGET", "expected a class with the methods of mcms.Game"),
        ("race_to_target:DICE", "expected a class with the methods"),
        ("pathlib:Path", "it lacks initial_state, turn"),
        (f"{RACE}(goal=3)", "cannot be made with these options"),
        (f"{PYTHON_PIG}(gaol=3)", "unexpected keyword argument 'gaol'"),
        ("ready:game(goal=3)", "expected no options"),
        ("..:x", "expected module:Name"),
        (":", "expected module:Name"),
        ("race_to_target:RaceToTarget:x", "expected module:Name"),
        ("race_to_target:broken", "turn of 'start' returned 'nobody'"),
    ],
)
def test_bad_games_are_one_sentence(mcms: RunMcms, game_file: Path, game: str, said: str) -> None:
    game_file.with_name("ready.py").write_text("from race_to_target import RaceToTarget\ngame = RaceToTarget()\n")
    with game_file.open("a") as file:
        file.write(
            "\n\nclass broken(RaceToTarget):\n"
            "    def initial_state(self, seed):\n        return 'start'\n"
            "    def turn(self, state):\n        return 'nobody'\n"
        )
    outcome = mcms("search", game, "--depth", "1")
    assert (outcome.returncode, outcome.stdout) == (2, "")
    assert said in outcome.stderr
    assert "Traceback" not in outcome.stderr


def test_games_ready_made_and_from_functions(mcms: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "ready.py").write_text(
        "from race_to_target import RaceToTarget\n"
        "game = RaceToTarget()\n"
        "def make(fail=False):\n    return 1 / 0 if fail else RaceToTarget()\n"
    )
    for text in ("ready:game", "ready:make"):
        assert mcms("search", text, "--depth", "1").returncode == 0
    failed = mcms("search", "ready:make(fail=true)", "--depth", "1")
    assert failed.returncode == 1
    assert "ZeroDivisionError" in failed.stderr  # the user's own mistake, shown where it is


def test_states_need_a_game_that_reads_them(mcms: RunMcms) -> None:
    outcome = mcms("search", RACE, "--state", "{}", "--depth", "1")
    assert outcome.returncode == 2
    assert "expected a game with to_json and from_json" in outcome.stderr
    refused = mcms("bench", "--games", RACE)
    assert refused.returncode == 2
    assert "unknown game" in refused.stderr
