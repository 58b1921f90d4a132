// A chance node expands to all its outcomes: exp, star1 and star2.
#pragma once

#include "mcms/game/game.hpp"

namespace mcms {

struct Exact {
  bool is_exact_at(int) const { return true; }

  template <ValuesLeaves G>
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaves(const G& game, const typename G::State& state) const {
    return game.leaf_expectation(state);
  }

  template <Game G>
  bool takes_all() const {
    return true;
  }

  template <Game G>
  decltype(auto) outcomes(const G& game, const typename G::State& state, int) const {
    return game.outcomes(state);
  }
};

}  // namespace mcms
