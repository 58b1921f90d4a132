// A game with its estimate replaced by another one made by hand; the rules are the game's own.
#pragma once

#include <optional>
#include <utility>

#include "mcms/game/game.hpp"

namespace mcms {

template <Game G, class Estimate>
class WithEstimate : public G {
 public:
  using State = typename G::State;

  WithEstimate(const G& game, Estimate estimate) : G(game), estimate_(std::move(estimate)) {}

  double estimate(const State& s) const { return estimate_(s); }

  // What the game says of values, and of all leaves below a chance node at once, goes by its own estimate.
  void value_bounds(const State&, int) const = delete;

  template <class... Sample>
  std::optional<LeafExpectation> leaf_expectation(const State&, const Sample&...) const {
    return std::nullopt;
  }

 private:
  Estimate estimate_;
};

}  // namespace mcms
