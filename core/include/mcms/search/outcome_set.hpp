// The outcomes of a chance node with what is proved of each: the paper's set O.
//
//   pess(O) = sum of o_p o_l      opti(O) = sum of o_p o_u
//   alpha'  = (alpha - opti(O) + o_p o_u) / o_p
//   beta'   = (beta  - pess(O) + o_p o_l) / o_p
//
// Both sums are kept up to date as outcomes are searched (Hauk, Buro, Schaeffer 2006). The child's
// window is not clamped to the value range: a child worth exactly v_max proves nothing by being so,
// only the chance node's own bounds decide a cut.
//
// These sums round, and the value they bound is a rounded sum itself. So a cut asks for a little more than the window,
// the children's windows are wider by twice as much, and bounds that are not exact give some of it back: what is
// proved then holds for the value that expectimax computes, to its last bit.
#pragma once

#include "mcms/search/expansion.hpp"

namespace mcms {

// The set of one outcome, of which nothing is known: what OutcomeSet computes of it, to the last bit.
struct OneOutcome {
  ValueRange range;
  double slack;

  Window child_window(Window window) const {
    return {range.high + (window.alpha - 2 * slack - range.high), range.low + (window.beta + 2 * slack - range.low)};
  }

  Bounds bounds(Bounds proved) const {
    proved = proved.intersect(Bounds::unknown(range));
    return proved.is_exact() ? Bounds::exact(proved.lower) : loosened(proved);
  }

  // Of sums that are rounded.
  Bounds loosened(Bounds sum) const {
    return {std::clamp(sum.lower - slack / 2, range.low, range.high),
            std::clamp(sum.upper + slack / 2, range.low, range.high)};
  }
};

template <Game G>
class OutcomeSet {
 public:
  using Outcome = typename G::Outcome;
  template <class T>
  using ListOf = typename PerOutcome<G, T>::List;

  // `bounds_of(outcome)` is what the rules say of an outcome before it is searched.
  template <class Expanded, class Context, class BoundsOf>
  OutcomeSet(const Expanded& expansion, const Context& context, BoundsOf&& bounds_of)
      : range_(context.range), slack_(context.slack), shift_(expansion.shift), pess_(shift_), opti_(shift_) {
    for (const auto& [outcome, probability] : expansion.outcomes) {
      const Bounds bounds = bounds_of(outcome);
      outcomes_.push_back({outcome, probability, bounds});
      pess_ += probability * bounds.lower;
      opti_ += probability * bounds.upper;
      known_ += bounds.is_exact();
      narrowed_ |= bounds.lower > range_.low || bounds.upper < range_.high;
    }
  }

  // How many outcomes' values the rules tell, and whether they tell anything of any.
  std::uint32_t known() const { return known_; }
  bool is_narrowed() const { return narrowed_; }
  // With every outcome searched to its value, nothing is left of what the rules said.
  bool rests_on_rules(Bounds proved) const { return known_ > 0 || (narrowed_ && !proved.is_exact()); }

  std::size_t size() const { return outcomes_.size(); }
  const Outcome& outcome(std::size_t i) const { return outcomes_[i].outcome; }
  bool is_exact(std::size_t i) const { return outcomes_[i].bounds.is_exact(); }

  Window child_window(std::size_t i, Window window) const {
    const auto& [outcome, probability, bounds] = outcomes_[i];
    return {bounds.upper + (window.alpha - 2 * slack_ - opti_) / probability,
            bounds.lower + (window.beta + 2 * slack_ - pess_) / probability};
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

  Bounds sums() const { return {pess_, opti_}; }

  // What a cut has proved.
  Bounds so_far() const { return loosened({pess_, opti_}); }

  // pess and opti summed afresh in order, so that with every outcome exact the value is to the
  // last bit the one expectimax computes.
  Bounds bounds() const {
    Bounds sum{0.0, 0.0};
    bool exact = true;
    for (const auto& [outcome, probability, bounds] : outcomes_) {
      sum.lower += probability * bounds.lower;
      sum.upper += probability * bounds.upper;
      exact = exact && bounds.is_exact();
    }
    sum = {sum.lower + shift_, sum.upper + shift_};
    return exact ? Bounds::exact(std::clamp(sum.lower, range_.low, range_.high)) : loosened(sum);
  }

 private:
  struct Entry {
    Outcome outcome;
    double probability;
    Bounds bounds;
  };

  Bounds loosened(Bounds sum) const { return OneOutcome{range_, slack_}.loosened(sum); }

  ListOf<Entry> outcomes_;
  ValueRange range_;
  double slack_;
  double shift_;
  double pess_;
  double opti_;
  std::uint32_t known_ = 0;
  bool narrowed_ = false;
};

}  // namespace mcms
