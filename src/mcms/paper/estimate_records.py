"""The estimates in a records file, and how those that it lacks are made."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from time import monotonic
from typing import Any

from mcms.arena.play import Progress
from mcms.arena.records import Records, now
from mcms.arena.runner import Runner
from mcms.games.base import BaseGame
from mcms.paper.estimates import Estimate, Estimates, Estimation, Trial

_TABLES = (
    """CREATE TABLE IF NOT EXISTS estimators(
      id INTEGER PRIMARY KEY,
      game TEXT NOT NULL, player TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL, version TEXT NOT NULL,
      UNIQUE(game, player, options, seed, version))""",
    """CREATE TABLE IF NOT EXISTS estimates(
      id INTEGER PRIMARY KEY,
      estimator INTEGER NOT NULL REFERENCES estimators(id),
      state TEXT NOT NULL, run INTEGER NOT NULL,
      value REAL NOT NULL, action TEXT NOT NULL, depth INTEGER NOT NULL, nodes INTEGER NOT NULL, seconds REAL NOT NULL,
      machine TEXT NOT NULL, finished TEXT NOT NULL,
      UNIQUE(estimator, state, run))""",
)


class EstimateRecords:
    """The estimates in a records file."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._ids: dict[tuple[str, ...], int] = {}
        with records.transaction():
            for table in _TABLES:
                records.execute(table)

    def known(self, estimation: Estimation, states: Sequence[Any], runs: int) -> Estimates:
        """Return the trials that are finished."""
        texts = {_text(estimation.game, state): state for state in states}
        rows = self._records.read(
            "SELECT state, run, value, action, depth, nodes, seconds, machine FROM estimates "
            "JOIN estimators ON estimators.id = estimator "
            "WHERE game = ? AND player = ? AND options = ? AND seed = ? AND version = ? AND run < ?",
            *estimation.identity,
            runs,
        )
        trials = ((Trial(state=texts[state], run=run), rest) for state, run, *rest in rows if state in texts)
        return {trial: Estimate(trial, *rest) for trial, rest in trials}

    def add(self, finished: Sequence[tuple[Estimation, Estimate]]) -> None:
        """Keep estimates."""
        with self._records.transaction():
            for estimation, estimate in finished:
                self._records.execute(
                    "INSERT OR IGNORE INTO estimates VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    self._id(estimation),
                    _text(estimation.game, estimate.trial.state),
                    estimate.trial.run,
                    estimate.value,
                    estimate.action,
                    estimate.depth,
                    estimate.nodes,
                    estimate.seconds,
                    estimate.machine,
                    now(),
                )

    def _id(self, estimation: Estimation) -> int:
        if estimation.identity not in self._ids:
            self._records.execute("INSERT OR IGNORE INTO estimators VALUES (NULL, ?, ?, ?, ?, ?)", *estimation.identity)
            ((found,),) = self._records.read(
                "SELECT id FROM estimators WHERE game = ? AND player = ? AND options = ? AND seed = ? AND version = ?",
                *estimation.identity,
            )
            self._ids[estimation.identity] = found
        return self._ids[estimation.identity]


def _text(game: BaseGame[Any], state: Any) -> str:
    return json.dumps(game.to_json(state), sort_keys=True, separators=(",", ":"))


def estimate_states(
    estimations: Sequence[Estimation],
    states: Sequence[Any],
    runs: int,
    *,
    runner: Runner,
    title: str = "",
) -> list[Estimates]:
    """Search every state ``runs`` times with every algorithm, as far as the records lack it."""
    store = EstimateRecords(runner.records)
    start = monotonic()
    known = [store.known(estimation, states, runs) for estimation in estimations]
    of = {id(estimation): results for estimation, results in zip(estimations, known, strict=True)}
    total = len(estimations) * len(states) * runs

    def missing() -> Iterator[tuple[Estimation, Trial]]:
        for run in range(runs):
            for state in states:
                trial = Trial(state=state, run=run)
                yield from ((each, trial) for each in estimations if trial not in of[id(each)])

    known_before = sum(map(len, known))
    with closing(runner.run(estimations, missing())) as batches:
        for finished in batches:
            store.add(finished)
            for estimation, estimate in finished:
                of[id(estimation)][estimate.trial] = estimate
            done = sum(map(len, known))
            seconds = monotonic() - start
            runner.report(Progress(title=title, played=done - known_before, left=total - done, seconds=seconds))
    return known
