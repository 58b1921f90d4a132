"""The bodies of the API's requests and answers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from mcms.analysis.judge import DEFAULT_NODES
from mcms.web.limits import LARGEST_SEED

Text = Annotated[str, Field(min_length=1, max_length=1000)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
Milliseconds = Annotated[int, Field(ge=1, le=3_600_000)]
State = dict[str, Any]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(_Body):
    """What a new game is."""

    game: Text = Field(examples=["pig", "pig(goal=50,dice=1)"])
    opponent: Text = Field(examples=["star2ss", "hold:20"])
    ms: Milliseconds = 1000
    seat: Literal["first", "second"] = "first"
    seed: Seed | None = None
    state: State | None = None


class Move(_Body):
    """An action in the position after ``at`` events."""

    action: Text = Field(examples=["roll"])
    at: int = Field(ge=0)


class Position(_Body):
    """A position of a game."""

    game: Text = Field(examples=["pig"])
    state: State = Field(examples=[{"scores": [50, 40], "turn_total": 12, "to_move": 0}])


class SearchOrder(Position):
    """A search of a position."""

    algorithm: Text = Field(examples=["star2", "mcts(threads=2)"])
    ms: Milliseconds = 1000
    seed: Seed = 0


class ExpansionOrder(SearchOrder):
    """The steps from a position that was searched to a depth, each valued to agree with it."""

    depth: int = Field(ge=0, le=100, default=1)
    alpha: float = Field(default=-100, ge=-100, le=100)
    beta: float = Field(default=100, ge=-100, le=100)


class Transcript(_Body):
    """The text of a transcript."""

    text: str


class ReviewOrder(_Body):
    """A game to review: a visitor's by its id, the text of a transcript, or a recorded one by file and number."""

    game: str | None = Field(default=None, pattern=r"^[A-Za-z0-9_-]{1,64}$")
    text: str | None = None
    result: Text | None = None
    number: int | None = Field(default=None, ge=0, le=2**62)
    nodes: int = Field(default=DEFAULT_NODES, ge=1, le=10**9)


class Problem(BaseModel):
    """Why a request was refused, in one sentence."""

    error: str


class StepView(BaseModel):
    """An action or outcome, and the state after it."""

    by: Literal["first", "second", "chance"]
    name: str
    notes: dict[str, float]
    state: State
    turn: str


class SessionView(BaseModel):
    """A game as far as it has come."""

    game: str
    rules: str
    options: dict[str, Any]
    seed: str
    start: State
    start_turn: str
    since: int
    events: list[StepView]
    turn: str
    resigned: str | None
    result: float | None


class GameView(SessionView):
    """A visitor's game."""

    id: str
    opponent: str
    ms: int
    seat: str
    actions: list[str]
    thinking: bool


class ExactAnswer(BaseModel):
    """The exact solution of a position: the mover's chance to win or points by each action, and what it gives away."""

    action: str
    value: float
    win_probabilities: dict[str, float] | None
    points: dict[str, float] | None
    regrets: dict[str, float]


class Status(BaseModel):
    """How busy the server is."""

    running: int
    waiting: int


class ResultItemView(BaseModel):
    """A file of records or a report."""

    name: str
    kind: Literal["records", "report"]


class PairingView(BaseModel):
    """A recorded pairing, for player A."""

    id: int
    game: str
    a: str
    b: str
    seed: str
    version: str
    matches: int
    wins: int
    draws: int
    losses: int
    score: float | None
    interval: tuple[float, float] | None
    elo: float | None
    elo_interval: tuple[float | None, float | None] | None


class RecordedGame(BaseModel):
    """A recorded game."""

    id: int
    match: int
    first: str
    second: str
    score_first: float
    moves: int


class GamesPage(BaseModel):
    """Some of a pairing's games, and how many there are."""

    total: int
    start: int
    games: list[RecordedGame]


class OptionView(BaseModel):
    """An option of a game or algorithm."""

    name: str
    type: str
    default: Any
    meaning: str


class GameOffer(BaseModel):
    """A game there is to play."""

    name: str
    title: str
    options: list[OptionView]
    players: list[str]
    value_range: tuple[float, float]


class AlgorithmOffer(BaseModel):
    """An algorithm there is to play against."""

    name: str
    title: str
    options: list[OptionView]


class LevelOffer(BaseModel):
    """A level of opponents, and which player it is in each game."""

    name: str
    players: dict[str, str]


class Catalog(BaseModel):
    """Everything the forms offer."""

    games: list[GameOffer]
    algorithms: list[AlgorithmOffer]
    levels: list[LevelOffer]
    results: bool
    limits: dict[str, int]
