"""Why a published direction does not come out, where it is known: words, never numbers."""

import dataclasses
import tomllib
from functools import cache
from importlib.resources import files


@dataclasses.dataclass(frozen=True, kw_only=True)
class Reason:
    """Why pairings of a game do not come out as published."""

    game: str
    pairings: tuple[tuple[str, ...], ...]
    why: str


@cache
def reasons() -> tuple[Reason, ...]:
    """Return the reasons that are known."""
    text = files("mcms.paper").joinpath("reasons.toml").read_text(encoding="utf-8")
    return tuple(
        Reason(game=entry["game"], pairings=tuple(map(tuple, entry["pairings"])), why=" ".join(entry["why"].split()))
        for entry in tomllib.loads(text)["reason"]
    )
