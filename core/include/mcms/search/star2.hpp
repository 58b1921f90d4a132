// Star2: probe one action under each outcome first, then search as Star1 does (the paper's Algorithm 2).
//
// A probe of a Max node proves at least, of a Min node at most, the probed action's value; the outcome
// decides who moves next, so one chance node may collect both. What the probes prove narrows the full
// search's windows. As printed, that search begins anew; but its windows lie inside the probes', so
// what a probe proved of its action still serves, and only the other actions are left to search.
#pragma once

#include "mcms/search/star1.hpp"

namespace mcms {

struct Star2Rule : Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    if (depth < star.context().probe_from) return Star1Rule::search(star, outcomes, s, depth, window);
    return by_whom(star.context(), depth,
                   [&](auto children) { return probe_and_search(children, star, outcomes, s, depth, window); });
  }

 private:
  template <class Children, class Search, class Outcomes, class State>
  static Bounds probe_and_search(Children children, Search& star, Outcomes& outcomes, const State& s, int depth,
                                 Window window) {
    typename Outcomes::template ListOf<Probe> probes;
    probes.resize(outcomes.size());
    const auto visit = [&](Search& by, std::size_t i, const auto& hold) {
      if (outcomes.is_exact(i)) return true;
      const Window child_window = outcomes.child_window(i, window);
      const State next = by.context().game.resolve(s, outcomes.outcome(i));
      probes[i] = hold.apart([&] { return by.probe(next, depth, child_window); });
      if (!Star1Rule::cuts(by, outcomes.narrow(i, probes[i].bounds), window)) return true;
      ++by.context().counts.probe_cuts;
      return false;
    };
    if (!children.visit_children(star, depth, 0, outcomes.size(), visit)) return outcomes.so_far();
    const bool keep = star.context().options.keep_probes;
    return Star1Rule::search_each(children, star, outcomes, s, depth, window,
                                  [&](Search& by, std::size_t i, const State& next, Window child_window) {
                                    const auto& probed = probes[i].action;
                                    return keep && probed ? by.resume(next, depth, child_window, *probed)
                                                          : by.search(next, depth, child_window);
                                  });
  }
};

template <Game G, class Chance>
using Star2 = StarMinimax<G, Chance, Star2Rule>;

}  // namespace mcms
