"""What a visitor learns from: what the searches say, the review, rules, levels; each by what he sees."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import mcms
from mcms.arena import Records, pairing
from tests.e2e.test_play import begin, finish, settled
from tests.e2e.waiting import wait_for_page
from tests.web.server import Server, running

EWN = {
    "stones": [
        [[0, 1], [1, 0], None, [0, 2], [2, 0], [0, 0]],
        [[4, 3], [3, 4], [2, 4], [4, 2], [4, 4], [3, 3]],
    ],
    "die": 3,
    "to_move": 0,
}


def open_game(page: Page, server: Server, **order: object) -> str:
    whole = {"game": "pig", "opponent": "easy", "seat": "first", "seed": 3} | order
    game = page.request.post(f"{server.address}api/games", data=whole).json()
    page.goto(f"{server.address}#/game/{game['id']}")
    page.locator(".board").wait_for()
    return str(game["id"])


def number(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))


def test_the_tree_and_the_verdict_agree(page: Page, server: Server) -> None:
    open_game(page, server, game="ewn", state=EWN)
    page.get_by_role("button", name="Analyse now").click()
    column = page.locator(".search-column").first
    expect(column.locator(".search-state")).to_contain_text("is done")
    verdict = number(column.locator(".value").inner_text())
    depth = column.locator(".figures dd").first.inner_text()
    last = column.locator(".chart .point title").last.text_content() or ""
    assert last.endswith(f"at depth {depth}")
    assert number(last.split(" ")[0]) == pytest.approx(verdict, abs=0.011)
    assert number(column.locator(".bars tr.best .number").first.inner_text()) == pytest.approx(verdict, abs=0.011)
    column.get_by_text("The moves, each searched by itself").click()
    moves = column.locator(".branch > .branch")
    expect(moves).to_have_count(6)
    first = moves.first
    mean = number(first.locator("summary .number").first.inner_text())
    first.locator("summary").first.click()
    rolls = first.locator(":scope > .branch > summary .number, :scope > .leaf .number")
    expect(rolls).to_have_count(6)
    assert sum(map(number, rolls.all_inner_texts())) / 6 == pytest.approx(mean, abs=0.02)


def test_the_keyboard_alone_plays_and_stays_where_it_is(page: Page, server: Server) -> None:
    open_game(page, server, game="ewn", state=EWN, opponent="easy")
    settled(page)
    page.locator(".stone.clickable").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.board') !== null")
    assert page.evaluate("getComputedStyle(document.activeElement.querySelector('.stone-body')).strokeWidth") == "6px"
    page.locator(".action").first.focus()
    page.keyboard.press("Enter")
    page.locator(".history .dot.second").first.wait_for()
    settled(page)
    wait_for_page(page, "document.activeElement.classList.contains('action')")
    page.get_by_label("Analyse each position").focus()
    page.keyboard.press("Space")
    moves = page.locator(".history .dot.first").count()
    page.keyboard.press("1")
    expect(page.locator(".history .dot.first")).to_have_count(moves + 1)
    page.get_by_text("Keys", exact=True).click()
    expect(page.locator(".keys")).to_contain_text("take back")
    address = page.url
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    assert page.url == address
    assert page.evaluate("document.activeElement.id") == "page"


def test_a_finished_game_is_reviewed(page: Page, server: Server, tmp_path: Path) -> None:
    begin(page, server, "pig")
    finish(page)
    expect(page.get_by_role("button", name="Analyse now")).to_be_disabled()
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("link", name="Review the game").click()
    totals = page.get_by_role("table", name="Totals")
    totals.wait_for()
    expect(page.locator(".review")).to_contain_text("Every value is exact")
    worst = page.locator(".worst tbody tr").first
    step = worst.get_by_role("button").inner_text()
    worst.get_by_role("button").click()
    expect(page.locator(".play .status")).to_contain_text(f"Step {int(step) - 1} of")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as JSON").click()
    saved.value.save_as(tmp_path / "review.json")
    review = json.loads((tmp_path / "review.json").read_text())
    assert review["exact"]
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a page").click()
    saved.value.save_as(tmp_path / "review.html")
    assert "Worst decisions" in (tmp_path / "review.html").read_text()
    page.go_back()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".heading .hint").first).to_contain_text("You are second")


def test_a_hint_a_level_and_the_rules(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_label("Opponent", exact=True).select_option("strongest")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".heading .hint").first).to_contain_text("the strongest opponent")
    settled(page)
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".status")).to_contain_text(re.compile(r"Hint: Roll \(you win \d+\.\d %"))
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules of the game").click()
    expect(opened.value.get_by_role("heading", name="Rules of Pig")).to_be_visible()
    expect(opened.value.locator(".rules svg.board")).to_be_visible()


def test_replay_keeps_the_move_in_sight_and_searches_where_it_stays(page: Page, server: Server) -> None:
    begin(page, server, "cant_stop")
    finish(page)
    page.evaluate("localStorage.setItem('mcms-look', 'on')")
    page.get_by_role("link", name="Review the game").click()
    page.get_by_role("table", name="Totals").wait_for()
    searches: list[str] = []
    page.on("request", lambda request: searches.append(request.url) if "searches" in request.url else None)
    steps = int(page.get_by_label("Step of the game").get_attribute("max") or 0)
    page.evaluate(
        """steps => { const slider = document.querySelector('.walker input');
        for (let at = 1; at < steps; at += 1) { slider.value = at; slider.dispatchEvent(new Event('input')); } }""",
        steps,
    )
    expect(page.locator(".search-state").first).to_contain_text("is done")
    assert len(searches) <= 2
    inside = """() => { const list = document.querySelector('.history').getBoundingClientRect();
        const item = document.querySelector('.history [aria-current]').getBoundingClientRect();
        return item.top >= list.top - 1 && item.bottom <= list.bottom + 1; }"""
    lines = page.locator(".history button")
    for at in (lines.count() // 3, lines.count() // 2, lines.count() - 1):
        lines.nth(at).dispatch_event("click")
        wait_for_page(page, inside)


def test_results_have_numbers_pages_and_addresses(browser: Browser, tmp_path: Path) -> None:
    meeting = pairing(mcms.load("pig(goal=20)"), "hold:20", "hold:8", matches=101)
    with Records(tmp_path / "match.db") as records:
        records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])
    with running(tmp_path, "--results", str(tmp_path / "match.db"), "--max-ms", "50") as server:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.goto(f"{server.address}#/results/match.db/1/0")
        expect(page.locator(".pager")).to_contain_text("Games 1 to 200 of 202")
        row = page.locator(".records tbody tr").first
        expect(row).to_contain_text(re.compile(r"\d+\.\d % … \d+\.\d %"))
        expect(page.locator(".records").first).to_contain_text("Elo of A")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("link", name="Later games").click()
        expect(page.locator(".pager")).to_contain_text("Games 201 to 202 of 202")
        page.get_by_role("link", name="Replay game 202").click()
        expect(page.locator(".status")).to_contain_text("Step 0 of")
        page.reload()
        page.get_by_role("button", name="Review this game").click()
        expect(page.get_by_role("table", name="Totals")).to_be_visible()
        page.goto(server.address)  # a server that thinks 50 ms at most has games to start too
        page.get_by_label("Opponent", exact=True).select_option("other")
        page.get_by_role("button", name="Start the game").click()
        page.locator(".action").first.wait_for()
        page.close()


def test_an_empty_slot_of_ra_is_a_place_to_draw_to(page: Page, server: Server) -> None:
    begin(page, server, "ra")
    page.locator(".slot.to-draw").first.click()
    expect(page.locator(".history")).to_contain_text("drawn:")
