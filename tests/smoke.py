"""Is an installed mcms whole? Run by itself, with the base install alone: `python tests/smoke.py`.

`make wheels` and cibuildwheel run it on wheels that they have just built, far from the sources.
"""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import mcms


class Coin:
    """A game in Python: bet or not on a coin."""

    def initial_state(self, seed):
        return "start"

    def turn(self, state):
        return {"start": "first", "thrown": "chance"}.get(state, "over")

    def actions(self, state):
        return ["bet", "pass"]

    def outcomes(self, state):
        return [("won", 0.6), ("lost", 0.4)]

    def play(self, state, action):
        return "thrown" if action == "bet" else "passed"

    def resolve(self, state, outcome):
        return outcome

    def utility(self, state):
        return {"won": 1.0, "lost": -1.0, "passed": 0.0}[state]

    def estimate(self, state):
        return 0.0

    def value_range(self):
        return -1.0, 1.0


def main():
    sources = Path(__file__).parents[1]
    installed = Path(mcms.__file__)
    assert sources / "src" not in installed.parents, f"{installed} is in the sources"
    assert mcms.__version__ == importlib.metadata.version("mcms")

    pig = mcms.load("pig")
    for name in mcms.SHORT_NAMES:
        found = mcms.search(pig, pig.initial_state(), name, limit=mcms.Limit(nodes=2000), seed=1)
        assert found.action == "roll", (name, found)
    assert mcms.solve(mcms.load("pig(goal=20)")).states > 100
    for name in ("ewn", "cant_stop", "ra", "backgammon"):
        game = mcms.load(name)
        assert mcms.search(game, game.initial_state(1), "mcts", limit=mcms.Limit(simulations=50)).simulations == 50
    assert abs(mcms.search(Coin(), "start", "star2", limit=mcms.Limit(depth=2)).value - 0.2) < 1e-12

    assert (Path(mcms.get_include()) / "mcms" / "search" / "search.hpp").is_file()
    assert (installed.parent / "py.typed").is_file()
    assert (installed.parent / "_core.pyi").is_file()
    said = subprocess.run([sys.executable, "-m", "mcms", "--version"], capture_output=True, text=True, check=False)
    assert mcms.__version__ in said.stdout + said.stderr or "pip install" in said.stderr, said
    print(f"mcms {mcms.__version__} in {installed.parent} works with Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
