"""A network as a game's estimate, in NumPy, asked for all leaves below a node at once.

The network has two layers: a random one, and one fitted by least squares to the exact values of the game, which is
small enough to be solved. What matters here is `estimate_many`: a call of NumPy for a hundred states costs little more
than one for a single state.
"""

import time

import numpy as np
from race_to_target import TARGET, RaceToTarget

import mcms


def features(states):
    """A row for each state: both places and who moves, each from -1/2 to 1/2."""
    return np.array([(first, second, mover) for (first, second), mover, _ in states]) / (TARGET, TARGET, 1) - 0.5


class Network:
    """max(x · first + bias, 0) · second, kept within the game's values."""

    def __init__(self, states, values, hidden=64):
        random = np.random.default_rng(1)
        self.first, self.bias = 3 * random.normal(size=(3, hidden)), 1.5 * random.normal(size=hidden)
        self.second = np.linalg.lstsq(self.hidden(states), values, rcond=None)[0]

    def hidden(self, states):
        return np.maximum(features(states) @ self.first + self.bias, 0)

    def __call__(self, states):
        return np.clip(self.hidden(states) @ self.second, -1.0, 1.0)


class OneByOne(RaceToTarget):
    """The race with a network that is asked for one state after the other."""

    def __init__(self, network):
        self.network = network

    def estimate(self, state):
        return self.network([state])[0]


class AllAtOnce(OneByOne):
    """The same, asked for many states in one call."""

    def estimate_many(self, states):
        return self.network(states)


def solved_race():
    """All decisions that can be reached, with their exact values."""
    race, start = RaceToTarget(), ((0, 0), 0, None)
    reached, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for thrown in (race.play(state, action) for action in race.actions(state)):
            after = {race.resolve(thrown, points) for points, _ in race.outcomes(thrown)}
            going_on = {each for each in after if race.turn(each) != "over"} - reached
            reached |= going_on
            waiting += going_on
    states, solution = sorted(reached, key=lambda state: state[:2]), mcms.solve(race, start)
    return states, np.array([solution.value(state) for state in states])


if __name__ == "__main__":
    states, values = solved_race()
    network = Network(states, values)
    print(f"{len(states)} states, mean error {np.abs(network(states) - values).mean():.3f}")
    mcms.check_game(AllAtOnce(network), games=10)
    for algorithm, limit in (
        (mcms.Star2(), mcms.Limit(depth=3)),
        (mcms.Mcts(exploration=1.0), mcms.Limit(simulations=3000)),
        (mcms.Mcts(exploration=1.0, batch=256), mcms.Limit(simulations=3000)),
    ):
        for game in (OneByOne(network), AllAtOnce(network)):
            start = time.process_time()
            result = mcms.search(game, ((12, 15), 0, None), algorithm, limit=limit, seed=1)
            taken = time.process_time() - start
            print(f"{algorithm!s:46} {type(game).__name__:9} {result.action} {result.value:+.4f}  {taken:.3f} s")
