"""What MkDocs does for these pages beside its own: sources that pages link to are part of the site."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
_OUTSIDE = re.compile(r"\]\(((?:\.\./)+)((?:examples|core|tests|src|benchmarks)/[^)#]+|[A-Z]+(?:\.md)?)\)")


def on_files(files: Files, config: Any) -> Files:
    """Add every source file that a page links to, under ``source/``."""
    docs = Path(config["docs_dir"])
    wanted = {path for page in docs.rglob("*.md") for _, path in _OUTSIDE.findall(page.read_text())}
    for path in sorted(wanted):
        if (ROOT / path).is_file():
            files.append(File.generated(config, f"source/{path}.txt", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Point links to sources at their copies; a folder is named without a link."""
    up = "../" * page.file.src_uri.count("/")

    def link(match: re.Match[str]) -> str:
        path = match[2]
        return f"]({up}source/{path}.txt)" if (ROOT / path).is_file() else "](" + match[1] + path + ")"

    return _OUTSIDE.sub(link, markdown)
