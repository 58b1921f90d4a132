"""The server is killed in the middle of a game and started again: the game goes on, in every tab, by itself."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.server import running

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
