"""How close do the eight searches come to the truth? One position of Pig, 20 ms each, against the exact solution."""

import mcms

pig = mcms.load("pig")
state = pig.from_json({"scores": [62, 55], "turn_total": 18, "to_move": 0})
truth = mcms.solve(pig)

print(pig.text(state))
print(f"exact value {truth.value(state):+.2f}, best action {truth.best_action(state)}")
print(f"{'algorithm':10} {'action':6} {'value':>7} {'depth':>5} {'nodes':>12} {'regret':>7}")
values = truth.action_values(state)
for name in mcms.SHORT_NAMES:
    result = mcms.search(pig, state, name, limit=mcms.Limit(seconds=0.02), seed=1)
    assert result.action is not None
    regret = max(values.values()) - values[result.action]
    print(f"{name:10} {result.action:6} {result.value:+7.2f} {result.depth:5} {result.nodes:12,} {regret:7.2f}")
