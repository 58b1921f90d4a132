// The paper's sparse sampling: `width` outcomes drawn with replacement, equally weighted. One drawn twice is listed
// once and weighs twice.
#pragma once

#include <algorithm>

#include "mcms/search/chance/sample.hpp"

namespace mcms {

// The only outcome of a width of 1.
template <Game G>
typename G::Outcome independent_outcome(const G& game, const typename G::State& state, const Draws& draws) {
  if constexpr (requires { game.draw_one(state, draws); }) {
    return game.draw_one(state, draws);
  } else if constexpr (DrawsManyAtOnce<G>) {
    return game.draw(state, 1, draws).first();
  } else {
    return sampler_of(game, state)(draws.first());
  }
}

// Fills an empty list, by the game's own way to draw many at once if it has one.
template <Game G>
void independent_sample(const G& game, const typename G::State& state, int width, const Draws& draws,
                        WeightedOutcomes<G>& drawn) {
  if constexpr (DrawsManyAtOnce<G>) {
    if (width <= G::most_draws) {
      game.draw(state, width, draws).for_each([&](typename G::Outcome outcome, int count) {
        drawn.push_back({outcome, double(count) / width});
      });
      return;
    }
  }
  // The outcomes in the order they were first drawn, with how often they were.
  const auto outcome_at = sampler_of(game, state);
  draws.for_each(width, [&](std::uint32_t bits) {
    const typename G::Outcome outcome = outcome_at(to_unit(bits));
    auto known = std::find_if(drawn.begin(), drawn.end(), [&](const auto& item) { return item.outcome == outcome; });
    if (known == drawn.end()) {
      drawn.push_back({outcome, 1.0});
    } else {
      known->probability += 1.0;
    }
  });
  for (auto& entry : drawn) entry.probability /= width;
}

}  // namespace mcms
