"""The JSON API: each function hands a request to the part that can answer it, and adds nothing of its own."""

import secrets
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import PlainTextResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent

from mcms import DepthLimited, Solution, Turn, solve
from mcms.exceptions import GameOverError, InvalidOptionError
from mcms.game import require_decision
from mcms.games.base import BaseGame
from mcms.games.pig import Pig
from mcms.web import models
from mcms.web.catalog import algorithm_of, catalog, game_of
from mcms.web.events import Visitor, sent
from mcms.web.games import Games, Table
from mcms.web.limits import RefusedError, WebLimits
from mcms.web.linked_searches import RecentSearches
from mcms.web.looking import Question, expand, look
from mcms.web.replies import Replies
from mcms.web.results import Shelf
from mcms.web.results_api import add_result_routes
from mcms.web.reviews import add_review_routes
from mcms.web.searches import SearchQueue, Work
from mcms.web.transcripts import TranscriptReader

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
_one_solves = threading.Lock()
"""A solution of a large game takes much memory, so they are worked out one after the other."""
_SOLVING_PATIENCE = 5.0
GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="The id of a game")]


def router(games: Games, queue: SearchQueue, limits: WebLimits, shelf: Shelf | None = None) -> APIRouter:
    """Return the API of a server."""
    api = APIRouter(prefix="/api", responses=_PROBLEMS)
    _offer_routes(api, queue, limits, shelf)
    _game_routes(api, games)
    _reply_routes(api, games, queue)
    _search_routes(api, queue, limits)
    add_result_routes(api, shelf)
    add_review_routes(api, games, queue, limits, shelf)
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

    reader = TranscriptReader(limits)

    @api.post("/transcripts", response_model=models.SessionView)
    def read_game(body: models.Transcript) -> Response:
        """Read a transcript and return its game step by step."""
        return Response(reader.view(body.text), media_type="application/json")

    @api.post("/solutions", response_model=models.ExactAnswer)
    def solve_position(body: models.Position) -> dict[str, Any]:
        """Solve a position exactly, any of Pig or one near its end: the best action, what each other gives away."""
        return _exact_answer(body, limits)


def _game_routes(api: APIRouter, games: Games) -> None:
    @api.post("/games", response_model=models.GameView, status_code=201)
    def start_game(body: models.NewGame, visitor: Visitor) -> dict[str, Any]:
        """Start a game."""
        seed = secrets.randbits(32) if body.seed is None else body.seed
        return games.new(body.game, body.opponent, body.ms, body.seat, seed, body.state, visitor).view()

    @api.get("/games/{game}", response_model=models.GameView)
    def read_game(game: GameId, since: Annotated[int, Query(ge=0)] = 0) -> dict[str, Any]:
        """Return a game, with its events from number ``since`` on."""
        return games.get(game).view(since)

    @api.post("/games/{game}/moves", response_model=models.GameView)
    def play(game: GameId, body: models.Move) -> dict[str, Any]:
        """Play an action; chance follows at once."""
        return games.play(game, body.action, body.at).view(body.at)

    @api.post("/games/{game}/undo", response_model=models.GameView)
    def undo(game: GameId) -> dict[str, Any]:
        """Take back your last action and all that followed."""
        return games.undo(game).view()

    @api.post("/games/{game}/resignation", response_model=models.GameView)
    def resign(game: GameId) -> dict[str, Any]:
        """Give the game up."""
        return games.resign(game).view()

    @api.get(
        "/games/{game}/transcript",
        response_class=PlainTextResponse,
        responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
    )
    def download(game: GameId) -> PlainTextResponse:
        """Return the game as a file of JSON lines, which ``mcms replay`` and this page read."""
        table = games.get(game)
        name = f"mcms-{table.session.game.name}-{game[:6]}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(table.transcript, media_type="application/x-ndjson", headers=headers)


def _reply_routes(api: APIRouter, games: Games, queue: SearchQueue) -> None:
    replies = Replies(games, queue)

    def waiting_for_reply(game: GameId) -> Table:
        table = games.get(game)
        if table.over or table.session.turn is table.seat:
            raise RefusedError(409, "it is not the opponent's turn: expected a position in which he is to move")
        return table

    @api.post("/games/{game}/reply", response_class=EventSourceResponse)
    async def reply(
        table: Annotated[Table, Depends(waiting_for_reply)], visitor: Visitor
    ) -> AsyncIterator[ServerSentEvent]:
        """Let the opponent move. Events: ``queued``, ``started``, then ``view`` (the game), ``gone`` or ``error``."""
        async with aclosing(sent(replies.follow(table, visitor))) as events:
            async for event in events:
                yield event


def _search_routes(api: APIRouter, queue: SearchQueue, limits: WebLimits) -> None:
    recent = RecentSearches(limits.tables)

    def question_of(body: models.SearchOrder, visitor: Visitor) -> Question:
        game = game_of(body.game)
        question = Question(
            game=game,
            state=game.from_json(body.state),
            algorithm=algorithm_of(body.algorithm, game, limits),
            seconds=limits.checked_ms(body.ms) / 1000,
            seed=body.seed,
        )
        if game.turn(question.state) is Turn.OVER:
            raise GameOverError("the game is over in this state: expected one with a move to find")
        queue.require_room(visitor)
        return question

    def expansion_of(body: models.ExpansionOrder, visitor: Visitor) -> Work:
        question = question_of(body, visitor)
        if not isinstance(question.algorithm, DepthLimited):
            raise InvalidOptionError(f"{question.algorithm} has no depth: expected a search by depth")
        if not body.alpha < body.beta:
            raise InvalidOptionError(f"the window is ({body.alpha}, {body.beta}): expected alpha below beta")
        return expand(question, recent, body.depth, (body.alpha, body.beta))

    @api.post("/searches", response_class=EventSourceResponse)
    async def search(
        question: Annotated[Question, Depends(question_of)], visitor: Visitor
    ) -> AsyncIterator[ServerSentEvent]:
        """Search a position. Events: ``queued``, ``started``, ``progress`` as it deepens, MCTS's ``tree``, ``done``."""
        async with aclosing(sent(queue.follow(look(question, recent), visitor=visitor))) as events:
            async for event in events:
                yield event

    @api.post("/expansions", response_class=EventSourceResponse)
    async def expansion(
        work: Annotated[Work, Depends(expansion_of)], visitor: Visitor
    ) -> AsyncIterator[ServerSentEvent]:
        """Value each step from a position that was searched to a depth. Events: ``child`` for each, then ``done``."""
        async with aclosing(sent(queue.follow(work, visitor=visitor))) as events:
            async for event in events:
                yield event


def _exact_answer(body: models.Position, limits: WebLimits) -> dict[str, Any]:
    game = game_of(body.game)
    state = game.from_json(body.state)
    require_decision(game, state)
    solution = _solution(game, state, limits)
    values = solution.action_values(state)
    best = solution.best_action(state)
    worth = _worth_to_mover(game, state, {str(action): value for action, value in values.items()})
    return {
        "action": str(best),
        "value": values[best],
        "win_probabilities": worth if game.win_or_lose else None,
        "points": None if game.win_or_lose else worth,
        "regrets": {action: max(worth.values()) - one for action, one in worth.items()},
    }


def _worth_to_mover(game: BaseGame[Any], state: Any, values: dict[str, float]) -> dict[str, float]:
    """Return how likely the mover wins by each action, or his points where a game is about more than winning."""
    sign = 1 if game.turn(state) is Turn.FIRST else -1
    own = {action: sign * value for action, value in values.items()}
    if not game.win_or_lose:
        return own
    lost, won = sorted(sign * end for end in game.value_range())
    return {action: (value - lost) / (won - lost) for action, value in own.items()}


def _solution(game: BaseGame[Any], state: Any, limits: WebLimits) -> Solution[Any]:
    if isinstance(game, Pig):
        limits.require_solvable(game)
    if not _one_solves.acquire(timeout=_SOLVING_PATIENCE):
        raise RefusedError(429, "other positions are being solved: expected fewer, try later")
    try:
        return solve(game, state, most_states=limits.solved_states)
    finally:
        _one_solves.release()
