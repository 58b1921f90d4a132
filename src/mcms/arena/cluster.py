"""Games on many machines: a Ray cluster whose machines have mcms installed (``pip install mcms[cluster]``).

The same games from the same seeds as anywhere else. A game whose machine dies is played again on another one; what it
says is the same, so nothing is lost and nothing counts twice.
"""

import importlib
import importlib.util
import os
import socket
from collections.abc import Generator, Iterable
from typing import Any

from mcms.arena.executor import Batches, Finished, Job, play_batch, with_sources
from mcms.exceptions import InvalidOptionError, MissingExtraError, WorkerError
from mcms.validation import whole_number

_MOST_WORKERS = 1_000_000
_SECONDS_TO_ANSWER = 5.0
_RETRIES = 100
"""A game is tried so often before whatever kills its machines is taken to be the game."""


class RayExecutor:
    """Plays on the machines of a Ray cluster; each game has the cores that its players search with.

    ``address`` is that of the cluster's head, ``auto`` for the one this machine belongs to, or ``local`` for one that
    is started here and ends with the program.
    """

    def __init__(self, address: str = "auto", workers: int | None = None, cores_per_game: int = 1) -> None:
        if importlib.util.find_spec("ray") is None:
            raise MissingExtraError("a cluster needs Ray: expected it installed with pip install 'mcms[cluster]'")
        self._ray: Any = importlib.import_module("ray")
        self._cores = cores_per_game
        self._connect(address)
        total = int(self._ray.cluster_resources().get("CPU", 1))
        fitting = max(1, total // cores_per_game)
        self.workers = fitting if workers is None else min(fitting, whole_number("workers", workers, 1, _MOST_WORKERS))

    def _connect(self, address: str) -> None:
        if self._ray.is_initialized():
            return
        place = {} if address == "local" else {"address": address}
        # A token that is refused is tried for a while, with a warning each second.
        os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "error")
        try:
            _knock(address)
            self._ray.init(**place, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError, self._ray.exceptions.RayError) as error:
            if isinstance(error, self._ray.exceptions.AuthenticationError) or _is_about_tokens(error):
                raise InvalidOptionError(
                    f"cluster is {address!r}, which wants a token that this machine lacks or has wrong: expected the "
                    "cluster's in RAY_AUTH_TOKEN or ~/.ray/auth_token, see docs/arena.md, Many machines"
                ) from error
            reason = str(error).partition("\n")[0]
            raise InvalidOptionError(
                f"cluster is {address!r}, which does not answer ({reason}): expected the address of a Ray cluster"
            ) from error

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        """Play games as the cluster's workers become free; see :class:`mcms.arena.GameExecutor`."""
        play = self._ray.remote(play_batch).options(num_cpus=self._cores, max_retries=_RETRIES)
        batches = Batches(jobs)
        waiting: dict[Any, list[Job]] = {}
        rest: list[Job] = []
        try:
            while True:
                while len(waiting) <= self.workers and (batch := rest or batches.next()):
                    waiting[play.remote(batch)], rest = batch, []
                if not waiting:
                    return
                (reference,), _ = self._ray.wait(list(waiting), num_returns=1)
                records, seconds = self._result(reference)
                batch = waiting.pop(reference)
                batches.took(len(records), seconds)
                rest = batch[len(records) :]
                yield with_sources(batch, records)
        finally:
            for reference in waiting:
                self._ray.cancel(reference, force=True)

    def _result(self, reference: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from error  # what the game or a player raised, as anywhere else
        except errors.RayError as error:
            raise WorkerError(f"the cluster lost a game for good ({error}): expected machines that stay") from error


def _is_about_tokens(error: BaseException | None) -> bool:
    """Say whether an error, or what caused it, is about who may use the cluster: a wrong token fails to connect."""
    while error is not None:
        if any(word in str(error).lower() for word in ("authentication token", "unauthenticated", "invalidauthtoken")):
            return True
        error = error.__cause__
    return False


def _knock(address: str) -> None:
    """Raise ``OSError`` if nobody listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()
