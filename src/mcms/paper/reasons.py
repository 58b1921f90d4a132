"""Why a published direction does not come out, where it is known: words, never numbers."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def reasons() -> dict[tuple[str, str, str], str]:
    """Return the reasons by pairing and game."""
    text = files("mcms.paper").joinpath("reasons.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text).get("reason", [])
    return {(entry["left"], entry["right"], entry["game"]): entry["why"] for entry in entries}
