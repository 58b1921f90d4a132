"""The node-count signature: fixed searches whose counts and values change only on purpose.

A commit that changes the golden file says why. To write it anew: ``python -m tests.golden.test_signature``.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import mcms
from mcms import Limit

GOLDEN = Path(__file__).with_name("signature.json")

GAMES = {
    "pig": [{"scores": [0, 0], "turn_total": 0, "to_move": 0}, {"scores": [71, 64], "turn_total": 14, "to_move": 1}],
    "pig(dice=1)": [{"scores": [30, 45], "turn_total": 17, "to_move": 0}],
    "ewn": [1, 2],
    "ewn(evaluation=race)": [3],
    "ra": [1],
    "cant_stop": [
        {
            "markers": [[3, 0, 4, 2, 8, 9, 3, 0, 6, 0, 2], [0, 5, 0, 6, 5, 12, 7, 1, 0, 2, 0]],
            "runners": {"6": 7, "7": 13, "9": 3},
            "dice": None,
            "phase": "pre_roll",
            "to_move": 1,
        }
    ],
    "random_tree(branching=4,outcomes_per_node=4,ragged=true,extreme=0.3)": [11, 12],
    "random_tree(chance_root=true,alternate=false,chance=0.6,chance_chain=0.3,merge=40)": [13],
}
VARIANTS = [
    "exp", "star1", "star2", "expss", "star1ss", "star2ss",
    "star1(prune_from=0)", "star2(prune_from=0,probe_from=0)",
    "star2(probe_from=2)", "star2(probe_from=2,keep_probes=false)",
    "exp(table_bounds=true)", "star1(table_bounds=true)", "star2ss(table_bounds=true)",
]  # fmt: skip


def signature() -> dict[str, Any]:
    searches = {}
    for text, roots in GAMES.items():
        game = mcms.load(text)
        for root in roots:
            state = game.initial_state(root) if isinstance(root, int) else game.from_json(root)
            for algorithm in VARIANTS:
                result = mcms.search(game, state, algorithm, limit=Limit(depth=4 if text == "ra" else 5), seed=42)
                searches[f"{text} {root} {algorithm}"] = {
                    "action": result.action,
                    "value": round(result.value, 9),
                    "nodes": result.nodes,
                    "leaves": result.leaves,
                    "chance_nodes": result.chance_nodes,
                    "cuts": [result.cuts.alpha, result.cuts.beta, result.cuts.probe, result.cuts.table],
                }
    return searches


def test_signature() -> None:
    expected = json.loads(GOLDEN.read_text())
    found = signature()
    assert found.keys() == expected.keys()
    for name, entry in found.items():
        value = expected[name].pop("value")
        assert entry.pop("value") == pytest.approx(value, abs=1e-8), name
        assert entry == expected[name], name


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps(signature(), indent=1) + "\n")
