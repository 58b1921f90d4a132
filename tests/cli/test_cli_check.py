"""``mcms check``: a game from the current folder, what it is like, what is wrong with it."""

import json
from pathlib import Path

from tests.cli.process import RunMcms

GAME = """
from tests.arena.own_players import Heap

class Good(Heap):
    pass

class Rigged(Heap):
    def utility(self, state):
        return 1.0

class Broken(Heap):
    def actions(self, state):
        return [1, 1]

class Seedless(Heap):
    def initial_state(self):
        return super().initial_state(0)
"""


def test_what_a_game_is_like(mcms_here: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "checked_games.py").write_text(GAME)
    outcome = mcms_here("check", "checked_games:Good(size=7)", "--games", "40")
    assert outcome.returncode == 0, outcome.stderr
    for word in ("keeps the contract", "2.0 at a decision", "in another process", "for the first player"):
        assert word in outcome.stdout
    seen = json.loads(mcms_here("check", "checked_games:Rigged", "--games", "40", "--json").stdout)
    assert seen["games"] == 40
    assert "the first player wins every game played at random" in seen["suspicions"]


def test_what_is_wrong_with_it(mcms_here: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "checked_games.py").write_text(GAME)
    outcome = mcms_here("check", "checked_games:Broken")
    assert outcome.returncode == 2
    assert outcome.stderr.startswith("mcms: actions of (9, 'first', 'first') returned [1, 1]: each must be there once")


def test_a_method_that_takes_other_arguments(mcms_here: RunMcms, tmp_path: Path) -> None:
    (tmp_path / "checked_games.py").write_text(GAME)
    game = "checked_games:Seedless"
    for command in (("check", game), ("match", game, "random", "random", "--matches", "1")):
        outcome = mcms_here(*command)
        assert outcome.returncode == 2
        assert "takes other arguments: expected initial_state(seed)" in outcome.stderr
