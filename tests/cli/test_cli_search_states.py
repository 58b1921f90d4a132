"""``mcms search --states``: many positions from a file, resumed where it was stopped."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import mcms
from mcms.learn import LearningOptions, learn
from tests.cli.process import RunMcms

PIG = mcms.load("pig(goal=30)")
LIMIT = mcms.Limit(depth=2)
STATES = [PIG.from_json({"scores": [own, 20], "turn_total": 0, "to_move": 0}) for own in range(0, 30, 3)]


def test_a_file_of_states_goes_on_where_it_was(mcms_here: RunMcms, tmp_path: Path) -> None:
    lines = [json.dumps(PIG.to_json(state)) for state in STATES]
    (tmp_path / "states.jsonl").write_text("\n".join(lines) + "\n")
    arguments = ("search", str(PIG), "--states", "states.jsonl", "--algorithm", "star1", "--depth", "2")
    printed = mcms_here(*arguments, "--workers", "2")
    answers = [json.loads(line) for line in printed.stdout.splitlines()]
    assert [answer["state"] for answer in answers] == [PIG.to_json(state) for state in STATES]
    assert [a["action"] for a in answers] == [mcms.search(PIG, s, "star1", limit=LIMIT).action for s in STATES]
    assert f"{len(STATES)} of {len(STATES)} positions" in printed.stderr
    out = tmp_path / "answers.jsonl"
    # Killed in the middle of the fourth line.
    kept = printed.stdout.splitlines(keepends=True)
    out.write_text("".join(kept[:3]) + kept[3][:40])
    assert mcms_here(*arguments, "--out", out.name).returncode == 0
    again = [json.loads(line) for line in out.read_text().splitlines()]
    assert [answer["state"] for answer in again] == [answer["state"] for answer in answers]
    assert [answer["value"] for answer in again] == [answer["value"] for answer in answers]
    assert out.read_text().startswith("".join(kept[:3]))
    other = mcms_here(*arguments[:-1], "1", "--out", out.name)
    assert other.returncode == 2
    assert "line 1 of 'answers.jsonl' is of another search" in other.stderr
    # Another version may answer differently: its answers are not mixed with these.
    out.write_text(out.read_text().replace(f'"version": "{mcms.__version__}"', '"version": "0.0.1"'))
    older = mcms_here(*arguments, "--out", out.name)
    assert older.returncode == 2
    assert "line 1 of 'answers.jsonl' is of another search" in older.stderr


def test_answers_by_other_weights_are_not_mixed(mcms_here: RunMcms, tmp_path: Path) -> None:
    ewn = mcms.load("ewn")
    (tmp_path / "states.jsonl").write_text(json.dumps(ewn.to_json(ewn.initial_state(1))) + "\n")
    asked = ("search", "ewn", "--algorithm", "star1(evaluation=own.npz)", "--states", "states.jsonl", "--depth", "1")

    def searched_after_learning(seed: int) -> CompletedProcess[str]:
        options = LearningOptions(games=16, round=16, hidden=16, seed=seed)
        learn(ewn, options, measure_pairs=0).weights.save(tmp_path / "own.npz")
        return mcms_here(*asked, "--out", "answers.jsonl")

    assert searched_after_learning(1).returncode == 0
    assert "line 1 of 'answers.jsonl' is of another search" in searched_after_learning(2).stderr
    assert searched_after_learning(1).returncode == 0


def test_bad_files_of_states(mcms_here: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "states.jsonl").write_text('{"scores": [0, 0], "turn_total": 0, "to_move": 0}\n{}\n')
    refused = mcms_here("search", "pig", "--states", "states.jsonl", "--depth", "1")
    assert refused.returncode == 2
    assert refused.stderr.startswith("mcms: line 2 of 'states.jsonl': the state lacks scores")
    assert "expected one of them" in mcms_here("search", "pig", "--states", "x", "--state", "{}").stderr
    assert "expected --states FILE" in mcms_here("search", "pig", "--workers", "2").stderr
