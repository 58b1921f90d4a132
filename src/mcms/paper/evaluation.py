"""The whole evaluation: runs the experiments that are asked for into one records file, and makes their report."""

import dataclasses
import platform
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from mcms.arena.executor import cores
from mcms.arena.runner import Runner
from mcms.build import COMMIT, COMPILER, VERSION
from mcms.games.native import NativeGame
from mcms.paper.figure2 import choose, figure2
from mcms.paper.reasons import reasons
from mcms.paper.report import Report, Section
from mcms.paper.sampling import sampling
from mcms.paper.savings import savings
from mcms.paper.scale import Scale
from mcms.paper.sections import (
    figure2_section,
    sampling_section,
    savings_section,
    table1_section,
    theorem1_section,
    time_section,
    tuning_section,
    without_luck_section,
)
from mcms.paper.states import collect_states
from mcms.paper.table1 import table1, truth_of
from mcms.paper.theorem1 import theorem1
from mcms.paper.time_limit import time_limits
from mcms.paper.tuning import tune_all
from mcms.paper.without_luck import without_luck


class Experiment(StrEnum):
    """What can be rerun."""

    TABLE1 = "table1"
    FIGURE2 = "figure2"
    TUNING = "tuning"
    THEOREM1 = "theorem1"
    TIME = "time"
    SAMPLING = "sampling"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Evaluation:
    """The evaluation at a scale: which experiments, in which games, from which seed, played how."""

    experiments: Sequence[Experiment]
    games: Sequence[NativeGame[Any]]
    solved_game: NativeGame[Any]
    """The game of table 1 and theorem 1."""
    scale: Scale
    seed: int
    runner: Runner

    def run(self) -> Report:
        """Run what the records lack, and return the report."""
        sections: list[Section] = []
        states = self._states() if {Experiment.TABLE1, Experiment.THEOREM1} & set(self.experiments) else []
        if Experiment.TABLE1 in self.experiments:
            sections.append(self._table1(states))
        if {Experiment.FIGURE2, Experiment.TIME} & set(self.experiments):
            sections += self._matches()
        if Experiment.SAMPLING in self.experiments:
            sections.append(sampling_section(sampling(self.games, self.scale, runner=self.runner, seed=self.seed)))
            saved = savings(self.games, self.scale.limit, runner=self.runner)
            sections.append(savings_section(saved, self.scale.limit))
        if Experiment.TUNING in self.experiments:
            sections.append(tuning_section(tune_all(self.games, self.scale, runner=self.runner, seed=self.seed)))
        if Experiment.THEOREM1 in self.experiments:
            measured = theorem1(self.solved_game, states, self.scale, seed=self.seed, runner=self.runner)
            sections.append(theorem1_section(measured))
        manifest = self._manifest()
        return Report(
            title="Monte Carlo *-Minimax Search: the paper's evaluation rerun",
            sections=[self._about(manifest), *sections],
            manifest=manifest,
        )

    def _states(self) -> list[Any]:
        return collect_states(
            self.solved_game,
            self.scale.limit,
            most=self.scale.states,
            seed=self.seed,
            runner=self.runner,
        )

    def _table1(self, states: Sequence[Any]) -> Section:
        measured = table1(
            self.solved_game,
            states,
            limit=self.scale.limit,
            runs=self.scale.runs,
            seed=self.seed,
            runner=self.runner,
        )
        return table1_section(measured)

    def _matches(self) -> Iterator[Section]:
        choice = choose(self.games, self.scale, runner=self.runner, seed=self.seed)
        if Experiment.FIGURE2 in self.experiments:
            bars = figure2(self.games, self.scale, choice, runner=self.runner, seed=self.seed)
            yield figure2_section(bars, choice, reasons())
            solved = [bar for bar in bars if bar.game == str(self.solved_game)]
            if solved:
                truth = truth_of(self.solved_game)
                yield without_luck_section(without_luck(solved, truth, records=self.runner.records))
        if Experiment.TIME in self.experiments:
            yield time_section(time_limits(self.games, self.scale, choice, runner=self.runner, seed=self.seed))

    def _manifest(self) -> dict[str, Any]:
        return {
            "command": " ".join(["mcms", *sys.argv[1:]]),
            "experiments": [str(experiment) for experiment in self.experiments],
            "games": [str(game) for game in self.games],
            "solved_game": str(self.solved_game),
            "scale": dataclasses.asdict(self.scale),
            "seed": self.seed,
            "version": VERSION,
            "commit": COMMIT,
            "compiler": COMPILER,
            "python": platform.python_version(),
            "machine": {"system": platform.platform(), "processor": processor(), "cores": cores()},
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def _about(self, manifest: dict[str, Any]) -> Section:
        machine = manifest["machine"]
        return Section(
            title="How this was made",
            parts=[
                f"Scale “{self.scale.name}”: {self.scale.ms:g} ms a move. mcms {manifest['version']}, Python "
                f"{manifest['python']}, {machine['processor']}, {machine['cores']} cores, {manifest['written']}.",
                "Every measured number comes from the games and estimates in the records of this run; published ones "
                "are those of Lanctot, Saffidine, Veness, Archibald & Winands (2013). This command reruns it, or goes "
                f"on where it stopped: {manifest['command']}",
            ],
        )


def processor() -> str:
    """Return what this machine calls its processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            found = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    except OSError:
        found = ""
    return found or platform.processor() or platform.machine()
