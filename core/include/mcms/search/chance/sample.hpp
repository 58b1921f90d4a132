// What drawing from the outcomes of a chance node gives: some of them, with weights that sum to 1.
#pragma once

#include <cstdint>

#include "mcms/game/game.hpp"

namespace mcms {

template <Game G>
using WeightedOutcomes = typename PerOutcome<G, Weighted<typename G::Outcome>>::List;

template <Game G>
struct Sample {
  WeightedOutcomes<G> outcomes;
  bool whole;  // all of them, with their own probabilities
};

template <Game G>
Sample<G> all_outcomes(const G& game, const typename G::State& state) {
  Sample<G> all{{}, true};
  for (const auto& weighted : game.outcomes(state)) all.outcomes.push_back(weighted);
  return all;
}

// Random words as a function of where they are drawn; each serves two draws.
class Draws {
 public:
  explicit Draws(std::uint64_t bits) : bits_(bits) {}

  double first() const { return to_unit(std::uint32_t(word(0) >> 32)); }

  template <class Visit>
  void for_each(int count, Visit&& visit) const {
    for (int i = 0; i < count; i += 2) {
      const std::uint64_t pair = word(std::uint64_t(i / 2));
      visit(to_unit(std::uint32_t(pair >> 32)));
      if (i + 1 < count) visit(to_unit(std::uint32_t(pair)));
    }
  }

 private:
  std::uint64_t word(std::uint64_t i) const { return mix(bits_ + (i + 1) * golden_gamma); }

  std::uint64_t bits_;
};

}  // namespace mcms
