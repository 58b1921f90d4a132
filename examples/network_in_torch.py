"""A network as a game's estimate, in PyTorch: trained for some seconds on the solved game, then searched with.

Nothing else of mcms needs PyTorch: `estimate_many` returns an array of NumPy.
"""

import numpy as np
import torch
from network_in_numpy import features, solved_race
from race_to_target import RaceToTarget

import mcms


def trained_network(steps=300):
    """A network of two layers, fitted to the exact values of the race."""
    torch.manual_seed(1)
    network = torch.nn.Sequential(torch.nn.Linear(3, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1), torch.nn.Tanh())
    states, values = solved_race()
    inputs, targets = torch.as_tensor(features(states), dtype=torch.float32), torch.as_tensor(values).float()
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(network(inputs)[:, 0], targets)
        loss.backward()
        optimizer.step()
    return network, loss.item()


class TorchRace(RaceToTarget):
    def __init__(self, network):
        self.network = network.eval()

    @torch.inference_mode()
    def estimate_many(self, states):
        return self.network(torch.as_tensor(features(states), dtype=torch.float32))[:, 0].numpy().astype(np.float64)

    def estimate(self, state):
        return self.estimate_many([state])[0]


if __name__ == "__main__":
    network, loss = trained_network()
    print(f"mean squared error {loss:.4f}")
    game = TorchRace(network)
    mcms.check_game(game, games=10)
    for algorithm, limit in (
        (mcms.Star2(), mcms.Limit(depth=3)),
        (mcms.Mcts(exploration=1.0, batch=256), mcms.Limit(simulations=3000)),
    ):
        result = mcms.search(game, ((12, 15), 0, None), algorithm, limit=limit, seed=1)
        print(algorithm, result.action, round(result.value, 4))
