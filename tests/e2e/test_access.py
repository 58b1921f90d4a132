"""For everybody: axe finds nothing, drawings can be read, and every flow goes by the keyboard alone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.keyboard import press, tab_to
from tests.e2e.test_play import settled
from tests.e2e.waiting import wait_for_page
from tests.patience import PATIENCE
from tests.web.server import Server, running
from tests.web.test_results import write_records

NEAR_THE_END = '{"scores": [90, 0], "turn_total": 8, "to_move": 0}'
GAMES = ("pig", "ewn", "cant_stop", "ra", "backgammon")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with results on show."""
    data: Path = tmp_path_factory.mktemp("library")
    write_records(data / "match.db")
    with running(data, "--results", str(data / "match.db")) as server:
        yield server


def finished_game(page: Page, server: Server) -> str:
    """Play a game of Pig to its end by requests, and return its id."""
    order = {"game": "pig(goal=10)", "opponent": "random", "seat": "first", "seed": 3}
    game = page.request.post(f"{server.address}api/games", data=order).json()
    for _ in range(200):
        if game["result"] is not None:
            break
        if game["thinking"]:
            page.request.post(f"{server.address}api/games/{game['id']}/reply")
        else:
            move = {"action": game["actions"][-1], "at": len(game["events"])}
            page.request.post(f"{server.address}api/games/{game['id']}/moves", data=move)
        game = page.request.get(f"{server.address}api/games/{game['id']}").json()
    assert game["result"] is not None
    return str(game["id"])


def open_transcript(page: Page, server: Server, game: str) -> None:
    text = page.request.get(f"{server.address}api/games/{game}/transcript").body()
    page.get_by_label("Open a transcript").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": text}
    )
    expect(page.locator(".play .status")).to_contain_text("Step 0 of")


def visitor(browser: Browser, width: int) -> Page:
    screen = {"width": width, "height": 800}
    context = browser.new_context(reduced_motion="reduce", color_scheme="light", viewport=screen)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()


def in_the_dark(page: Page, look: Callable[[], list[str]]) -> list[str]:
    """Look at the page as it is, with dark colours."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    seen = [f"{found} (dark)" for found in look()]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return seen


def analyse(page: Page) -> None:
    page.locator("#look-time").select_option("500")
    page.get_by_role("button", name="Analyse now").click()
    expect(page.locator(".search-state").first).to_contain_text("is done")


# Texts in drawings that nobody could read, in pixels of the screen.
_TINY = """() => [...document.querySelectorAll("main svg text")].filter((text) => text.checkVisibility())
  .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])
  .filter(([, size]) => size < 7.9).map(([text, size]) => `${text} is ${size.toFixed(1)} px high`)"""


def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(browser: Browser, library: Server) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = visitor(browser, 390)
    broken: list[str] = []

    def violations(**options: object) -> list[str]:
        found = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
        return [f"{rule['id']}: {rule['nodes'][0]['html'][:150]}" for rule in found]

    def look(place: str) -> None:
        # Dark pages differ in their colours alone.
        dark = in_the_dark(page, lambda: violations(runOnly=["color-contrast"]))
        broken.extend(f"{place} {found}" for found in violations() + dark)
        broken.extend(f"{place} {text}" for text in page.evaluate(_TINY))
        if (width := page.evaluate("document.documentElement.scrollWidth")) > 390:
            broken.append(f"{place} is {width} wide")

    def go(place: str) -> None:
        page.goto("about:blank")
        page.goto(f"{library.address}{place}")
        page.locator("main :is(form, .board, .opener, .route, .card, h1)").first.wait_for()

    for place in ("", "#/replay", "#/results", "#/results/match.db", "#/results/match.db/1/0", "api.html", "nowhere"):
        go(place)
        look(place)
    for game in GAMES:
        go(f"#/rules/{game}")
        look(f"rules of {game}")
        order = {"game": game, "opponent": "random", "seat": "first", "seed": 3}
        made = page.request.post(f"{library.address}api/games", data=order).json()
        go(f"#/game/{made['id']}")
        analyse(page)
        page.get_by_text("The moves, each with its value").click()
        page.locator(".branch .branch, .branch .leaf").first.wait_for()
        look(f"game of {game}")
    page.get_by_role("button", name="Resign").click()
    look("the question before resigning")
    ended = finished_game(page, library)
    go(f"#/review/{ended}")
    page.get_by_role("table", name="Totals").wait_for()
    analyse(page)
    look("a review")
    go("#/replay")
    open_transcript(page, library, ended)
    analyse(page)
    look("an opened replay")
    go("#/results/match.db/1/0/2")
    page.get_by_role("button", name="Review this game").click()
    page.get_by_role("table", name="Totals").wait_for()
    look("a recorded game, reviewed")
    assert broken == []
    page.context.close()


# Of every text in a drawing: its colour against what is painted below its middle, by WCAG's formula.
_FAINT = r"""() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = (top, below, alpha) => top.slice(0, 3).map((part, i) => part * alpha + below[i] * (1 - alpha));
  const opacity = (e) => { let o = 1; for (let at = e; at && at.tagName !== "BODY"; at = at.parentElement)
    o *= Number(getComputedStyle(at).opacity); return o; };
  const light = (c) => { const [r, g, b] = c.map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05); };
  const ground = (e) => { for (let at = e; at; at = at.parentElement) {
    const c = rgba(getComputedStyle(at).backgroundColor); if (c[3] > 0.99) return c.slice(0, 3); }
    return rgba(getComputedStyle(document.body).backgroundColor).slice(0, 3); };
  const faint = [];
  for (const drawing of document.querySelectorAll("main svg")) {
    if (!drawing.checkVisibility()) continue;
    const parts = [...drawing.querySelectorAll("*")];
    for (const text of parts.filter((part) => part.tagName === "text" && part.textContent.trim())) {
      const box = text.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      let below = ground(drawing);
      for (const part of parts.slice(0, parts.indexOf(text))) {
        if (!(part instanceof SVGGeometryElement)) continue;
        const at = new DOMPoint(x, y).matrixTransform(part.getScreenCTM().inverse());
        const fill = getComputedStyle(part).fill;
        if (fill === "none" || fill.startsWith("url") || !part.isPointInFill(at)) continue;
        const colour = rgba(fill), style = getComputedStyle(part);
        below = over(colour, below, colour[3] * Number(style.fillOpacity) * opacity(part));
      }
      const style = getComputedStyle(text), colour = rgba(style.fill);
      const shown = over(colour, below, colour[3] * opacity(text));
      const size = parseFloat(style.fontSize) * text.getScreenCTM().a;
      const needed = size >= 24 || (size >= 18.5 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
      const name = `${text.textContent} (${text.getAttribute("class")}, ${size.toFixed(0)} px)`;
      if (ratio(shown, below) < needed) faint.push(`${name}: ${ratio(shown, below).toFixed(2)}`);
    }
  }
  return [...new Set(faint)]; }"""


def test_what_drawings_say_can_be_read(browser: Browser, library: Server) -> None:
    page = visitor(browser, 1280)
    faint: list[str] = []

    def look(place: str) -> None:
        found = page.evaluate(_FAINT) + in_the_dark(page, lambda: page.evaluate(_FAINT))
        faint.extend(f"{place}: {text}" for text in found)

    for game in GAMES:
        page.goto(f"{library.address}#/rules/{game}")
        page.locator(".rules svg.board").wait_for()
        look(f"rules of {game}")
        order = {"game": game, "opponent": "random", "seat": "first", "seed": 3}
        made = page.request.post(f"{library.address}api/games", data=order).json()
        page.goto(f"{library.address}#/game/{made['id']}")
        page.locator(".board").wait_for()
        analyse(page)
        look(game)
        page.goto(f"{library.address}#/review/{made['id']}")
        page.locator(".walker").wait_for()
        look(f"start of {game}")
    page.goto(f"{library.address}#/review/{finished_game(page, library)}")
    page.get_by_role("table", name="Totals").wait_for()
    look("review")
    assert faint == []
    page.context.close()


def test_from_start_to_review_and_rematch_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Start the game").wait_for()
    press(page, "Advanced")
    tab_to(page, "Start from")
    page.keyboard.type(NEAR_THE_END)
    tab_to(page, "Start the game")
    page.keyboard.press("Enter")
    page.locator(".action").first.wait_for()
    press(page, "Hint")
    expect(page.locator(".status")).to_contain_text("Hint:")
    tab_to(page, "Resign")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    wait_for_page(page, "document.activeElement.textContent === 'Resign'")
    for _ in range(100):
        if settled(page) in ("You win.", "You lose."):
            break
        page.keyboard.press("1")
        page.locator(".status:not(:has-text('Your move')), .action:enabled").first.wait_for()
    page.locator(".status.ended").wait_for()
    press(page, "Review the game")
    page.get_by_role("table", name="Totals").wait_for()
    press(page, "On")
    expect(page.locator(".play .status")).to_contain_text("Step 1 of")
    press(page, "Go to step")
    press(page, "Review again")
    page.go_back()
    page.get_by_role("button", name="Rematch").wait_for()
    press(page, "Rematch")
    expect(page.locator(".heading .hint").first).to_contain_text("You are second")


def test_analysis_undo_and_resigning_by_keyboard_alone(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.get_by_role("button", name="Start the game").wait_for()
    tab_to(page, "Pig")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="EinStein")).to_be_checked()
    tab_to(page, "Opponent")
    page.keyboard.type("easy")
    press(page, "Start the game")
    page.locator(".action").first.wait_for()
    press(page, "Compare two searches", "Space")
    press(page, "Analyse now")
    for column in page.locator(".search-column").all():
        expect(column.locator(".search-state")).to_contain_text("is done")
    press(page, "The moves, each with its value")
    page.locator(".branch .branch").first.wait_for()
    page.keyboard.press("1")
    page.locator(".history .dot.second").first.wait_for()
    settled(page)
    press(page, "Undo")
    expect(page.locator(".history .dot.first")).to_have_count(0)
    press(page, "Resign")
    page.get_by_role("dialog").wait_for()
    press(page, "Resign")
    expect(page.locator(".status")).to_have_text("You lose. You resigned.")
    press(page, "New game")
    page.get_by_role("region", name="Your games").wait_for()
    press(page, "Forget the game")


def test_results_replay_and_rules_by_keyboard_alone(browser: Browser, library: Server) -> None:
    page = visitor(browser, 1280)
    page.goto(library.address)
    page.get_by_role("link", name="Results").wait_for()
    press(page, "Results")
    page.get_by_role("link", name="match.db").wait_for()
    press(page, "match.db")
    page.get_by_role("link", name="Games of hold:20 against hold:8").wait_for()
    press(page, "Games of hold:20")
    page.get_by_role("link", name="Replay game 2").wait_for()
    press(page, "Replay game 2")
    expect(page.locator(".play .status")).to_contain_text("Step 0 of")
    press(page, "On")
    expect(page.locator(".play .status")).to_contain_text("Step 1 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".play .status")).to_contain_text("Step 2 of")
    line = page.locator(".history button").nth(1)
    line.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.history') !== null")
    page.goto(f"{library.address}#/rules/ra")
    page.get_by_role("heading", name="Rules of Ra").wait_for()
    press(page, "Pig")
    page.get_by_role("heading", name="Rules of Pig").wait_for()
    page.goto(f"{library.address}#/game/AAAAAAAAAAAAAAAAAAAAAAAA")
    page.get_by_role("alert").wait_for()
    press(page, "Close the message")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.context.close()
