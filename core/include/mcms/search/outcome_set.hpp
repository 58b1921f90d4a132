// The outcomes of a chance node with what is proved of each: the paper's set O.
//
//   pess(O) = sum of o_p o_l      opti(O) = sum of o_p o_u
//   alpha'  = (alpha - opti(O) + o_p o_u) / o_p
//   beta'   = (beta  - pess(O) + o_p o_l) / o_p
//
// Both sums are kept up to date as outcomes are searched (Hauk, Buro, Schaeffer 2006). The child's
// window is not clamped to the value range: a child worth exactly v_max proves nothing by being so,
// only the chance node's own bounds decide a cut.
#pragma once

#include "mcms/search/bounds.hpp"

namespace mcms {

template <Game G>
class OutcomeSet {
 public:
  using Outcome = typename G::Outcome;
  template <class T>
  using ListOf = typename PerOutcome<G, T>::List;

  template <class Expansion>
  OutcomeSet(const Expansion& expansion, ValueRange range) : pess_(range.low), opti_(range.high) {
    for (const auto& [outcome, probability] : expansion) {
      outcomes_.push_back({outcome, probability, Bounds::unknown(range)});
    }
  }

  std::size_t size() const { return outcomes_.size(); }
  const Outcome& outcome(std::size_t i) const { return outcomes_[i].outcome; }
  bool is_exact(std::size_t i) const { return outcomes_[i].bounds.is_exact(); }

  Window child_window(std::size_t i, Window window) const {
    const auto& [outcome, probability, bounds] = outcomes_[i];
    return {bounds.upper + (window.alpha - opti_) / probability, bounds.lower + (window.beta - pess_) / probability};
  }

  // Returns pess and opti as they are now, which is what cuts are decided by.
  Bounds narrow(std::size_t i, Bounds proved) {
    auto& [outcome, probability, bounds] = outcomes_[i];
    proved = proved.intersect(bounds);
    pess_ += probability * (proved.lower - bounds.lower);
    opti_ += probability * (proved.upper - bounds.upper);
    bounds = proved;
    return {pess_, opti_};
  }

  // pess and opti summed afresh in order, so that with every outcome exact the value is to the
  // last bit the one expectimax computes.
  Bounds bounds() const {
    Bounds sum{0.0, 0.0};
    for (const auto& [outcome, probability, bounds] : outcomes_) {
      sum.lower += probability * bounds.lower;
      sum.upper += probability * bounds.upper;
    }
    return sum;
  }

 private:
  struct Entry {
    Outcome outcome;
    double probability;
    Bounds bounds;
  };

  ListOf<Entry> outcomes_;
  double pess_;
  double opti_;
};

}  // namespace mcms
