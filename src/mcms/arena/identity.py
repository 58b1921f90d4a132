"""What games and players are known by in records and seeds: a frozen text, and a digest of the code that decides.

Format 1. The **text** says what something is, with all options that make a difference:

- a built-in game or player: its name, as on the command line;
- a search: its class and its options but those that have the value they had when the format was frozen
  (:data:`FROZEN`), then its evaluation if that is not the game's own. An option that is added later has to begin with
  what was done before, and is left out as long as it does, so old records and seeds stay what they are;
- a game or player of your own: ``module:`` and what it prints of itself (``repr``), the name of the function, or an
  attribute ``identity`` of it, a text.

The **code** is a digest of the files that define it: a module, the library of a compiled table, learnt weights. What
comes with mcms has none, since records know the version. Seeds follow from the text alone, so a changed player meets
the luck of the former one; records are kept apart by the code as well.
"""

import dataclasses
import inspect
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mcms.algorithms import Algorithm
from mcms.arena.search_player import SearchPlayer
from mcms.evaluation import OWN
from mcms.games.base import BaseGame
from mcms.games.custom import CustomGame
from mcms.games.learnt import weights_file
from mcms.games.table import TableGame

_DEPTH_LIMITED: Mapping[str, str] = {
    "chance": "Exact()",
    "table_mb": "16",
    "table_bounds": "false",
    "threads": "1",
    "keep": "false",
}
_STAR1 = {**_DEPTH_LIMITED, "prune_from": "none", "rule_bounds": "true"}
FROZEN: Mapping[str, Mapping[str, str]] = {
    "Expectimax": _DEPTH_LIMITED,
    "Star1": _STAR1,
    "Star2": {**_STAR1, "probe_from": "none", "keep_probes": "true"},
    "Sampled": {"draw": '"independent"', "luck": '"state"', "exact_below": "0", "control": "none", "thrifty": "false"},
    "Mcms": {
        "chance": 'Sampled(control="estimate",draw="systematic",exact_below=1,luck="depth",width=8)',
        "table_mb": "64",
        "table_bounds": "true",
        "threads": "1",
        "keep": "false",
        "candidates": "none",
    },
    "Mcts": {
        "widening": "none",
        "final": '"visits"',
        "max_nodes": "10000000",
        "threads": "1",
        "skip_forced": "true",
        "batch": "1",
        "backup": '"mean"',
    },
}
"""Values of options that the texts of format 1 leave out, by class."""
_APART = "evaluation"
"""The option of searches that is written behind their brackets; it once was an option of players."""
_ALWAYS: Mapping[str, tuple[str, ...]] = {"Mcts": ("exploration", "rollout_moves")}
"""What depends on the game and is therefore always written."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Identity:
    """What a game or a player is known by."""

    text: str
    code: str = ""
    """A digest of the code of one's own that decides; empty for what comes with mcms."""
    files: tuple[str, ...] = ()
    """The names of the files that the digest is of."""
    lacks: str | None = None
    """Why records of a file cannot know it; ``None`` if they can."""


def written(value: Any) -> str:
    """Return the text of an option's value in format 1.

    >>> from mcms import Sampled, Star1
    >>> written(Star1(chance=Sampled(18), prune_from=0))
    'Star1(chance=Sampled(width=18),prune_from=0)'
    """
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, str):
        return json.dumps(value)
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return repr(value)
    kind = type(value)
    frozen = FROZEN.get(kind.__name__, {})
    always = _ALWAYS.get(kind.__name__, ())
    parts = []
    own = [field for field in dataclasses.fields(value) if field.name != _APART or not isinstance(value, Algorithm)]
    for field in sorted(own, key=lambda field: field.name):
        text = written(getattr(value, field.name))
        if field.name in always or text != frozen.get(field.name, _default(field)):
            parts.append(f"{field.name}={text}")
    return f"{kind.__name__}({','.join(parts)})" + _evaluation_text(value)


def _evaluation_text(value: Any) -> str:
    """Return what follows a search that does not go by the game's own evaluation, as all did at first."""
    if not isinstance(value, Algorithm) or value.evaluation in (None, OWN):
        return ""
    return f" {_APART}={written(value.evaluation)}"


def _default(field: "dataclasses.Field[Any]") -> str | None:
    return None if field.default is dataclasses.MISSING else written(field.default)


def search_identity(chosen: Algorithm) -> Identity:
    """Return what a search is known by, whatever its limit."""
    return _with_weights(written(chosen), chosen)


def player_identity(player: Any) -> Identity:
    """Return what a player is known by."""
    if isinstance(player, SearchPlayer):
        return search_identity(player.algorithm)
    function = getattr(player, "function", None)
    if _is_ours(type(player)):
        own = getattr(player, "identity", None)
        if isinstance(own, Identity):  # a player of ours that stands for a program of somebody's
            return own
        return Identity(text=player.name) if function is None else _function_identity(function)
    return _object_identity(player)


def game_identity(game: Any) -> Identity:
    """Return what a game is known by."""
    if isinstance(game, CustomGame):
        known = game_identity(game.game)
        if game.spec is None:
            return known
        home = game.spec.partition(":")[0]
        if home == "openspiel":
            return Identity(text=game.spec, code=f"open_spiel {version('open_spiel')}")
        return identity_of_files(game.spec, [*_home_files([home]), *_files(game.game)])
    if isinstance(game, TableGame):
        return _table_identity(game)
    if isinstance(game, BaseGame) and _is_ours(type(game)):
        return _with_weights(str(game), game)
    return _object_identity(game)


def _with_weights(text: str, holder: BaseGame[Any] | Algorithm) -> Identity:
    """Return an identity of something of ours that may evaluate by a file of the user's."""
    file = weights_file(holder)
    return Identity(text=text) if file is None else identity_of_files(text, [file])


def _table_identity(game: TableGame) -> Identity:
    reference = game.reference or game.by_its_own_estimate.reference
    if reference is None:
        return Identity(text=game.name, lacks="is no global of the module that made it")
    known = identity_of_files(reference, [*_home_files([reference.partition(":")[0]]), *game.library_files])
    if game.weights is None or known.lacks:
        return known
    return dataclasses.replace(known, code=f"{known.code} {game.weights.manifest.digest[:24]}".strip())


def _function_identity(function: Any) -> Identity:
    own = getattr(function, "identity", None)
    if not inspect.isfunction(function) and not inspect.isbuiltin(function):
        return _object_identity(function)
    text = f"{function.__module__}:{function.__qualname__}"
    if isinstance(own, str):
        return identity_of_files(own, _home_files([function.__module__]))
    if function.__qualname__ == "<lambda>":
        return Identity(text=text, lacks="is a lambda, of which a module may have many")
    if "<" in function.__qualname__:
        return Identity(text=text, lacks="is made inside another function, whose options it may have")
    return identity_of_files(text, _home_files([function.__module__]))


def _object_identity(thing: Any) -> Identity:
    kind: Any = type(thing)
    text = game_text(thing)
    own = getattr(thing, "identity", None)
    if isinstance(own, str):
        return identity_of_files(own, _files(thing))
    if " at 0x" in text or "<locals>" in text:
        return Identity(text=text, lacks="has no text that is the same the next time")
    plain = kind.__repr__ is object.__repr__ and kind.__str__ is object.__str__
    if plain and (getattr(thing, "__dict__", None) or getattr(kind, "__slots__", None)):
        return Identity(text=text, lacks="prints nothing of its options")
    return identity_of_files(text, _files(thing))


def game_text(game: Any) -> str:
    """Return the text of a game with its options; one that says nothing about itself is known by its class."""
    if isinstance(game, CustomGame) and game.spec is None:
        return game_text(game.game)
    kind: Any = type(game)
    if kind.__str__ is not object.__str__:
        return str(game)
    return f"{kind.__module__}:{kind.__qualname__ if kind.__repr__ is object.__repr__ else repr(game)}"


def _is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "mcms" and not issubclass(kind, CustomGame | TableGame)


def _files(thing: Any) -> Iterator[Path | None]:
    """Return the files of an object's class and of those it inherits from, except Python's and ours."""
    return _home_files(kind.__module__ for kind in type(thing).__mro__)


def _home_files(modules: Iterable[str]) -> Iterator[Path | None]:
    for name in dict.fromkeys(modules):
        top = name.partition(".")[0]
        if top == "mcms" or (top in sys.stdlib_module_names and top != "__main__"):
            continue
        file = getattr(sys.modules.get(name), "__file__", None)
        yield None if file is None else Path(file)


def identity_of_files(text: str, files: Iterable[Path | None]) -> Identity:
    """Return an identity with the digest of files; ``None`` among them was typed at a prompt."""
    digest = blake2b(digest_size=12)
    names = []
    for file in dict.fromkeys(files):
        try:
            content = file.read_bytes() if file is not None else None
        except OSError:
            content = None
        if file is None or content is None:
            return Identity(text=text, lacks="is in no file that can be read")
        digest.update(len(content).to_bytes(8, "little") + content)
        names.append(file.name)
    return Identity(text=text, code=digest.hexdigest() if names else "", files=tuple(names))
