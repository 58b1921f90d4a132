// Uniformly random games from a state to the end.
#pragma once

#include <cstdint>

#include "mcms/game/game.hpp"

namespace mcms {

// A sequence of random words from a key, for where the order of drawing is fixed anyway.
class RandomStream {
 public:
  explicit RandomStream(Key key) : state_(key.word(0)) {}

  std::uint64_t word() { return mix(state_ += golden_gamma); }
  double uniform() { return to_unit(word()); }

  // A number in [0, count) by multiplication (Lemire 2019); the bias is below count / 2^32.
  std::size_t below(std::size_t count) { return ((word() >> 32) * count) >> 32; }

 private:
  std::uint64_t state_;
};

template <Game G>
typename G::Outcome random_outcome(const G& game, const typename G::State& s, RandomStream& random) {
  if constexpr (DirectlySampled<G>) {
    return game.sample(s, random.uniform());
  } else {
    const auto& outcomes = game.outcomes(s);
    return pick_outcome(outcomes, random.uniform());
  }
}

template <Game G>
typename G::State random_successor(const G& game, const typename G::State& s, Turn turn, RandomStream& random) {
  if (turn != Turn::chance) {
    const auto& actions = game.actions(s);
    return game.play(s, actions[random.below(actions.size())]);
  }
  return game.resolve(s, random_outcome(game, s, random));
}

struct PlayoutCounts {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t chance_nodes = 0;
  double utility_sum = 0.0;
};

template <Game G>
void play_out(const G& game, typename G::State s, RandomStream& random, PlayoutCounts& counts) {
  for (Turn turn = game.turn(s); turn != Turn::over; turn = game.turn(s)) {
    ++(turn == Turn::chance ? counts.chance_nodes : counts.decisions);
    s = random_successor(game, s, turn, random);
  }
  ++counts.games;
  counts.utility_sum += game.utility(s);
}

}  // namespace mcms
