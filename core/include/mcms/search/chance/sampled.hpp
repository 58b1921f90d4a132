// A sparse sample at every chance node: expss, star1ss, star2ss and what makes them strong.
//
// A draw is a function of (search seed, chance state) or of (search seed, remaining depth), so that probing, searching
// and transposing all see the same sample, and the pruned searches equal their unpruned twin.
#pragma once

#include "mcms/search/chance/independent.hpp"
#include "mcms/search/chance/systematic.hpp"

namespace mcms {

struct Sampling {
  int width = 1;
  bool systematic = false;  // otherwise independent draws, with replacement
  // One luck for all nodes of a depth: siblings are compared under the same luck (common random numbers).
  bool luck_by_depth = false;
  int exact_below = 0;   // chance nodes with fewer decisions below them take all their outcomes
  bool control = false;  // correct the sample by what estimates say of it, see control.hpp
};

class Sampled {
 public:
  Sampled(const Sampling& options, Key key) : options_(options), key_(key) {}

  bool is_exact_at(int depth) const { return depth < options_.exact_below; }
  bool is_controlled() const { return options_.control; }
  // Whether another depth would have another sample.
  bool differs_by_depth() const { return options_.luck_by_depth || options_.exact_below > 0; }

  // Fills an empty list, and returns whether it holds all outcomes with their own probabilities.
  template <Game G>
  bool draw(const G& game, const typename G::State& state, int depth, WeightedOutcomes<G>& drawn) const {
    if (is_exact_at(depth)) {
      list_all(game, state, drawn);
      return true;
    }
    const Draws draws(options_.luck_by_depth ? key_.fold(std::uint64_t(depth)).bits() : key_.bits() ^ game.hash(state));
    if (options_.systematic) return systematic_sample(game, state, options_.width, draws.first(), drawn);
    independent_(game, state, options_.width, draws, drawn);
    return false;
  }

  template <Game G>
  auto outcomes(const G& game, const typename G::State& state, int depth) const {
    WeightedOutcomes<G> drawn;
    draw(game, state, depth, drawn);
    return drawn;
  }

 private:
  Sampling options_;
  Key key_;
  IndependentDraw independent_;
};

}  // namespace mcms
