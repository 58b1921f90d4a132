"""A game of one's own in fifty lines: be the first to land on 30 exactly, with one die or with two."""

import mcms

TARGET = 30
DICE = {
    "one die": tuple((points, 1 / 6) for points in range(1, 7)),
    "two dice": tuple((points, (6 - abs(7 - points)) / 36) for points in range(2, 13)),
}


class RaceToTarget:
    """A state is (places of both players, who moves, the dice in the air or None); who passes 30 stays put."""

    def initial_state(self, seed):
        return (0, 0), 0, None

    def turn(self, state):
        places, mover, dice = state
        return "over" if TARGET in places else "chance" if dice else ("first", "second")[mover]

    def actions(self, state):
        return list(DICE)

    def play(self, state, action):
        return state[0], state[1], action

    def outcomes(self, state):
        return DICE[state[2]]

    def resolve(self, state, points):
        (first, second), mover, _ = state
        steps = points if state[0][mover] + points <= TARGET else 0
        return ((first, second + steps) if mover else (first + steps, second)), 1 - mover, None

    def utility(self, state):
        return 1.0 if state[0][0] == TARGET else -1.0

    def estimate(self, state):
        return (state[0][0] - state[0][1]) / TARGET

    def value_range(self):
        return -1.0, 1.0


if __name__ == "__main__":
    game, state = RaceToTarget(), ((22, 25), 0, None)
    print(mcms.check_game(game))
    for algorithm, limit in (("star2ss", mcms.Limit(depth=6)), ("mcts", mcms.Limit(simulations=5000))):
        print(algorithm, mcms.search(game, state, algorithm, limit=limit, seed=1).action)
