"""Whether a game's hash is the same in another process: Python salts ``hash`` of texts, so one made of it is not."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from itertools import islice
from typing import Any

from mcms.exceptions import ContractError
from mcms.games.base import BaseGame

_STATES = 100
_SECONDS = 300
"""For a process that starts on a busy machine."""
_PROGRAM = """
import json, pickle, sys
sys.path[:] = json.loads(sys.stdin.buffer.readline())
game, states = pickle.load(sys.stdin.buffer)
print(json.dumps([game.hash(state) for state in states]))
"""


def check_hash_elsewhere(game: Any, by_hash: Mapping[int, Any]) -> bool | None:
    """Compare hashes with those of a process with another salt; raise if they differ.

    Returns ``None`` where that is not possible: the game or its states cannot be pickled, or were typed at a prompt.
    """
    if not callable(getattr(game, "hash", None)) or isinstance(game, BaseGame):
        return True  # ours, which are tested
    sample = dict(islice(by_hash.items(), _STATES))
    try:
        content = pickle.dumps((game, list(sample.values())))
    except Exception:
        return None
    if b"__main__" in content:
        return None
    salt = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    answered = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        input=json.dumps(sys.path).encode() + b"\n" + content,
        env=os.environ | {"PYTHONHASHSEED": salt},
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    if answered.returncode != 0:
        return None
    for (here, state), there in zip(sample.items(), json.loads(answered.stdout), strict=True):
        if here != there:
            raise ContractError(
                f"hash of {state!r} returned {here}, in another process {there}: expected the same everywhere; "
                "Python's hash() of a text is not, mcms.stable_hash is"
            )
    return True
