// What a search sees of a chance node: the paper's genOutcomeSet, the only place where the classic searches (exp,
// star1, star2) differ from their sampled twins.
#pragma once

#include "mcms/search/chance/control.hpp"
#include "mcms/search/chance/exact.hpp"
#include "mcms/search/chance/sampled.hpp"
#include "mcms/search/context.hpp"

namespace mcms {

template <class Outcomes>
struct Expansion {
  Outcomes outcomes;
  double shift;  // to be added to their mean
};

template <Game G>
auto expand(Context<G, Exact>& context, const typename G::State& s, int) {
  return Expansion<decltype(context.game.outcomes(s))>{context.game.outcomes(s), 0.0};
}

template <Game G, class Chance>
auto expand(Context<G, Chance>& context, const typename G::State& s, int depth) {
  Expansion<WeightedOutcomes<G>> expansion{{}, 0.0};
  const bool whole = context.chance.draw(context.game, s, depth, expansion.outcomes);
  if (!whole) {
    const bool controlled = context.chance.is_controlled();
    context.depth_bound += controlled || context.chance.differs_by_depth();
    if (controlled) expansion.shift = StaticValue(context).correction(s, expansion.outcomes);
  }
  return expansion;
}

}  // namespace mcms
