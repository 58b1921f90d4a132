// Star1: leave a chance node once its outcomes so far decide the window (the paper's Algorithm 1).
//
// The paper's text cuts when a child reaches its own window, which is clamped to the value range: a
// child worth exactly v_max then cuts although nothing is proved. Here the chance node's own bounds
// decide: pess(O) >= beta or opti(O) <= alpha.
#pragma once

#include "mcms/search/star_minimax.hpp"

namespace mcms {

struct Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    return search_each(star, outcomes, s, window, [&](std::size_t, const State& next, Window child_window) {
      return star.search(next, depth, child_window);
    });
  }

  // Searches outcome after outcome by `search_child(i, state, window)`, which proves bounds of one.
  template <class Search, class Outcomes, class State, class SearchChild>
  static Bounds search_each(Search& star, Outcomes& outcomes, const State& s, Window window,
                            SearchChild&& search_child) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes.is_exact(i)) continue;
      const State next = star.context().game.resolve(s, outcomes.outcome(i));
      const Bounds sums = outcomes.narrow(i, search_child(i, next, outcomes.child_window(i, window)));
      if (i + 1 < outcomes.size() && cuts(star, sums, window)) return outcomes.so_far();
    }
    return outcomes.bounds();
  }

  template <class Search>
  static bool cuts(Search& star, Bounds sums, Window window) {
    if (!star.context().decides(sums, window)) return false;
    ++(sums.lower >= window.beta ? star.context().counts.beta_cuts : star.context().counts.alpha_cuts);
    return true;
  }
};

template <Game G, class Chance>
using Star1 = StarMinimax<G, Chance, Star1Rule>;

}  // namespace mcms
