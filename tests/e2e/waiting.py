"""Waiting for something that only a script can tell of a page."""

from playwright.sync_api import Error, Page

from tests.patience import wait_until


def wait_for_page(page: Page, script: str) -> None:
    """Return once the script says yes.

    Playwright's own `wait_for_function` asks a second time by `eval`, which the page's security policy forbids.
    """

    def says_yes() -> bool:
        try:
            return bool(page.evaluate(script))
        except Error as error:
            if "context was destroyed" in error.message:  # the page is going elsewhere
                return False
            raise

    wait_until(says_yes, script)
