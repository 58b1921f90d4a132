// How well networks play: games against the game's own estimate, each side going for the best state after its move.
#pragma once

#include <cmath>

#include "mcms/learn/self_play.hpp"

namespace mcms {

// What the networks won on average, on the game's scale, and the standard error of that.
struct Comparison {
  double mean = 0.0;
  double error = 0.0;
};

// Each pair of games has the same luck, with sides exchanged.
template <Game G, FeaturesOf<G> F>
Comparison compare_with_estimate(const G& game, std::span<const Network> networks, std::size_t pairs, Key key) {
  Evaluator<F, typename G::State> evaluator(F(game), networks);
  const auto learnt = [&](const typename G::State& s) { return evaluator.value(s); };
  const auto own = [&](const typename G::State& s) { return game.estimate(s); };
  const auto play = [&](std::size_t pair, bool second) {
    RandomStream random(key.fold(pair));
    typename G::State s = game.initial_state(key.fold(pair));
    for (Turn turn = game.turn(s); turn != Turn::over; turn = game.turn(s)) {
      if (turn == Turn::chance) {
        s = game.resolve(s, random_outcome(game, s, random));
      } else {
        s = (turn == Turn::second) == second ? best_next_state(game, s, learnt) : best_next_state(game, s, own);
      }
    }
    return second ? -game.utility(s) : game.utility(s);
  };
  double sum = 0.0, squares = 0.0;
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double score = (play(pair, false) + play(pair, true)) / 2;
    sum += score;
    squares += score * score;
  }
  const double mean = sum / double(pairs);
  const double variance = squares / double(pairs) - mean * mean;
  return {mean, pairs < 2 ? 0.0 : std::sqrt(std::max(0.0, variance) / double(pairs - 1))};
}

}  // namespace mcms
