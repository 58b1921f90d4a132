"""``mcms serve``: a local page to play the games and to see what the searches see."""

import ipaddress
import logging
import os
import socket
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mcms.cli.numbers import whole
from mcms.cli.output import console
from mcms.exceptions import InvalidOptionError
from mcms.extras import require_extra
from mcms.validation import whole_number

if TYPE_CHECKING:
    import uvicorn

EXAMPLES = """Examples:

mcms serve --open

mcms serve --port 9000 --data games/ --results out/

mcms serve --host 0.0.0.0 --allow-host lab.example"""

_LOCAL = "127.0.0.1"


def run(
    port: Annotated[
        int, typer.Option(metavar="N", parser=whole, help="Port to listen on; 0 takes any that is free.")
    ] = 8017,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to listen on; another than the default lets other machines play."
        ),
    ] = _LOCAL,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that the server may be reached by; may be repeated."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where games are kept. Default: the user's state folder.")
    ] = None,
    max_ms: Annotated[
        int, typer.Option(metavar="T", parser=whole, help="Longest thinking time a visitor may ask for, in ms.")
    ] = 10_000,
    searches: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole, help="Searches at the same time; others wait. Default: the cores."),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Show these results: a file of records, or a folder of records and reports."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Play in the browser, and see what the search sees. Ctrl-C ends the server; games are kept."""
    whole_number("port", port, 0, 65535)
    _require_address(host)
    listening = _listen(host, port)
    server = _server(data, max_ms, searches, allow_host or [], results)
    address = _address(host, listening.getsockname()[1])
    console().print(f"mcms is at {address}  (Ctrl-C ends it)", soft_wrap=True)
    if not ipaddress.ip_address(host).is_loopback:
        console().print("Whoever reaches this address can play and use this machine's processor.", soft_wrap=True)
    if open_browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    server.run(sockets=[listening])


def _server(
    data: Path | None, max_ms: int, searches: int | None, names: list[str], results: Path | None
) -> "uvicorn.Server":
    for module in ("fastapi", "uvicorn", "platformdirs"):
        require_extra(module, "mcms serve")
    import platformdirs  # noqa: PLC0415
    import uvicorn  # noqa: PLC0415  an extra that other commands do without

    from mcms.web.app import make_app  # noqa: PLC0415
    from mcms.web.limits import WebLimits  # noqa: PLC0415
    from mcms.web.results import Shelf  # noqa: PLC0415
    from mcms.web.slow_clients import PatientProtocol  # noqa: PLC0415
    from mcms.web.store import GameStore  # noqa: PLC0415

    whole_number("max-ms", max_ms, 1, 3_600_000)
    at_once = whole_number("searches", os.cpu_count() or 1 if searches is None else searches, 1, 256)
    limits = WebLimits(most_ms=max_ms, searches=at_once)
    shelf = None if results is None else Shelf(results)
    folder = data or platformdirs.user_state_path("mcms")
    app = make_app(GameStore(folder / "games.sqlite3"), limits, names, shelf)
    # A visitor who leaves in the middle of an answer is no news.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        lifespan="on",
    )
    return uvicorn.Server(config)


def _require_address(host: str) -> None:
    try:
        ipaddress.ip_address(host)
    except ValueError as error:
        raise InvalidOptionError(f"host is {host!r}: expected an address such as {_LOCAL} or 0.0.0.0") from error


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # who comes before the server is ready waits instead of being refused
    except OSError as error:
        raise InvalidOptionError(f"cannot listen on {host} port {port}: {error.strerror}") from error
    return listening


def _address(host: str, port: int) -> str:
    own = {"0.0.0.0": _LOCAL, "::": "::1"}.get(host, host)
    return f"http://[{own}]:{port}/" if ":" in own else f"http://{own}:{port}/"
