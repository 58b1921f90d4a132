"""Games on many machines: a Ray cluster whose machines have mcms installed (``pip install mcms[cluster]``).

The same games from the same seeds as anywhere else. A game whose machine dies is played again on another one, with the
same result, so nothing is lost and nothing counts twice.
"""

import dataclasses
import importlib
import importlib.util
import logging
import os
import socket
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from mcms.arena.executor import Batch, Batches, Finished, Job, Played, play_batch, with_sources
from mcms.exceptions import InvalidOptionError, WorkerError
from mcms.extras import require_extra
from mcms.validation import whole_number

_MOST_WORKERS = 1_000_000
_SECONDS_TO_ANSWER = 5.0
_TRIES = 10
"""How often a game is tried before the game itself is blamed for the death of its machines."""

_log = logging.getLogger(__name__)


class RayExecutor:
    """Plays on the machines of a Ray cluster; each game has the cores that its players search with.

    ``address`` is that of the cluster's head, ``auto`` for the one this machine belongs to, or ``local`` for one that
    is started here and ends with the program.
    """

    def __init__(self, address: str = "auto", workers: int | None = None, cores_per_game: int = 1) -> None:
        require_extra("ray", "a cluster")
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
        try:
            _knock(address)
            _show_token(address)
            self._ray.init(**place, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError, self._ray.exceptions.RayError) as error:
            if isinstance(error, self._ray.exceptions.AuthenticationError) or _is_about_tokens(error):
                raise InvalidOptionError(
                    f"cluster is {address!r}, which wants a token that this machine lacks or has wrong: expected "
                    "RAY_AUTH_MODE=token and the cluster's token in RAY_AUTH_TOKEN or ~/.ray/auth_token, "
                    "see docs/arena.md, Many machines"
                ) from error
            reason = str(error).partition("\n")[0]
            raise InvalidOptionError(
                f"cluster is {address!r}, which does not answer ({reason}): expected the address of a Ray cluster"
            ) from error

    def run(self, jobs: Iterable[Job]) -> Generator[Finished]:
        """Play games as the cluster's workers become free; see :class:`mcms.arena.GameExecutor`."""
        # Ray would play lost games again by itself, and say nothing.
        play = self._ray.remote(play_batch).options(num_cpus=self._cores, max_retries=0)
        batches = Batches(jobs)
        waiting: dict[Any, Batch] = {}
        again: list[Batch] = []
        try:
            while True:
                while len(waiting) <= self.workers and (batch := again.pop() if again else _new(batches)):
                    waiting[play.remote(batch.jobs)] = batch
                if not waiting:
                    return
                (reference,), _ = self._ray.wait(list(waiting), num_returns=1)
                batch = waiting.pop(reference)
                if (played := self._result(reference, batch)) is None:
                    again.append(dataclasses.replace(batch, deaths=batch.deaths + 1))
                    continue
                records, seconds = played
                batches.took(len(records), seconds)
                if rest := batch.jobs[len(records) :]:
                    again.append(Batch(jobs=rest))
                yield with_sources(batch.jobs, records)
        finally:
            for reference in waiting:
                self._ray.cancel(reference, force=True)

    def _result(self, reference: Any, batch: Batch) -> Played | None:
        """Return what was played, or nothing if it was lost with its machine and is to be played again."""
        errors = self._ray.exceptions
        try:
            played: Played = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from error  # what the game or a player raised, as anywhere else
        except errors.RayError as error:
            if batch.deaths + 1 >= _TRIES:
                raise WorkerError(
                    f"the cluster lost the same games {_TRIES} times ({_first_line(error)}): expected a game and "
                    "players that leave machines alive"
                ) from error
            _log.warning(
                "a machine of the cluster died (%s): the %d games it had are played again",
                type(error).__name__,
                len(batch.jobs),
            )
            return None
        return played


def _new(batches: Batches) -> Batch | None:
    jobs = batches.next()
    return Batch(jobs=jobs) if jobs else None


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0]


def _is_about_tokens(error: BaseException | None) -> bool:
    """Say whether an error, or what caused it, is about who may use the cluster: a wrong token fails to connect."""
    while error is not None:
        if any(word in str(error).lower() for word in ("authentication token", "unauthenticated", "invalidauthtoken")):
            return True
        error = error.__cause__
    return False


def _show_token(address: str) -> None:
    """Ask the cluster once, and quietly, whether it takes this machine's token; raise Ray's error if it does not.

    ``ray.init`` would ask for 20 seconds, with a warning each second. What is asked with is no public part of Ray:
    where it is missing, or fails for another reason, ``ray.init`` has its say.
    """
    if address == "local" or "://" in address:
        return
    refused = importlib.import_module("ray.exceptions").AuthenticationError
    try:
        core = importlib.import_module("ray._raylet")
        head = importlib.import_module("ray._private.services").canonicalize_bootstrap_address(address)
        if _left_to_init(core, address):
            return
        with _quiet_stderr():
            core.GcsClient(address=head)
    except refused:
        raise
    except Exception as error:
        _log.debug("asking the cluster about its token failed: %s", error)


def _left_to_init(core: Any, address: str) -> bool:
    """Say whether ``ray.init`` sees to the token itself: to a missing one, and to one found beside a cluster found."""
    has_token = core.AuthenticationTokenLoader.instance().has_token(ignore_auth_mode=True)
    if core.get_authentication_mode() == core.AuthenticationMode.TOKEN:
        return not has_token
    return has_token and address == "auto" and "RAY_AUTH_MODE" not in os.environ


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Leave out what compiled code writes to the standard error stream."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _knock(address: str) -> None:
    """Raise ``OSError`` if nobody listens at an address; Ray itself would try for minutes."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), _SECONDS_TO_ANSWER).close()
