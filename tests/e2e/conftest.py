from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser import chromium
from tests.patience import PATIENCE
from tests.web.server import Server, running

expect.set_options(timeout=PATIENCE * 1000)


# One browser and one server for all tests of this folder, and no longer: tests elsewhere run event loops of their own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data: Path = tmp_path_factory.mktemp("data")
    with running(data) as started:
        yield started


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A visitor who likes no motion; whatever his page asks of another host, or complains of, fails the test."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    opened = context.new_page()
    requests: list[str] = []
    errors: list[str] = []
    opened.on("request", lambda request: requests.append(request.url))
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
    yield opened
    context.close()
    assert [url for url in requests if not url.startswith((server.address, "data:", "blob:"))] == []
    assert requests
    assert errors == []
