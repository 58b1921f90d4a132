"""Tuning as in the paper: options meet head to head, winners advance, the champion is the answer.

A champion of many is partly lucky, so what its matches say of it is too good. It meets the defaults again on fresh
seeds, and only that result is a claim.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from mcms.algorithms import SHORT_NAMES
from mcms.arena.match import MOST_MATCHES, Pairing
from mcms.arena.player import player
from mcms.arena.runner import Runner
from mcms.arena.schedule import Elimination, Plays, eliminate
from mcms.arena.search_player import SearchPlayer
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.game import AnyGame
from mcms.limit import Limit
from mcms.spec import parse_spec, require_known
from mcms.tuning.grid import candidates
from mcms.validation import whole_number

PAPER_MATCHES = 500
"""Matches of a pairing, 1000 games."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Tuning:
    """What tuning found.

    >>> import mcms
    >>> found = tune(mcms.load("pig(goal=20)"), "star1ss", {"width": [2, 9]}, limit=mcms.Limit(depth=1), matches=2)
    >>> found.default.name, found.champion.name in ("star1ss(width=2)@depth=1", "star1ss(width=9)@depth=1")
    ('star1ss@depth=1', True)
    """

    elimination: Elimination
    """The rounds that were played, and who was left."""
    default: SearchPlayer
    """The algorithm as it is without tuning."""
    validation: PairingResult | None
    """The champion against the default on fresh seeds; ``None`` if the champion is the default."""

    @property
    def champion(self) -> SearchPlayer:
        """The options that won."""
        champion = self.elimination.champion
        assert isinstance(champion, SearchPlayer)
        return champion


def tune(
    game: AnyGame,
    algorithm: str,
    grid: Mapping[str, Sequence[Any]],
    *,
    limit: Limit,
    runner: Plays | None = None,
    matches: int = PAPER_MATCHES,
    validation_matches: int | None = None,
    seed: int = 0,
    title: str = "",
) -> Tuning:
    """Find the best options of an algorithm in a game, all with one limit.

    Parameters
    ----------
    game
        The game.
    algorithm
        The name of the algorithm, with options that stay as they are: ``"star1ss"``, ``"mcts(threads=2)"``.
    grid
        The values of each option to try.
    limit
        When each search stops.
    runner
        Plays the pairings, a :class:`mcms.arena.Runner`; without one they are played here and kept nowhere.
    matches
        How many matches a pairing has, of two games each.
    validation_matches
        How many matches the champion plays against the default options; by default as many as a pairing has.
    seed
        Draws the luck of all games.
    title
        What the progress says before the round.

    Examples
    --------
    >>> import mcms
    >>> limit = mcms.Limit(depth=1)
    >>> tune(mcms.load("pig(goal=20)"), "star1ss", {"width": [2, 9]}, limit=limit, matches=2).default.name
    'star1ss@depth=1'

    """
    runner = Runner() if runner is None else runner
    require_known("algorithm", parse_spec(algorithm).name, list(SHORT_NAMES))
    if validation_matches is not None:
        whole_number("validation_matches", validation_matches, 1, MOST_MATCHES)
    players = [player(text, game, limit) for text in candidates(algorithm, grid)]
    elimination = eliminate(game, players, matches=matches, runner=runner, seed=seed, title=title)
    default = player(algorithm, game, limit)
    champion = elimination.champion
    assert isinstance(default, SearchPlayer)
    assert isinstance(champion, SearchPlayer)
    validation = None
    if champion.algorithm != default.algorithm:
        fresh = Pairing(
            game=game,
            a=champion,
            b=default,
            matches=matches if validation_matches is None else validation_matches,
            seed=derive(seed, "validation"),
        )
        (validation,) = runner.play([fresh], f"{title}validating the champion")
    return Tuning(elimination=elimination, default=default, validation=validation)
