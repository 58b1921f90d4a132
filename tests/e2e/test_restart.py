"""The server is killed in the middle of a game and started again: the game goes on."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.web.server import running


def test_a_game_goes_on_after_the_server_was_killed(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        context = browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.goto(server.address)
        page.evaluate("localStorage.setItem('mcms-look', 'off')")
        page.get_by_role("radio", name="EinStein").check()
        page.get_by_label("Opponent").select_option("greedy")
        page.get_by_role("button", name="Start the game").click()
        page.locator(".action").first.click()
        page.locator(".history .dot.second").first.wait_for()
        page.locator(".action").first.wait_for()
        board = page.locator(".board").get_attribute("aria-label") or ""
        server.kill()
        page.locator(".action").first.click()
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        server.start(server.port)
        page.reload()
        expect(page.locator(".board")).to_have_attribute("aria-label", board)
        page.locator(".action").first.click()
        expect(page.locator(".history .dot.second")).to_have_count(2)
        context.close()
