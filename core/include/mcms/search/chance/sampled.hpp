// A sparse sample at every chance node: expss, star1ss, star2ss and what makes them strong.
//
// A draw is a function of (search seed, chance state) or of (search seed, remaining depth), so that probing, searching
// and transposing all see the same sample, and the pruned searches equal their unpruned twin. Drawing afresh at every
// visit gives all of that up; it is there to be compared with.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "mcms/search/chance/independent.hpp"
#include "mcms/search/chance/systematic.hpp"

namespace mcms {

// What decides a draw: the state; its depth, so that siblings are compared under the same luck (common random
// numbers); or nothing but chance.
enum class LuckBy : std::uint8_t { state, depth, visit };

struct Sampling {
  int width = 1;
  bool systematic = false;  // otherwise independent draws, with replacement
  LuckBy luck = LuckBy::state;
  int exact_below = 0;   // chance nodes with fewer decisions below them take all their outcomes
  bool control = false;  // correct the sample by what estimates say of it, see control.hpp
  bool thrifty = false;  // where estimates are costly, do as in_game() says

  // Exact lowest layers and corrections ask for an estimate of every outcome. Where one is costly, a sample of a third
  // of the outcomes says more for the same price.
  static constexpr int one_in = 3;
  static constexpr int least_width = 6;
  // A draw that all nodes of a depth share has to be this wide. Smaller ones are better drawn for each state: what one
  // leaves out, others see.
  static constexpr int least_shared = 16;

  // For a game; where no estimate sees the luck, samples are left alone.
  template <Game G>
  Sampling in_game() const {
    Sampling chosen = *this;
    chosen.thrifty = thrifty && costly_estimates<G>() && estimates_see_luck<G>();
    if (chosen.thrifty) chosen.exact_below = 0, chosen.control = false;
    if constexpr (BoundedChance<G>) {
      const bool small = chosen.thrifty && chosen.width_of(G::max_outcomes) < least_shared;
      if (small && luck == LuckBy::depth) chosen.luck = LuckBy::state;
    }
    return chosen;
  }

  int width_of(std::size_t outcomes) const { return thrifty ? std::max(least_width, int(outcomes) / one_in) : width; }
};

class Sampled {
 public:
  Sampled(const Sampling& options, Key key)
      : options_(options), key_(key), leaves_(leaves_of(options)), single_from_(single_from(options)) {}

  bool is_exact_at(int depth) const { return depth < options_.exact_below; }
  // Whether all outcomes of any chance node of the game are taken: the width covers them, or a sample is to be
  // corrected by estimates that cannot tell them apart, and would be as noisy as the luck is.
  template <Game G>
  bool takes_all() const {
    if (options_.control && !estimates_see_luck<G>()) return true;
    if constexpr (BoundedChance<G>)
      return options_.systematic && std::size_t(options_.width_of(G::max_outcomes)) >= G::max_outcomes;
    return false;
  }
  bool is_controlled() const { return options_.control; }
  // Whether another depth would have another sample.
  bool differs_by_depth() const { return options_.luck != LuckBy::state || options_.exact_below > 0; }

  // Fills an empty list, and returns whether it holds all outcomes with their own probabilities.
  template <Game G>
  bool draw(const G& game, const typename G::State& state, int depth, WeightedOutcomes<G>& drawn) const {
    if (is_exact_at(depth) || (options_.control && !estimates_see_luck<G>())) {
      list_all(game, state, drawn);
      return true;
    }
    const Draws draws = luck(game, state, depth);
    if (options_.systematic) {
      const auto& outcomes = game.outcomes(state);
      return systematic_sample<G>(outcomes, options_.width_of(outcomes.size()), draws.first(), drawn);
    }
    independent_sample(game, state, options_.width, draws, drawn);
    return false;
  }

  // Whether a chance node is one outcome, drawn independently, and nothing else.
  bool is_single_at(int depth) const { return depth >= single_from_; }

  template <Game G>
  typename G::Outcome single(const G& game, const typename G::State& state, int depth) const {
    return independent_outcome(game, state, luck(game, state, depth));
  }

  // What a chance node just above the leaves is worth, all its leaves at once, if the game can tell.
  template <ValuesLeaves G>
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaves(const G& game, const typename G::State& state) const {
    if constexpr (DrawsManyAtOnce<G>) {
      if (leaves_ == Leaves::drawn && options_.width <= G::most_draws) [[likely]]
        return game.leaf_expectation(state, options_.width,
                                     [&]() MCMS_INLINE_LAMBDA { return luck_of_state(game, state); });
    }
    if (leaves_ == Leaves::all) return game.leaf_expectation(state);
    return std::nullopt;
  }

  template <Game G>
  auto outcomes(const G& game, const typename G::State& state, int depth) const {
    WeightedOutcomes<G> drawn;
    draw(game, state, depth, drawn);
    return drawn;
  }

 private:
  // What of the leaves below a chance node counts: all of them, or independent draws and nothing else, or as listed.
  enum class Leaves : std::uint8_t { all, drawn, listed };

  static Leaves leaves_of(const Sampling& options) {
    if (options.exact_below > 0) return Leaves::all;
    const bool plain = !options.systematic && !options.control && options.luck == LuckBy::state;
    return plain ? Leaves::drawn : Leaves::listed;
  }

  static int single_from(const Sampling& options) {
    const bool single = options.width == 1 && !options.systematic && !options.control;
    return single ? options.exact_below : std::numeric_limits<int>::max();
  }

  template <Game G>
  MCMS_ALWAYS_INLINE Draws luck(const G& game, const typename G::State& state, int depth) const {
    if (options_.luck == LuckBy::state) [[likely]]
      return luck_of_state(game, state);
    return Draws(key_.fold(options_.luck == LuckBy::depth ? std::uint64_t(depth) : visits_++).bits());
  }

  template <Game G>
  MCMS_ALWAYS_INLINE Draws luck_of_state(const G& game, const typename G::State& state) const {
    return Draws(key_.bits() ^ game.hash(state));
  }

  Sampling options_;
  Key key_;
  Leaves leaves_;
  int single_from_;                   // the least depth of chance nodes that are one outcome
  mutable std::uint64_t visits_ = 0;  // of chance nodes, where luck is drawn afresh
};

}  // namespace mcms
