"""The documentation builds as a site without a warning, and every link in it leads somewhere."""

import importlib
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs")
ROOT = Path(__file__).parents[1]


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.add(value)
            elif name == "id" and value:
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr  # strict: warnings are errors
    return folder


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}
    assert len(pages) > 20
    dead = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file() or (
                parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors
            ):
                dead.append((path.name, link))
    assert dead == []


PUBLIC_PACKAGES = [
    "mcms",
    *(f"mcms.{name}" for name in ["arena", "stats", "rl", "openspiel", "learn", "tuning", "analysis", "plots"]),
]


@pytest.mark.parametrize("package", PUBLIC_PACKAGES)
def test_everything_public_has_its_entry(site: Path, package: str) -> None:
    reference = "".join(path.read_text() for path in (site / "api").glob("*.html"))
    # Names and types that are explained where they are used.
    elsewhere = {
        "DEPTH_LIMITED_NAMES",
        "PAPER_NAMES",
        "SHORT_NAMES",
        "Algorithm",
        "DepthLimited",
        "StopReason",
        "StopToken",
    }
    public = importlib.import_module(package).__all__
    assert [name for name in public if f'.{name}"' not in reference and name not in elsewhere] == []
