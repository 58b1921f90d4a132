// Values of leaves in their order, the estimates among them asked of the game many at once.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "mcms/game/game.hpp"

namespace mcms {

template <EstimatesMany G>
class LeafBatch {
 public:
  using State = typename G::State;

  // Enough for any library of arrays, and few enough for limits of time: nothing looks at the clock meanwhile.
  static constexpr std::size_t most_at_once = 1024;

  explicit LeafBatch(const G& game, std::size_t most = most_at_once) : game_(game), most_(most) {}

  std::size_t size() const { return values_.size(); }

  void add(double value) { values_.push_back(value); }

  void add_estimate_of(const State& s) {
    places_.push_back(values_.size());
    states_.push_back(s);
    values_.push_back(std::numeric_limits<double>::quiet_NaN());
    if (states_.size() == most_) evaluate();
  }

  // Of all leaves.
  const std::vector<double>& values() {
    evaluate();
    return values_;
  }

  void clear() {
    values_.clear();
    states_.clear();
    places_.clear();
  }

 private:
  void evaluate() {
    if (states_.empty()) return;
    const std::vector<double> estimates = game_.estimate_many(states_);
    for (std::size_t i = 0; i < places_.size(); ++i) values_[places_[i]] = estimates[i];
    states_.clear();
    places_.clear();
  }

  const G& game_;
  std::size_t most_;
  std::vector<double> values_;
  std::vector<State> states_;        // to be estimated
  std::vector<std::size_t> places_;  // of their values
};

}  // namespace mcms
