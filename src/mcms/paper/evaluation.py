"""The whole evaluation: runs the experiments that are asked for into one records file, and makes their report."""

import dataclasses
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from mcms.arena.executor import cores
from mcms.build import COMMIT, COMPILER, VERSION
from mcms.paper.experiment import Experiment, Setting
from mcms.paper.report import Report, Section


@dataclasses.dataclass(frozen=True, kw_only=True)
class Evaluation:
    """Some experiments in a setting."""

    experiments: Sequence[Experiment[Any]]
    setting: Setting

    def estimate_seconds(self) -> float:
        """Return how long they take with the runner's workers."""
        total = sum(experiment.estimate_seconds(self.setting) for experiment in self.experiments)
        return total / self.setting.runner.workers

    def run(self) -> Report:
        """Run what the records lack, and return the report."""
        measured = [(experiment, experiment.run(self.setting)) for experiment in self.experiments]
        sections = [section for experiment, found in measured for section in experiment.sections(found)]
        manifest = self._manifest()
        for experiment, found in measured:
            manifest |= experiment.evidence(self.setting, found)
        return Report(
            title="Monte Carlo *-Minimax Search: the paper's evaluation rerun",
            sections=[*sections, self._about(manifest)],
            manifest=manifest,
        )

    def _manifest(self) -> dict[str, Any]:
        return {
            "command": " ".join(["mcms", *sys.argv[1:]]),
            "experiments": [experiment.name for experiment in self.experiments],
            "games": [str(game) for game in self.setting.games],
            "solved_game": str(self.setting.solved_game),
            "scale": dataclasses.asdict(self.setting.scale),
            "seed": self.setting.seed,
            "version": VERSION,
            "commit": COMMIT,
            "compiler": COMPILER,
            "python": platform.python_version(),
            "machine": {"system": platform.platform(), "processor": processor(), "cores": cores()},
            "written": datetime.now(UTC).isoformat(timespec="seconds"),
        }

    def _about(self, manifest: dict[str, Any]) -> Section:
        machine, scale = manifest["machine"], self.setting.scale
        limit = scale.time_words
        if scale.nodes is not None:
            limit = ", ".join(f"{nodes:,} nodes a move in {game}" for game, nodes in scale.nodes.items())
        return Section(
            title="How this was made",
            parts=[
                f"Scale “{scale.name}”: {limit}. mcms {manifest['version']}, commit {manifest['commit']}, Python "
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
