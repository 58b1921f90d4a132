import subprocess
from pathlib import Path

import pytest

from tests.cli.process import COMMAND, Outcome, RunMcms


@pytest.fixture
def mcms(tmp_path: Path) -> RunMcms:
    def run(*arguments: str, stdin: str = "") -> Outcome:
        return subprocess.run(
            [*COMMAND, *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            cwd=tmp_path,
            check=False,
        )

    return run
