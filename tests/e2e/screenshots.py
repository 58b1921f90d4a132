"""Writes the pictures of the pages: ``python -m tests.e2e.screenshots [FOLDER]``, by default to docs/images."""

import sys
import tempfile
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

import mcms
from mcms.arena import Records, pairing
from tests.e2e.browser import chromium
from tests.web.server import running

_RA = {
    "epoch": 2, "ra_track": 3, "auction_track": {"nile": 1, "flood": 1, "monument_3": 1, "civilization_2": 1, "god": 1},
    "bag": {"ra": 18, "god": 4, "gold": 3, "pharaoh": 18, "nile": 16, "flood": 9, "civilization_1": 3, "monument_1": 3},
    "centre_sun": 6,
    "players": [
        {"points": 17, "suns": [9, 5, 2], "used_suns": [1],
         "tiles": {"pharaoh": 3, "nile": 4, "flood": 1, "civilization_1": 1, "civilization_4": 1, "monument_2": 1}},
        {"points": 12, "suns": [8, 4], "used_suns": [7, 3],
         "tiles": {"god": 1, "pharaoh": 2, "nile": 2, "civilization_5": 1, "monument_1": 2, "monument_8": 1}},
    ],
    "phase": "main", "to_move": 0, "caller": None, "voluntary": False, "bid": None, "pending_discards": [],
}  # fmt: skip
_CANT_STOP = {
    "markers": [[0, 2, 0, 3, 6, 4, 11, 0, 0, 1, 0], [1, 0, 3, 5, 0, 7, 0, 9, 2, 0, 0]],
    "runners": {"6": 8, "7": 6},
    "dice": [2, 3, 4, 5],
    "phase": "move",
    "to_move": 0,
}
_EWN = {
    "stones": [
        [[2, 2], None, [1, 1], [0, 2], None, [3, 1]],
        [[4, 4], [3, 3], None, [2, 4], [1, 3], None],
    ],
    "die": 2, "to_move": 0,
}  # fmt: skip
_BACKGAMMON = {
    "points": [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -4, 0, -1, 0, 0, 2],
    "bar": [0, 0], "off": [0, 0], "dice": [4, 3], "to_move": 0,
}  # fmt: skip
_PIG = {"scores": [62, 71], "turn_total": 18, "to_move": 0}


def shoot(browser: Browser, address: str, folder: Path) -> None:
    """Visit every page and write what it looks like."""
    for dark in (False, True):
        page = _page(browser, dark)
        page.goto(address)
        page.get_by_role("button", name="Start the game").wait_for()
        _save(page, folder / f"setup{_suffix(dark)}.png")
        _game(page, address, "pig", _PIG, second="mcts")
        _save(page, folder / f"pig{_suffix(dark)}.png")
        page.context.close()
    page = _page(browser)
    _game(page, address, "ewn(evaluation=race)", _EWN)
    page.get_by_text("The moves, each with its value").click()
    page.locator(".branch .branch").first.wait_for()
    _save(page, folder / "ewn.png")
    _game(page, address, "cant_stop", _CANT_STOP)
    _save(page, folder / "cant_stop.png")
    _game(page, address, "ra", _RA, first="dpw")
    page.locator(".tree .branch").first.click()
    _save(page, folder / "ra.png")
    _game(page, address, "backgammon", _BACKGAMMON)
    _save(page, folder / "backgammon.png")
    _replay(page, address)
    _save(page, folder / "replay.png")
    _results(page, address)
    _save(page, folder / "results.png")
    page.goto(f"{address}api.html")
    page.locator(".route").first.wait_for()
    page.screenshot(path=folder / "api.png")
    narrow = _page(browser, width=390)
    _game(narrow, address, "pig", _PIG)
    _save(narrow, folder / "narrow.png")


def _suffix(dark: bool) -> str:
    return "-dark" if dark else ""


def _page(browser: Browser, dark: bool = False, width: int = 1320) -> Page:
    scheme: Literal["dark", "light"] = "dark" if dark else "light"
    return browser.new_context(
        viewport={"width": width, "height": 860}, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=1
    ).new_page()


def _save(page: Page, path: Path) -> None:
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.screenshot(path=path, full_page=True)


def _game(page: Page, address: str, game: str, state: object, first: str = "star2", second: str | None = None) -> None:
    order = {"game": game, "opponent": "star2ss", "ms": 300, "seat": "first", "seed": 7, "state": state}
    answer = page.request.post(f"{address}api/games", data=order)
    assert answer.ok, answer.text()
    page.goto(f"{address}#/game/{answer.json()['id']}")
    page.get_by_label("Analyse each position").check()
    page.locator(".action").first.wait_for()
    if second is not None:
        page.get_by_label("Compare two searches").check()
        page.locator("#look-1").select_option(second)
    page.locator("#look-0").select_option(first)
    for state_line in page.locator(".search-state:visible").all():
        state_line.filter(has_text="is done").wait_for()


def _replay(page: Page, address: str) -> None:
    order = {"game": "ewn(evaluation=race)", "opponent": "greedy", "ms": 100, "seat": "first", "seed": 3}
    game = page.request.post(f"{address}api/games", data=order).json()
    for _ in range(4):
        move = {"action": game["actions"][0], "at": game["since"] + len(game["events"])}
        page.request.post(f"{address}api/games/{game['id']}/moves", data=move)
        page.request.post(f"{address}api/games/{game['id']}/reply")
        game = page.request.get(f"{address}api/games/{game['id']}").json()
    text = page.request.get(f"{address}api/games/{game['id']}/transcript").body()
    page.goto(f"{address}#/replay")
    page.get_by_label("Open a transcript").set_input_files(
        {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": text}
    )
    for _ in range(9):
        page.get_by_role("button", name="On", exact=True).click()
    page.locator(".search-state").first.filter(has_text="is done").wait_for()


def _results(page: Page, address: str) -> None:
    page.goto(f"{address}#/results")
    page.get_by_role("link", name="matches.db").click()
    page.get_by_role("link", name="Games of optimal against hold:20").click()
    page.get_by_role("link", name="Replay game 2", exact=True).click()
    page.locator(".search-state").first.filter(has_text="is done").wait_for()


def _write_records(path: Path) -> None:
    games = {
        "pig": [("optimal", "hold:20"), ("optimal", "hold:25"), ("hold:25", "hold:20")],
        "cant_stop": [("rule-of-28", "glenn-aloi")],
        "ewn": [("greedy", "random")],
    }
    with Records(path) as records:
        for game, pairs in games.items():
            for a, b in pairs:
                meeting = pairing(mcms.load(game), a, b, matches=100)
                records.add([(meeting, meeting.play(slot)) for slot in meeting.slots()])


def _shrink(path: Path) -> None:
    """Write a picture with few colours, which pages have; the large areas keep theirs exactly."""
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        records = Path(data) / "matches.db"
        _write_records(records)
        with running(Path(data), "--results", str(records)) as server, chromium() as browser:
            shoot(browser, server.address, folder)
    for path in folder.glob("*.png"):
        _shrink(path)


if __name__ == "__main__":
    main()
