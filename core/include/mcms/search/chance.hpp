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
    if constexpr (DirectlySampled<G>) {
      if (samples_directly(game)) {
        const auto sample = sampler_of(game, state);
        return tally<G>([&](int i) { return sample(draws.uniform(i)); });
      }
    }
    const auto& outcomes = game.outcomes(state);
    return tally<G>([&](int i) { return pick_outcome(outcomes, draws.uniform(i)); });
  }

 private:
  // The outcomes in the order they were first drawn, with how often they were.
  template <Game G, class Draw>
  auto tally(Draw&& draw) const {
    using Outcome = typename G::Outcome;
    typename PerOutcome<G, Weighted<Outcome>>::List drawn;
    for (int i = 0; i < width_; ++i) {
      const Outcome outcome = draw(i);
      auto known = std::ranges::find(drawn, outcome, &Weighted<Outcome>::outcome);
      if (known == drawn.end()) {
        drawn.push_back({outcome, 1.0});
      } else {
        known->probability += 1.0;
      }
    }
    for (auto& entry : drawn) entry.probability /= width_;
    return drawn;
  }

  // One-byte outcomes are counted by their value, without a branch to mispredict: looking through the
  // list took most of a sampled search's time.
  template <Game G, class Draw>
    requires(sizeof(typename G::Outcome) == 1)
  auto tally(Draw&& draw) const {
    using Outcome = typename G::Outcome;
    std::array<Outcome, 257> order;
    std::size_t distinct = 0;
    for (int i = 0; i < width_; ++i) {
      const Outcome outcome = draw(i);
      order[distinct] = outcome;
      distinct += counts_[static_cast<std::uint8_t>(outcome)]++ == 0;
    }
    typename PerOutcome<G, Weighted<Outcome>>::List drawn;
    for (std::size_t i = 0; i < distinct; ++i) {
      auto& count = counts_[static_cast<std::uint8_t>(order[i])];
      drawn.push_back({order[i], double(count) / width_});
      count = 0;
    }
    return drawn;
  }

  int width_;
  Key key_;
  mutable std::array<std::int32_t, 256> counts_{};  // all 0 between calls
};

}  // namespace mcms
