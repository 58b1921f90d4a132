"""What a visitor learns from: what the searches say, the review, rules, levels; each by what he sees."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import mcms
from mcms.arena import Records, pairing
from tests.e2e.test_play import begin, finish, settled
from tests.e2e.waiting import wait_for_page
from tests.patience import PATIENCE
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
    column.get_by_text("The moves, each with its value").click()
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


def copied(page: Page, column: int) -> dict[str, Any]:
    """Press the button that copies, and return what the clipboard holds then."""
    place = page.locator(".search-column").nth(column)
    expect(place.locator(".search-state")).to_contain_text("is done")
    place.get_by_role("button", name="Copy position, analysis and command").click()
    expect(place.get_by_role("button", name="Copied")).to_be_visible()
    held: dict[str, Any] = json.loads(page.evaluate("navigator.clipboard.readText()"))
    return held


def test_what_is_copied_finds_the_same_again(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_game(page, server, game="ewn", state=EWN)
    page.locator("#look-time").select_option("500")
    page.get_by_label("Compare two searches").check()
    page.get_by_role("button", name="Analyse now").click()
    for column in range(2):
        held = copied(page, column)
        assert held["state"] == EWN
        command = shlex.split(held["command"])
        assert command[:2] == ["mcms", "search"]
        again = subprocess.run(
            [sys.executable, "-m", *command, "--json"], check=True, capture_output=True, timeout=PATIENCE
        )
        found = json.loads(again.stdout)
        for name in ("action", "value", "depth", "simulations"):
            assert found[name] == held["analysis"][name], name


def test_without_a_clipboard_the_text_can_be_copied_by_hand(page: Page, server: Server) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    open_game(page, server, state={"scores": [90, 80], "turn_total": 8, "to_move": 0})
    page.locator("#look-time").select_option("500")
    page.get_by_role("button", name="Analyse now").click()
    page.get_by_role("button", name="Copy position, analysis and command").click()
    box = page.get_by_label("To be copied")
    assert json.loads(box.input_value())["command"].startswith("mcms search 'pig' --state ")
    assert page.evaluate("getSelection().toString()") == box.input_value()


RA = {
    "epoch": 2, "ra_track": 5, "auction_track": {"nile": 1}, "bag": {"ra": 5}, "centre_sun": 6,
    "players": [
        {"points": 17, "suns": [9, 5, 2], "used_suns": [1],
         "tiles": {"god": 1, "pharaoh": 3, "nile": 4, "flood": 1, "civilization_1": 1, "civilization_4": 1}},
        {"points": 1, "suns": [8, 4], "used_suns": [7, 3],
         "tiles": {"gold": 1, "pharaoh": 2, "nile": 2, "monument_1": 3, "monument_8": 1}},
    ],
    "phase": "main", "to_move": 0, "caller": None, "voluntary": False, "bid": None, "pending_discards": [],
}  # fmt: skip
EACH_EPOCH = {
    "Gods, 2 each": ["+2", "0"],
    "gold, 3 each": ["0", "+3"],
    "Pharaohs, most 5, fewest −2": ["+5", "−2"],
    "Niles and Floods, 1 each with a Flood": ["+5", "0"],
    "different Civilizations": ["0", "−5"],
}
NO_LESS = {"the last auction's tiles, and no less than 0": ["0", "+3"]}
LAST_EPOCH = {
    "different Monuments": ["0", "+2"],
    "equal Monuments": ["0", "+5"],
    "suns, higher sum 5, lower −5": ["−5", "+5"],
}


@pytest.mark.parametrize(
    ("epoch", "title", "lines", "points", "ending"),
    [
        (2, "Score of epoch 2", EACH_EPOCH | NO_LESS, ["29", "0"], "drawn: Ra, which ends epoch 2"),
        (3, "Score at the end", EACH_EPOCH | LAST_EPOCH, ["24", "9"], "drawn: Ra, which ends the last epoch"),
    ],
)
def test_an_epoch_of_ra_is_scored_line_by_line(
    page: Page, server: Server, epoch: int, title: str, lines: dict[str, list[str]], points: list[str], ending: str
) -> None:
    open_game(page, server, game="ra", opponent="random", state=RA | {"epoch": epoch})
    settled(page)
    expect(page.locator(".sheet")).to_have_count(0)
    page.locator(".action", has_text="Draw a tile").click()
    sheet = page.get_by_role("table", name=title)
    sheet.wait_for()
    rows = {
        row.get_by_role("rowheader").inner_text(): row.get_by_role("cell").all_inner_texts()
        for row in sheet.locator("tbody tr").all()
    }
    page.set_viewport_size({"width": 390, "height": 800})
    wait_for_page(page, "innerWidth === 390 && document.documentElement.scrollWidth <= 390")
    assert rows == {"points before": ["17", "1"], **lines, "points": points}
    expect(page.locator(".history")).to_contain_text(ending)


FIRST = {"to_move": 0}
AUCTION = RA | {
    "phase": "bid", "caller": 0, "voluntary": True, "auction_track": {"pharaoh": 1, "nile": 1, "funeral": 1},
}  # fmt: skip
LAST_SUN = [
    RA["players"][0] | {"suns": [9], "used_suns": [5, 2, 1]},  # type: ignore[index]
    RA["players"][1] | {"suns": [], "used_suns": [8, 7, 4, 3]},  # type: ignore[index]
]


@pytest.mark.parametrize(
    ("game", "state", "move", "says"),
    [
        ("ra", AUCTION | {"players": LAST_SUN}, "Bid sun 9", "bid sun 9: first takes all 3 tiles, which ends epoch 2"),
        ("ra", AUCTION, "Bid sun 9", "bid sun 9: first takes all 3 tiles and loses 2 Pharaoh by disaster"),
        ("ra", AUCTION | {"bid": 8}, "Pass", "pass: second takes all 3 tiles for sun 8 and loses 2 Pharaoh by"),
        (
            "ewn",
            {"stones": [[[2, 2], *[None] * 5], [None, [3, 3], [4, 0], *[None] * 3]], "die": 4, "to_move": 0},
            "1: c3 → d4",
            "1: c3 → d4, captures 2 of second",
        ),
        (
            "cant_stop",
            {"markers": [[2] + [0] * 10, [0] * 11], "runners": {"2": 3}, "dice": None, "phase": "pre_roll"} | FIRST,
            "Stop and bank",
            "stop and bank, wins column 2",
        ),
    ],
)  # fmt: skip
def test_the_log_says_what_a_step_led_to(
    page: Page, server: Server, game: str, state: dict[str, Any], move: str, says: str
) -> None:
    open_game(page, server, game=game, opponent="random", state=state)
    settled(page)
    page.locator(".action", has_text=move).click()
    expect(page.locator(".history li").first).to_contain_text(says)
