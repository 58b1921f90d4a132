"""Which of mcts and dpw “mcts” stands for in a game: the paper lets them meet, and the winner plays on."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from mcms.arena.match import pairing
from mcms.arena.schedule import Plays, winner
from mcms.arena.search_player import SearchPlayer
from mcms.arena.seeds import derive
from mcms.arena.standings import PairingResult
from mcms.games.base import BaseGame
from mcms.paper.program import AS_HERE, Program
from mcms.paper.scale import Scale


@dataclasses.dataclass(frozen=True, kw_only=True)
class Choice:
    """Which of mcts and dpw is better in each game, by matches."""

    results: dict[str, PairingResult]
    """mcts against dpw, by game."""

    def better(self, game: BaseGame[Any] | str) -> str:
        """Return the name of the better one."""
        chosen = winner(self.results[str(game)])
        assert isinstance(chosen, SearchPlayer)
        return chosen.label


def choose(
    games: Sequence[BaseGame[Any]], scale: Scale, *, runner: Plays, seed: int, program: Program = AS_HERE
) -> Choice:
    """Let mcts and dpw meet in each game."""
    fresh = derive(seed, "choice")
    pairings = [
        pairing(
            game,
            program.player("mcts", game, scale.limit_in(game.name)),
            program.player("dpw", game, scale.limit_in(game.name)),
            matches=scale.choice_matches,
            seed=fresh,
        )
        for game in games
    ]
    results = runner.play(pairings, "mcts or dpw")
    return Choice(results={str(game): result for game, result in zip(games, results, strict=True)})
