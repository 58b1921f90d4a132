"""A visitor on Chromium plays, looks, takes back, replays; the page fixture checks that nothing leaves the host."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.waiting import wait_for_page
from tests.web.server import Server, running
from tests.web.test_results import write_records

GAMES = {
    "pig": ("Pig", {"goal": "30"}, "hold:N"),
    "ewn": ("EinStein", {"evaluation": "race"}, "greedy"),
    "cant_stop": ("Can't Stop", {"heights": "1-2-3-4-5-6-5-4-3-2-1", "columns": "1"}, "rule-of-28"),
    "ra": ("Ra", {}, "bidder"),
    "backgammon": ("Backgammon", {"variant": "hyper", "scoring": "win"}, "greedy"),
}
MOST_MOVES = 400


def begin(page: Page, server: Server, name: str, *, analyse: bool = False, seat: str = "first") -> None:
    title, options, opponent = GAMES[name]
    page.goto(server.address)
    page.get_by_role("radio", name=re.compile(f"^{title}")).check()
    page.get_by_label("Opponent", exact=True).select_option("other")
    page.get_by_label("Algorithm or player").select_option(opponent)
    page.get_by_label("Your seat").select_option(seat)
    page.get_by_label("Thinking time").select_option("100")
    page.get_by_text("Advanced: variants").click()
    for option, value in options.items():
        page.locator(f"#game-{option}").fill(value)
    page.get_by_label("seed", exact=True).fill("11")
    if analyse:
        page.evaluate("localStorage.setItem('mcms-look', 'on')")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".action").first.wait_for()


def settled(page: Page) -> str:
    """Wait until the visitor is to move or the game is over, and return the status."""
    page.locator(".action:enabled, .status.ended").first.wait_for()
    return page.locator(".status").inner_text()


def finish(page: Page) -> str:
    """Play the first move each time until the game is over, at times by key or on the board."""
    for number in range(MOST_MOVES):
        status = settled(page)
        if page.locator(".status.ended").count():
            return status
        if number % 3 == 1:
            page.locator("body").press("1")
        elif number % 3 == 2 and page.locator(".board .clickable:not(.stone)").count():
            page.locator(".board .clickable:not(.stone)").first.dispatch_event("click")
        else:
            page.locator(".action").first.click()
        assert page.get_by_role("alert").is_hidden()
    raise AssertionError(f"no end after {MOST_MOVES} moves")


@pytest.mark.parametrize("name", GAMES)
def test_a_full_game(page: Page, server: Server, name: str, tmp_path: Path) -> None:
    begin(page, server, name)
    assert finish(page) in ("You win.", "You lose.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    path = tmp_path / "game.jsonl"
    download.value.save_as(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[-1]["result"] in (-100, 100, -1, 1)
    _replay(page, server, path, len([line for line in lines if "by" in line]))


def _replay(page: Page, server: Server, path: Path, steps: int) -> None:
    page.goto(f"{server.address}#/replay")
    page.get_by_label("Open a transcript").set_input_files(path)
    status = page.locator(".status")
    expect(status).to_contain_text(f"Step 0 of {steps}")
    page.get_by_role("button", name="On", exact=True).click()
    expect(status).to_contain_text(f"Step 1 of {steps}")
    page.get_by_role("button", name="To the end").click()
    expect(status).to_contain_text(re.compile(f"Step {steps} of {steps}: (first|second) wins"))
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator("body").press("ArrowLeft")
    expect(status).to_contain_text(f"Step {steps - 2} of {steps}")


def test_a_play_of_backgammon_is_put_together_checker_by_checker(page: Page, server: Server) -> None:
    points = [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -4, 0, -1, 0, 0, 2]
    state = {"points": points, "bar": [0, 0], "off": [0, 0], "dice": [4, 3], "to_move": 0}
    order = {"game": "backgammon", "opponent": "random", "seat": "first", "seed": 7, "state": state}
    game = page.request.post(f"{server.address}api/games", data=order).json()
    page.goto(f"{server.address}#/game/{game['id']}")
    page.get_by_role("button", name="Choose a checker on point 24").press("Enter")
    page.get_by_role("button", name="Move from point 24 to point 21").press("Enter")
    expect(page.get_by_role("button", name="Move from point 24 to point 21")).to_have_count(0)
    page.get_by_role("button", name="Take back the checkers moved").click()
    page.get_by_role("button", name="Choose a checker on point 13").click()
    page.get_by_role("button", name="Move from point 13 to point 9").click()
    page.get_by_role("button", name="Choose a checker on point 24").click()
    page.get_by_role("button", name="Move from point 24 to point 21").click()
    expect(page.get_by_role("list", name="Moves so far")).to_contain_text("24/21* 13/9")


def test_the_analysis_deepens_live_and_two_searches_compare(page: Page, server: Server) -> None:
    begin(page, server, "ewn", analyse=True)
    page.get_by_label("Compare two searches").check()
    columns = page.locator(".search-column")
    for column in (columns.nth(0), columns.nth(1)):
        expect(column.locator(".search-state")).to_contain_text("is done", timeout=60_000)
        assert int(column.get_attribute("data-updates") or 0) >= 2
        assert column.locator(".chart .point").count() >= 2
        assert column.locator(".bars:not(.fan) tbody tr").count() == page.locator(".action").count()
        expect(column.locator(".fan tbody tr")).to_have_count(6)
    columns.nth(0).get_by_text("The moves, each with its value").click()
    branch = columns.nth(0).locator(".branch .branch").first
    expect(branch.locator("summary .kind")).to_have_text("chance")
    expect(branch.locator("summary .asked")).to_contain_text("asked (−∞, ∞), proved")
    branch.locator("summary").click()
    expect(branch.locator(".share").first).to_have_text("p 17 %")
    expect(columns.nth(0).locator(".tree > .hint")).to_contain_text("Star2 looks for one first")
    assert columns.nth(1).locator(".bar-error").count() > 0
    tree = columns.nth(1).locator(".tree .branch").first
    tree.locator("summary").first.click()
    expect(tree.locator(".share").first).to_have_text("p 17 %")


def test_the_exact_answer_to_pig(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_text("Advanced: variants").click()
    page.get_by_label("Start from").fill('{"scores": [50, 40], "turn_total": 12, "to_move": 0}')
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Analyse now").click()
    truth = page.get_by_role("table", name="Exact solution")
    expect(truth.get_by_role("row", name="Roll")).to_contain_text("64.93 %")
    expect(truth.get_by_role("row", name="Stop")).to_contain_text("gives away 1.16 %")


def test_undo_resign_and_a_reload_in_between(page: Page, server: Server) -> None:
    begin(page, server, "ewn")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    before = page.locator(".board").get_attribute("aria-label")
    page.locator(".action").first.click()
    expect(undo).to_be_enabled()
    settled(page)
    page.reload()
    settled(page)
    page.locator("body").press("u")
    expect(page.locator(".board")).to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Resign").click()
    question = page.get_by_role("dialog")
    question.get_by_role("button", name="Play on").click()
    expect(page.locator(".action").first).to_be_enabled()
    page.get_by_role("button", name="Resign").click()
    question.get_by_role("button", name="Resign").click()
    expect(page.locator(".status")).to_have_text("You lose. You resigned.")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("region", name="Your games")).to_contain_text(
        "EinStein würfelt nicht! (evaluation=race) against greedy"
    )


def test_errors_are_one_sentence_in_a_banner(page: Page, server: Server, tmp_path: Path) -> None:
    page.goto(server.address)
    banner = page.get_by_role("alert")
    page.get_by_text("Advanced: variants").click()
    page.get_by_label("goal", exact=True).fill("0")
    page.get_by_role("button", name="Start the game").click()
    expect(banner).to_contain_text("Goal is 0: expected a whole number from 1 to 10000.")
    page.get_by_role("button", name="Close the message").click()
    expect(banner).to_be_hidden()
    page.get_by_label("goal", exact=True).fill("")
    page.get_by_label("Start from").fill("{oops")
    page.get_by_role("button", name="Start the game").click()
    expect(banner).to_contain_text("no JSON")
    page.goto(f"{server.address}#/game/AAAAAAAAAAAAAAAAAAAAAAAA")
    expect(banner).to_contain_text("There is no such game")
    page.goto(f"{server.address}#/replay")
    (tmp_path / "diary.txt").write_text("dear diary")
    page.get_by_label("Open a transcript").set_input_files(tmp_path / "diary.txt")
    expect(banner).to_contain_text("is no transcript")


def test_the_page_of_the_api(page: Page, server: Server) -> None:
    page.goto(f"{server.address}api.html")
    expect(page.locator(".route").filter(has_text="/api/searches")).to_contain_text("algorithm: string")


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wider_than_the_screen_and_every_control_has_a_name(page: Page, server: Server, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    begin(page, server, name)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        wait_for_page(page, f"innerWidth === {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(_UNNAMED) == []


_UNNAMED = """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=button]")]
  .filter((control) => control.checkVisibility())
  .filter((control) => !(control.getAttribute("aria-label") || control.textContent.trim() && !control.matches("select")
                         || control.labels?.length))
  .map((control) => control.outerHTML)"""


def test_results_down_to_a_replayed_game(browser: Browser, tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    write_records(shown / "match.db")
    with running(tmp_path, "--results", str(shown)) as server:
        page = browser.new_page()
        page.goto(f"{server.address}api.html")  # from which the way is the same
        page.get_by_role("link", name="Results").click()
        page.get_by_role("link", name="match.db").click()
        page.get_by_role("link", name="Games of hold:20 against hold:8").click()
        page.get_by_role("link", name="Replay game 2").click()
        expect(page.locator(".status")).to_contain_text("Step 0 of")
        page.close()


def watch_a_long_turn(page: Page, server: Server) -> None:
    """Open a game of Pig for somebody who likes motion, and whose opponent begins by rolling seven times."""
    page.emulate_media(reduced_motion="no-preference")
    order = {"game": "pig", "opponent": "hold:60", "seat": "second", "seed": 2}
    game = page.request.post(f"{server.address}api/games", data=order).json()
    page.goto(f"{server.address}#/game/{game['id']}")


@pytest.mark.parametrize("way", ["button", "key"])
def test_the_rest_of_a_turn_is_skipped(page: Page, server: Server, way: str) -> None:
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # so the animation never goes on by itself
    watch_a_long_turn(page, server)
    expect(page.locator(".history .dot.first")).to_have_count(1)
    page.clock.run_for(319)
    expect(page.locator(".status")).to_have_text("hold:60: roll")
    if way == "button":
        page.get_by_role("button", name="Skip").click()
    else:
        page.locator("body").press("s")
    expect(page.locator(".status")).to_have_text("Your move: you are second")
    expect(page.locator(".history .dot.first")).to_have_count(8)
    page.locator(".action").first.click()  # the visitor's own move is shown again
    expect(page.locator(".status")).to_have_text("You: roll")


def test_a_long_turn_is_shown_in_a_few_seconds(page: Page, server: Server) -> None:
    page.add_init_script(
        """const wait = setTimeout; window.waited = 0;
        window.setTimeout = (then, ms) => { if (![320, 520].includes(ms)) return wait(then, ms);
            window.waited += ms; return wait(then, 0); };"""
    )
    watch_a_long_turn(page, server)
    expect(page.locator(".status")).to_have_text("Your move: you are second")
    expect(page.locator(".history .dot.first")).to_have_count(8)
    assert 4000 <= page.evaluate("window.waited") <= 4600
