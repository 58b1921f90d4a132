"""Server-sent events, read."""

import json
from typing import Any


def events(text: str) -> list[tuple[str, dict[str, Any]]]:
    blocks = (block.split("\n") for block in text.strip().split("\n\n"))
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in blocks]
