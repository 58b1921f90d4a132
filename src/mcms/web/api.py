"""The JSON API: each function takes a request to the part that knows, and says nothing of its own."""

import json
import secrets
import threading
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import PlainTextResponse, StreamingResponse

from mcms import DepthLimited, PigSolution, Turn, algorithm, solve_pig
from mcms.arena.session import read_transcript
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import require_decision
from mcms.games.pig import Pig
from mcms.web import models
from mcms.web.catalog import catalog, game_of
from mcms.web.games import Games, Table, session_view
from mcms.web.limits import RefusedError, WebLimits
from mcms.web.looking import Question, expand, look
from mcms.web.results import Shelf
from mcms.web.results_api import add_result_routes
from mcms.web.searches import SearchQueue, Update

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    code: {"description": what, "content": {"application/json": {"schema": models.Problem.model_json_schema()}}}
    for code, what in {
        400: "The body is no JSON",
        403: "The request comes from another site",
        404: "There is no such game",
        409: "The game is not in the position for this",
        413: "The request is too large",
        421: "The host is not this server",
        422: "A value that cannot be",
        429: "Too many searches or games",
    }.items()
}
_EVENT = {"type": "object", "properties": {"event": {"type": "string"}, "data": {"type": "string"}}}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": _EVENT}}, "description": "Server-sent events with JSON data"}
}
_one_solves = threading.Lock()
"""A solution of a large game takes much memory, so they are worked out one after the other."""
_SOLVING_PATIENCE = 5.0
GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The id of a game")]


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


def router(games: Games, queue: SearchQueue, limits: WebLimits, shelf: Shelf | None = None) -> APIRouter:
    """Return the API of a server."""
    api = APIRouter(prefix="/api", responses=_PROBLEMS)
    _offer_routes(api, queue, limits, shelf)
    _game_routes(api, games, queue)
    _search_routes(api, queue, limits)
    add_result_routes(api, shelf)
    return api


def _offer_routes(api: APIRouter, queue: SearchQueue, limits: WebLimits, shelf: Shelf | None) -> None:
    @api.get("/catalog", response_model=models.Catalog)
    def read_catalog() -> dict[str, Any]:
        """List games, algorithms and players with their options."""
        return catalog(limits, shelf is not None)

    @api.get("/status", response_model=models.Status)
    async def read_status() -> dict[str, int]:
        """Say how many searches run and wait."""
        return queue.counts

    @api.post("/transcripts", response_model=models.SessionView)
    def read_game(body: models.Transcript) -> dict[str, Any]:
        """Read a transcript and return its game step by step."""
        return session_view(read_transcript(body.text, find_game=game_of))

    @api.post("/solutions", response_model=models.PigAnswer)
    def solve(body: models.Position) -> dict[str, Any]:
        """Solve a position of Pig exactly: the best action, and what each other one gives away."""
        return _pig_answer(body, limits)


def _game_routes(api: APIRouter, games: Games, queue: SearchQueue) -> None:
    @api.post("/games", response_model=models.GameView, status_code=201)
    async def start_game(body: models.NewGame) -> dict[str, Any]:
        """Start a game."""
        seed = secrets.randbits(32) if body.seed is None else body.seed
        return games.new(body.game, body.opponent, body.ms, body.seat, seed, body.state).view()

    @api.get("/games/{game}", response_model=models.GameView)
    async def read_game(game: GameId, since: Annotated[int, Query(ge=0)] = 0) -> dict[str, Any]:
        """Return a game, with its events from number ``since`` on."""
        return games.get(game).view(since)

    @api.post("/games/{game}/moves", response_model=models.GameView)
    async def play(game: GameId, body: models.Move) -> dict[str, Any]:
        """Play an action; chance follows at once."""
        return games.play(game, body.action, body.at).view(body.at)

    @api.post("/games/{game}/undo", response_model=models.GameView)
    async def undo(game: GameId) -> dict[str, Any]:
        """Take back your last action and all that followed."""
        return games.undo(game).view()

    @api.post("/games/{game}/resignation", response_model=models.GameView)
    async def resign(game: GameId) -> dict[str, Any]:
        """Give the game up."""
        return games.resign(game).view()

    @api.get(
        "/games/{game}/transcript",
        response_class=PlainTextResponse,
        responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
    )
    async def download(game: GameId) -> PlainTextResponse:
        """Return the game as a file of JSON lines, which ``mcms replay`` and this page read."""
        table = games.get(game)
        name = f"mcms-{table.session.game.name}-{game[:6]}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(table.transcript, media_type="application/x-ndjson", headers=headers)

    @api.post("/games/{game}/reply", response_class=EventStream, responses=_STREAM)
    async def reply(game: GameId) -> EventStream:
        """Let the opponent move. Events: ``queued``, ``started``, then ``view`` with the game, or ``error``."""
        table = games.get(game)
        if table.over or table.session.turn is table.seat:
            raise RefusedError(409, "it is not the opponent's turn: expected a position in which he is to move")
        queue.require_room()
        return EventStream(_events(_reply(games, queue, table)))


def _search_routes(api: APIRouter, queue: SearchQueue, limits: WebLimits) -> None:
    def question_of(body: models.SearchOrder) -> Question:
        game = game_of(body.game)
        question = Question(
            game=game,
            state=game.from_json(body.state),
            algorithm=limits.checked_algorithm(algorithm(body.algorithm, game)),
            seconds=limits.checked_ms(body.ms) / 1000,
            seed=body.seed,
        )
        if game.turn(question.state) is Turn.OVER:
            raise GameOverError("the game is over in this state: expected one with a move to find")
        queue.require_room()
        return question

    @api.post("/searches", response_class=EventStream, responses=_STREAM)
    async def search(body: models.SearchOrder) -> EventStream:
        """Search a position. Events: ``queued``, ``started``, ``progress`` as it deepens, MCTS's ``tree``, ``done``."""
        return EventStream(_events(queue.follow(look(question_of(body)))))

    @api.post("/expansions", response_class=EventStream, responses=_STREAM)
    async def expansion(body: models.ExpansionOrder) -> EventStream:
        """Value each step from a position by a search of a depth. Events: ``child`` for each, then ``done``."""
        question = question_of(body)
        if not isinstance(question.algorithm, DepthLimited):
            raise InvalidOptionError(f"{question.algorithm} has no depth: expected a search by depth")
        return EventStream(_events(queue.follow(expand(question, body.depth))))


async def _reply(games: Games, queue: SearchQueue, table: Table) -> AsyncIterator[Update]:
    """Follow the opponent's search and play what it chose, unless the game has gone on without it."""
    game = table.kept.id
    token = games.start_thinking(game)
    try:
        async for update in queue.follow(games.choosing(table), token):
            if update.name != "chosen":
                yield update
            elif games.is_thinking(game, token):
                yield _answered(games, table, update.data)
            else:
                yield Update("error", {"error": "the search was stopped, since the game has gone on"})
    finally:
        games.stop_thinking(game, token)


def _answered(games: Games, before: Table, chosen: dict[str, Any]) -> Update:
    try:
        after = games.reply(before, chosen["action"], chosen["notes"])
    except RefusedError as error:
        return Update("error", {"error": error.sentence})
    return Update("view", after.view(len(before.session.events)))


async def _events(updates: AsyncIterator[Update]) -> AsyncIterator[str]:
    async for update in updates:
        yield f"event: {update.name}\ndata: {json.dumps(update.data, allow_nan=False)}\n\n"


def _pig_answer(body: models.Position, limits: WebLimits) -> dict[str, Any]:
    pig = game_of(body.game)
    if not isinstance(pig, Pig):
        raise InvalidOptionError(f"game is {body.game!r}: expected pig, the one that is solved")
    state = pig.from_json(body.state)
    require_decision(pig, state)
    solution = _solution(pig, limits)
    values = solution.action_values(state)
    sign = 1 if pig.turn(state) is Turn.FIRST else -1
    wins = {action: (100 + sign * value) / 200 for action, value in values.items()}
    best = solution.best_action(state)
    return {
        "action": best,
        "value": values[best],
        "win_probabilities": wins,
        "regrets": {action: max(wins.values()) - chance for action, chance in wins.items()},
    }


def _solution(pig: Pig, limits: WebLimits) -> PigSolution:
    limits.require_solvable(pig)
    if not _one_solves.acquire(timeout=_SOLVING_PATIENCE):
        raise RefusedError(429, "other games of Pig are being solved: expected fewer, try later")
    try:
        return solve_pig(pig)
    finally:
        _one_solves.release()
