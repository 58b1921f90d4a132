// Systematic sampling without replacement: the likely outcomes for certain, the others by one walk in equal steps.
//
// There is one threshold t such that outcomes with p >= t are kept with their own weight, and the rest, of mass m, is
// walked in steps of t = m / (width - kept) from one random offset, so that each of them is met with probability p / t
// and then weighs t: unbiased, and with fewer outcomes than the width exact.
#pragma once

#include <cstddef>

#include "mcms/search/chance/sample.hpp"

namespace mcms {

namespace systematic {

// The fixed point of: what reaches the threshold is kept, and the rest shares what is left of the width. What is kept
// only ever grows, but for rounding where a probability equals the threshold: that must not be followed back and forth.
template <class Outcomes>
double threshold(const Outcomes& outcomes, int width) {
  double t = 1.0 / width;
  for (int kept_before = 0;;) {
    int kept = 0;
    double rest = 0.0;
    for (const auto& [outcome, probability] : outcomes) {
      if (probability >= t) {
        ++kept;
      } else {
        rest += probability;
      }
    }
    if (kept <= kept_before || kept >= width) return t;
    t = rest / (width - kept);
    kept_before = kept;
  }
}

}  // namespace systematic

// Returns whether these are all outcomes.
template <Game G, class Outcomes>
bool systematic_sample(const Outcomes& outcomes, int width, double offset, WeightedOutcomes<G>& drawn) {
  if (outcomes.size() <= std::size_t(width)) {
    for (const auto& weighted : outcomes) drawn.push_back(weighted);
    return true;
  }
  const double t = systematic::threshold(outcomes, width);
  double walked = 0.0, next_stop = offset * t;
  for (const auto& [outcome, probability] : outcomes) {
    if (probability >= t) {
      drawn.push_back({outcome, probability});
      continue;
    }
    walked += probability;
    if (walked > next_stop) {
      drawn.push_back({outcome, t});
      next_stop += t;
    }
  }
  return false;
}

}  // namespace mcms
