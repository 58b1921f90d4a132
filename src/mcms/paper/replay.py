"""Evidence that a report was made by the code it lies beside: some of its games, to be played again."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from mcms import load
from mcms.arena.match import LEGS, Pairing, Slot
from mcms.arena.records import Records
from mcms.limit import Limit
from mcms.paper.pace_fit import AtPace
from mcms.paper.program import AS_PUBLISHED

_DIGEST_BYTES = 12


def replays(played: AtPace, records: Records) -> Iterator[dict[str, Any]]:
    """Return what is needed to play the first match of each pairing again, and what its games were."""
    for bar in played.bars:
        pairing = bar.result.pairing
        first = {moves.leg: moves.names for moves in records.moves(pairing) if moves.match == 0}
        yield {
            "game": str(pairing.game),
            "players": [engine.label for engine in pairing.engines],
            "nodes": played.nodes,
            "seed": str(pairing.seed),
            "games": [digest(first[leg]) for leg in LEGS],
        }


def played_again(replay: dict[str, Any]) -> list[str]:
    """Return what the games of a replay are with this code."""
    game = load(replay["game"])
    a, b = (AS_PUBLISHED.player(name, game, Limit(nodes=replay["nodes"])) for name in replay["players"])
    pairing = Pairing(game=game, a=a, b=b, matches=1, seed=int(replay["seed"]))
    return [digest(pairing.play(Slot(match=0, leg=leg)).played.moves) for leg in LEGS]


def digest(moves: tuple[str, ...]) -> str:
    """Return what tells a game from another."""
    return blake2b("/".join(moves).encode(), digest_size=_DIGEST_BYTES).hexdigest()
