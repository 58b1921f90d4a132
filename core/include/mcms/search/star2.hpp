// Star2: probe one action under each outcome first, then search as Star1 does (the paper's Algorithm 2).
//
// A probe of a Max node proves at least, of a Min node at most, the probed action's value; the outcome
// decides who moves next, so one chance node may collect both. What the probes prove narrows the full
// search's windows. As printed, that search begins anew; but its windows lie inside the probes', so
// what a probe proved of its action still serves, and only the other actions are left to search.
#pragma once

#include "mcms/search/star1.hpp"

namespace mcms {

struct Star2Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    const SearchOptions& options = star.context().options;
    if (depth < options.probe_from) return Star1Rule::search(star, outcomes, s, depth, window);
    typename Outcomes::template ListOf<Probe> probes;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const State next = star.context().game.resolve(s, outcomes.outcome(i));
      probes.push_back(star.probe(next, depth, outcomes.child_window(i, window)));
      const Bounds sums = outcomes.narrow(i, probes.back().bounds);
      if (Star1Rule::cuts(star, sums, window)) {
        ++star.context().counts.probe_cuts;
        return outcomes.so_far();
      }
    }
    return Star1Rule::search_each(
        star, outcomes, s, window, [&](std::size_t i, const State& next, Window child_window) {
          const auto& probed = probes[i].action;
          return options.keep_probes && probed ? star.resume(next, depth, child_window, *probed)
                                               : star.search(next, depth, child_window);
        });
  }
};

template <Game G, class Chance>
using Star2 = StarMinimax<G, Chance, Star2Rule>;

}  // namespace mcms
