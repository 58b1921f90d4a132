"""What ``import mcms`` loads, which names it has, and what a missing extra says."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mcms

HEAVY = {"matplotlib", "multiprocessing", "numba", "numpy", "pyspiel", "ray", "rich", "scipy", "sqlite3", "typer"}

HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {hidden!r} else found(name, package)
sys.meta_path.insert(0, Hidden())
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def loaded_by(program: str) -> set[str]:
    ran = run(f"import sys\n{program}\nprint(*sys.modules)")
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split()) & HEAVY


def test_importing_is_light() -> None:
    assert loaded_by("import mcms") == set()


@pytest.mark.timing
def test_importing_takes_less_than_a_tenth_of_a_second() -> None:
    program = "import time\nbefore = time.process_time()\nimport mcms\nprint(time.process_time() - before)"
    assert min(float(run(program).stdout) for _ in range(5)) < 0.1


def test_importing_waits_for_no_game() -> None:
    ran = run("import sys, mcms.cli\nprint(*(name for name in sys.modules if name.startswith('mcms.games.')))")
    assert set(ran.stdout.split()) == {"mcms.games.base", "mcms.games.custom", "mcms.games.learnt"}


def test_the_version_is_typed_once() -> None:
    root = Path(__file__).parents[1]
    assert f'version = "{mcms.__version__}"' in (root / "pyproject.toml").read_text()
    assert mcms.__version__ not in (root / "CMakeLists.txt").read_text()


def test_searching_needs_nothing_more() -> None:
    program = (
        "import mcms\npig = mcms.load('pig')\nmcms.search(pig, pig.initial_state(), 'mcms', limit=mcms.Limit(depth=3))"
    )
    assert loaded_by(program) == set()


def test_solving_pig_loads_numpy_alone() -> None:
    assert loaded_by("import mcms\nmcms.solve(mcms.Pig(goal=20))") == {"numpy"}


def test_every_public_name_is_there_in_any_order() -> None:
    for name in mcms.__all__:
        assert getattr(mcms, name) is not None
        assert name in dir(mcms)
    ran = run("import mcms.search_many, mcms.solve, mcms.search, mcms.compiled_game\nimport mcms\n"
              "assert all(map(callable, (mcms.search_many, mcms.solve, mcms.search, mcms.compiled_game)))")  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        mcms.nothing  # noqa: B018


def test_names_loaded_when_asked_for_are_those_type_checkers_see() -> None:
    tree = ast.parse(Path(mcms.__file__).read_text())
    (checked,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {name.name: node.module for node in checked.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert seen == mcms._LOADED_WHEN_ASKED_FOR


@pytest.mark.parametrize(
    ("hidden", "program", "says"),
    [
        ("numba", "mcms.compiled_game(**dict.fromkeys('name state turn actions outcomes play resolve utility estimate "
         "value_range max_actions'.split()))", "a compiled game needs Numba"),
        ("pyspiel", "mcms.load('openspiel:pig')", "openspiel:pig needs OpenSpiel"),
        ("pyspiel", "mcms.openspiel.load", "mcms.openspiel needs OpenSpiel"),
        ("rich", "mcms.Pig().board(mcms.Pig().initial_state())", "a board in colours needs Rich"),
        ("scipy", "from mcms.stats import PairCounts, paired_interval; paired_interval(PairCounts.of([(1.0, 0.0)]))",
         "this statistic needs SciPy"),
        ("matplotlib", "from mcms.plots import plot_stopping_surface; plot_stopping_surface(mcms.Pig(goal=5), 'x.svg')",
         "a plot needs Matplotlib"),
        ("ray", "from mcms.arena.cluster import RayExecutor; RayExecutor('local', 1, 1)", "a cluster needs Ray"),
    ],
    ids=lambda value: value if value.isidentifier() else "",
)  # fmt: skip
def test_a_missing_extra_is_one_sentence(hidden: str, program: str, says: str) -> None:
    ran = run(f"{HIDE.format(hidden={hidden})}\nimport mcms\n{program}")
    last = ran.stderr.strip().splitlines()[-1]
    assert last.startswith(f"mcms.exceptions.MissingExtraError: {says}: expected it installed with pip install 'mcms[")


@pytest.mark.parametrize(
    ("hidden", "arguments", "says"),
    [
        ("typer", ["games"], "the command mcms needs Typer: expected it installed with pip install 'mcms[cli]'"),
        ("uvicorn", ["serve"], "mcms serve needs Uvicorn: expected it installed with pip install 'mcms[web]'"),
    ],
)
def test_the_command_line_says_the_same_and_exits_with_2(hidden: str, arguments: list[str], says: str) -> None:
    ran = run(f"{HIDE.format(hidden={hidden})}\nfrom mcms.cli import main\nmain({arguments!r})")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"mcms: {says}\n")


def test_the_command_line_does_without_other_extras() -> None:
    hidden = {"scipy", "matplotlib", "fastapi", "uvicorn", "platformdirs", "numba", "pyspiel", "ray"}
    ran = run(f"{HIDE.format(hidden=hidden)}\nfrom mcms.cli import main\nmain(['search', 'pig', '--depth', '2'])")
    assert ran.returncode == 0, ran.stderr
