// Test-only variants of the core, built with MCMS_TEST_VARIANTS. Above all searches with one deliberate
// mistake each: the exactness tests run them too and must catch every one, which shows that they can fail.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>

#include "mcms/games/random_tree.hpp"
#include "mcms/search/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace mcms::faulty {

using Answer = std::tuple<double, double, std::uint64_t>;  // lower, upper, leaves

// Algorithm 1 as printed: the child's window is clamped to the value range, and a child that reaches it cuts.
struct ClampedCut : Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    const ValueRange range = star.context().range;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      Window child = outcomes.child_window(i, window);
      child = {std::max(child.alpha, range.low), std::min(child.beta, range.high)};
      const Bounds v = star.search(star.context().game.resolve(s, outcomes.outcome(i)), depth, child);
      const Bounds so_far = outcomes.narrow(i, v);
      if (v.lower >= child.beta) return Bounds::exact(so_far.lower);
      if (v.upper <= child.alpha) return Bounds::exact(so_far.upper);
    }
    return outcomes.bounds();
  }
};

// A probe of one action taken for the value of the state.
struct ProbeProvesBothSides : Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const State next = star.context().game.resolve(s, outcomes.outcome(i));
      const Probe probe = star.probe(next, depth, outcomes.child_window(i, window));
      outcomes.narrow(i, probe.action ? probe.action->proved.bounds : probe.bounds);
    }
    return Star1Rule::search(star, outcomes, s, depth, window);
  }
};

// A bound that is too tight: outcomes not searched yet are taken to lie in the inner half of the range.
struct TightBound : Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    const ValueRange range = star.context().range;
    const double quarter = (range.high - range.low) / 4;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const State next = star.context().game.resolve(s, outcomes.outcome(i));
      const Bounds v = star.search(next, depth, outcomes.child_window(i, window));
      const Bounds tight{std::max(v.lower, range.low + quarter), std::min(v.upper, range.high - quarter)};
      const Bounds so_far = outcomes.narrow(i, tight);
      if (window.decided_by(so_far)) return so_far;
    }
    return outcomes.bounds();
  }
};

// Sound, but every child is searched twice.
struct SearchesTwice : Star1Rule {
  template <class Search, class Outcomes, class State>
  static Bounds search(Search& star, Outcomes& outcomes, const State& s, int depth, Window window) {
    Star1Rule::search(star, outcomes, s, depth, window);
    const auto unknown = [&](const auto&) { return Bounds::unknown(star.context().range); };
    Outcomes again(expand(star.context(), s, depth), star.context(), unknown);
    return Star1Rule::search(star, again, s, depth, window);
  }
};

// Samples from a generator that moves on, instead of from the seed and the state.
class SequentialSampling {
 public:
  SequentialSampling(int width, Key key) : width_(width), key_(key) {}

  template <Game G>
  bool takes_all() const {
    return false;
  }
  bool is_exact_at(int) const { return false; }
  bool is_controlled() const { return false; }
  bool differs_by_depth() const { return false; }

  template <Game G>
  bool draw(const G& game, const typename G::State& s, int depth, WeightedOutcomes<G>& drawn) const {
    return Sampled({.width = width_}, key_.fold(++drawn_)).draw(game, s, depth, drawn);
  }

 private:
  int width_;
  Key key_;
  mutable std::uint64_t drawn_ = 0;
};

// Takes what the rules say of all outcomes to hold for a sample.
struct RulesForSamples : Sampled {
  using Sampled::Sampled;
  template <Game G>
  bool takes_all() const {
    return true;
  }
};

// Rules that say a little too much.
struct WrongRules : RandomTree {
  using RandomTree::RandomTree;
  ValueBounds value_bounds(const State& s, int depth) const {
    const ValueBounds bounds = RandomTree::value_bounds(s, depth);
    const double middle = (bounds.low + bounds.high) / 2;
    return {std::min(bounds.low + 20, middle), std::max(bounds.high - 20, middle), bounds.is_value};
  }
};

// A hash of a few bits only: different states share a table entry.
struct ForgetfulHash : RandomTree {
  using RandomTree::RandomTree;
  std::uint64_t hash(const State& s) const { return RandomTree::hash(s) & 31; }
};

template <class Engine, class Context, class State>
Answer run(Context& context, const State& s, int depth, Window window) {
  const Bounds bounds = Engine(context).search(s, depth, window);
  return {bounds.lower, bounds.upper, context.counters().leaves};
}

template <class Rule, class G, class Chance>
Answer with_rule(const G& game, Chance chance, const SearchOptions& options, const RandomTree::State& s, int depth,
                 Window window) {
  TranspositionTable table(1 << 20);
  table.start_search();
  Budget budget{Limits{}};
  Context<G, Chance> context{game, chance, options, budget, table};
  return run<StarMinimax<G, Chance, Rule>>(context, s, depth, window);
}

Answer prove(const std::string& fault, const RandomTree& game, const RandomTree::State& s, int depth, double alpha,
             double beta, int prune_from, std::optional<int> width, std::uint64_t seed) {
  const SearchOptions options{.prune_from = prune_from, .table_bounds = fault == "forgetful_hash"};
  const Window window{alpha, beta};
  const auto ruled = [&]<class Rule>(Rule) {
    return width ? with_rule<Rule>(game, Sampled({.width = *width}, Key(seed)), options, s, depth, window)
                 : with_rule<Rule>(game, Exact{}, options, s, depth, window);
  };
  if (fault == "clamped_cut") return ruled(ClampedCut{});
  if (fault == "probe_proves_both_sides") return ruled(ProbeProvesBothSides{});
  if (fault == "tight_bound") return ruled(TightBound{});
  if (fault == "searches_twice") return ruled(SearchesTwice{});
  if (fault == "sequential_sampling") {
    return with_rule<Star1Rule>(game, SequentialSampling(width.value_or(2), Key(seed)), options, s, depth, window);
  }
  if (fault == "forgetful_hash") {
    const ForgetfulHash forgetful(game.options());
    return with_rule<Star1Rule>(forgetful, Exact{}, options, s, depth, window);
  }
  if (fault == "rules_for_samples") {
    const RulesForSamples chance({.width = width.value_or(2)}, Key(seed));
    return with_rule<Star1Rule>(game, chance, options, s, depth, window);
  }
  if (fault == "wrong_rules") {
    return with_rule<Star2Rule>(WrongRules(game.options()), Exact{}, options, s, depth, window);
  }
  throw std::invalid_argument("no such fault: " + fault);
}

// Counts the evaluations a search really makes, to hold its own count of leaves against.
struct CountingGame : RandomTree {
  using RandomTree::RandomTree;
  mutable std::uint64_t evaluations = 0;
  double utility(const State& s) const { return ++evaluations, RandomTree::utility(s); }
  double estimate(const State& s) const { return ++evaluations, RandomTree::estimate(s); }
};

std::pair<std::uint64_t, std::uint64_t> count_leaves(const RandomTree& tree, const RandomTree::State& s,
                                                     const SearchRequest& request, int depth, double alpha,
                                                     double beta) {
  const CountingGame game(tree.options());
  TranspositionTable table(1 << 20);
  const auto counters = mcms::prove(game, s, request, depth, Window{alpha, beta}, table).counters;
  return {counters.leaves, game.evaluations};
}

void register_mcts(nb::module_& m);  // faulty_mcts.cpp

}  // namespace mcms::faulty

NB_MODULE(_faulty, m) {
  nb::set_leak_warnings(false);
  m.def("prove", &mcms::faulty::prove, nb::kw_only(), "fault"_a, "game"_a, "state"_a, "depth"_a, "alpha"_a, "beta"_a,
        "prune_from"_a, "width"_a.none(), "seed"_a);
  m.def("count_leaves", &mcms::faulty::count_leaves, "tree"_a, "state"_a, "request"_a, "depth"_a, "alpha"_a, "beta"_a,
        "The leaves a search reports and the evaluations it made.");
  mcms::faulty::register_mcts(m);
}
