"""What players give away a move at backgammon, by GNU Backgammon: ``python benchmarks/gnubg_loss.py PLAYER...``.

Decisions are those of GNU Backgammon's own play, 0 plies on both sides, wherever there is more than one move. Each move
that could matter is valued by its cubeless equity for money at 2 plies; a player loses the best one's equity less that
of the move it chooses. The decisions are kept in a file, since valuing them takes minutes and asking a player does not.

    python benchmarks/gnubg_loss.py --decisions 1000 --file decisions.json greedy pubeval gnubg:0 mcms@100ms
"""

import argparse
import json
import math
import random
from pathlib import Path
from typing import Any

import mcms
from mcms.games.gnubg import equity

_CANDIDATES = 6
"""Moves valued beforehand, the best by 0 plies; what a player chooses besides is valued when it comes."""


def main() -> None:
    """Read the command line, make or read the decisions, and print each player's loss."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--game", default="backgammon", help="with the evaluation that searches use")
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--plies", type=int, default=2, help="by which moves are valued")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("gnubg-decisions.json"))
    arguments = parser.parse_args()
    game = mcms.load(arguments.game)
    wanted = {"decisions": arguments.decisions, "plies": arguments.plies, "seed": arguments.seed}
    if arguments.file.exists():
        kept = json.loads(arguments.file.read_text())
        if kept["made_with"] != wanted:
            parser.error(f"{arguments.file} was made with {kept['made_with']}: expected {wanted}, or another --file")
    else:
        kept = {"made_with": wanted, "decisions": make(game, **wanted)}
        arguments.file.write_text(json.dumps(kept))
    for text in arguments.players:
        losses = [loss(game, mcms.player(text, game), each, arguments.plies, seed) for seed, each in
                  enumerate(kept["decisions"])]  # fmt: skip
        mean = math.fsum(losses) / len(losses)
        variance = math.fsum((each - mean) ** 2 for each in losses) / max(len(losses) - 1, 1)
        errors = sum(each > 0.001 for each in losses)
        print(f"{text:24} {mean:.5f} ± {math.sqrt(variance / len(losses)):.5f} a move, {errors} of {len(losses)} wrong")


def make(game: Any, decisions: int, plies: int, seed: int) -> list[dict[str, Any]]:
    """Return decisions of GNU Backgammon's play with what their best moves are worth."""
    rng, player, made = random.Random(seed), mcms.player("gnubg:0", game), []
    while True:
        state = game.initial_state()
        while game.turn(state) is not mcms.Turn.OVER:
            if game.turn(state) is mcms.Turn.CHANCE:
                rolls, weights = zip(*game.outcomes(state), strict=True)
                state = game.resolve(state, rng.choices(rolls, weights)[0])
                continue
            if len(actions := game.actions(state)) > 1:
                best = sorted(actions, key=lambda action: -worth(game, state, action, 0))[:_CANDIDATES]
                values = {action: worth(game, state, action, plies) for action in best}
                made.append({"state": game.to_json(state), "values": values})
                if len(made) == decisions:
                    return made
            state = game.play(state, player.choose(game, state, 0))


def worth(game: Any, state: Any, action: str, plies: int) -> float:
    """Return what an action is worth to its mover."""
    after = game.play(state, action)
    if game.turn(after) is mcms.Turn.OVER:
        return abs(game.utility(after))
    return -equity(after, plies)


def loss(game: Any, player: Any, decision: dict[str, Any], plies: int, seed: int) -> float:
    """Return what a player's choice gives away."""
    state, values = game.from_json(decision["state"]), decision["values"]
    chosen = player.choose(game, state, seed)
    if chosen not in values:
        values[chosen] = worth(game, state, chosen, plies)
    return max(values.values()) - values[chosen]


if __name__ == "__main__":
    main()
