// Networks at work: what they say of states, each state evaluated by what differs from the one before.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mcms/evaluate/features.hpp"
#include "mcms/evaluate/network.hpp"

namespace mcms {

// The networks must outlive it.
template <class F, class State>
class Evaluator {
 public:
  Evaluator(const F& features, std::span<const Network> networks) : features_(features) {
    for (const Network& network : networks) {
      for (int viewer = 0; viewer < 2; ++viewer) last_seen_.emplace_back(network);
    }
  }

  // The outputs for an unfinished state, as the first player sees them.
  void evaluate(const State& s, std::span<float> outputs) {
    const bool second = features_.second_views(s);
    LastSeen& last = last_seen_[2 * features_.network_of(s) + second];
    move_on(last, s);
    last.accumulator.outputs(outputs);
    features_.constrain(s, outputs);
    if (second) features_.flip(outputs);
  }

  // The first player's value.
  double value(const State& s) {
    Outputs outputs;
    evaluate(s, outputs);
    return features_.value(outputs);
  }

 private:
  // The states that a network has evaluated for one of the viewers; what both see alike stands elsewhere for each.
  struct LastSeen {
    explicit LastSeen(const Network& network) : accumulator(network) {}

    Accumulator accumulator;
    std::optional<State> state{};
  };

  void move_on(LastSeen& last, const State& s) {
    if constexpr (InSections<F, State>) {
      for (std::size_t i = 0; i + 1 < F::sections.size(); ++i) {
        if (last.state && features_.same_section(i, *last.state, s)) continue;
        last.accumulator.update(F::sections[i], F::sections[i + 1],
                                [&](auto&& sink) { features_.list_section(i, s, sink); });
      }
      last.state = s;
    } else {
      last.accumulator.update(0, features_.count(), [&](auto&& sink) { features_.list(s, sink); });
    }
  }

  F features_;
  std::vector<LastSeen> last_seen_;
};

}  // namespace mcms
