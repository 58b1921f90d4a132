// What drawing from the outcomes of a chance node gives: some of them, with weights that sum to 1.
#pragma once

#include <cstdint>

#include "mcms/game/game.hpp"

namespace mcms {

template <Game G>
using WeightedOutcomes = typename PerOutcome<G, Weighted<typename G::Outcome>>::List;

// Lists are filled where they are used: some are long, and copying one costs more than drawing it.
template <Game G>
void list_all(const G& game, const typename G::State& state, WeightedOutcomes<G>& list) {
  for (const auto& weighted : game.outcomes(state)) list.push_back(weighted);
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
