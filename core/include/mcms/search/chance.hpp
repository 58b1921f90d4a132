// What a chance node expands to: every outcome, or a sparse sample of them.
//
// This is the paper's genOutcomeSet, the only place where the classic searches (exp, star1, star2)
// differ from their sampled twins (expss, star1ss, star2ss).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "mcms/game/game.hpp"

namespace mcms {

struct Exact {
  template <Game G>
  decltype(auto) expand(const G& game, const typename G::State& state) const {
    return game.outcomes(state);
  }
};

// `width` outcomes drawn with replacement, equally weighted; one drawn twice is listed once and
// weighs twice. The draw is a function of (search seed, chance state), so that probing, searching and
// transposing all see the same sample, and the pruned searches equal their unpruned twin.
class Sampled {
 public:
  Sampled(int width, Key key) : width_(width), key_(key) {}

  template <Game G>
  auto expand(const G& game, const typename G::State& state) const {
    const Key draws = key_.fold(game.hash(state));
    Tally<G> tally;
    if constexpr (DirectlySampled<G>) {
      for (int i = 0; i < width_; ++i) tally.add(game.sample(state, draws.uniform(i)));
    } else {
      const auto outcomes = game.outcomes(state);
      for (int i = 0; i < width_; ++i) tally.add(pick(outcomes, draws.uniform(i)));
    }
    for (auto& entry : tally.drawn) entry.probability /= width_;
    return tally.drawn;
  }

 private:
  // The outcomes in the order they were first drawn, with how often they were.
  template <Game G>
  struct Tally {
    using Outcome = typename G::Outcome;
    typename PerOutcome<G, Weighted<Outcome>>::List drawn;

    void add(const Outcome& outcome) {
      auto known = std::ranges::find(drawn, outcome, &Weighted<Outcome>::outcome);
      if (known == drawn.end()) {
        drawn.push_back({outcome, 1.0});
      } else {
        known->probability += 1.0;
      }
    }
  };

  // One-byte outcomes are found by their value instead of by looking through the list, which took
  // most of a sampled search's time.
  template <Game G>
    requires(sizeof(typename G::Outcome) == 1)
  struct Tally<G> {
    using Outcome = typename G::Outcome;
    typename PerOutcome<G, Weighted<Outcome>>::List drawn;
    std::array<std::uint16_t, 256> place{};  // in the list, from 1; 0: not drawn yet

    void add(Outcome outcome) {
      auto& known = place[static_cast<std::uint8_t>(outcome)];
      if (known == 0) {
        drawn.push_back({outcome, 0.0});
        known = static_cast<std::uint16_t>(drawn.size());
      }
      drawn[known - 1u].probability += 1.0;
    }
  };

  template <class List>
  static const auto& pick(const List& outcomes, double uniform) {
    std::size_t i = 0;
    // The last outcome takes what rounding leaves of the sum.
    while (i + 1 < outcomes.size() && uniform >= outcomes[i].probability) uniform -= outcomes[i++].probability;
    return outcomes[i].outcome;
  }

  int width_;
  Key key_;
};

}  // namespace mcms
