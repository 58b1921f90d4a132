// The paper's sparse sampling: `width` outcomes drawn with replacement, equally weighted. One drawn twice is listed
// once and weighs twice.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "mcms/search/chance/sample.hpp"

namespace mcms {

class IndependentDraw {
 public:
  template <Game G>
  void operator()(const G& game, const typename G::State& state, int width, const Draws& draws,
                  WeightedOutcomes<G>& drawn) const {
    const auto outcome_at = sampler_of(game, state);
    if constexpr (sizeof(typename G::Outcome) == 1) {
      tally_by_value<G>(width, draws, outcome_at, drawn);
    } else {
      tally<G>(width, draws, outcome_at, drawn);
    }
  }

 private:
  // The outcomes in the order they were first drawn, with how often they were.
  template <Game G, class OutcomeAt>
  void tally(int width, const Draws& draws, const OutcomeAt& outcome_at, WeightedOutcomes<G>& drawn) const {
    using Outcome = typename G::Outcome;
    draws.for_each(width, [&](double uniform) {
      const Outcome outcome = outcome_at(uniform);
      auto known = std::find_if(drawn.begin(), drawn.end(), [&](const auto& item) { return item.outcome == outcome; });
      if (known == drawn.end()) {
        drawn.push_back({outcome, 1.0});
      } else {
        known->probability += 1.0;
      }
    });
    for (auto& entry : drawn) entry.probability /= width;
  }

  // One-byte outcomes are counted by their value, without a branch to mispredict: looking through the
  // list took most of a sampled search's time.
  template <Game G, class OutcomeAt>
  void tally_by_value(int width, const Draws& draws, const OutcomeAt& outcome_at, WeightedOutcomes<G>& drawn) const {
    using Outcome = typename G::Outcome;
    std::array<Outcome, 257> order;
    std::size_t distinct = 0;
    draws.for_each(width, [&](double uniform) {
      const Outcome outcome = outcome_at(uniform);
      order[distinct] = outcome;
      distinct += counts_[static_cast<std::uint8_t>(outcome)]++ == 0;
    });
    const double share = 1.0 / width;
    for (std::size_t i = 0; i < distinct; ++i) {
      auto& count = counts_[static_cast<std::uint8_t>(order[i])];
      drawn.push_back({order[i], count * share});
      count = 0;
    }
  }

  mutable std::array<std::int32_t, 256> counts_{};  // all 0 between calls
};

}  // namespace mcms
