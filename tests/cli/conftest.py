import subprocess
import sys
from pathlib import Path

import pytest

from mcms.cli.app import main
from tests.cli.process import COMMAND, Outcome, RunMcms
from tests.patience import PATIENCE


@pytest.fixture
def mcms(tmp_path: Path) -> RunMcms:
    def run(*arguments: str, stdin: str = "") -> Outcome:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
            check=False,
        )

    return run


@pytest.fixture
def mcms_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> RunMcms:
    """The command in this process, which starts faster; for whatever is not about processes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")  # so that tables fold nothing
    monkeypatch.setattr("sys.path", [*sys.path])

    def run(*arguments: str) -> Outcome:
        with pytest.raises(SystemExit) as exit_:
            main(list(arguments))
        captured = capsys.readouterr()
        assert isinstance(exit_.value.code, int)
        return subprocess.CompletedProcess(arguments, exit_.value.code, captured.out, captured.err)

    return run
