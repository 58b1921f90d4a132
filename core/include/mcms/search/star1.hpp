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
    return by_whom(star.context(), depth, [&](auto children) {
      return search_each(children, star, outcomes, s, depth, window,
                         [depth](Search& by, std::size_t, const State& next, Window child_window) {
                           return by.search(next, depth, child_window);
                         });
    });
  }

  // Searches outcome after outcome by `search_child(by, i, state, window)`, which proves bounds of one.
  template <class Children, class Search, class Outcomes, class State, class SearchChild>
  static Bounds search_each(Children children, Search& star, Outcomes& outcomes, const State& s, int depth,
                            Window window, SearchChild&& search_child) {
    std::size_t left = outcomes.size();
    const auto visit = [&](Search& by, std::size_t i, const auto& hold) {
      if (!outcomes.is_exact(i)) {
        const Window child_window = outcomes.child_window(i, window);
        const State next = by.context().game.resolve(s, outcomes.outcome(i));
        const Bounds proved = hold.apart([&] { return search_child(by, i, next, child_window); });
        const Bounds sums = outcomes.narrow(i, proved);
        if (left > 1 && cuts(by, sums, window)) return false;
      }
      --left;
      return true;
    };
    const bool all = children.visit_children(star, depth, 0, outcomes.size(), visit);
    return all ? outcomes.bounds() : outcomes.so_far();
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
