// What drawing from the outcomes of a chance node gives: some of them, with weights that sum to 1.
#pragma once

#include "mcms/game/game.hpp"

namespace mcms {

template <Game G>
using WeightedOutcomes = typename PerOutcome<G, Weighted<typename G::Outcome>>::List;

// Lists are filled where they are used: some are long, and copying one costs more than drawing it.
template <Game G>
void list_all(const G& game, const typename G::State& state, WeightedOutcomes<G>& list) {
  for (const auto& weighted : game.outcomes(state)) list.push_back(weighted);
}

}  // namespace mcms
