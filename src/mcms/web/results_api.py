"""The API of results: lists of records and reports, their pairings and games."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from mcms.web import models
from mcms.web.games import session_view
from mcms.web.limits import RefusedError
from mcms.web.results import Shelf

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"
"""A report has its style and drawings inline, and no script."""

Name = Annotated[str, Query(max_length=1000, description="A name of the list of results")]
Number = Annotated[int, Query(ge=0, le=2**62)]


def add_result_routes(api: APIRouter, shelf: Shelf | None) -> None:
    """Add the routes; without a shelf the list is empty."""

    def open_shelf() -> Shelf:
        if shelf is None:
            raise RefusedError(404, "there are no results on show: expected a server started with --results")
        return shelf

    @api.get("/results", response_model=list[models.ResultItemView])
    def read_results() -> list[dict[str, str]]:
        """List the records and reports on show."""
        return [] if shelf is None else [{"name": item.name, "kind": item.kind} for item in shelf.items()]

    @api.get("/results/pairings", response_model=list[models.PairingView])
    def read_pairings(name: Name) -> list[dict[str, Any]]:
        """Return each pairing of a file of records with its score."""
        return open_shelf().pairings(name)

    @api.get("/results/games", response_model=models.GamesPage)
    def read_games(name: Name, pairing: Number, start: Number = 0) -> dict[str, Any]:
        """Return some games of a pairing, from number ``start`` on, and how many there are."""
        return open_shelf().games(name, pairing, start)

    @api.get("/results/game", response_model=models.SessionView)
    def read_recorded_game(name: Name, game: Number) -> dict[str, Any]:
        """Return a recorded game step by step."""
        return session_view(open_shelf().session(name, game))

    @api.get("/results/report", response_class=HTMLResponse)
    def read_report(name: Name) -> HTMLResponse:
        """Return the page of a report."""
        return HTMLResponse(open_shelf().report(name), headers={"content-security-policy": _POLICY})
