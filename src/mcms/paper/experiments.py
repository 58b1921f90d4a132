"""The experiments by name, in the order of the report."""

from typing import Any

from mcms.exceptions import UnknownNameError
from mcms.paper.alternatives import AlternativesExperiment
from mcms.paper.experiment import Experiment
from mcms.paper.figure2 import Figure2Experiment
from mcms.paper.pace import PaceExperiment
from mcms.paper.sampling import SamplingExperiment
from mcms.paper.table1 import Table1Experiment
from mcms.paper.theorem1 import Theorem1Experiment
from mcms.paper.time_limit import TimeExperiment
from mcms.paper.tuning import TuningExperiment
from mcms.spec import split_list

EXPERIMENTS: dict[str, Experiment[Any]] = {
    experiment.name: experiment
    for experiment in (
        PaceExperiment(),
        AlternativesExperiment(),
        Figure2Experiment(),
        Table1Experiment(),
        TimeExperiment(),
        SamplingExperiment(),
        TuningExperiment(),
        Theorem1Experiment(),
    )
}


def experiments(text: str) -> list[Experiment[Any]]:
    """Return the experiments of a text: ``all``, or names with commas.

    >>> [experiment.name for experiment in experiments("theorem1, figure2")]
    ['figure2', 'theorem1']
    """
    if text == "all":
        return [experiment for experiment in EXPERIMENTS.values() if experiment.in_all]
    wanted = split_list(text)
    for name in wanted:
        if name not in EXPERIMENTS:
            raise UnknownNameError(f"unknown experiment {name!r}: expected all or some of {', '.join(EXPERIMENTS)}")
    return [experiment for name, experiment in EXPERIMENTS.items() if name in wanted]
