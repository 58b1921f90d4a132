"""The bodies of the API's requests and answers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

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
    """The steps from a position, each valued by a search of a depth."""

    depth: int = Field(ge=1, le=100, default=1)


class Transcript(_Body):
    """The text of a transcript."""

    text: str


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


class PigAnswer(BaseModel):
    """The exact solution of a position of Pig: how likely the mover wins by each action, and what it gives away."""

    action: str
    value: float
    win_probabilities: dict[str, float]
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


class RecordedGame(BaseModel):
    """A recorded game."""

    id: int
    match: int
    first: str
    second: str
    score_first: float
    moves: int


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


class Catalog(BaseModel):
    """Everything the forms offer."""

    games: list[GameOffer]
    algorithms: list[AlgorithmOffer]
    results: bool
    limits: dict[str, int]
