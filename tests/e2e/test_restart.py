"""The server is killed in the middle of a game and started again: the game goes on, in every tab, by itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.server import Server, running

LONG = 90_000


def board(page: Page) -> str:
    return page.locator(".board").get_attribute("aria-label") or ""


def test_a_game_goes_on_in_both_tabs_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        context = browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(LONG)
        page = context.new_page()
        order = {"game": "ewn", "opponent": "star1", "ms": 3000, "seat": "first", "seed": 5}
        game = page.request.post(f"{server.address}api/games", data=order).json()
        page.goto(f"{server.address}#/game/{game['id']}")
        other = context.new_page()
        other.goto(f"{server.address}#/game/{game['id']}")
        other.locator(".action").first.wait_for()
        page.locator(".action").first.click()
        for tab in (page, other):  # a move in one is seen in the other, and one search answers both
            tab.locator(".status", has_text="is thinking").wait_for()
        server.kill()
        for tab in (page, other):
            tab.get_by_role("button", name="Try again").wait_for()
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("button", name="Try again").wait_for()  # it stays as long as it is needed
        server.start(server.port)
        for tab in (page, other):
            expect(tab.locator(".history .dot.second")).to_have_count(1, timeout=LONG)
            tab.locator(".action:enabled").first.wait_for()
            expect(tab.get_by_role("alert")).to_be_hidden()
        assert board(page) == board(other)
        other.locator(".action").first.click()
        expect(page.locator(".history .dot.first")).to_have_count(2, timeout=LONG)
        context.close()


@pytest.fixture(scope="module")
def killable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("killed")) as server:
        yield server


def ask_for(page: Page, what: str) -> None:
    """Do what sends the request."""
    if what == "resignation":
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    elif what == "undo":
        page.get_by_role("button", name="Undo").click()
    else:
        page.locator(".action").first.click()


def expect_done(tab: Page, what: str) -> None:
    """Expect what was asked for to be done, once, and nothing to complain of."""
    if what == "resignation":
        expect(tab.locator(".status")).to_have_text("You lose. You resigned.", timeout=LONG)
    else:
        moves = 0 if what == "undo" else 1
        expect(tab.locator(".history .dot.first")).to_have_count(moves, timeout=LONG)
        expect(tab.locator(".history .dot.second")).to_have_count(moves, timeout=LONG)
        tab.locator(".action:enabled").first.wait_for()
    expect(tab.get_by_role("alert")).to_be_hidden()


@pytest.mark.parametrize("done", [False, True], ids=["before it is done", "after it is done"])
@pytest.mark.parametrize("what", ["moves", "reply", "undo", "resignation"])
def test_killed_at_a_request_before_it_is_answered(browser: Browser, killable: Server, what: str, done: bool) -> None:
    """Either way it is done once, and both tabs show it, without anybody doing anything."""
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(LONG)
    page, other = context.new_page(), context.new_page()
    order = {"game": "ewn", "opponent": "random", "seat": "first", "seed": 5}
    game = page.request.post(f"{killable.address}api/games", data=order).json()
    for tab in (page, other):
        tab.goto(f"{killable.address}#/game/{game['id']}")
        tab.locator(".action:enabled").first.wait_for()
    if what == "undo":
        page.locator(".action").first.click()
        for tab in (page, other):
            expect(tab.locator(".history .dot.second")).to_have_count(1, timeout=LONG)
            tab.locator(".action:enabled").first.wait_for()
    killed: list[bool] = []

    def kill(route: Route) -> None:
        if killed:
            route.continue_()
            return
        killed.append(True)
        if done:
            route.fetch()
        killable.kill()
        route.abort()

    other.route("**/reply", lambda route: route.abort() if what == "reply" and not killed else route.continue_())
    page.route(f"**/{what}", kill)
    ask_for(page, what)
    page.get_by_role("button", name="Try again").wait_for()
    killable.start(killable.port)
    for tab in (page, other):
        expect_done(tab, what)
    assert board(page) == board(other)
    context.close()
