from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from mcms.web.app import make_app
from mcms.web.limits import WebLimits
from mcms.web.store import GameStore


def client_of(path: Path | None = None, names: tuple[str, ...] = (), **limits: int) -> TestClient:
    app = make_app(GameStore(path), WebLimits(**limits), names)
    return TestClient(app, base_url="http://127.0.0.1")


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of() as made:
        yield made
