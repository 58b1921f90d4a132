"""A tournament written down in a TOML file: the game, the players, who meets whom, how often."""

import dataclasses
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any

from mcms.arena.match import MOST_MATCHES, Pairing
from mcms.arena.player import Player, player
from mcms.arena.schedule import gauntlet, round_robin
from mcms.arena.standings import AnySprt
from mcms.exceptions import InvalidOptionError
from mcms.games.base import LARGEST_SEED, BaseGame
from mcms.limit import Limit, parse_limit
from mcms.registry import load
from mcms.scoring import ScoreBy, parse_score_by, score_by
from mcms.stats import PointsSprt, Sprt
from mcms.validation import json_object, whole_number

DEFAULT_MATCHES = 100


class Schedule(StrEnum):
    """Who meets whom."""

    PAIRING = "pairing"
    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    ELIMINATION = "elimination"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tournament:
    """Players of a game and who of them meets whom."""

    game: BaseGame[Any]
    players: tuple[Player, ...]
    schedule: Schedule = Schedule.ROUND_ROBIN
    matches: int = DEFAULT_MATCHES
    seed: int = 0
    sprt: AnySprt | None = None
    score: ScoreBy = ScoreBy.WINS

    def __post_init__(self) -> None:
        whole_number("matches", self.matches, 1, MOST_MATCHES)
        whole_number("seed", self.seed, 0, LARGEST_SEED)
        if self.schedule is Schedule.PAIRING and len(self.players) != 2:
            raise InvalidOptionError(f"a pairing has {len(self.players)} players: expected 2")
        if self.schedule is Schedule.ELIMINATION and self.sprt is not None:
            raise InvalidOptionError("an elimination has an sprt: expected one only where all pairings are known")

    def pairings(self) -> list[Pairing]:
        """Return the pairings of a schedule that knows them before the first game."""
        arrange = gauntlet if self.schedule is Schedule.GAUNTLET else round_robin
        return arrange(self.game, self.players, matches=self.matches, seed=self.seed)


def read_tournament(path: Path) -> Tournament:
    """Read a tournament from a TOML file; whatever is wrong with it raises ``InvalidOptionError``."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RecursionError, tomllib.TOMLDecodeError) as error:
        raise InvalidOptionError(f"cannot read {str(path)!r} ({error}): expected a TOML file") from error
    return tournament_of(data)


def tournament_of(data: dict[str, Any]) -> Tournament:
    """Return the tournament that a file's content describes.

    >>> made = tournament_of({"game": "pig", "players": ["hold:20", "star1"], "limit": "depth=2", "matches": 5})
    >>> [pairing.title for pairing in made.pairings()]
    ['hold:20 – star1@depth=2']
    """
    optional = {"schedule", "matches", "seed", "limit", "sprt", "score"}
    content = json_object(data, {"game", "players"}, optional, InvalidOptionError, "the tournament")
    game = load(_text("game", content["game"]))
    limit = None if "limit" not in content else parse_limit(_text("limit", content["limit"]))
    by = score_by(game) if "score" not in content else parse_score_by(content["score"])
    return Tournament(
        game=game,
        players=_players(content["players"], game, limit),
        schedule=_schedule(content.get("schedule", Schedule.ROUND_ROBIN)),
        matches=content.get("matches", DEFAULT_MATCHES),
        seed=content.get("seed", 0),
        sprt=_sprt(content.get("sprt"), by),
        score=by,
    )


def _players(value: Any, game: BaseGame[Any], limit: Limit | None) -> tuple[Player, ...]:
    if not isinstance(value, list):
        raise InvalidOptionError(f"players is {value!r}: expected a list of texts")
    return tuple(player(_text("player", text), game, limit) for text in value)


def _schedule(value: Any) -> Schedule:
    try:
        return Schedule(value)
    except ValueError as error:
        raise InvalidOptionError(f"schedule is {value!r}: expected one of {', '.join(Schedule)}") from error


def _sprt(value: Any, by: ScoreBy) -> AnySprt | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidOptionError(f"sprt is {value!r}: expected two Elo differences, as in [0, 10], or points a game")
    if by is ScoreBy.POINTS:
        return PointsSprt(points0=value[0], points1=value[1])
    return Sprt(elo0=value[0], elo1=value[1])


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidOptionError(f"{name} is {value!r}: expected a text")
    return value
