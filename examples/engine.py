"""An engine in forty lines: reads positions of any game as lines of JSON, and answers with an action.

    mcms match pig "engine(command=python3 examples/engine.py)" hold:20 --matches 50

It plays Pig by a rule of thumb and everything else at random. docs/engines.md has the protocol.
"""

import json
import random
import sys


def pig(state: dict, actions: list) -> str:
    """Stop from 20 points on, or once they win."""
    own = state["scores"][state["to_move"]]
    enough = state["turn_total"] >= 20 or own + state["turn_total"] >= 100
    return "stop" if enough and "stop" in actions else "roll"


def answer(question: dict) -> dict:
    actions, state = question["actions"], question["state"]
    if question["game"].startswith("pig") and state is not None:
        return {"action": pig(state, actions)}
    return {"action": random.Random(question["seed"]).choice(actions)}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
