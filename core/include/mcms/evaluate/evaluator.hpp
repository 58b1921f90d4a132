// Networks at work: what they say of states, each state evaluated by what differs from the one before.
#pragma once

#include <span>
#include <vector>

#include "mcms/evaluate/features.hpp"
#include "mcms/evaluate/network.hpp"

namespace mcms {

// The networks must outlive it.
template <class F>
class Evaluator {
 public:
  Evaluator(const F& features, std::span<const Network> networks) : features_(features) {
    for (const Network& network : networks) accumulators_.emplace_back(network);
  }

  // The outputs for an unfinished state, as the first player sees them.
  template <class State>
  void evaluate(const State& s, std::span<float> outputs) {
    Accumulator& accumulator = accumulators_[features_.network_of(s)];
    accumulator.evaluate([&](auto&& sink) { features_.list(s, sink); }, outputs);
    features_.constrain(s, outputs);
    if (features_.second_views(s)) features_.flip(outputs);
  }

  // The first player's value.
  template <class State>
  double value(const State& s) {
    Outputs outputs;
    evaluate(s, outputs);
    return features_.value(outputs);
  }

 private:
  F features_;
  std::vector<Accumulator> accumulators_;
};

}  // namespace mcms
