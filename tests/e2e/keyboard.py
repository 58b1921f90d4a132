"""A visitor without a mouse: goes by Tab, and always sees where he is."""

from playwright.sync_api import Page

from tests.e2e.waiting import wait_for_page

_HELD = """() => { const on = document.activeElement;
    if (on === document.body || on === null) return { name: "", seen: false };
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--focus)";
    const colour = getComputedStyle(probe).color;
    probe.remove();
    const ringed = (part) => { const { stroke, strokeWidth } = getComputedStyle(part);
        return stroke === colour && parseFloat(strokeWidth) >= 3; };
    const outlined = (part) => { const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) > 0; };
    const seen = outlined(on) || [on, ...on.querySelectorAll("*")].some(ringed)
        || (on.closest(".game-card") && outlined(on.closest(".game-card")))
        || on.matches("main, h1, h2, .status, dialog");
    return { name: on.ariaLabel ?? on.labels?.[0]?.textContent ?? on.textContent, seen }; }"""
_MOST_TABS = 400


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the keyboard is on a control of that name; whatever it passes shows that it is there."""
    for _ in range(_MOST_TABS):
        page.keyboard.press("Tab")
        held = page.evaluate(_HELD)
        assert held["seen"] or held["name"] == "", f"nothing shows that the keyboard is on {held['name']!r}"
        if name in held["name"]:
            return
    raise AssertionError(f"no way by Tab to {name}")


def press(page: Page, name: str, key: str = "Enter") -> None:
    """Go to a control and press it; the keyboard must not be thrown back to the top of the page by that."""
    tab_to(page, name)
    page.keyboard.press(key)
    wait_for_page(page, "document.activeElement !== document.body && document.activeElement !== null")
