// Uniformly random games from a state to the end.
#pragma once

#include <cstdint>

#include "mcms/game/game.hpp"
#include "mcms/search/limits.hpp"

namespace mcms {

// A sequence of random words from a key, for where the order of drawing is fixed anyway.
//
// A word is mixed one draw ahead: what a draw decides is a branch that cannot be predicted, and the processor
// then starts over with the next word at hand.
class RandomStream {
 public:
  explicit RandomStream(Key key) : state_(key.word(0) + golden_gamma), next_(mix(state_)) {}

  std::uint64_t word() {
    const std::uint64_t drawn = next_;
    next_ = mix(state_ += golden_gamma);
    return drawn;
  }
  double uniform() { return to_unit(word()); }

  // A number in [0, count) by multiplication (Lemire 2019); the bias is below count / 2^32.
  std::size_t below(std::size_t count) { return ((word() >> 32) * count) >> 32; }

 private:
  std::uint64_t state_;
  std::uint64_t next_;
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

// Plays one random action and the luck after it, as far as the game does so in one step.
template <Game G>
Stepped<typename G::State> random_decision(const G& game, const typename G::State& s, RandomStream& random) {
  if constexpr (RandomlyStepped<G>) {
    return game.random_step(s, random.word());
  } else {
    const auto& actions = game.actions(s);
    return {game.play(s, actions[random.below(actions.size())]), 0};
  }
}

struct PlayoutCounts {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t chance_nodes = 0;
  double utility_sum = 0.0;
};

// The budget is asked at every step, since a game need not end.
template <Game G>
void play_out(const G& game, typename G::State s, RandomStream& random, PlayoutCounts& counts, Budget& budget) {
  std::uint64_t decisions = 0;
  std::uint64_t chance_nodes = 0;
  for (Turn turn = game.turn(s); turn != Turn::over; turn = game.turn(s)) {
    if (turn == Turn::chance) {
      budget.enter_chance();
      ++chance_nodes;
      s = game.resolve(s, random_outcome(game, s, random));
      continue;
    }
    budget.enter_node();
    ++decisions;
    const auto next = random_decision(game, s, random);
    s = next.state;
    chance_nodes += next.chance_nodes;
  }
  counts.decisions += decisions;
  counts.chance_nodes += chance_nodes;
  ++counts.games;
  counts.utility_sum += game.utility(s);
}

}  // namespace mcms
